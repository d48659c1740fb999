#if Server
// Passwords are kept as Argon2id hashes (RFC 9106), which take so much memory and time on purpose that only a few are
// made at once.
import CArgon2
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Hashes passwords, two at a time; a bounded number waits, and networks take turns.
final class PasswordHasher: Sendable {
    /// 19 MiB, two passes, one lane: OWASP's recommendation for Argon2id.
    private static let (memory, passes, lanes) = (UInt32(19 * 1024), UInt32(2), UInt32(1))
    private static let (saltLength, hashLength) = (16, 32)

    /// Characters that a password has at least, and bytes at most.
    static let shortest = 10
    static let longest = 1024

    private static let workers = 2
    /// The limit of waiting requests, beyond which some are rejected.
    private static let longestLine = 32

    /// Running and waiting requests by network, so that one network can't block others.
    private struct TurnQueue {
        private var working: [String] = []
        private var waiting: [(network: String, turn: CheckedContinuation<Void, any Error>)] = []

        mutating func enter(_ network: String, _ turn: CheckedContinuation<Void, any Error>) {
            waiting.append((network, turn))
            if working.count < workers { return callNext() }
            guard waiting.count > longestLine else { return }
            let waitingByNetwork = Dictionary(waiting.map { ($0.network, 1) }, uniquingKeysWith: +)
            // The last of those who are most.
            let last = waiting.indices.reversed().max {
                waitingByNetwork[waiting[$0].network, default: 0]
                    < waitingByNetwork[waiting[$1].network, default: 0]
            }
            if let last { waiting.remove(at: last).turn.resume(throwing: Busy()) }
        }

        mutating func leave(_ network: String) {
            if let place = working.firstIndex(of: network) { working.remove(at: place) }
            callNext()
        }

        private mutating func callNext() {
            guard !waiting.isEmpty else { return }
            let next = waiting.remove(at: waiting.firstIndex { !working.contains($0.network) } ?? 0)
            working.append(next.network)
            next.turn.resume()
        }
    }

    private let pool = NIOThreadPool(numberOfThreads: PasswordHasher.workers)
    private let line = Mutex(TurnQueue())
    /// A dummy hash, verified for unknown names so that response times reveal nothing.
    private let nobodys: String

    /// Too many others wait.
    struct Busy: Error {}

    init() throws {
        pool.start()
        nobodys = try Self.hash(Secret().text)
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// - Throws: `Busy`.
    func hash(_ password: String, for client: ClientAddress) async throws -> String {
        try await work(for: client.network) { try Self.hash(password) }
    }

    /// - Parameter hash: `nil` where there is nobody; then `false`, after the same time.
    /// - Throws: `Busy`.
    func verify(_ password: String, against hash: String?, for client: ClientAddress) async throws -> Bool {
        let known = hash ?? nobodys
        return try await work(for: client.network) {
            let isRight = argon2id_verify(known, password, password.utf8.count) == ARGON2_OK.rawValue
            return isRight && hash != nil
        }
    }

    private func work<Value: Sendable>(
        for network: String, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { turn in line.withLock { $0.enter(network, turn) } }
        defer { line.withLock { $0.leave(network) } }
        return try await pool.runIfActive(body)
    }

    private static func hash(_ password: String) throws -> String {
        var random = SystemRandomNumberGenerator()
        let salt = (0..<saltLength).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let length = argon2_encodedlen(
            passes, memory, lanes, UInt32(saltLength), UInt32(hashLength), Argon2_id)
        var encoded = [CChar](repeating: 0, count: length)
        let code = argon2id_hash_encoded(
            passes, memory, lanes, password, password.utf8.count, salt, salt.count, hashLength, &encoded,
            length)
        guard code == ARGON2_OK.rawValue else { throw Failure(code: code) }
        return String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// libargon2's code.
    struct Failure: Error {
        var code: Int32
    }
}
#endif
