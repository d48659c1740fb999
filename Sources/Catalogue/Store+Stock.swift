// What the house has of a book: on which of its lists, how many copies, and where they stand.
import Books
import Foundation
internal import GRDB

/// A book's place on one of the store's lists.
public struct StockEntry: Hashable, Sendable {
    public var list: String
    /// `nil` where nobody counted them.
    public var copies: Int?
    /// The mark of the shelf.
    public var shelf: String?
}

extension Store {
    /// The store's lists that a book is on, the built-in ones first.
    public func stock(of book: BookID) throws(CatalogueError) -> [StockEntry] {
        try query { db in
            try db.all(
                """
                SELECT name, copies, shelf FROM list_entry JOIN list ON list.id = list_entry.list WHERE book = ?
                ORDER BY name NOT IN ('owned', 'wanted'), name
                """, book.value
            ) { StockEntry(list: $0["name"], copies: $0["copies"], shelf: $0["shelf"]) }
        }
    }

    /// Says how many copies of a book are on a list, and where; puts it there where it is not.
    ///
    /// - Throws: `unknownBook`, `listName`.
    public func set(
        copies: Int?, shelf: String?, of book: BookReference, on list: String
    ) throws(CatalogueError) {
        try write { db in
            let id = try db.ensure(book)
            _ = try db.add(id, to: list)
            try db.run(
                "UPDATE list_entry SET copies = ?, shelf = ? WHERE list = ? AND book = ?", copies,
                shelf?.tidied,
                db.existingList(list), id.value)
        }
    }
}
