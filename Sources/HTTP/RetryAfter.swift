// A host says in one of two forms when it wants to be asked again.
import Foundation

/// Reads a `Retry-After` header: seconds, or an HTTP date (RFC 9110, 10.2.3).
package enum RetryAfter {
    /// Seconds from `now`, at least 0 and at most a day; `nil` for anything else.
    package static func seconds(_ text: String, now: Date) -> Double? {
        if let seconds = Double(text), seconds >= 0 { return min(seconds, 86_400) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text).map { min(max(0, $0.timeIntervalSince(now)), 86_400) }
    }
}
