// What a book is, as sources and people describe it: the record that look-ups fill, the catalogue keeps and
// cards show. It says nothing of who owns or wants it.
import Foundation

/// One edition of one work.
public struct Book: Hashable, Sendable, Codable {
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
    /// Title and subtitle as the book itself has them, where `title` is in Latin letters and the book is not; not the
    /// title of a work that was translated.
    public var originalScriptTitle: String?
    /// Its makers' names in the book's own script, in the order of the record; not every one need be there.
    public var originalScriptNames: [String]
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
        subtitle: String? = nil, contributors: [Contributor] = [], originalScriptTitle: String? = nil,
        originalScriptNames: [String] = [], publisher: String? = nil, year: Int? = nil, pages: Int? = nil,
        language: String? = nil, subjects: [String] = [], cover: String? = nil,
        works: [Identifier] = [], identifiers: [Identifier] = [], origins: [BookField: Origin] = [:]
    ) {
        self.id = id
        self.isbn = isbn
        self.otherISBNs = otherISBNs
        self.title = title
        self.subtitle = subtitle
        self.contributors = contributors
        self.originalScriptTitle = originalScriptTitle
        self.originalScriptNames = originalScriptNames
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

/// Who made a book, and how.
public struct Contributor: Hashable, Sendable, Codable {
    public enum Role: String, Codable, Sendable, CaseIterable {
        case author, editor, translator, illustrator
        /// Any other part in it, or one that the source does not name.
        case contributor
    }

    /// As people write it: given name first where the source tells them apart.
    public var name: String
    public var role: Role

    public init(name: String, role: Role = .author) {
        self.name = name
        self.role = role
    }
}

/// A name that someone else gave a book or a work: `openlibrary:OL2792775W`, `goodreads:2767052`.
public struct Identifier: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Who gave it, in lower-case ASCII letters and digits.
    public var scheme: String
    public var value: String

    public init(_ scheme: String, _ value: String) {
        self.scheme = scheme
        self.value = value
    }

    public var description: String { "\(scheme):\(value)" }
}

/// What a source's readers say of a work in sum.
public struct SourceRating: Hashable, Sendable, Codable {
    /// A name for people: `Open Library`.
    public var source: String
    /// 0…5.
    public var average: Double
    public var count: Int
    public var date: Date

    public init(source: String, average: Double, count: Int, date: Date = .now) {
        self.source = source
        self.average = average
        self.count = count
        self.date = date
    }
}

/// How far asking about a book without a title has come, as a store remembers it.
public enum Inquiry: Hashable, Sendable, Codable {
    /// Nobody was asked yet.
    case notYet
    /// Somebody was to be asked and could not be.
    case waiting
    /// Everybody who was asked answered, and none knows it. By the sources' keys.
    case unknown(to: [String])
}
