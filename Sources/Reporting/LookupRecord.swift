// A looked-up book as programs read it: every key always there, `null` where nothing is known.
import Books
import Foundation
import Lookup

/// One object of `lookup --format jsonl`, one row of `lookup --format csv`.
public struct LookupRecord: Encodable {
    /// `known`, `unknown`, `not-asked`, or `candidate` for what a search by title found.
    private let status: String
    private let isbn: ISBN?
    private let card: BookCard?
    private let unknownTo: [String]
    private let unasked: [LookupAnswer.Unasked]

    public init(_ answer: LookupAnswer) {
        status = answer.status.rawValue
        isbn = answer.isbn
        card = answer.card
        unknownTo = answer.unknownTo
        unasked = answer.unasked
    }

    /// A book of the store, shown without asking anyone.
    public init(_ card: BookCard) {
        status = LookupAnswer.Status.known.rawValue
        isbn = card.book.isbn
        self.card = card
        unknownTo = []
        unasked = []
    }

    public init(candidate: Book) {
        status = "candidate"
        isbn = candidate.isbn
        card = BookCard(book: candidate)
        unknownTo = []
        unasked = []
    }

    private enum Key: String, CodingKey {
        case id, isbn13, isbn10, hyphenated, status, title, subtitle, contributors, publisher, year, pages,
            language
        case subjects, cover, works, otherISBNs, origins, lists, otherEditions, namesakes, ratings, comments,
            photos
        case unknownTo, notAsked
    }

    public func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(isbn, forKey: .isbn13)
        try record.encode(isbn?.isbn10, forKey: .isbn10)
        try record.encode(isbn?.hyphenated, forKey: .hyphenated)
        try record.encode(status, forKey: .status)
        let book = card?.book
        try record.encode(book?.id?.description, forKey: .id)
        try record.encode(book?.title, forKey: .title)
        try record.encode(book?.subtitle, forKey: .subtitle)
        try record.encode(book?.contributors ?? [], forKey: .contributors)
        try record.encode(book?.publisher, forKey: .publisher)
        try record.encode(book?.year, forKey: .year)
        try record.encode(book?.pages, forKey: .pages)
        try record.encode(book?.language, forKey: .language)
        try record.encode(book?.subjects ?? [], forKey: .subjects)
        try record.encode(book?.cover, forKey: .cover)
        try record.encode((book?.works ?? []).map(\.description), forKey: .works)
        try record.encode(book?.otherISBNs ?? [], forKey: .otherISBNs)
        let origins = (book?.origins ?? [:]).map { ($0.key.rawValue, OriginRecord($0.value)) }
        try record.encode(Dictionary(origins) { $1 }, forKey: .origins)
        try record.encode(card?.lists ?? [], forKey: .lists)
        try record.encode((card?.otherEditions ?? []).map(EditionRecord.init), forKey: .otherEditions)
        try record.encode((card?.namesakes ?? []).map(EditionRecord.init), forKey: .namesakes)
        try record.encode((card?.ratings ?? []).map(RatingRecord.init), forKey: .ratings)
        try record.encode(comments, forKey: .comments)
        try record.encode(card?.photos ?? [], forKey: .photos)
        try record.encode(unknownTo, forKey: .unknownTo)
        try record.encode(
            unasked.map { ["source": $0.source, "reason": $0.message] }, forKey: .notAsked)
    }
}

extension LookupRecord {
    private var comments: [CommentRecord] {
        (card?.comments ?? []).map {
            CommentRecord(comment: $0, edition: card?.otherEdition(of: $0)?.book.isbn)
        }
    }
}

// MARK: CSV

extension LookupRecord {
    public static let csvHeader = CSVRow.line([
        "isbn13", "isbn10", "status", "title", "subtitle", "authors", "publisher", "year", "pages",
        "language",
        "lists", "rating", "ratings", "sources", "not_asked",
    ])

    /// Several values of one column are joined with `; `; the rating is that of readers here, else of the source
    /// with the most.
    public var csvRow: String {
        let book = card?.book
        let stars = (card?.comments ?? []).compactMap { $0.rating?.stars }
        let average = stars.isEmpty ? card?.ratings.first?.average : stars.reduce(0, +) / Double(stars.count)
        let count = stars.isEmpty ? card?.ratings.first?.count : stars.count
        let authors = (book?.contributors ?? []).filter { $0.role == .author }.map(\.name)
        let sources = Set((book?.origins ?? [:]).values.map(\.source)).sorted()
        return CSVRow.line(
            [
                isbn?.isbn13, isbn?.isbn10, status, book?.title, book?.subtitle,
                authors.joined(separator: "; "),
                book?.publisher, book?.year.map(String.init), book?.pages.map(String.init), book?.language,
                (card?.lists ?? []).joined(separator: "; "), average.map { "\(($0 * 100).rounded() / 100)" },
                count.map(String.init), sources.joined(separator: "; "),
                unasked.map(\.source).joined(separator: "; "),
            ].map { $0?.printable })
    }
}

// MARK: The parts

private struct OriginRecord: Encodable {
    let kind: Origin.Kind
    let source: String
    let date: String

    init(_ origin: Origin) {
        kind = origin.kind
        source = origin.source
        date = origin.date.formatted(.iso8601)
    }
}

private struct EditionRecord: Encodable {
    private enum Key: String, CodingKey { case isbn13, title, year, lists }
    let edition: BookCard.Edition

    func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(edition.book.isbn, forKey: .isbn13)
        try record.encode(edition.book.title, forKey: .title)
        try record.encode(edition.book.year, forKey: .year)
        try record.encode(edition.lists, forKey: .lists)
    }
}

private struct RatingRecord: Encodable {
    let source: String
    let average: Double
    let count: Int
    let date: String

    init(_ rating: SourceRating) {
        source = rating.source
        average = rating.average
        count = rating.count
        date = rating.date.formatted(.iso8601)
    }
}

private struct CommentRecord: Encodable {
    private enum Key: String, CodingKey {
        case author, rating, text, language, spoiler, `private`, written, edited, source, edition
    }
    let comment: Comment
    let edition: ISBN?

    func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(comment.person, forKey: .author)
        try record.encode(comment.rating?.stars, forKey: .rating)
        try record.encode(comment.text, forKey: .text)
        try record.encode(comment.language, forKey: .language)
        try record.encode(comment.isSpoiler, forKey: .spoiler)
        try record.encode(comment.isPrivate, forKey: .private)
        try record.encode(comment.written.formatted(.iso8601), forKey: .written)
        try record.encode(comment.edited?.formatted(.iso8601), forKey: .edited)
        try record.encode(comment.source, forKey: .source)
        try record.encode(edition, forKey: .edition)
    }
}
