// A mail server for tests (RFC 5321, RFC 4954), which accepts or refuses as configured, and records what it receives.
import Foundation
import Synchronization

/// Listens on a free port of 127.0.0.1 until it is released.
public final class MailTestServer: Sendable {
    /// What it refuses.
    public enum Fault: Sendable {
        case greeting, login, recipient, message
        /// Refuses the sender for now.
        case sender
        /// Refuses the recipient for now.
        case busy
        /// Hangs up when it has the message.
        case hangUp
        /// Never answers once it has the message.
        case stall
        /// Never answers.
        case silence
    }

    public var port: UInt16 { listener.port }
    public var address: String { "smtp://127.0.0.1:\(port)" }
    /// The texts of letters, as they were sent.
    public var letters: [String] { state.letters.withLock { $0 } }
    /// The commands of all clients, without what follows the first word.
    public var commands: [String] { state.commands.withLock { $0 } }
    private let listener: LoopbackListener
    private let state = State()

    /// Changes what it refuses, from the next connection on.
    public func refuse(_ fault: Fault?) { state.fault.withLock { $0 = fault } }

    private final class State: Sendable {
        let fault = Mutex<Fault?>(nil)
        let letters = Mutex<[String]>([])
        let commands = Mutex<[String]>([])
    }

    public init(_ fault: Fault? = nil) throws {
        state.fault.withLock { $0 = fault }
        listener = try LoopbackListener { [state] connection in
            let client = Client(connection, state.fault.withLock(\.self), state)
            Thread.detachNewThread {
                client.talk()
                close(connection)
            }
        }
    }

    private struct Client: Sendable {
        let descriptor: Int32
        let fault: Fault?
        let state: State

        init(_ descriptor: Int32, _ fault: Fault?, _ state: State) {
            (self.descriptor, self.fault, self.state) = (descriptor, fault, state)
        }

        func talk() {
            var buffer = Data()
            guard fault != .silence else {
                while line(&buffer) != nil {}
                return
            }
            say(fault == .greeting ? "554 no service" : "220 test ESMTP")
            while let line = line(&buffer) {
                let word = line.prefix { $0 != " " }.uppercased()
                state.commands.withLock { $0.append(word) }
                switch word {
                case "EHLO": say("250-test\r\n250 AUTH PLAIN")
                case "AUTH":
                    say("334 ")
                    _ = self.line(&buffer)
                    say(fault == .login ? "535 5.7.8 wrong" : "235 2.7.0 come in")
                case "MAIL": say(fault == .sender ? "451 4.3.0 later" : "250 fine")
                case "RCPT":
                    say(
                        fault == .recipient
                            ? "550 5.1.1 nobody" : fault == .busy ? "450 4.2.0 later" : "250 fine")
                case "DATA":
                    say("354 go on")
                    var letter: [String] = []
                    while let text = self.line(&buffer), text != "." { letter.append(text) }
                    if fault == .message {
                        say("552 5.2.2 too large")
                        continue
                    }
                    state.letters.withLock { $0.append(letter.joined(separator: "\n")) }
                    if fault == .hangUp { return }
                    if fault == .stall {
                        while self.line(&buffer) != nil {}
                        return
                    }
                    say("250 taken")
                case "QUIT":
                    say("221 bye")
                    return
                default: say("250 fine")
                }
            }
        }

        private func say(_ text: String) {
            let bytes = Array((text + "\r\n").utf8)
            _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// `nil` once the other side has left.
        private func line(_ buffer: inout Data) -> String? {
            while true {
                if let end = buffer.firstRange(of: Data("\r\n".utf8)) {
                    defer { buffer = Data(buffer[end.upperBound...]) }
                    return String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
                }
                guard let bytes = LoopbackSocket.receive(descriptor) else { return nil }
                buffer += bytes
            }
        }
    }
}
