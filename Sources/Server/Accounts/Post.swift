#if Server
// Letters to readers. They are sent behind the reader's back, so that no answer's time tells whether there was one to send.
import Dispatch
import Foundation
import HTTP
import Logging
import Synchronization

final class Post: Sendable {
    /// Letters to one address, in an hour.
    private static let most = 5
    private static let hour: TimeInterval = 3600
    /// That wait for a server, which may be slow; further ones are left out.
    private static let longestQueue = 100

    private let server: MailServer?
    private let queue = DispatchQueue(label: "bookzone.post")
    private let waiting = Mutex(0)
    private let sent = Mutex<[MailAddress: [Date]]>([:])
    private let logger = Logger(label: "bookzone")

    init(_ server: MailServer?) { self.server = server }

    /// Whether letters can be sent at all.
    var isOpen: Bool { server != nil }

    /// Sends a letter some time soon; one too many to the same address is left out.
    func send(_ letter: Letter, at now: Date = .now) { send(at: now) { [letter] } }

    /// The same with letters that are made then.
    func send(at now: Date = .now, _ letters: @escaping @Sendable () throws -> [Letter]) {
        guard let server else { return }
        let hasRoom = waiting.withLock { waiting in
            guard waiting < Self.longestQueue else { return false }
            waiting += 1
            return true
        }
        guard hasRoom else { return logger.error("the mail queue is full; an e-mail was dropped") }
        queue.async { [self] in
            defer { waiting.withLock { $0 -= 1 } }
            do {
                for letter in try letters() where mayGo(letter, at: now) { send(letter, by: server) }
            } catch {
                logger.error("letters could not be made: \(error)")
            }
        }
    }

    private func mayGo(_ letter: Letter, at now: Date) -> Bool {
        sent.withLock { sent in
            sent = sent.compactMapValues { dates in
                let lately = dates.filter { now.timeIntervalSince($0) < Self.hour }
                return lately.isEmpty ? nil : lately
            }
            guard sent[letter.to, default: []].count < Self.most else { return false }
            sent[letter.to, default: []].append(now)
            return true
        }
    }

    private func send(_ letter: Letter, by server: MailServer) {
        do throws(HTTPError) {
            try server.send(letter)
        } catch {
            // Neither to whom nor what.
            logger.error("a letter could not be sent: \(error)")
        }
    }
}
#endif
