// The bibliographic data of a book. Lists, comments and readings are stored separately.
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
    /// The series that this edition is a part of.
    public var series: String?
    /// Its place there, as people write it: `8`, `1-3`, `2.5`. `nil` without a series.
    public var seriesNumber: String?
    public var publisher: String?
    /// The year of this edition.
    public var year: Int?
    public var pages: Int?
    /// ISO 639 code as the source gives it (`eng`, `en-US`).
    public var language: String?
    /// What sources say that it is about.
    public var subjects: [String]
    /// Words that people sort their books by. Each once, whatever its case.
    public var tags: [String]
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
        originalScriptNames: [String] = [], series: String? = nil, seriesNumber: String? = nil,
        publisher: String? = nil, year: Int? = nil, pages: Int? = nil,
        language: String? = nil, subjects: [String] = [], tags: [String] = [], cover: String? = nil,
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
        self.series = series
        self.seriesNumber = seriesNumber
        self.publisher = publisher
        self.year = year
        self.pages = pages
        self.language = language
        self.subjects = subjects
        self.tags = tags
        self.cover = cover
        self.works = works
        self.identifiers = identifiers
        self.origins = origins
    }

    /// Its authors, or else its editors, or else whoever had a part in it.
    package var makers: [Contributor] {
        let byRole = [Contributor.Role.author, .editor].map { role in contributors.filter { $0.role == role }
        }
        return byRole.first { !$0.isEmpty } ?? contributors
    }

    /// `nil` for a book that has no ISBN and is in no store.
    public var reference: BookSpecifier? { isbn.map(BookSpecifier.isbn) ?? id.map(BookSpecifier.id) }
}

extension Book {
    /// Also reads what earlier versions wrote, without tags, and skips origins of fields that later ones have.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        let origins = try object.decode([String: Origin].self, forKey: .origins)
        self.init(
            id: try object.decodeIfPresent(BookID.self, forKey: .id),
            isbn: try object.decodeIfPresent(ISBN.self, forKey: .isbn),
            otherISBNs: try object.decode([ISBN].self, forKey: .otherISBNs),
            title: try object.decodeIfPresent(String.self, forKey: .title),
            subtitle: try object.decodeIfPresent(String.self, forKey: .subtitle),
            contributors: try object.decode([Contributor].self, forKey: .contributors),
            originalScriptTitle: try object.decodeIfPresent(String.self, forKey: .originalScriptTitle),
            originalScriptNames: try object.decode([String].self, forKey: .originalScriptNames),
            series: try object.decodeIfPresent(String.self, forKey: .series),
            seriesNumber: try object.decodeIfPresent(String.self, forKey: .seriesNumber),
            publisher: try object.decodeIfPresent(String.self, forKey: .publisher),
            year: try object.decodeIfPresent(Int.self, forKey: .year),
            pages: try object.decodeIfPresent(Int.self, forKey: .pages),
            language: try object.decodeIfPresent(String.self, forKey: .language),
            subjects: try object.decode([String].self, forKey: .subjects),
            tags: try object.decodeIfPresent([String].self, forKey: .tags) ?? [],
            cover: try object.decodeIfPresent(String.self, forKey: .cover),
            works: try object.decode([Identifier].self, forKey: .works),
            identifiers: try object.decode([Identifier].self, forKey: .identifiers),
            origins: Dictionary(
                uniqueKeysWithValues: origins.compactMap { name, origin in
                    BookField(rawValue: name).map { ($0, origin) }
                }))
    }
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
    /// The system that assigned it, in lower-case ASCII letters and digits.
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

/// Where and when a field of a book came from.
public struct Origin: Hashable, Sendable, Codable {
    /// In rising order of trust: a field is replaced only by one of equal or higher kind.
    public enum Kind: String, Codable, Sendable, CaseIterable, Comparable {
        /// Read from a file.
        case imported
        /// Asked from a source over the network.
        case fetched
        /// Entered by a person.
        case edited

        public static func < (left: Kind, right: Kind) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .imported: 0
            case .fetched: 1
            case .edited: 2
            }
        }
    }

    public var kind: Kind
    /// A name for people: `Open Library`, `goodreads.csv`.
    public var source: String
    /// To the second.
    public var date: Date

    public init(_ kind: Kind, _ source: String, _ date: Date = .now) {
        self.kind = kind
        self.source = source
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }
}

/// A list's name: two that differ in case alone are one list, and the built-in ones have usual other names.
public struct ListName: Hashable, Sendable {
    /// As it is shown.
    public let text: String
    /// What lists are told apart by.
    public let key: String

    /// The two built-in shared lists.
    public static let owned = "owned"
    public static let wanted = "wanted"
    public static let builtIn = [owned, wanted]

    /// `nil` without a letter or a digit.
    public init?(_ text: String) {
        guard let name = text.tidied, name.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        let folded = name.lowercased()
        let words = folded.split { " -_".contains($0) }.joined(separator: " ")
        let builtIn = Self.otherNames[words]
        self.text = builtIn ?? name
        key = builtIn ?? folded
    }

    /// The reading state that this list stands for; `nil` for a shared list.
    public var state: ReadingStatus.State? { ReadingStatus.State(rawValue: key) }

    /// Those of Goodreads, LibraryThing, StoryGraph and BookWyrm.
    private static let otherNames: [String: String] = [
        "owned": owned, "own": owned, "your library": owned, "my library": owned,
        "wanted": wanted, "to read": wanted, "want to read": wanted, "wishlist": wanted, "wish list": wanted,
        "reading": ReadingStatus.State.reading.rawValue,
        "currently reading": ReadingStatus.State.reading.rawValue,
        "read": ReadingStatus.State.read.rawValue, "read but unowned": ReadingStatus.State.read.rawValue,
        "abandoned": ReadingStatus.State.abandoned.rawValue,
        "did not finish": ReadingStatus.State.abandoned.rawValue,
        "dnf": ReadingStatus.State.abandoned.rawValue,
        "stopped reading": ReadingStatus.State.abandoned.rawValue,
    ]
}
