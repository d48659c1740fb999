// A comment as printed by `comment list` and `person show`.
import Books
import Foundation
import Output

/// Its JSON is described by `docs/comment.schema.json`.
package struct CommentRow: Row {
    let comment: Comment
    private let showsSpoilers: Bool
    private let book: BookID?

    /// - Parameters:
    ///   - showsSpoilers: for people; programs get every text, with the mark.
    ///   - book: the book that all comments are on, and which need not be named; `nil` names the book of each.
    package init(_ comment: Comment, showsSpoilers: Bool = true, of book: BookID? = nil) {
        self.comment = comment
        self.showsSpoilers = showsSpoilers
        self.book = book
    }

    /// A line about it, then its text, indented.
    package var textLines: [String] {
        var parts = [
            comment.id.map { "\($0)" } ?? "", comment.person.printable, comment.rating?.short ?? "-",
            comment.day,
        ]
        let name = comment.isbn?.hyphenated ?? comment.book?.description ?? ""
        if book == nil {
            parts.append([name, comment.bookTitle?.printable].compactMap(\.self).joined(separator: " "))
        } else if comment.book != book {
            parts.append("(\(name))")
        }
        if let parent = comment.parent { parts.append("[reply to \(parent)]") }
        if comment.isPrivate { parts.append("[private]") }
        let isHidden = comment.isSpoiler && !showsSpoilers
        let lines =
            isHidden ? ["[spoiler: --spoilers]"] : comment.text.split(separator: "\n").map(String.init)
        return [parts.joined(separator: "  ")] + lines.map { "    \($0.printable)" }
    }

    package static let columns: [Column<CommentRow>] = [
        Column("number") { $0.comment.id.map(Int.init) },
        Column("person") { $0.comment.person },
        Column("rating") { $0.comment.rating?.stars },
        Column("text") { $0.comment.text },
        Column("language") { $0.comment.language },
        Column("spoiler") { $0.comment.isSpoiler },
        Column("private") { $0.comment.isPrivate },
        Column("written") { $0.comment.writtenText },
        Column("edited") { $0.comment.edited?.formatted(.iso8601) },
        Column("source") { $0.comment.source },
        Column("reply_to", json: { $0.comment.parent.map(Int.init) }),
        Column("isbn13") { $0.comment.isbn?.isbn13 },
        Column("title") { $0.comment.bookTitle },
    ]
}
