// How often a book was read, where a program counts more readings than it has dates of.
import Books
internal import GRDB

/// A line of a private note, such as `Read Count: 2`.
package enum ReadCount {
    private static let caption = "Read Count: "

    package static func line(_ count: Int) -> String { caption + String(count) }

    /// The highest count in a note; `nil` if it has none.
    static func count(in note: String) -> Int? {
        note.split(separator: "\n").compactMap(count(ofLine:)).max()
    }

    /// A note without the counts that so many readings account for.
    static func note(_ text: String, beside readings: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { line in count(ofLine: line).map { $0 > readings } ?? true }
            .joined(separator: "\n").tidiedLines
    }

    private static func count(ofLine line: Substring) -> Int? {
        line.hasPrefix(caption) ? Int(line.dropFirst(caption.count)) : nil
    }
}

extension Database {
    /// Without counts in private notes that the stored readings account for.
    func withoutKnownCounts(_ comments: [Comment], of book: BookID) throws -> [Comment] {
        guard comments.contains(where: { $0.isPrivate && ReadCount.count(in: $0.text) != nil }) else {
            return comments
        }
        return try comments.compactMap { comment in
            guard comment.isPrivate else { return comment }
            var comment = comment
            let readings = try count(
                "SELECT count(*) FROM reading WHERE book = ? AND person = ?", book.value, comment.person)
            comment.text = ReadCount.note(comment.text, beside: readings)
            return comment.text.isEmpty && comment.rating == nil ? nil : comment
        }
    }

    /// The counts in a person's private notes on these editions.
    func readCounts(by person: String, onThese batch: CardBatch) throws -> [BookID: Int] {
        try grouped(
            batch, "text",
            "\(Self.commentByBook) ON comment.book = asked.value WHERE author = ? AND private", [person]
        ) { ReadCount.count(in: $0[1]) }
        .compactMapValues { $0.compactMap(\.self).max() }
    }
}
