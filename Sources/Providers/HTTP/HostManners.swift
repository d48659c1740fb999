// How one host is treated: how often it is asked, when it is asked again after a failure, when it is left alone.
import Foundation

/// The rules for a host.
public struct HostRules: Hashable, Sendable {
    /// The pace in the long run: one request in this time.
    public var interval: Duration
    /// So many requests may go out at once after a quiet time.
    public var burst: Int
    /// How often one question is put before it counts as failed.
    public var tries: Int
    /// The wait before the second try, on average; it doubles with each further one.
    public var backOff: Duration
    /// The longest wait that is still sat out; a host that asks for more is left alone instead.
    public var patience: Duration
    /// How long a host that failed is left alone.
    public var rest: Duration

    public init(
        interval: Duration, burst: Int = 3, tries: Int = 3, backOff: Duration = .milliseconds(500),
        patience: Duration = .seconds(10), rest: Duration = .seconds(300)
    ) {
        self.interval = interval
        self.burst = burst
        self.tries = tries
        self.backOff = backOff
        self.patience = patience
        self.rest = rest
    }
}

/// What is known of one host, and what follows from it. Knows no clock: every call is told the time, in seconds
/// from any fixed moment.
struct HostManners {
    let rules: HostRules
    private var nextFree = 0.0
    private(set) var restsUntil = 0.0

    init(_ rules: HostRules) { self.rules = rules }

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
    ///   - luck: 0..<1, spreads the waits so that many programs don't come back at once.
    mutating func failed(attempt: Int, retryAfter: Double?, luck: Double, now: Double) -> Next {
        let backOff = rules.backOff / .seconds(1) * pow(2, Double(attempt - 1)) * (0.5 + luck)
        let wait = max(backOff, retryAfter ?? 0)
        if attempt < rules.tries, wait <= rules.patience / .seconds(1) { return .tryAgain(after: wait) }
        restsUntil = now + max(rules.rest / .seconds(1), retryAfter ?? 0)
        return .giveUp
    }
}

/// Reads a `Retry-After` header: seconds, or an HTTP date (RFC 9110, 10.2.3).
enum RetryAfter {
    /// Seconds from `now`, at least 0 and at most a day; `nil` for anything else.
    static func seconds(_ text: String, now: Date) -> Double? {
        if let seconds = Double(text), seconds >= 0 { return min(seconds, 86_400) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text).map { min(max(0, $0.timeIntervalSince(now)), 86_400) }
    }
}
