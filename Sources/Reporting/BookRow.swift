// A book as `lookup`, `search` and `list show` print it.
import Books
import Foundation
import Lookup

/// A book of the store, or what a look-up or a search said of one.
package struct BookRow: Row {
    /// What a person sees of it.
    package enum Form: Sendable {
        /// All that is known, folded to the columns of a terminal; `nil` folds nothing.
        case card(showsSpoilers: Bool, width: Int?)
        /// The ISBN and what it is.
        case line
        /// In a table a line; in plain text what other commands take: the ISBN, or `id:…`.
        case number
    }

    /// `known`, `unknown`, `not-asked`, or `candidate` for what a search by title found.
    let status: String
    let isbn: ISBN?
    let card: BookCard?
    var unknownTo: [String] = []
    var unasked: [LookupAnswer.Unasked] = []
    package let tableLines: [String]
    package let textLines: [String]

    package init(_ answer: LookupAnswer, as form: Form = .line) {
        status = answer.status.rawValue
        isbn = answer.isbn
        card = answer.card
        unknownTo = answer.unknownTo
        unasked = answer.unasked
        tableLines = Self.lines(answer, form) ?? [answer.line]
        textLines = tableLines
    }

    /// A book of the store, shown without asking anyone.
    package init(_ card: BookCard, as form: Form) {
        status = LookupAnswer.Status.known.rawValue
        isbn = card.book.isbn
        self.card = card
        tableLines = Self.tableLines(card, form)
        if case .number = form {
            textLines = [card.book.reference?.description ?? ""]
        } else {
            textLines = tableLines
        }
    }

    /// - Parameter source: the name of who knows it.
    package init(candidate: Book, from source: String) {
        status = "candidate"
        isbn = candidate.isbn
        card = BookCard(book: candidate)
        let number = candidate.isbn?.hyphenated ?? "no ISBN"
        tableLines = ["\(number.padded(to: 17))  \(candidate.line)  (\(source.printable))"]
        textLines = tableLines
    }

    /// The card that was asked for, where there is one.
    private static func lines(_ answer: LookupAnswer, _ form: Form) -> [String]? {
        guard case .card(let showsSpoilers, let width) = form else { return nil }
        return answer.cardLines(spoilers: showsSpoilers, width: width)
    }

    private static func tableLines(_ card: BookCard, _ form: Form) -> [String] {
        if case .card(let showsSpoilers, let width) = form {
            return card.lines(spoilers: showsSpoilers, width: width)
        }
        return [card.numberedLine]
    }

    // MARK: CSV

    /// The rating is that of readers here, else of the source with the most.
    package static let columns: [Column<BookRow>] = [
        Column("isbn13") { $0.isbn?.isbn13 },
        Column("isbn10") { $0.isbn?.isbn10 },
        Column("status") { $0.status },
        Column("title") { $0.card?.book.title },
        Column("subtitle") { $0.card?.book.subtitle },
        Column("authors") { row in
            CSVRow.joined((row.card?.book.contributors ?? []).filter { $0.role == .author }.map(\.name))
        },
        Column("publisher") { $0.card?.book.publisher },
        Column("year") { $0.card?.book.year.map(String.init) },
        Column("pages") { $0.card?.book.pages.map(String.init) },
        Column("language") { $0.card?.book.language },
        Column("lists") { CSVRow.joined($0.card?.lists ?? []) },
        Column("rating") { $0.rating.map { "\(($0.average * 100).rounded() / 100)" } },
        Column("rating_count") { $0.rating.map { "\($0.count)" } },
        Column("sources") { row in
            CSVRow.joined(Set((row.card?.book.origins ?? [:]).values.map(\.source)).sorted())
        },
        Column("not_asked") { CSVRow.joined($0.unasked.map(\.source)) },
        Column("id") { $0.card?.book.id?.description },
    ]

    private var rating: (average: Double, count: Int)? {
        let stars = (card?.comments ?? []).compactMap { $0.rating?.stars }
        guard stars.isEmpty else { return (stars.reduce(0, +) / Double(stars.count), stars.count) }
        return (card?.ratings.first).map { ($0.average, $0.count) }
    }
}
