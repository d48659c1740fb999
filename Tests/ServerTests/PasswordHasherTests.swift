#if Server
// Password hashes are expensive for attackers, but must not block the site.
import Foundation
import Testing

@testable import Server

struct PasswordHasherTests {
    private let here = ClientAddress(peer: ClientAddress("192.0.2.1"), forwarded: nil, proxies: [])

    @Test func `passwords are kept as Argon2id hashes`() async throws {
        let passwords = try PasswordHasher()
        let hash = try await passwords.hash("correct horse", for: here)
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try await passwords.hash("correct horse", for: here) != hash, "each has a salt of its own")
        #expect(try await passwords.verify("correct horse", against: hash, for: here))
        let others = ["correct horse ", "Correct horse", "", "correct\0horse", "correct horse\0", hash]
        for other in others { #expect(try await !passwords.verify(other, against: hash, for: here)) }
        for none in [nil, "", "$argon2id$", "correct horse"] {
            #expect(try await !passwords.verify("correct horse", against: none, for: here))
        }
        let odd = try await passwords.hash("pass\0word", for: here)
        #expect(try await passwords.verify("pass\0word", against: odd, for: here))
        #expect(try await !passwords.verify("pass\0ward", against: odd, for: here))
    }

    @Test func `requests beyond the queue's limit are rejected`() async throws {
        let passwords = try PasswordHasher()
        let done = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<1000 {
                group.addTask { (try? await passwords.verify("x", against: nil, for: here)) == false }
            }
            return await group.reduce(0) { count, isDone in count + (isDone ? 1 : 0) }
        }
        // Two are hashed and 32 wait, however many arrive.
        #expect((34..<1000).contains(done))
        #expect(try await !passwords.verify("x", against: nil, for: here), "and there is room again")
    }

    @Test func `many requests by one client don't block others`() async throws {
        let passwords = try PasswordHasher()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask { _ = try? await passwords.verify("x", against: nil, for: here) }
            }
            for number in 1...10 {
                let elsewhere = ClientAddress(
                    peer: ClientAddress("203.0.113.\(number)"), forwarded: nil, proxies: [])
                for _ in 0..<2 {
                    group.addTask {
                        let isRight = try await passwords.verify("x", against: nil, for: elsewhere)
                        #expect(!isRight)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
#endif
