// How many copies of a book are on each list, and counting them, as somebody does who goes through a box of books.
import Books
import Foundation
internal import GRDB

/// A book's entry on one of the shared lists.
public struct StockEntry: Hashable, Sendable {
    public var list: String
    /// Those that are there; `nil` if nobody has counted them.
    public var copies: Int?
    /// Where they are; several places are separated by semicolons.
    public var shelf: String?

    /// The maximum number of copies.
    public static let mostCopies = 100_000
}

extension Store {
    /// The shared lists that contain a book, the built-in ones first.
    public func stock(of book: BookID) throws(CatalogueError) -> [StockEntry] {
        try read { db in try db.stock(of: book) }
    }

    /// A book's entry on a shared list; `nil` if it is not on it.
    public func stock(of book: BookSpecifier, on list: String) throws(CatalogueError) -> StockEntry? {
        try read { db in try db.bookID(book).flatMap { try db.stock(of: $0, on: ListName(list)?.key) } }
    }

    /// Sets how many copies of a book are on a list, and where those are of which nothing else is known; adds the book
    /// to the list if necessary, and with 0 copies takes it off.
    ///
    /// - Parameters:
    ///   - copies: `nil` if unknown: with a shelf mark, at least one.
    ///   - shelf: if it is that of the entry, which may be several places, each copy stays where it is.
    /// - Throws: `unknownBook`, `listName`; `describedCopies`.
    public func set(
        copies: Int?, shelf: String?, of book: BookSpecifier, on list: String
    ) throws(CatalogueError) {
        try write { db in
            let id = try db.ensure(book)
            let key = try db.stockKey(list)
            let place = BookCopy.path(shelf)
            let isMoved = try db.stock(of: id, on: key)?.shelf != place
            let count = try db.countCopies(of: id, on: key)
            let wanted = copies ?? (place == nil ? count.described : max(1, count.all))
            try db.setCopies(
                wanted, of: id, on: key, newAt: isMoved ? place : db.latestPlace(of: id, on: key))
            if isMoved {
                try db.run(
                    """
                    UPDATE copy SET place = ?1, moved = ?2
                    WHERE book = ?3 AND list = ?4 AND place IS NOT ?1 AND \(Database.hasOnlyListAndPlace)
                    """, place, Date.now.milliseconds, id.value, key)
            }
            if copies == 0 { try db.leave(key, id) } else { _ = try db.add(id, to: list) }
        }
    }

    /// Adds a copy of a book to a shared list, or takes one away of which nothing but its place is known. A book on the
    /// list whose copies nobody has counted has one; a book without copies leaves the list. One that is added to
    /// `owned` is removed from `wanted`.
    ///
    /// - Parameter step: how many more; negative for fewer.
    /// - Returns: how many there are now, at most `StockEntry.mostCopies`.
    /// - Throws: `unknownBook`, `listName`; `describedCopies`.
    @discardableResult
    public func add(
        copies step: Int, of book: BookSpecifier, to list: String
    ) throws(CatalogueError) -> Int {
        try write { db in
            let id = try db.ensure(book)
            let key = try db.stockKey(list)
            let count = try db.countCopies(of: id, on: key).all
            let isListed = try db.lists(with: id, for: "").contains { ListName($0)?.key == key }
            let now = min(max(0, max(count, isListed ? 1 : 0) + step), StockEntry.mostCopies)
            try db.setCopies(now, of: id, on: key, newAt: db.latestPlace(of: id, on: key))
            guard now > 0 else {
                try db.leave(key, id)
                return 0
            }
            _ = try db.add(id, to: list)
            if key == ListName.owned, step > 0 { try db.dropFromWanted([.id(id)]) }
            return now
        }
    }
}

extension Database {
    func stock(of book: BookID) throws -> [StockEntry] {
        let groups = try all(
            """
            SELECT list, place, count(*) AS copies FROM copy WHERE book = ? AND gone IS NULL
            GROUP BY list, place ORDER BY place
            """, book.value
        ) { (list: $0["list"] as String, place: $0["place"] as String?, copies: $0["copies"] as Int) }
        let lists = Dictionary(grouping: groups, by: \.list)
        return try all(
            """
            SELECT name, key FROM list_entry JOIN list ON list.id = list_entry.list WHERE book = ?
            ORDER BY name NOT IN ('owned', 'wanted'), name
            """, book.value
        ) { row in
            let groups = lists[row["key"]]
            let places = groups?.compactMap(\.place) ?? []
            return StockEntry(
                list: row["name"], copies: groups.map { $0.reduce(0) { $0 + $1.copies } },
                shelf: places.isEmpty ? nil : places.joined(separator: "; "))
        }
    }

    fileprivate func stock(of book: BookID, on key: String?) throws -> StockEntry? {
        try stock(of: book).first { ListName($0.list)?.key == key }
    }

    fileprivate func latestPlace(of book: BookID, on key: String) throws -> String? {
        try first(
            "SELECT place FROM copy WHERE book = ? AND list = ? AND gone IS NULL ORDER BY id DESC LIMIT 1",
            book.value, key
        ) { $0["place"] as String? } ?? nil
    }

    /// Removes the copies of a book that is taken off a list.
    ///
    /// - Throws: `describedCopies`.
    func dropCopies(of book: BookID, on key: String) throws {
        try setCopies(0, of: book, on: key, newAt: nil)
    }

    /// As `BookCopy.hasOnlyListAndPlace`, and it was never lent.
    static let hasOnlyListAndPlace = """
        +label IS NULL AND condition IS NULL AND price IS NULL AND acquired IS NULL AND gone IS NULL AND notes IS NULL
            AND NOT EXISTS (SELECT 1 FROM loan WHERE loan.copy = copy.id)
        """

    fileprivate func stockKey(_ list: String) throws -> String {
        try ListName(ofBooks: list).key
    }

    fileprivate func countCopies(of book: BookID, on key: String) throws -> (all: Int, described: Int) {
        let counts = try first(
            """
            SELECT count(*) AS copies, coalesce(sum(NOT (\(Self.hasOnlyListAndPlace))), 0) AS described FROM copy
            WHERE book = ? AND list = ? AND gone IS NULL
            """, book.value, key
        ) { (all: $0["copies"] as Int, described: $0["described"] as Int) }
        return counts ?? (0, 0)
    }

    /// Adds copies, or removes the latest of which nothing but the place is known.
    fileprivate func setCopies(_ wanted: Int, of book: BookID, on key: String, newAt place: String?) throws {
        let count = try countCopies(of: book, on: key)
        guard wanted >= count.described else {
            throw try CatalogueError.describedCopies(
                existingBook(book).reference ?? .id(book), count.described)
        }
        for _ in 0..<max(0, wanted - count.all) {
            try run(
                "INSERT INTO copy (book, list, place, moved) VALUES (?, ?, ?, ?)", book.value, key, place,
                Date.now.milliseconds)
        }
        try run(
            """
            DELETE FROM copy WHERE id IN (SELECT id FROM copy WHERE book = ? AND list = ? AND \(Self.hasOnlyListAndPlace)
                ORDER BY id DESC LIMIT ?)
            """, book.value, key, max(0, count.all - wanted))
    }
}
