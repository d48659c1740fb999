// Totals of a review.
import Books
import Catalogue
import Formatting

struct ReviewCounts {
    /// The exit code if the store can't be used.
    var storeEnd = Exit.success
    var confirmed = 0
    /// Books without an ISBN.
    var named = 0
    var rejected = 0
    var open = 0
    var failed = 0
    /// Photos without an ISBN that were not reviewed.
    var passedOver = 0
    /// Photos that were not read when the review ended.
    var unread = 0
    /// Inputs that are done or in progress.
    var seen = 0
    /// Whether results changed during the review, so that those that follow can't be counted.
    var isChanged = false
    /// The record from results that was the last of `seen`.
    var last: PhotoRecord?
    /// Whether a photo waits for an answer.
    var isAsking = false

    /// - Parameter decision: the answer; `nil` leaves the photo open.
    mutating func count(_ decision: PhotoDecision?) {
        isAsking = false
        switch decision {
        case nil: open += 1
        case .confirmed, .several: confirmed += 1
        case .book: named += 1
        case .rejected: rejected += 1
        }
    }

    /// `1 confirmed, 0 without an ISBN, 2 left open; 40 photos not looked at`, or
    /// `1 confirmed, 8 given a book without an ISBN, 0 given no book, 2 left open`.
    var summary: String {
        let named = named > 0 ? ", \(named) given a book without an ISBN" : ""
        let unnamed = named.isEmpty ? "without an ISBN" : "given no book"
        let unread = unread > 0 ? "; \(unread.counted("photo")) not looked at" : ""
        let uncounted =
            isChanged ? "; those that follow are not counted, because the results changed or are gone" : ""
        return "\(confirmed) confirmed\(named), \(rejected) \(unnamed), \(open) left open"
            + unread + uncounted
    }

    /// A suggestion for the next step; `nil` if there is none.
    var advice: String? {
        guard passedOver > 0 else { return nil }
        return
            "\(passedOver.counted("photo")) \(passedOver == 1 ? "shows" : "show") no ISBN; --none asks about "
            + "\(passedOver == 1 ? "it" : "them"), too"
    }

    var end: Exit {
        var end: Exit = failed > 0 ? .badInput : open + unread > 0 || isChanged ? .incomplete : .success
        end.raise(to: storeEnd)
        return end
    }
}
