// A book as printed by `lookup`, `search` and `list show`.
import Books
import Foundation
import Lookup
import Output

/// A book of the store, or one that a look-up or search returned.
package struct BookRow: Row {
    package static let hasCards = true

    /// What a plain list shows of it.
    package enum Form: Sendable {
        /// Everything that is known.
        case card
        /// The ISBN and a description.
        case line
        /// The number that other commands accept: the ISBN, or `id:…`.
        case number
    }

    /// `known`, `unknown`, `not-asked`, or `candidate` for a book found by a search for a title.
    let status: String
    let isbn: ISBN?
    let card: BookCard?
    private let answer: LookupAnswer?
    /// The name of the source of a candidate.
    private var source: String?
    private let form: Form
    private let showsSpoilers: Bool

    var unknownTo: [String] { answer?.unknownTo ?? [] }
    var unasked: [LookupAnswer.Unasked] { answer?.unasked ?? [] }

    /// - Parameter showsSpoilers: whether a card shows comments marked as spoilers.
    package init(_ answer: LookupAnswer, as form: Form = .line, showsSpoilers: Bool = false) {
        status = answer.status.rawValue
        isbn = answer.isbn
        card = answer.card
        self.answer = answer
        self.form = form
        self.showsSpoilers = showsSpoilers
    }

    /// A book of the store, without a look-up.
    package init(_ card: BookCard, as form: Form, showsSpoilers: Bool = false) {
        status = LookupAnswer.Status.known.rawValue
        isbn = card.book.isbn
        self.card = card
        answer = nil
        self.form = form
        self.showsSpoilers = showsSpoilers
    }

    /// - Parameter source: the name of the source.
    package init(candidate: Book, from source: String) {
        status = "candidate"
        isbn = candidate.isbn
        card = BookCard(book: candidate)
        answer = nil
        self.source = source
        form = .line
        showsSpoilers = false
    }

    package var textLines: [String] {
        switch form {
        case .card: cardLines(width: nil)
        case .line: source.flatMap { card?.candidateFields(from: $0) }.map { [$0] } ?? tableLines(width: nil)
        case .number: [card?.book.reference?.description ?? ""]
        }
    }

    package func tableLines(width: Int?) -> [String] {
        [
            source.flatMap { card?.candidateLine(from: $0, width: width) }
                ?? answer?.line(width: width) ?? card?.numberedLine(width: width) ?? ""
        ]
    }

    /// The card, also of a book of which only the number is known: it says that the book is neither owned nor wanted.
    package func cardLines(width: Int?) -> [String] {
        guard source == nil, let card = card ?? isbn.map({ BookCard(book: Book(isbn: $0)) }) else {
            return tableLines(width: width)
        }
        return card.lines(spoilers: showsSpoilers, width: width, untitled: answer?.reason)
    }

    /// In CSV, the rating is that of readers here, else that of the source with the most ratings.
    package static let columns: [Column<BookRow>] =
        [
            Column("isbn13") { $0.isbn?.isbn13 },
            Column("isbn10") { $0.isbn?.isbn10 },
            Column("status") { $0.status },
            Column("title") { $0.card?.book.title },
            Column("subtitle") { $0.card?.book.subtitle },
            Column(
                "authors",
                csv: { row in
                    CSVRow.joined(
                        (row.card?.book.contributors ?? []).filter { $0.role == .author }.map(\.name))
                }),
            Column("publisher") { $0.card?.book.publisher },
            Column("year") { $0.card?.book.year },
            Column("pages") { $0.card?.book.pages },
            Column("language") { $0.card?.book.language },
            Column("lists") { $0.card?.lists ?? [] },
            Column("rating", csv: { $0.rating.map { "\(($0.average * 100).rounded() / 100)" } }),
            Column("rating_count", csv: { $0.rating.map { "\($0.count)" } }),
            Column(
                "sources",
                csv: { row in
                    CSVRow.joined(Set((row.card?.book.origins ?? [:]).values.map(\.source)).sorted())
                }),
            Column(
                "not_asked", csv: { CSVRow.joined($0.unasked.map(\.source)) },
                json: { $0.unasked.map { ["source": $0.source, "reason": $0.message] } }),
            Column("id") { $0.card?.book.id?.description },
            Column("original_script_title") { $0.card?.book.originalScriptTitle },
            Column("original_script_names") { $0.card?.book.originalScriptNames ?? [] },
            Column("series") { $0.card?.book.series },
            Column("series_number") { $0.card?.book.seriesNumber },
            Column("tags") { $0.card?.book.tags ?? [] },
        ] + objectColumns

    private var rating: (average: Double, count: Int)? {
        let stars = (card?.comments ?? []).compactMap { $0.rating?.stars }
        guard stars.isEmpty else { return (stars.reduce(0, +) / Double(stars.count), stars.count) }
        return (card?.ratings.first).map { ($0.average, $0.count) }
    }
}
