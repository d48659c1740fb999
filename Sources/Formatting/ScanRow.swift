// The record of a scan in each of the output formats.
import Books
import Lookup
import Output

/// The results of looking up the ISBNs of a record.
package typealias LookupAnswers = [ISBN: LookupAnswer]

/// One page of one photo, or one book of several photos.
package struct ScanRow: Row {
    package static let hasCards = true

    /// How a scan's rows look; the same for all rows of a run.
    package struct Style: Sendable {
        /// Whether a table's first column shows the status by colour, too.
        package var isColoured = false
        /// Whether the book is shown beside its ISBN.
        package var showsBooks = false
        /// Whether a table names books from references, without lists and marks, because nothing was looked up.
        package var namesBooks = false
        /// Whether cards show comments marked as spoilers.
        package var showsSpoilers = false
        /// Whether plain text has every accepted ISBN, not only the books' own.
        package var givesAllISBNs = false
        /// Whether JSON keeps a book that a reviewer chose according to the results, although nothing was looked up.
        package var keepsChosenBooks = false
        /// Whether a row is about a book and names its photos.
        package var isByBook = false

        package init() {}
    }

    let record: PhotoRecord
    let answers: LookupAnswers
    /// A book without an ISBN that a reviewer chose for the photo, with what the store or else the results say of it.
    let named: BookCard?
    private let isNamedByStore: Bool
    /// The own ISBNs of books that came earlier in the run.
    let seen: Set<ISBN>
    let prefersCard: Bool
    let style: Style

    /// - Parameters:
    ///   - answers: for the record's accepted ISBNs, if rows show books.
    ///   - named: a book without an ISBN that a reviewer chose for the photo, if rows show books.
    ///   - seen: the own ISBNs of books that came earlier in the run; `nil` for what the record says of all its books.
    ///   - prefersCard: whether a table has the card instead of the row.
    package init(
        _ record: PhotoRecord, answers: LookupAnswers = [:], named: BookCard? = nil,
        seen: Set<ISBN>? = nil, prefersCard: Bool = false, style: Style = Style()
    ) {
        self.record = record
        self.answers = answers
        self.named = named ?? record.chosenBook.map { BookCard(book: $0.book) }
        isNamedByStore = named != nil
        self.seen = seen ?? (record.repeats == nil ? [] : Set(record.ownISBNs.map(\.isbn)))
        self.prefersCard = prefersCard
        self.style = style
    }

    private var ownCard: BookCard? { named ?? record.isbns.first.flatMap { answers[$0.isbn]?.card } }

    // MARK: JSON

    private enum BookKey: String, CodingKey { case books, marks }

    /// The record, and with look-ups or a chosen book two more keys: the books of the accepted ISBNs, in order, or the book without
    /// one, and the mark of each for the current user.
    package func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        guard style.showsBooks || style.keepsChosenBooks && named != nil else { return }
        var object = encoder.container(keyedBy: BookKey.self)
        let books = record.isbns.compactMap { answers[$0.isbn].map { BookRow($0) } }
        try object.encode(books + [named.map { BookRow($0, as: .line) }].compactMap(\.self), forKey: .books)
        guard style.showsBooks else { return }
        let marks =
            record.isbns.compactMap(mark) + [named.map { BookMark($0, isAgain: false) }].compactMap(\.self)
        try object.encode(marks, forKey: .marks)
    }

    /// `nil` if nothing was looked up.
    private func mark(of reading: ISBNReading) -> BookMark? {
        answers[reading.isbn].map { BookMark($0.card, isAgain: isSeen(reading)) }
    }

    /// Whether its book came earlier in the run.
    private func isSeen(_ reading: ISBNReading) -> Bool {
        record.isbns.first { $0.book == reading.book }.map { seen.contains($0.isbn) } ?? false
    }

    private var ownMark: BookMark? {
        named.map { BookMark($0, isAgain: false) } ?? record.isbns.first.flatMap(mark)
    }

    // MARK: CSV

    /// Without the columns of books.
    package static let columns: [Column<ScanRow>] = [
        Column("photo") { $0.record.photo.shownPath },
        Column("page") { "\($0.record.page)" },
        Column("status") { $0.record.status.rawValue },
        Column("isbn13") { $0.record.isbns.first?.isbn.isbn13 },
        Column("isbn10") { $0.record.isbns.first?.isbn.isbn10 },
        Column("hyphenated") { $0.record.isbns.first?.isbn.hyphenated },
        Column("confidence") { $0.record.isbns.first.map { "\(($0.confidence * 1000).rounded() / 1000)" } },
        Column("readers") { $0.record.isbns.first?.readers },
        Column("label") { $0.record.isbns.first?.label },
        Column("qualifier") { $0.record.isbns.first?.qualifier },
        Column("price") { $0.record.isbns.first?.price?.description },
        Column("group") { $0.record.isbns.first?.isbn.registrationGroupName },
        Column("further_isbns") { CSVRow.joined($0.record.furtherISBNs.map(\.isbn.isbn13)) },
        Column("other_books") { CSVRow.joined($0.record.ownISBNs.dropFirst().map(\.isbn.isbn13)) },
        Column("candidates") { CSVRow.joined($0.record.candidates.map(\.isbn.isbn13)) },
        Column("others") { CSVRow.joined($0.record.otherNumbers) },
        Column("reason") { $0.record.reason },
        Column("warnings") { CSVRow.joined($0.record.warnings) },
        Column("width") { $0.record.width.map(String.init) },
        Column("height") { $0.record.height.map(String.init) },
        Column("sha256") { $0.record.sha256 },
        Column("milliseconds") { "\(($0.record.milliseconds * 10).rounded() / 10)" },
        Column("book") { $0.named?.book.reference?.description },
    ]

    private static let bookColumns: [Column<ScanRow>] = [
        Column("title") { $0.ownCard.flatMap { $0.book.title == nil ? nil : $0.book.heading } },
        Column("authors") { $0.ownCard.flatMap { $0.book.title == nil ? nil : $0.book.byline } },
        Column("lists") { $0.ownCard.map { CSVRow.joined($0.lists) } },
        Column("mark") { $0.ownMark?.rawValue },
    ]

    private static let photoColumns: [Column<ScanRow>] = [
        Column("photos") { CSVRow.joined($0.record.photos.map(\.pageName)) }
    ]

    package static func columns(_ style: Style) -> [Column<ScanRow>] {
        columns + (style.isByBook ? photoColumns : []) + (style.showsBooks ? bookColumns : [])
    }

    // MARK: Text

    /// Each book's own ISBN-13, once per book; with look-ups, its title, makers and lists, separated by tabs; for a
    /// book without a title, the latest comment here and why no more is known. A book without an ISBN has `id:…`.
    package var textLines: [String] {
        if let named {
            guard style.showsBooks else { return [named.number] }
            return [
                [named.number, named.book.heading, named.book.byline ?? "", named.listed, ""].joined(
                    separator: "\t")
            ]
        }
        let shown = (style.givesAllISBNs ? record.isbns : record.ownISBNs).filter { !isSeen($0) }
        return shown.map { reading in
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

    /// The length of a hyphenated ISBN.
    private static let verdictWidth = 17
    private static let reasonWidth = 36
    private static let bookWidth = 68
    /// The minimum width of the photo's name on a narrow terminal.
    private static let photoWidth = 20

    /// One line per photo, and one more for each further ISBN it shows. The first column has only accepted ISBNs, so
    /// that nobody copies a guess; the photo is last, because its name may have any length, except on a terminal.
    package func tableLines(width: Int?) -> [String] {
        if prefersCard, let card = card(width: width) { return card }
        let columns = Columns(
            reason: style.showsBooks || style.namesBooks ? Self.bookWidth : Self.reasonWidth, terminal: width)
        if let named {
            let mark = isNamedByStore ? BookMark(named, isAgain: false).lead : ""
            return [line(named.number, mark + named.line(width: columns.reason - mark.columns), columns)]
        }
        var lines = record.isbns.enumerated().map { place, reading in
            let reason = place == 0 ? record.reason : record.reason(for: reading)
            let answer = record.repeats == nil ? answers[reading.isbn] : nil
            return line(
                reading.isbn.hyphenated,
                answer.map { bookCell($0, mark(of: reading), width: columns.reason) } ?? reason,
                columns)
        }
        if lines.isEmpty { lines = [line(record.status.rawValue, record.reason, columns)] }
        return lines
    }

    /// The cards of the books in the photo, if anything is known of one.
    package func cardLines(width: Int?) -> [String] { card(width: width) ?? tableLines(width: width) }

    private func card(width: Int?) -> [String]? {
        guard let lines = bookLines(width: width) else { return nil }
        guard record.photos.count > 1 else { return lines }
        return lines
            + CardRow("Here", text: "in \(record.photoNames)").lines(margin: 9, width: width)
    }

    private func bookLines(width: Int?) -> [String]? {
        if let named { return named.lines(spoilers: style.showsSpoilers, width: width) }
        let own = record.ownISBNs
        let cards = own.map { answers[$0.isbn]?.cardLines(spoilers: style.showsSpoilers, width: width) }
        guard cards.contains(where: { $0 != nil }) else { return nil }
        var lines: [String] = []
        for (reading, card) in zip(own, cards) {
            if !lines.isEmpty { lines.append("") }
            lines +=
                card
                ?? (answers[reading.isbn]?.line(width: width) ?? reading.isbn.hyphenated).folded(to: width)
            if let price = reading.price {
                lines += CardRow("Price", text: "\(price), in the barcode").lines(margin: 9, width: width)
            }
        }
        let further = record.furtherISBNs.map { reading in
            reading.isbn.hyphenated + (reading.qualifier.map { " (\($0.printable))" } ?? "")
        }
        if !further.isEmpty {
            lines += CardRow("Also", text: "in the photo: \(further.joined(separator: ", "))").lines(
                margin: 9, width: width)
        }
        return lines
    }

    /// The widths of the text beside a result, and of the photo's name.
    private struct Columns {
        /// Shorter text is padded.
        let reason: Int
        /// `nil` for any length.
        let photo: Int?
        let isCut: Bool

        init(reason: Int, terminal: Int?) {
            guard let terminal else {
                (self.reason, photo, isCut) = (reason, nil, false)
                return
            }
            let room = terminal - ScanRow.verdictWidth - 4
            self.reason = max(8, min(reason, room - ScanRow.photoWidth))
            photo = max(4, room - self.reason)
            isCut = true
        }
    }

    private func line(_ verdict: String, _ reason: String, _ columns: Columns) -> String {
        let first = coloured(verdict.padded(to: Self.verdictWidth))
        let second = reason.printable.cut(to: columns.isCut ? columns.reason : nil).padded(to: columns.reason)
        let photo = record.photoNames
        return "\(first)  \(second)  \(columns.photo.map(photo.cutAtStart) ?? photo)"
    }

    /// Instead of the evidence: the mark, title, makers and lists, or why there is no title.
    private func bookCell(_ answer: LookupAnswer, _ mark: BookMark?, width: Int) -> String {
        let lead = style.showsBooks ? mark?.lead ?? "" : ""
        let room = width - lead.columns
        return lead + (answer.titled?.line(width: room) ?? answer.untitledCell(width: room))
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

// The totals of a run in words.
extension ScanTally {
    /// `5 photos: 2 found (1 book), 1 uncertain, 1 none, 1 failed`, or `3 books in 9 photos: 3 found (2 different)`.
    package var summary: String {
        var parts: [String] = []
        if found > 0 {
            let different = isByBook ? "\(books) different" : books.counted("book")
            parts.append(isByBook && books == found ? "\(found) found" : "\(found) found (\(different))")
        }
        if labelled > 0 { parts.append("\(labelled) found by label") }
        if uncertain > 0 { parts.append("\(uncertain) uncertain") }
        if given > 0 { parts.append("\(given) given a book without an ISBN") }
        if none > 0 { parts.append("\(none) none") }
        if failed > 0 { parts.append("\(failed) failed") }
        var summary = photos == 0 ? "no photos" : photos.counted("photo")
        if isByBook, photos > 0 {
            summary = (records == 0 ? "no books" : records.counted("book")) + " in " + summary
        } else if records > photos {
            summary += " with \(records) pages"
        }
        if !parts.isEmpty { summary += ": " + parts.joined(separator: ", ") }
        if passed > 0, records > 0 { summary += "; \(passed.counted("photo")) between books" }
        if namedTwice > 0 { summary += "; \(namedTwice) named twice" }
        return skipped == 0 ? summary : "\(summary); \(skipped.counted("other file")) skipped"
    }

    /// The photos to be reviewed; `nil` if there are none, or the run has a single photo.
    package var forAPerson: String? {
        guard !open.isEmpty, photos > 1 else { return nil }
        let more = uncertain + failed - open.count
        return "to look at: "
            + open.map { "\($0.place.shown) (\($0.status.rawValue))" }.joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }

    /// What a list of plain ISBNs omits: `1 uncertain photo, 1 repeated book`; `nil` if nothing.
    ///
    /// - Parameter givesAllISBNs: whether the list has more than the books' own ISBNs.
    package func withheld(givesAllISBNs: Bool) -> String? {
        var parts: [String] = []
        if uncertain > 0 { parts.append(uncertain.counted(isByBook ? "uncertain book" : "uncertain photo")) }
        if repeated > 0 { parts.append(repeated.counted("repeated book")) }
        if furtherISBNs > 0, !givesAllISBNs { parts.append(furtherISBNs.counted("further ISBN")) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
