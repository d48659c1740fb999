// What is asked of the catalogue as a whole: which books, in which order.
import Books
import Foundation

/// All conditions must be met; without any, all books are meant.
public struct BrowseQuery: Hashable, Sendable {
    /// Where this does not decide, books are in the order of their titles, and last of their ids.
    public enum Sort: String, Hashable, Sendable, CaseIterable {
        /// Without the article in front.
        case title
        /// The first author's family name; books without one are last.
        case author
        /// The latest edition first; books without a year are last.
        case year
        /// The newest in the catalogue first.
        case added
        /// The best mean of public ratings of the work here first, then the one with most ratings.
        case rating
    }

    public var sort = Sort.title
    /// A shared list, or a reading status of `person`.
    public var list: String?
    /// A personal list of `person`.
    public var ownList: String?
    /// Somebody who reads a book, has read or abandoned it.
    public var reader: String?
    /// A place where a copy is, exactly.
    public var place: String?
    /// Exactly these.
    public var terms: [BookTerm: String] = [:]
    /// Books without a year are outside every range.
    public var years: ClosedRange<Int>?
    /// Only what `person` has not read.
    public var isUnread = false
    /// Only what is on the shared list `lent`, or on the personal one of `person`.
    public var isLent = false
    /// The current user.
    public var person: String

    public init(person: String, sort: Sort = .title) {
        self.person = person
        self.sort = sort
    }

    /// The list of what is not on the shelf.
    public static let lent = "lent"

    /// Whether any condition is set.
    public var isFiltered: Bool {
        self != BrowseQuery(person: person, sort: sort)
    }
}

/// A run of the books found.
public struct BrowsePage: Hashable, Sendable {
    public var ids: [BookID]
    /// How many books are found in all; at least so many if `isCountCut`.
    public var count: Int
    public var isCountCut: Bool
    /// Where this page ends and the next begins; `nil` for the last.
    public var next: BrowsePosition?
    /// Where this page begins; `nil` for the first.
    public var previous: BrowsePosition?
}

/// A place between two books in an order. It holds while books come and go.
public struct BrowsePosition: Hashable, Sendable, CustomStringConvertible {
    enum Key: Hashable, Sendable {
        case number(Int64)
        case bytes(Data)
    }

    /// Those of the book beside it.
    let keys: [Key]

    init(keys: [Key]) { self.keys = keys }

    /// In an address.
    public var description: String {
        keys.map { key in
            switch key {
            case .number(let number): String(number)
            case .bytes(let bytes): "k" + bytes.base64URL
            }
        }.joined(separator: ".")
    }

    /// `nil` unless it is a place in that order.
    public init?(_ text: String, in sort: BrowseQuery.Sort) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 4000, parts.count == sort.columns.count else { return nil }
        var keys: [Key] = []
        for (part, column) in zip(parts, sort.columns) {
            if column.isText {
                guard part.first == "k", let bytes = Data(base64URL: part.dropFirst()) else { return nil }
                keys.append(.bytes(bytes))
            } else {
                guard let number = Int64(part) else { return nil }
                keys.append(.number(number))
            }
        }
        self.keys = keys
    }
}

extension BrowseQuery.Sort {
    /// Columns of `book_order`, of which there is an index in this order. The last is the book.
    var columns: [(name: String, isText: Bool)] {
        switch self {
        case .title: [("title", true), ("book", false)]
        case .author: [("author", true), ("title", true), ("book", false)]
        case .year: [("year_rank", false), ("title", true), ("book", false)]
        case .added: [("added_rank", false), ("book", false)]
        case .rating: [("rating_rank", false), ("ratings_rank", false), ("title", true), ("book", false)]
        }
    }
}
