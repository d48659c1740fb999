// How long to wait before a question is put again: longer each time, never many at the same moment, and not for ever.
import Foundation

package struct BackOff: Hashable, Sendable {
    /// How often one question is put.
    package var tries: Int
    /// The wait before the second try, on average; it doubles with each further one.
    package var first: Duration
    /// The longest wait that is still sat out.
    package var patience: Duration

    package init(
        tries: Int = 3, first: Duration = .milliseconds(500), patience: Duration = .seconds(10)
    ) {
        self.tries = tries
        self.first = first
        self.patience = patience
    }

    /// Seconds to wait after a failure that may pass; `nil` when it is time to give up.
    ///
    /// - Parameters:
    ///   - attempt: the try that failed, from 1.
    ///   - retryAfter: what the host asked for, in seconds.
    ///   - luck: 0..<1, spreads the waits so that many programs don't come back at once.
    package func wait(after attempt: Int, retryAfter: Double?, luck: Double) -> Double? {
        let grown = first / .seconds(1) * pow(2, Double(attempt - 1)) * (0.5 + luck)
        let wait = max(grown, retryAfter ?? 0)
        return attempt < tries && wait <= patience / .seconds(1) ? wait : nil
    }
}
