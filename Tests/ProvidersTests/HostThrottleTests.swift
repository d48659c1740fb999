// Rate, back-off and cooldown, with a simulated clock.
import Foundation
import HTTP
import Testing

@testable import Providers

struct HostThrottleTests {
    static let rules = HostPolicy(
        interval: .seconds(1), burst: 3,
        backOff: BackOff(tries: 3, first: .seconds(2), maximumWait: .seconds(10)), cooldown: .seconds(300))

    @Test func `burst, then the pace`() {
        var throttle = HostThrottle(Self.rules)
        #expect((0..<5).map { _ in throttle.reserve(now: 100) } == [0, 0, 0, 1, 2])
        #expect(throttle.reserve(now: 105) == 0)
        #expect((0..<4).map { _ in throttle.reserve(now: 1000) } == [0, 0, 0, 1])
    }

    /// A short run may use the burst, but not the run right after it.
    @Test func `a burst is allowed at the start unless an earlier run used it`() {
        var fresh = HostThrottle(Self.rules)
        #expect((0..<4).map { _ in fresh.reserve(now: 0) } == [0, 0, 0, 1])
        var next = HostThrottle(Self.rules, nextFree: fresh.nextFree)
        #expect((0..<2).map { _ in next.reserve(now: 0.5) } == [1.5, 2.5])
    }

    @Test(
        arguments: [
            (1, nil, 0.0, .tryAgain(after: 1)),
            (1, nil, 0.5, .tryAgain(after: 2)),
            (2, nil, 0.5, .tryAgain(after: 4)),
            (1, 7, 0.5, .tryAgain(after: 7)),
            (1, 10.5, 0.5, .giveUp),
            (3, nil, 0.5, .giveUp),
        ] as [(Int, Double?, Double, HostThrottle.Next)])
    func `back-off grows and ends`(
        _ attempt: Int, _ retryAfter: Double?, _ jitter: Double, _ next: HostThrottle.Next
    ) {
        var throttle = HostThrottle(Self.rules)
        #expect(throttle.failed(attempt: attempt, retryAfter: retryAfter, jitter: jitter, now: 50) == next)
        #expect(throttle.cooldownEnd == (next == .giveUp ? 350 : 0))
    }

    @Test func `a long Retry-After is respected`() {
        var throttle = HostThrottle(Self.rules)
        #expect(throttle.failed(attempt: 1, retryAfter: 3600, jitter: 0, now: 50) == .giveUp)
        #expect(throttle.cooldownEnd == 3650)
    }

    @Test func `a failure during a cooldown does not shorten it`() {
        var throttle = HostThrottle(Self.rules)
        #expect(throttle.failed(attempt: 1, retryAfter: 3600, jitter: 0, now: 50) == .giveUp)
        #expect(throttle.failed(attempt: 3, retryAfter: nil, jitter: 0, now: 60) == .giveUp)
        #expect(throttle.cooldownEnd == 3650)
    }

    @Test(
        arguments: [
            ("0", 0), ("120", 120), ("1e9", 86_400), ("-3", nil), ("soon", nil), ("", nil), ("nan", nil),
            ("Sat, 21 Nov 2026 12:00:30 GMT", 30), ("Sat, 21 Nov 2026 11:00:00 GMT", 0),
        ] as [(String, Double?)])
    func `Retry-After is seconds or a date`(_ text: String, _ seconds: Double?) throws {
        let noon = try Date("2026-11-21T12:00:00Z", strategy: .iso8601)
        #expect(RetryAfter.seconds(text, now: noon) == seconds)
    }
}
