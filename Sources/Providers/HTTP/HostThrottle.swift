// The throttle of one host: rate limit, retries and cooldown.
import Foundation
import HTTP

/// The state of one host's throttle. It has no clock: every call is passed the time in seconds.
struct HostThrottle {
    let rules: HostPolicy
    /// The next free slot; one request per interval is allowed, and a burst after a pause.
    private(set) var nextFree = -Double.infinity
    private(set) var cooldownEnd = 0.0

    /// - Parameter nextFree: the state after an earlier run.
    init(_ rules: HostPolicy, nextFree: Double? = nil) {
        self.rules = rules
        if let nextFree { self.nextFree = nextFree }
    }

    /// Reserves the next slot; returns the seconds to wait before sending the request.
    mutating func reserve(now: Double) -> Double {
        let interval = rules.interval / .seconds(1)
        nextFree = max(nextFree, now - interval * Double(rules.burst - 1))
        let wait = max(0, nextFree - now)
        nextFree += interval
        return wait
    }

    enum Next: Equatable {
        /// In seconds.
        case tryAgain(after: Double)
        case giveUp
    }

    /// The step after a temporary failure.
    ///
    /// - Parameters:
    ///   - attempt: the attempt that failed, from 1.
    ///   - retryAfter: the wait that the host asked for, in seconds.
    ///   - jitter: 0..<1, spreads the retries of many programs.
    mutating func failed(attempt: Int, retryAfter: Double?, jitter: Double, now: Double) -> Next {
        if let wait = rules.backOff.wait(after: attempt, retryAfter: retryAfter, jitter: jitter) {
            return .tryAgain(after: wait)
        }
        // Of requests under way at once, the last to fail may ask for less.
        cooldownEnd = max(cooldownEnd, now + rules.cooldown(retryAfter: retryAfter))
        return .giveUp
    }
}

/// The rules for a host.
struct HostPolicy: Hashable, Sendable {
    /// The long-term rate: one request in this time.
    var interval: Duration
    /// How many requests may be sent at once after a pause.
    var burst = 3
    /// How often a request is tried before it fails. If a host asks for a longer wait than the limit, its cooldown
    /// starts instead.
    var backOff = BackOff()
    /// How long a host is not asked after it failed, unless it asked for a longer pause.
    var cooldown = Duration.seconds(300)

    /// In seconds.
    ///
    /// - Parameter retryAfter: the wait that the host asked for, in seconds.
    func cooldown(retryAfter: Double?) -> Double { max(cooldown / .seconds(1), retryAfter ?? 0) }

    /// Of hosts that hold pictures: these cost them less than a search.
    static let pictures = HostPolicy(interval: .milliseconds(250), backOff: BackOff(tries: 2))
}

package struct Cooldown: Hashable, Sendable {
    package var until: Date
    /// Whether the host asked for so long a pause; else it failed.
    package var isAsked: Bool

    package init(until: Date, isAsked: Bool) {
        self.until = until
        self.isAsked = isAsked
    }
}
