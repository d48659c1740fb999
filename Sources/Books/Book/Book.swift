// What a book is, as sources and people describe it: the record that look-ups fill, the catalogue keeps and
// cards show. It says nothing of who owns or wants it.
import Foundation

/// A book's own number in one store; written `id:12` where a book without an ISBN is meant.
public struct BookID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var value: Int64

    public init(_ value: Int64) { self.value = value }

    /// `nil` unless `text` is `id:` and a whole number above zero.
    public init?(text: some StringProtocol) {
        guard text.hasPrefix("id:"), let value = Int64(text.dropFirst(3)), value > 0 else { return nil }
        self.value = value
    }

    public var description: String { "id:\(value)" }

    public static func < (left: BookID, right: BookID) -> Bool { left.value < right.value }
}

/// A book as a person names it: by its ISBN, or `id:12` where it has none.
public enum BookReference: Hashable, Sendable, CustomStringConvertible {
    case isbn(ISBN)
    case id(BookID)

    public init(_ text: some StringProtocol) throws(ISBNError) {
        if let id = BookID(text: text) { self = .id(id) } else { self = .isbn(try ISBN(text)) }
    }

    /// `nil` for a book that is named by its number in a store.
    public var isbn: ISBN? { if case .isbn(let isbn) = self { isbn } else { nil } }

    /// The ISBN-13 without hyphens, or `id:12`; the initialiser takes both.
    public var description: String {
        switch self {
        case .isbn(let isbn): isbn.isbn13
        case .id(let id): "\(id)"
        }
    }
}

/// A name that someone else gave a book or a work: `openlibrary:OL2792775W`, `goodreads:2767052`.
public struct Identifier: Hashable, Sendable, CustomStringConvertible {
    /// Who gave it, in lower-case ASCII letters and digits.
    public var scheme: String
    public var value: String

    public init(_ scheme: String, _ value: String) {
        self.scheme = scheme
        self.value = value
    }

    public var description: String { "\(scheme):\(value)" }
}

/// One edition of one work.
public struct Book: Hashable, Sendable {
    /// `nil` until a store has given it one.
    public var id: BookID?
    /// `nil` for books that never had one (most before 1967).
    public var isbn: ISBN?
    /// Further ISBNs that the record names: other bindings, the set, the e-book.
    public var otherISBNs: [ISBN]
    /// `nil` when nothing is known but the number.
    public var title: String?
    public var subtitle: String?
    /// In the order of the title page.
    public var contributors: [Contributor]
    public var publisher: String?
    /// The year of this edition.
    public var year: Int?
    public var pages: Int?
    /// ISO 639 code as the source gives it (`eng`, `en-US`).
    public var language: String?
    public var subjects: [String]
    /// The http or https address of a picture of the cover.
    public var cover: String?
    /// Keys of the work this is an edition of: books that share one belong together.
    public var works: [Identifier]
    /// What others call this edition.
    public var identifiers: [Identifier]
    /// Where and when each field came from; a field without a value has an origin when a person emptied it.
    public var origins: [BookField: Origin]

    public init(
        id: BookID? = nil, isbn: ISBN? = nil, otherISBNs: [ISBN] = [], title: String? = nil,
        subtitle: String? = nil, contributors: [Contributor] = [], publisher: String? = nil, year: Int? = nil,
        pages: Int? = nil, language: String? = nil, subjects: [String] = [], cover: String? = nil,
        works: [Identifier] = [], identifiers: [Identifier] = [], origins: [BookField: Origin] = [:]
    ) {
        self.id = id
        self.isbn = isbn
        self.otherISBNs = otherISBNs
        self.title = title
        self.subtitle = subtitle
        self.contributors = contributors
        self.publisher = publisher
        self.year = year
        self.pages = pages
        self.language = language
        self.subjects = subjects
        self.cover = cover
        self.works = works
        self.identifiers = identifiers
        self.origins = origins
    }

    /// `nil` for a book that has no ISBN and is in no store.
    public var reference: BookReference? { isbn.map(BookReference.isbn) ?? id.map(BookReference.id) }
}
