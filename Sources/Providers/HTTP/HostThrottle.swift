// The throttle of one host: rate limit, retries and cooldown.
import Foundation
import HTTP

/// The state of one host's throttle. It has no clock: every call gets the time in seconds.
struct HostThrottle {
    let rules: HostPolicy
    /// From when on one request may go out in each interval, and none is saved up for a burst.
    private(set) var nextFree = -Double.infinity
    private(set) var restsUntil = 0.0

    /// - Parameter nextFree: where an earlier run has left off.
    init(_ rules: HostPolicy, nextFree: Double? = nil) {
        self.rules = rules
        if let nextFree { self.nextFree = nextFree }
    }

    /// Reserves the next slot; seconds to wait before the request may be sent.
    mutating func reserve(now: Double) -> Double {
        let interval = rules.interval / .seconds(1)
        nextFree = max(nextFree, now - interval * Double(rules.burst - 1))
        let wait = max(0, nextFree - now)
        nextFree += interval
        return wait
    }

    enum Next: Equatable {
        /// Seconds.
        case tryAgain(after: Double)
        case giveUp
    }

    /// After a failure that may pass.
    ///
    /// - Parameters:
    ///   - attempt: the try that failed, from 1.
    ///   - retryAfter: what the host asked for, in seconds.
    ///   - jitter: 0..<1, spreads the waits so that many programs don't come back at once.
    mutating func failed(attempt: Int, retryAfter: Double?, jitter: Double, now: Double) -> Next {
        if let wait = rules.backOff.wait(after: attempt, retryAfter: retryAfter, jitter: jitter) {
            return .tryAgain(after: wait)
        }
        restsUntil = now + max(rules.cooldown / .seconds(1), retryAfter ?? 0)
        return .giveUp
    }
}

/// The rules for a host.
struct HostPolicy: Hashable, Sendable {
    /// The pace in the long run: one request in this time.
    var interval: Duration
    /// How many requests may go out at once after a quiet time.
    var burst = 3
    /// How often one question is put before it counts as failed. A host that asks for a longer wait than the time limit is
    /// left alone instead.
    var backOff = BackOff()
    /// How long a host that failed is left alone.
    var cooldown = Duration.seconds(300)

    /// Of hosts that hold pictures: these cost them less than a search.
    static let pictures = HostPolicy(interval: .milliseconds(250), backOff: BackOff(tries: 2))
}

package struct Cooldown: Hashable, Sendable {
    package var until: Date
    /// Whether the host asked for it; otherwise it timed out.
    package var isAsked: Bool

    package init(until: Date, isAsked: Bool) {
        self.until = until
        self.isAsked = isAsked
    }
}
