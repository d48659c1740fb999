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

    /// Takes a place in the row; seconds to wait before the request may go out.
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
