#if Server
// Passwords are stored as Argon2id hashes (RFC 9106). Hashing takes much memory and time on purpose, so only a few are
// computed at once.
import CArgon2
import Foundation
import NIOCore
import NIOPosix

/// Hashes passwords, two at a time. The queue is bounded, and networks take turns.
final class PasswordHasher: Sendable {
    /// 19 MiB, two passes, one lane: OWASP's recommendation for Argon2id.
    private static let (memory, passes, lanes) = (UInt32(19 * 1024), UInt32(2), UInt32(1))
    private static let (saltLength, hashLength) = (16, 32)

    /// The least number of characters, and the largest number of bytes, of a password.
    static let shortest = 10
    static let longest = 1024

    private static let workers = 2
    private let pool = NIOThreadPool(numberOfThreads: PasswordHasher.workers)
    private let queue = FairQueue<String>(.init(running: workers, runningOfOne: workers))
    /// A dummy hash, verified for unknown names so that response times reveal nothing.
    private let dummyHash: String

    init() throws {
        pool.start()
        dummyHash = try Self.hash(Secret().text)
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// - Throws: `FairQueue.Busy`.
    func hash(_ password: String, for client: ClientAddress) async throws -> String {
        try await work(for: client.network) { try Self.hash(password) }
    }

    /// - Parameter hash: `nil` if there is no such account; the result is then `false`, after the same time.
    /// - Throws: `FairQueue.Busy`.
    func verify(_ password: String, against hash: String?, for client: ClientAddress) async throws -> Bool {
        let known = hash ?? dummyHash
        return try await work(for: client.network) {
            let isRight = argon2id_verify(known, password, password.utf8.count) == ARGON2_OK.rawValue
            return isRight && hash != nil
        }
    }

    private func work<Value: Sendable>(
        for network: String, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let pool = pool
        return try await queue.run(for: network) { try await pool.runIfActive(body) }
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

    /// An error code of libargon2.
    struct Failure: Error {
        var code: Int32
    }
}
#endif
