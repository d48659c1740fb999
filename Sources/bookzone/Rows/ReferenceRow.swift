// A reference: its number of books, their languages, and its size.
import Formatting
import Foundation
import Output
import References

struct ReferenceRow: Row {
    let reference: ReferenceFile
    /// The widths of the longest name, number and size, in columns.
    let widths: [Int]

    static func rows(_ references: [ReferenceFile]) -> [ReferenceRow] {
        let widths = (0..<3).map { column in references.map { cells($0)[column].columns }.max() ?? 0 }
        return references.map { ReferenceRow(reference: $0, widths: widths) }
    }

    private static func cells(_ reference: ReferenceFile) -> [String] {
        let books = reference.info.books
        return [
            reference.name.printable, "\(books.grouped) book\(books == 1 ? "" : "s")", reference.bytes.size,
        ]
    }

    private var info: ReferenceInfo { reference.info }

    var textLines: [String] {
        let cells = Self.cells(reference)
        let columns = [
            cells[0].padded(to: widths[0]),
            String(repeating: " ", count: widths[1] - cells[1].columns) + cells[1],
            String(repeating: " ", count: widths[2] - cells[2].columns) + cells[2], info.date.day,
            shares + (info.torn.isEmpty ? "" : "; incomplete: \(info.torn.joined(separator: ", ")) was torn"),
        ]
        return [columns.joined(separator: "  ").printable]
    }

    /// Languages and their numbers of books, the most frequent first.
    private var languages: [LanguageObject] {
        info.languages.map { LanguageObject(language: $0, books: $1) }
            .sorted { ($1.books, $0.language) < ($0.books, $1.language) }
    }

    /// `eng 61 %, ger 8 %, 40 more`.
    private var shares: String {
        let languages = languages
        let first = languages.prefix(3).map { "\($0.language) \($0.books * 100 / max(info.books, 1)) %" }
        let more = languages.count > 3 ? ["\(languages.count - 3) more"] : []
        return (first + more).joined(separator: ", ")
    }

    static let columns: [Column<ReferenceRow>] = [
        Column("name") { $0.reference.name },
        Column("path") { $0.reference.path },
        Column("files") { $0.info.files },
        Column("forms") { $0.info.forms.map(\.rawValue) },
        Column("books") { $0.info.books },
        Column("authors") { $0.info.authors },
        Column("bytes") { $0.reference.bytes },
        Column("date") { $0.info.date.formatted(.iso8601) },
        Column("made") { $0.info.made.formatted(.iso8601) },
        Column(
            "languages", csv: { CSVRow.joined($0.languages.map { "\($0.language) \($0.books)" }) },
            json: \.languages),
        Column("only", json: { FilterObject($0.info.filter) }),
        Column("rows") { $0.info.counts.rows },
        Column("without_isbn") { $0.info.counts.withoutISBN },
        Column("without_title") { $0.info.counts.withoutTitle },
        Column("left_out") { $0.info.counts.leftOut },
        Column("others") { $0.info.counts.others },
        Column("broken") { $0.info.counts.broken },
        Column("torn") { $0.info.torn },
    ]
}

private struct LanguageObject: Encodable {
    var language: String
    var books: Int
}

private struct FilterObject: Encodable {
    private enum Key: String, CodingKey { case languages, from, to, prefixes }
    let filter: ReferenceFilter

    init(_ filter: ReferenceFilter) { self.filter = filter }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(filter.languages.sorted(), forKey: .languages)
        // An open end is stored as the lowest or highest year.
        let years = filter.years
        try object.encode(years.flatMap { $0.lowerBound > 0 ? $0.lowerBound : nil }, forKey: .from)
        try object.encode(years.flatMap { $0.upperBound < 9999 ? $0.upperBound : nil }, forKey: .to)
        try object.encode(filter.prefixes.sorted(), forKey: .prefixes)
    }
}
