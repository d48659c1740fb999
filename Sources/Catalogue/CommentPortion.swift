// Portions of many comments.
import Books
import Foundation

/// Some of the comments that a reader may see, the latest first.
package struct CommentPortion: Sendable {
    package var comments: [Comment]
    /// The last of them, if more follow.
    package var next: CommentPosition?

    /// The maximum size of the texts in a portion, in bytes; a single comment may have more.
    private static let mostBytes = 128 << 10

    /// - Parameters:
    ///   - comments: the latest first.
    ///   - hasMore: whether there are more than these.
    package init(_ comments: [Comment], most: Int, hasMore: Bool = false) {
        var bytes = 0
        let shown = comments.prefix(most).prefix {
            bytes += $0.text.utf8.count
            return bytes <= Self.mostBytes
        }
        self.comments = Array(shown.isEmpty ? comments.prefix(1) : shown)
        next =
            hasMore || self.comments.count < comments.count
            ? self.comments.last.map(CommentPosition.init) : nil
    }
}

/// How many comments there are, without their texts.
public struct CommentTally: Hashable, Sendable {
    public var count: Int
    /// Differs if one of them is added, edited or removed.
    public var state: String
}

/// A place between comments, which stays when comments are added or removed.
package struct CommentPosition: Hashable, Sendable, LosslessStringConvertible {
    let written: Int64
    let id: Int64

    init(_ comment: Comment) { (written, id) = (comment.written.seconds, comment.id ?? 0) }

    package init?(_ description: String) {
        let numbers = description.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard numbers.count == 2, let written = numbers[0], let id = numbers[1] else { return nil }
        (self.written, self.id) = (written, id)
    }

    package var description: String { "\(written).\(id)" }
}

/// Some threads of comments on a book: comments that are not replies, or whose parent the reader may not see, each with its
/// replies. The latest is first, and its replies are in their order.
package struct CommentThreads: Sendable {
    package var threads: [Comment] = []
    /// Some of each thread's replies, by the id of the comment that they belong to.
    package var replies: [Int64: [Comment]] = [:]
    /// The number of all replies in each of these threads.
    package var replyCounts: [Int64: Int] = [:]
    /// The number of all threads.
    package var count = 0
    /// The mean of the latest public rating of each reader, in stars; `nil` if there are none.
    package var meanRating: Double?
    /// The number of these readers.
    package var raters = 0

    package init() {}
}
