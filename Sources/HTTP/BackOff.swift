// Exponential back-off with jitter.
import Foundation

package struct BackOff: Hashable, Sendable {
    /// How often a request is tried.
    package var tries: Int
    /// The mean wait before the second attempt; it doubles with each further one.
    package var first: Duration
    /// The longest single wait; if a longer one is needed, the request fails.
    package var maximumWait: Duration

    package init(
        tries: Int = 3, first: Duration = .milliseconds(500), maximumWait: Duration = .seconds(10)
    ) {
        self.tries = tries
        self.first = first
        self.maximumWait = maximumWait
    }

    /// The seconds to wait after a temporary failure; `nil` to give up.
    ///
    /// - Parameters:
    ///   - attempt: the attempt that failed, from 1.
    ///   - retryAfter: the wait that the host asked for, in seconds.
    ///   - jitter: 0..<1, spreads the retries of many programs.
    package func wait(after attempt: Int, retryAfter: Double?, jitter: Double) -> Double? {
        let grown = first / .seconds(1) * pow(2, Double(attempt - 1)) * (0.5 + jitter)
        let wait = max(grown, retryAfter ?? 0)
        return attempt < tries && wait <= maximumWait / .seconds(1) ? wait : nil
    }
}

/// Parses a `Retry-After` header: seconds, or an HTTP date (RFC 9110, 10.2.3).
package enum RetryAfter {
    /// The longest wait, in seconds.
    package static let longest: Double = 86_400

    /// Seconds from `now`, from 0 to a day; `nil` if the text is invalid.
    package static func seconds(_ text: String, now: Date) -> Double? {
        if let seconds = Double(text), seconds >= 0 { return min(seconds, longest) }
        return Date(httpText: text).map { min(max(0, $0.timeIntervalSince(now)), longest) }
    }
}

extension Date {
    /// Reads an HTTP date in its usual form (RFC 9110, 5.6.7), which has whole seconds; `nil` for anything else.
    init?(httpText text: String) {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = format.date(from: text) else { return nil }
        self = date
    }
}
