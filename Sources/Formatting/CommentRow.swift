// A comment as `comment list` and `person show` print it.
import Books
import Foundation
import Output

package struct CommentRow: Row {
    let comment: Comment
    package let textLines: [String]

    /// - Parameters:
    ///   - showsSpoilers: concerns people; programs get every text, with its mark.
    ///   - book: comments on this one need not say so; `nil` names the book of each.
    package init(_ comment: Comment, showsSpoilers: Bool, of book: BookID? = nil) {
        self.comment = comment
        textLines = Self.paragraph(comment, showsSpoilers, book)
    }

    /// A line about it, then its text, set in.
    private static func paragraph(_ comment: Comment, _ showsSpoilers: Bool, _ book: BookID?) -> [String] {
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
        if comment.isPrivate { parts.append("[private]") }
        let isHidden = comment.isSpoiler && !showsSpoilers
        let lines =
            isHidden ? ["[spoiler: --spoilers]"] : comment.text.split(separator: "\n").map(String.init)
        return [parts.joined(separator: "  ")] + lines.map { "    \($0.printable)" }
    }

    package static let columns: [Column<CommentRow>] = [
        Column("number") { $0.comment.id.map { "\($0)" } },
        Column("person") { $0.comment.person },
        Column("rating") { $0.comment.rating?.short },
        Column("text") { $0.comment.text },
        Column("language") { $0.comment.language },
        Column("spoiler") { "\($0.comment.isSpoiler)" },
        Column("private") { "\($0.comment.isPrivate)" },
        Column("written") { $0.comment.writtenText },
        Column("edited") { $0.comment.edited?.formatted(.iso8601) },
        Column("source") { $0.comment.source },
        Column("isbn13") { $0.comment.isbn?.isbn13 },
        Column("title") { $0.comment.bookTitle },
    ]

    package func encode(to encoder: any Encoder) throws { try CommentObject(comment).encode(to: encoder) }
}

/// The object of a comment, wherever it stands; `docs/comment.schema.json` describes the same form.
struct CommentObject: Encodable {
    private let comment: Comment

    init(_ comment: Comment) { self.comment = comment }

    private enum Key: String, CodingKey {
        case number, person, rating, text, language, spoiler, `private`, written, edited, source, isbn13,
            title
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(comment.id, forKey: .number)
        try object.encode(comment.person, forKey: .person)
        try object.encode(comment.rating?.stars, forKey: .rating)
        try object.encode(comment.text, forKey: .text)
        try object.encode(comment.language, forKey: .language)
        try object.encode(comment.isSpoiler, forKey: .spoiler)
        try object.encode(comment.isPrivate, forKey: .private)
        try object.encode(comment.writtenText, forKey: .written)
        try object.encode(comment.edited?.formatted(.iso8601), forKey: .edited)
        try object.encode(comment.source, forKey: .source)
        try object.encode(comment.isbn, forKey: .isbn13)
        try object.encode(comment.bookTitle, forKey: .title)
    }
}
