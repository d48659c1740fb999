// What a new inventory expects.
import Books
internal import GRDB

extension Database {
    func expect(_ scope: InventoryScope, in inventory: Int64) throws {
        let copies = """
            INSERT INTO inventory_copy (inventory, copy, isbn, book, place)
            SELECT ?, copy.id, book.isbn, iif(book.isbn IS NULL, book.id, NULL), place
            FROM copy JOIN book ON book.id = copy.book WHERE gone IS NULL
            """
        switch scope {
        case .all: try run(copies, inventory)
        case .place(let place):
            try run("\(copies) AND \(Self.isInPlace)", inventory, places(in: place))
        case .list(let name):
            guard let list = ListName(name) else { throw CatalogueError.listName(name) }
            guard let id = try listID(list.key) else { throw CatalogueError.unknownList(name) }
            try run(copies + " AND list = ?", inventory, list.key)
            try run(
                """
                INSERT INTO inventory_copy (inventory, isbn, book)
                SELECT ?, isbn, iif(isbn IS NULL, id, NULL) FROM list_entry JOIN book ON book.id = book
                WHERE list = ? AND NOT EXISTS
                    (SELECT 1 FROM copy WHERE copy.book = book.id AND copy.list = ? AND gone IS NULL)
                """, inventory, id, list.key)
        case .lines(let lines, _):
            var taken: Set<CopyID> = []
            for line in lines { try expect(line, in: inventory, &taken) }
        }
    }

    /// One more copy of a book, or a certain copy.
    ///
    /// - Parameter taken: copies that former lines stand for.
    private func expect(_ line: String, in inventory: Int64, _ taken: inout Set<CopyID>) throws {
        let found = try named(line)
        let copy = found.first { $0.gone == nil && !taken.contains($0.id ?? CopyID(0)) }
        if let id = copy?.id { taken.insert(id) }
        switch try? BookSpecifier(given: line) {
        case .isbn(let isbn): try insert(copy, isbn, copy?.book, in: inventory)
        case .id(let id):
            let id = try existingID(of: .id(id))
            try insert(copy, copy?.isbn, id, in: inventory)
        case nil:
            let named = try self.copy(line)
            guard named.gone == nil else { throw CatalogueError.wrongCopy(.gone(named.name)) }
            // A copy on several lines is one copy.
            guard let copy else { return }
            try insert(copy, copy.isbn, copy.book, in: inventory)
        }
    }

    private func insert(_ copy: BookCopy?, _ isbn: ISBN?, _ book: BookID?, in inventory: Int64) throws {
        try run(
            "INSERT INTO inventory_copy (inventory, copy, isbn, book, place) VALUES (?, ?, ?, ?, ?)",
            inventory, copy?.id?.value, isbn.map { Int64($0.value) }, isbn == nil ? book?.value : nil,
            copy?.place)
    }
}
