// The bibliographic data of a book. Lists, comments and readings are stored separately.
import Foundation

/// One edition of one work.
public struct Book: Hashable, Sendable, Codable {
    /// What people and files may give as the year; negative before our era.
    public static let years = -5000...9999
    /// What they may give as the number of pages.
    public static let pageCounts = 1...1_000_000

    /// `nil` until a store has given it one.
    public var id: BookID?
    /// `nil` for books that never had one (most before 1967).
    public var isbn: ISBN?
    /// Further ISBNs in the record: other bindings, the set, the e-book.
    public var otherISBNs: [ISBN]
    /// `nil` if only the ISBN is known.
    public var title: String?
    public var subtitle: String?
    /// In the order on the title page.
    public var contributors: [Contributor]
    /// Title and subtitle in the book's own script, if `title` is a transliteration; not the title of the original of
    /// a translation.
    public var originalScriptTitle: String?
    /// The contributors' names in the book's own script, in the order of the record; some may be missing.
    public var originalScriptNames: [String]
    /// The series that this edition belongs to.
    public var series: String?
    /// Its number in the series as written: `8`, `1-3`, `2.5`. `nil` without a series.
    public var seriesNumber: String?
    public var publisher: String?
    /// The year of this edition, in `years`.
    public var year: Int?
    /// In `pageCounts`.
    public var pages: Int?
    /// ISO 639 code as given by the source (`eng`, `en-US`).
    public var language: String?
    /// Subjects given by sources.
    public var subjects: [String]
    /// A person's own keywords. Each once, ignoring case.
    public var tags: [String]
    /// The http or https address of a cover image.
    public var cover: String?
    /// Keys of its work: books that share one are editions of the same work.
    public var works: [Identifier]
    /// Identifiers of this edition in other systems.
    public var identifiers: [Identifier]
    /// The origin of each field; a field without a value has one if a person cleared it.
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

    /// Its authors, otherwise its editors, otherwise all contributors.
    package var makers: [Contributor] {
        let byRole = [Contributor.Role.author, .editor].map { role in contributors.filter { $0.role == role }
        }
        return byRole.first { !$0.isEmpty } ?? contributors
    }

    /// For formats with one field for both: `The Hunger Games: Catching Fire`.
    package var wholeTitle: String? {
        title.map { title in subtitle.map { "\(title): \($0)" } ?? title }
    }

    /// `nil` for a book that has no ISBN and is in no store.
    public var reference: BookSpecifier? { isbn.map(BookSpecifier.isbn) ?? id.map(BookSpecifier.id) }
}

extension Book {
    /// Also decodes what earlier versions wrote, without tags, and skips origins of fields that later versions have.
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

/// A contributor and their role.
public struct Contributor: Hashable, Sendable, Codable {
    public enum Role: String, Codable, Sendable, CaseIterable {
        case author, editor, translator, illustrator
        /// Any other role, or one that the source does not give.
        case contributor
    }

    /// As usually written: given name first if the source distinguishes them.
    public var name: String
    public var role: Role
    /// The name as it is filed, where its source divides it otherwise than is usual: `García Márquez, Gabriel`, and with
    /// a comma at its end one that is not divided. `nil` otherwise.
    public var sortName: String?

    private enum CodingKeys: String, CodingKey {
        case name, role
        case sortName = "sort"
    }

    public init(name: String, role: Role = .author, sortName: String? = nil) {
        self.name = name
        self.role = role
        self.sortName = sortName
    }
}

/// An identifier of a book or a work in another system: `openlibrary:OL2792775W`, `goodreads:2767052`.
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

/// A source's average rating of a work.
public struct SourceRating: Hashable, Sendable, Codable {
    /// A display name: `Open Library`.
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

extension Book {
    /// The Library of Congress Control Number, in normal form; the first of several.
    public var lccn: OtherNumber? {
        identifiers.lazy.filter { $0.scheme == OtherNumber.Kind.lccn.rawValue }
            .compactMap { OtherNumber(.lccn, $0.value) }.first
    }
}

extension OtherNumber {
    /// As the identifier of a book that has this number.
    package var identifier: Identifier { Identifier(kind.rawValue, value) }
}

/// The state of look-ups for a book without a title, as stored.
public enum LookupState: Hashable, Sendable, Codable {
    /// Not looked up yet.
    case notYet
    /// A look-up is pending.
    case waiting
    /// All sources answered, and none knows it. By the sources' keys.
    case unknown(to: [String])
}

/// Where and when a field of a book came from.
public struct Origin: Hashable, Sendable, Codable {
    /// In ascending order of trust: a value is replaced only by one of equal or higher kind.
    public enum Kind: String, Codable, Sendable, CaseIterable, Comparable {
        /// Imported from a file.
        case imported
        /// Fetched from a source over the network.
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
    /// A display name: `Open Library`, `goodreads.csv`.
    public var source: String
    /// To the second.
    public var date: Date

    public init(_ kind: Kind, _ source: String, _ date: Date = .now) {
        self.kind = kind
        self.source = source
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }
}

/// A list's name. Names that differ only in case are the same list, and the built-in lists have aliases.
public struct ListName: Hashable, Sendable {
    /// The display name.
    public let text: String
    /// The key by which lists are distinguished.
    public let key: String

    /// The longest name of a new list, in bytes of UTF-8.
    public static let limit = 200

    /// The two built-in shared lists.
    public static let owned = "owned"
    public static let wanted = "wanted"
    public static let builtIn = [owned, wanted]

    /// `nil` if there is no letter or digit.
    public init?(_ text: String) {
        guard let name = text.tidied, name.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        let folded = name.nameKey
        let words = folded.split { " -_".contains($0) }.joined(separator: " ")
        let builtIn = Self.otherNames[words]
        self.text = builtIn ?? name
        key = builtIn ?? folded
    }

    /// The reading status that this list stands for; `nil` for a shared list.
    public var state: ReadingStatus.State? { ReadingStatus.State(rawValue: key) }

    /// The names that Goodreads, LibraryThing, StoryGraph and BookWyrm use.
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
