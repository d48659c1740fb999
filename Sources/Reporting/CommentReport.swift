// Comments in each of the forms that people and programs ask for.
import Books
import Foundation

/// Turns comments into what is printed.
public struct CommentReport: Sendable {
    private let format: OutputFormat
    private let showsSpoilers: Bool
    private let book: BookID?

    /// - Parameters:
    ///   - showsSpoilers: concerns people; programs get every text, with its mark.
    ///   - book: comments on this one need not say so; `nil` names the book of each.
    public init(_ format: OutputFormat, showsSpoilers: Bool, of book: BookID? = nil) {
        self.format = format
        self.showsSpoilers = showsSpoilers
        self.book = book
    }

    public func write(_ comments: [Comment], to output: borrowing OutputFile) throws {
        if format == .csv { try output.write(Self.csvHeader) }
        for comment in comments {
            switch format {
            case .table, .text: try output.write(paragraph(comment))
            case .jsonl: try output.write(JSONLine.line(CommentRecord(comment: comment)))
            case .csv: try output.write(Self.csvRow(comment))
            }
        }
        try output.finish()
    }

    /// A line about it, then its text, set in.
    private func paragraph(_ comment: Comment) -> String {
        var parts = [
            comment.id.map { "\($0)" } ?? "", comment.person.printable, comment.rating?.short ?? "-",
            comment.written.day,
        ]
        if comment.book != book {
            let name = comment.isbn?.hyphenated ?? comment.book?.description
            parts.append(
                book == nil
                    ? [name, comment.bookTitle?.printable].compactMap(\.self).joined(separator: " ")
                    : "(\(name ?? ""))")
        }
        if comment.isPrivate { parts.append("[private]") }
        let isHidden = comment.isSpoiler && !showsSpoilers
        let lines =
            isHidden ? ["[spoiler: --spoilers]"] : comment.text.split(separator: "\n").map(String.init)
        return parts.joined(separator: "  ") + "\n" + lines.map { "    \($0.printable)\n" }.joined()
    }

    private static let csvHeader = CSVRow.line([
        "number", "author", "rating", "text", "language", "spoiler", "private", "written", "edited", "source",
        "isbn13", "title",
    ])

    private static func csvRow(_ comment: Comment) -> String {
        CSVRow.line([
            comment.id.map { "\($0)" }, comment.person, comment.rating?.short, comment.text, comment.language,
            "\(comment.isSpoiler)", "\(comment.isPrivate)", comment.written.formatted(.iso8601),
            comment.edited?.formatted(.iso8601), comment.source, comment.isbn?.isbn13, comment.bookTitle,
        ])
    }
}

/// One object of JSON Lines: every key always there, `null` where there is nothing.
private struct CommentRecord: Encodable {
    private enum Key: String, CodingKey {
        case number, author, rating, text, language, spoiler, `private`, written, edited, source, isbn13,
            title
    }
    let comment: Comment

    func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(comment.id, forKey: .number)
        try record.encode(comment.person, forKey: .author)
        try record.encode(comment.rating?.stars, forKey: .rating)
        try record.encode(comment.text, forKey: .text)
        try record.encode(comment.language, forKey: .language)
        try record.encode(comment.isSpoiler, forKey: .spoiler)
        try record.encode(comment.isPrivate, forKey: .private)
        try record.encode(comment.written.formatted(.iso8601), forKey: .written)
        try record.encode(comment.edited?.formatted(.iso8601), forKey: .edited)
        try record.encode(comment.source, forKey: .source)
        try record.encode(comment.isbn, forKey: .isbn13)
        try record.encode(comment.bookTitle, forKey: .title)
    }
}
