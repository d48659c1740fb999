// A book as JSON, in the form of `docs/book.schema.json`.
import Books
import Foundation
import Lookup

extension BookRow {
    /// Fields that only JSON has.
    static let objectColumns: [Column<BookRow>] = [
        Column("hyphenated", json: { $0.isbn?.hyphenated }),
        Column("contributors", json: { $0.card?.book.contributors ?? [] }),
        Column("subjects", json: { $0.card?.book.subjects ?? [] }),
        Column("cover", json: { $0.card?.book.cover }),
        Column("cover_picture", json: { $0.card?.cover.map(CoverObject.init) }),
        Column("works", json: { ($0.card?.book.works ?? []).map(\.description) }),
        Column("other_isbns", json: { $0.card?.book.otherISBNs ?? [] }),
        Column(
            "origins",
            json: { row in
                let origins = (row.card?.book.origins ?? [:]).map { ($0.key.jsonKey, OriginObject($0.value)) }
                return Dictionary(origins) { $1 }
            }),
        Column("other_editions", json: { ($0.card?.otherEditions ?? []).map(EditionObject.init) }),
        Column("namesakes", json: { ($0.card?.namesakes ?? []).map(EditionObject.init) }),
        Column("ratings", json: { ($0.card?.ratings ?? []).map(RatingObject.init) }),
        Column("comments", json: { ($0.card?.comments ?? []).map { CommentRow($0) } }),
        Column("readings", json: { ($0.card?.readings ?? []).map(ReadingObject.init) }),
        Column("photos", json: { ($0.card?.photos ?? []).map { $0.escapedPath ?? $0 } }),
        Column("unnamed", json: { $0.card?.unnamed ?? 0 }),
        Column("unknown_to", json: \.unknownTo),
    ]
}

extension BookField {
    /// The key of the field in the book's own JSON.
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

private struct CoverObject: Encodable {
    let kind: BookCover.Kind
    let source: String
    let sha256: String
    let date: String

    init(_ cover: BookCover) {
        (kind, source, sha256) = (cover.kind, cover.source, cover.sha256)
        date = cover.date.formatted(.iso8601)
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
