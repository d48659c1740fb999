// A scan's record in each of the forms that people and programs ask for.
import Books
import Lookup

/// What look-ups said of the ISBNs of a record.
package typealias LookupAnswers = [ISBN: LookupAnswer]

/// One page of one photo.
package struct ScanRow: Row {
    /// How a scan's rows look, the same for all of a run.
    package struct Style: Sendable {
        /// A table's first column tells the verdict by colour too.
        package var isColoured = false
        /// The book stands beside its ISBN.
        package var showsBooks = false
        /// Plain text gives every accepted ISBN, not the books' own alone.
        package var givesAllISBNs = false

        package init() {}
    }

    let record: PhotoRecord
    let answers: LookupAnswers
    /// Takes the place of the row's own lines.
    let card: [String]?
    let style: Style

    /// - Parameters:
    ///   - answers: of the record's accepted ISBNs, for rows that show books.
    ///   - card: lines for a person that take the place of the row's own; `nil` leaves those.
    package init(
        _ record: PhotoRecord, answers: LookupAnswers = [:], card: [String]? = nil, style: Style = Style()
    ) {
        self.record = record
        self.answers = answers
        self.card = card
        self.style = style
    }

    /// What was said of the book that the photo shows first.
    private var ownAnswer: LookupAnswer? { record.isbns.first.flatMap { answers[$0.isbn] } }

    // MARK: JSON

    private enum BookKey: String, CodingKey { case books }

    /// The record, and with look-ups one more key: what is known of each accepted ISBN, in their order.
    package func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        guard style.showsBooks else { return }
        var object = encoder.container(keyedBy: BookKey.self)
        try object.encode(record.isbns.compactMap { answers[$0.isbn].map { BookRow($0) } }, forKey: .books)
    }

    // MARK: CSV

    /// Without those of the books.
    package static let columns: [Column<ScanRow>] = [
        Column("photo") { $0.record.photo },
        Column("page") { "\($0.record.page)" },
        Column("status") { $0.record.status.rawValue },
        Column("isbn13") { $0.record.isbns.first?.isbn.isbn13 },
        Column("isbn10") { $0.record.isbns.first?.isbn.isbn10 },
        Column("hyphenated") { $0.record.isbns.first?.isbn.hyphenated },
        Column("confidence") { $0.record.isbns.first.map { "\(($0.confidence * 1000).rounded() / 1000)" } },
        Column("readers") { $0.record.isbns.first?.readers },
        Column("label") { $0.record.isbns.first?.label },
        Column("qualifier") { $0.record.isbns.first?.qualifier },
        Column("group") { $0.record.isbns.first?.isbn.registrationGroupName },
        Column("further_isbns") { CSVRow.joined($0.record.isbns.dropFirst().map(\.isbn.isbn13)) },
        Column("candidates") { CSVRow.joined($0.record.candidates.map(\.isbn.isbn13)) },
        Column("reason") { $0.record.reason },
        Column("width") { $0.record.width.map(String.init) },
        Column("height") { $0.record.height.map(String.init) },
        Column("sha256") { $0.record.sha256 },
        Column("milliseconds") { "\(($0.record.milliseconds * 10).rounded() / 10)" },
    ]

    private static let bookColumns: [Column<ScanRow>] = [
        Column("title") { $0.ownAnswer?.titled?.book.heading },
        Column("authors") { $0.ownAnswer?.titled?.book.byline },
        Column("lists") { $0.ownAnswer?.card.map { CSVRow.joined($0.lists) } },
    ]

    package static func columns(_ style: Style) -> [Column<ScanRow>] {
        columns + (style.showsBooks ? bookColumns : [])
    }

    // MARK: Text

    /// Each book's own ISBN-13, once a book; with look-ups its title, makers and lists, each after a tab, and for
    /// a book without a title the latest comment here and why no more is known.
    package var textLines: [String] {
        if let card { return card }
        guard record.repeats == nil else { return [] }
        return (style.givesAllISBNs ? record.isbns : record.ownISBNs).map { reading in
            guard style.showsBooks else { return reading.isbn.isbn13 }
            let answer = answers[reading.isbn]
            let book = answer?.titled?.book
            let fields = [
                reading.isbn.isbn13, book?.heading, book?.byline, answer?.card?.listed, answer?.untitledWords,
            ]
            return fields.map { $0 ?? "" }.joined(separator: "\t")
        }
    }

    // MARK: Table

    /// A hyphenated ISBN's length.
    private static let verdictWidth = 17
    private static let reasonWidth = 36
    private static let bookWidth = 60

    /// One line a photo, and one more for each further ISBN it shows. Only what is accepted stands in the first
    /// column, so that nobody copies a guess; the photo comes last, where it may be as long as it is.
    package var tableLines: [String] {
        if let card { return card }
        let width = style.showsBooks ? Self.bookWidth : Self.reasonWidth
        var lines = record.isbns.enumerated().map { place, reading in
            let reason = place == 0 ? record.reason : record.reason(for: reading)
            let answer = record.repeats == nil ? answers[reading.isbn] : nil
            return line(
                reading.isbn.hyphenated, answer.map { Self.bookCell($0, width: width) } ?? reason, width)
        }
        if lines.isEmpty { lines = [line(record.status.rawValue, record.reason, width)] }
        return lines
    }

    private func line(_ verdict: String, _ reason: String, _ width: Int) -> String {
        let first = coloured(verdict.padded(to: Self.verdictWidth))
        return "\(first)  \(reason.printable.padded(to: width))  \(record.photo.printable)"
    }

    /// Instead of what the verdict rests on: title, makers and lists, or why there is no title.
    private static func bookCell(_ answer: LookupAnswer, width: Int) -> String {
        guard let card = answer.titled else { return answer.untitledCell(width: width) }
        let marks = card.lists.isEmpty ? "" : "  [\(card.listed)]"
        return card.book.line.cut(to: max(20, width - marks.columns)) + marks
    }

    private func coloured(_ text: String) -> String {
        guard style.isColoured else { return text }
        let colour =
            switch record.status {
            case .found: 32
            case .uncertain: 33
            case .none: 2
            case .failed: 31
            }
        return "\u{1B}[\(colour)m\(text)\u{1B}[0m"
    }
}

extension PhotoRecord {
    /// What the books in the photo go by: the ISBN of each, in their order, without its other forms and sets.
    package var ownISBNs: [ISBNReading] {
        var books: Set<Int> = []
        return isbns.filter { books.insert($0.book).inserted }
    }
}
