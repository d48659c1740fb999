// A book as programs read it: `docs/book.schema.json` describes the same form.
import Books
import Foundation
import Lookup

extension BookRow {
    private enum Key: String, CodingKey {
        case id, isbn13, isbn10, hyphenated, status, title, subtitle, contributors, series, publisher, year,
            pages
        case language, subjects, tags, cover, works, lists, namesakes, ratings, comments, readings, photos,
            origins,
            unnamed
        case originalScriptTitle = "original_script_title"
        case originalScriptNames = "original_script_names"
        case seriesNumber = "series_number"
        case otherISBNs = "other_isbns"
        case otherEditions = "other_editions"
        case unknownTo = "unknown_to"
        case notAsked = "not_asked"
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(isbn, forKey: .isbn13)
        try object.encode(isbn?.isbn10, forKey: .isbn10)
        try object.encode(isbn?.hyphenated, forKey: .hyphenated)
        try object.encode(status, forKey: .status)
        let book = card?.book
        try object.encode(book?.id?.description, forKey: .id)
        try object.encode(book?.title, forKey: .title)
        try object.encode(book?.subtitle, forKey: .subtitle)
        try object.encode(book?.contributors ?? [], forKey: .contributors)
        try object.encode(book?.originalScriptTitle, forKey: .originalScriptTitle)
        try object.encode(book?.originalScriptNames ?? [], forKey: .originalScriptNames)
        try object.encode(book?.series, forKey: .series)
        try object.encode(book?.seriesNumber, forKey: .seriesNumber)
        try object.encode(book?.publisher, forKey: .publisher)
        try object.encode(book?.year, forKey: .year)
        try object.encode(book?.pages, forKey: .pages)
        try object.encode(book?.language, forKey: .language)
        try object.encode(book?.subjects ?? [], forKey: .subjects)
        try object.encode(book?.tags ?? [], forKey: .tags)
        try object.encode(book?.cover, forKey: .cover)
        try object.encode((book?.works ?? []).map(\.description), forKey: .works)
        try object.encode(book?.otherISBNs ?? [], forKey: .otherISBNs)
        let origins = (book?.origins ?? [:]).map { ($0.key.jsonKey, OriginObject($0.value)) }
        try object.encode(Dictionary(origins) { $1 }, forKey: .origins)
        try object.encode(card?.lists ?? [], forKey: .lists)
        try object.encode((card?.otherEditions ?? []).map(EditionObject.init), forKey: .otherEditions)
        try object.encode((card?.namesakes ?? []).map(EditionObject.init), forKey: .namesakes)
        try object.encode((card?.ratings ?? []).map(RatingObject.init), forKey: .ratings)
        try object.encode((card?.comments ?? []).map(CommentObject.init), forKey: .comments)
        try object.encode((card?.readings ?? []).map(ReadingObject.init), forKey: .readings)
        try object.encode(card?.photos ?? [], forKey: .photos)
        try object.encode(card?.unnamed ?? 0, forKey: .unnamed)
        try object.encode(unknownTo, forKey: .unknownTo)
        try object.encode(unasked.map { ["source": $0.source, "reason": $0.message] }, forKey: .notAsked)
    }
}

extension BookField {
    /// As the object spells the field itself.
    fileprivate var jsonKey: String {
        switch self {
        case .otherISBNs: "other_isbns"
        case .originalScriptTitle: "original_script_title"
        case .originalScriptNames: "original_script_names"
        default: rawValue
        }
    }
}

private struct OriginObject: Encodable {
    let kind: Origin.Kind
    let source: String
    let date: String

    init(_ origin: Origin) {
        kind = origin.kind
        source = origin.source
        date = origin.date.formatted(.iso8601)
    }
}

private struct ReadingObject: Encodable {
    private enum Key: String, CodingKey { case person, state, started, ended }
    let reading: ReadingStatus

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(reading.person, forKey: .person)
        try object.encode(reading.state, forKey: .state)
        try object.encode(reading.started?.description, forKey: .started)
        try object.encode(reading.ended?.description, forKey: .ended)
    }
}

private struct EditionObject: Encodable {
    private enum Key: String, CodingKey { case id, isbn13, title, year, lists }
    let edition: BookCard.Edition

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(edition.book.id?.description, forKey: .id)
        try object.encode(edition.book.isbn, forKey: .isbn13)
        try object.encode(edition.book.title, forKey: .title)
        try object.encode(edition.book.year, forKey: .year)
        try object.encode(edition.lists, forKey: .lists)
    }
}

private struct RatingObject: Encodable {
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
