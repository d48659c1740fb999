// A comment as `comment list` and `person show` print it.
import Books
import Foundation

public struct CommentRow: Row {
    let entry: EditionComment
    public let textLines: [String]

    /// - Parameters:
    ///   - showsSpoilers: concerns people; programs get every text, with its mark.
    ///   - book: comments on this one need not say so; `nil` names the book of each.
    public init(_ entry: EditionComment, showsSpoilers: Bool, of book: BookID? = nil) {
        self.entry = entry
        textLines = Self.paragraph(entry, showsSpoilers, book)
    }

    /// A line about it, then its text, set in.
    private static func paragraph(_ entry: EditionComment, _ showsSpoilers: Bool, _ book: BookID?) -> [String]
    {
        let comment = entry.comment
        var parts = [
            comment.id.map { "\($0)" } ?? "", comment.author.printable, comment.rating?.short ?? "-",
            comment.written.day,
        ]
        let name = entry.isbn?.hyphenated ?? "\(entry.book)"
        if book == nil {
            parts.append([name, entry.title?.printable].compactMap(\.self).joined(separator: " "))
        } else if entry.book != book {
            parts.append("(\(name))")
        }
        if comment.isPrivate { parts.append("[private]") }
        let isHidden = comment.isSpoiler && !showsSpoilers
        let lines =
            isHidden ? ["[spoiler: --spoilers]"] : comment.text.split(separator: "\n").map(String.init)
        return [parts.joined(separator: "  ")] + lines.map { "    \($0.printable)" }
    }

    public static let columns: [Column<CommentRow>] = [
        Column("number") { $0.entry.comment.id.map { "\($0)" } },
        Column("person") { $0.entry.comment.author },
        Column("rating") { $0.entry.comment.rating?.short },
        Column("text") { $0.entry.comment.text },
        Column("language") { $0.entry.comment.language },
        Column("spoiler") { "\($0.entry.comment.isSpoiler)" },
        Column("private") { "\($0.entry.comment.isPrivate)" },
        Column("written") { $0.entry.comment.written.formatted(.iso8601) },
        Column("edited") { $0.entry.comment.edited?.formatted(.iso8601) },
        Column("source") { $0.entry.comment.source },
        Column("isbn13") { $0.entry.isbn?.isbn13 },
        Column("title") { $0.entry.title },
    ]

    public func encode(to encoder: any Encoder) throws {
        try Self.encode(entry.comment, on: entry.isbn, entry.title, to: encoder)
    }

    private enum Key: String, CodingKey {
        case number, person, rating, text, language, spoiler, `private`, written, edited, source, isbn13,
            title
    }

    /// The object of a comment, wherever it stands; `docs/comment.schema.json` describes the same form.
    ///
    /// - Parameters:
    ///   - isbn: of the edition it was written about.
    ///   - title: likewise.
    static func encode(
        _ comment: Comment, on isbn: ISBN?, _ title: String?, to encoder: any Encoder
    ) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(comment.id, forKey: .number)
        try object.encode(comment.author, forKey: .person)
        try object.encode(comment.rating?.stars, forKey: .rating)
        try object.encode(comment.text, forKey: .text)
        try object.encode(comment.language, forKey: .language)
        try object.encode(comment.isSpoiler, forKey: .spoiler)
        try object.encode(comment.isPrivate, forKey: .private)
        try object.encode(comment.written.formatted(.iso8601), forKey: .written)
        try object.encode(comment.edited?.formatted(.iso8601), forKey: .edited)
        try object.encode(comment.source, forKey: .source)
        try object.encode(isbn, forKey: .isbn13)
        try object.encode(title, forKey: .title)
    }
}
