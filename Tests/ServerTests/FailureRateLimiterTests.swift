#if Server
// Guessing passwords is slowed down for the guessing client; and client addresses can't be forged.
import Foundation
import Testing

@testable import Server

struct FailureRateLimiterTests {
    private func address(_ text: String) -> ClientAddress {
        ClientAddress(peer: ClientAddress(text), forwarded: nil, proxies: [])
    }

    @Test func `each wrong password after the first few doubles the wait`() {
        let (rateLimiter, start) = (FailureRateLimiter(), ContinuousClock.now)
        let here = address("192.0.2.1")
        var waits: [TimeInterval?] = []
        for _ in 0..<18 {
            rateLimiter.failed("maria", from: here, at: start)
            waits.append(rateLimiter.wait(for: "maria", from: here, at: start))
        }
        let doubled: [TimeInterval?] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]
        #expect(waits == [nil, nil, nil, nil] + doubled)
        #expect(rateLimiter.wait(for: "maria", from: here, at: start + .seconds(899)) == 1)
        #expect(rateLimiter.wait(for: "maria", from: here, at: start + .seconds(900)) == nil)
        // Other people are not slowed, nor is Maria from another address.
        #expect(rateLimiter.wait(for: "maria", from: address("192.0.2.2"), at: start) == nil)
        #expect(rateLimiter.wait(for: "tom", from: here, at: start) == nil)
        rateLimiter.succeeded("maria", from: here)
        #expect(rateLimiter.wait(for: "maria", from: here, at: start) == nil)
    }

    @Test(arguments: [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
        ("192.0.2.1", "::ffff:192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false), ("2001:DB8:1:2::1", "2001:db8:1:2:0:0:0:1", true),
    ])
    func `addresses of one network count as one`(first: String, second: String, isOne: Bool) {
        let rateLimiter = FailureRateLimiter()
        for _ in 0..<9 { rateLimiter.failed("maria", from: address(first)) }
        #expect((rateLimiter.wait(for: "maria", from: address(second)) != nil) == isOne)
    }

    @Test func `failures are forgotten after an hour`() {
        let (rateLimiter, start, here) = (FailureRateLimiter(), ContinuousClock.now, address("192.0.2.1"))
        for _ in 0..<9 { rateLimiter.failed("maria", from: here, at: start) }
        rateLimiter.failed("maria", from: here, at: start + .seconds(3601))
        #expect(rateLimiter.wait(for: "maria", from: here, at: start + .seconds(3601)) == nil)
    }

    @Test func `the memory for failed sign-ins is bounded`() {
        let (rateLimiter, start) = (FailureRateLimiter(), ContinuousClock.now)
        let book = String(repeating: "x", count: 200_000)
        // Many more than there is room for; visiting all entries for each would take minutes.
        for number in 0..<60_000 {
            rateLimiter.failed(
                "\(number)", from: address("10.0.\(number >> 8).\(number & 255)"),
                at: start + .milliseconds(10 * number))
        }
        #expect((7_500...10_000).contains(rateLimiter.count))
        // Only the beginning of very long names is stored.
        for number in 0..<5 {
            rateLimiter.failed(book + "\(number)", from: address("192.0.2.1"), at: start + .seconds(200))
        }
        #expect(rateLimiter.wait(for: book, from: address("192.0.2.1"), at: start + .seconds(200)) != nil)
        #expect((7_500...10_000).contains(rateLimiter.count))
    }

    @Test func `parallel guesses are limited like sequential ones`() async throws {
        let (rateLimiter, here) = (FailureRateLimiter(), address("192.0.2.1"))
        let looked = await withTaskGroup { group in
            for _ in 0..<60 {
                group.addTask {
                    let isRight = try? await rateLimiter.attempt("maria", from: here) {
                        await Task.yield()
                        return false
                    }
                    return isRight != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(looked == 5)
        struct Busy: Error {}
        // An attempt that was not checked is not a failure, and the right password ends all waits.
        for _ in 0..<9 {
            await #expect(throws: Busy.self) {
                try await rateLimiter.attempt("tom", from: here) { throw Busy() }
            }
        }
        #expect(rateLimiter.wait(for: "tom", from: here) == nil)
        #expect(try await rateLimiter.attempt("tom", from: here) { true })
    }

    @Test(arguments: [
        // The connection's address, the header, and the client's address.
        ("192.0.2.1", nil, "192.0.2.1"), ("192.0.2.1", "10.0.0.1", "192.0.2.1"),
        ("127.0.0.1", "10.0.0.1", "10.0.0.1"), ("127.0.0.1", nil, "127.0.0.1"),
        ("127.0.0.1", "10.0.0.1, 10.0.0.2", "10.0.0.2"), ("127.0.0.1", "10.0.0.1, ::1", "10.0.0.1"),
        ("127.0.0.1", "8.8.8.8, 192.0.2.9, ::1", "192.0.2.9"),
        ("127.0.0.1", "10.0.0.1, rubbish", "127.0.0.1"), ("127.0.0.1", "<script>", "127.0.0.1"),
        ("127.0.0.1", "2001:db8::1", "2001:db8::1"), ("", "10.0.0.1", ""),
        // The same addresses in other notations; the first is that of an IPv4 client on a socket for both.
        ("::ffff:127.0.0.1", "10.0.0.1", "10.0.0.1"),
        ("::ffff:7f00:1", "10.0.0.1, ::FFFF:127.0.0.1", "10.0.0.1"),
        ("0:0:0:0:0:0:0:1", "10.0.0.1", "10.0.0.1"), ("2001:DB8:0:0::A", "10.0.0.1", "10.0.0.1"),
        ("::ffff:192.0.2.1", "10.0.0.1", "192.0.2.1"), ("127.0.0.1", "::ffff:10.0.0.1", "10.0.0.1"),
    ])
    func `only configured proxies are trusted`(peer: String, forwarded: String?, client: String) {
        let proxies = Set(["127.0.0.1", "0:0::1", "2001:db8::000a"].compactMap { ClientAddress($0) })
        let address = ClientAddress(peer: ClientAddress(peer), forwarded: forwarded, proxies: proxies)
        #expect(address.text == client)
    }
}
#endif
