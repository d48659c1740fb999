// Books that stand in the wrong order on a shelf.
import Books
internal import GRDB

/// How the books of a place are ordered.
public enum ShelfOrder: Hashable, Sendable {
    /// By the first author or editor, then by title.
    case author
    case title
    /// As they were put on a shared list.
    case list(String)

    /// - Parameter text: `author`, `title` or `list:NAME`; `nil` for any other.
    public init?(_ text: String) {
        switch text {
        case "author": self = .author
        case "title": self = .title
        default:
            guard text.hasPrefix("list:"), text.count > 5 else { return nil }
            self = .list(String(text.dropFirst(5)))
        }
    }
}

extension Database {
    /// Books that stand behind their neighbour in a photo and belong before it.
    ///
    /// Books are compared with the next one in the photo, row by row. One whose place in the order is unknown is passed
    /// over.
    ///
    /// - Throws: `unknownList`.
    func disorder(in inventory: Int64, by order: ShelfOrder) throws -> [InventoryLine] {
        let places = "JOIN book_order ON book_order.book = book.id"
        let (keys, join): (String, String) =
            switch order {
            case .author: ("book_order.author AS first, book_order.title AS second", places)
            case .title: ("book_order.title AS first, x'' AS second", places)
            case .list(let name):
                (
                    """
                    CAST(printf('%020d', list_entry.added) AS BLOB) AS first,
                    CAST(printf('%020d', list_entry.position) AS BLOB) AS second
                    """,
                    "JOIN list_entry ON list_entry.book = book.id AND list_entry.list = \(try existingList(name))"
                )
            }
        let rows = try all(
            """
            \(Self.seen)
            SELECT taken.id AS photo, name, sha256, page, taken.place, book.id, book.isbn, book.title, box,
                copy, seen.position, label_photo, \(keys)
            FROM inventory_photo AS taken JOIN seen ON seen.photo = taken.id
            JOIN book ON book.isbn = seen.isbn OR (seen.isbn IS NULL AND book.id = seen.book) \(join)
            WHERE sure AND seen.position >= 0 AND book.title NOT NULL
            ORDER BY taken.id, seen.position
            """, inventory, mergedBooks(in: inventory)
        ) { row in
            let (isbn, book, title) = (Self.isbn(row["isbn"]), BookID(row["id"]), row["title"] as String)
            let line = InventoryLine(
                finding: InventoryFinding(.outOfOrder, sighting: InventorySighting(row).atLabel), isbn: isbn,
                book: book, title: title)
            return (
                photo: row["photo"] as Int64,
                keys: (SortKey(bytes: row["first"]), SortKey(bytes: row["second"])), line: line,
                neighbour: ShelfNeighbour(book: isbn.map(BookSpecifier.isbn) ?? .id(book), title: title)
            )
        }
        return zip(rows, rows.dropFirst()).compactMap { before, behind in
            guard before.photo == behind.photo, behind.keys < before.keys else { return nil }
            var line = behind.line
            line.neighbour = before.neighbour
            return line
        }
    }
}
