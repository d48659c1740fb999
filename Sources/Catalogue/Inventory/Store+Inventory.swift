// Inventories: their beginning, what they found out, and their end.
import Books
import Foundation
internal import GRDB

/// An inventory of copies.
public struct Inventory: Hashable, Sendable {
    /// Its number in the store.
    public var id: Int64
    public var name: String
    /// What it expects, in words: a place, a list or a file; empty for all copies.
    public var scope: String
    public var begun: Date
    /// `nil` until it is ended.
    public var ended: Date?
    /// How many copies it expects, and how many photos were taken.
    public var copies: Int
    public var photos: Int
}

/// What a new inventory expects.
public enum InventoryScope: Hashable, Sendable {
    case all
    /// The copies in this place, and in the places in it.
    case place(String)
    /// The copies on a shared list, and its books of which no copy is recorded.
    case list(String)
    /// One copy for each line: `copy:12`, a label, an ISBN or `id:…`.
    case lines([String], file: String)
}

/// What a change decided that a photo shows.
public struct CorrectedPhoto: Hashable, Sendable {
    public var photo: PhotoPage
    /// Empty if it shows none.
    public var books: [BookSpecifier]
}

/// A finding, with its book.
public struct InventoryLine: Hashable, Sendable {
    public var finding: InventoryFinding
    /// Of the book; of a doubtful photo, the likeliest candidate.
    public var isbn: ISBN?
    /// `nil` for a book that is not in the store.
    public var book: BookID?
    public var title: String?
    /// Of a book that is out of order, the one before which it belongs.
    public var neighbour: ShelfNeighbour?
}

/// A book beside another one on a shelf.
public struct ShelfNeighbour: Hashable, Sendable {
    public var book: BookSpecifier
    public var title: String

    /// Its number, as people read it, and its title.
    public var words: String { "\(book.hyphenated) \(title)" }
}

extension Store {
    /// Begins an inventory: what it expects is not changed afterwards.
    ///
    /// - Throws: `inventory`, if the name is taken or empty; `listName`, `unknownList`, `unknownCopy`, `severalCopies`;
    ///   `wrongCopy`, if the place is too long.
    @discardableResult
    public func beginInventory(
        _ name: String, of scope: InventoryScope, on date: Date = .now
    ) throws(CatalogueError) -> Inventory {
        try write { db in
            guard let name = name.tidied else { throw CatalogueError.inventory(.nameless) }
            if case .place(let place) = scope { try BookCopy.checkLength(of: place) }
            guard try db.inventoryID(name) == nil else { throw CatalogueError.inventory(.taken(name)) }
            try db.run(
                "INSERT INTO inventory (name, key, scope, begun) VALUES (?, ?, ?, ?)", name,
                name.lowercased(), scope.words, date.seconds)
            try db.expect(scope, in: db.lastInsertedRowID)
            return try db.inventory(name)
        }
    }

    /// All inventories, the newest first.
    public func inventories() throws(CatalogueError) -> [Inventory] {
        try read { db in try db.inventories("1") }
    }

    /// - Throws: `inventory`, if it is unknown.
    public func inventory(_ name: String) throws(CatalogueError) -> Inventory {
        try read { db in try db.inventory(name) }
    }

    /// `nil` if there is none with this number.
    public func inventory(_ id: Int64) throws(CatalogueError) -> Inventory? {
        try read { db in try db.inventories("id = ?", id).first }
    }

    /// Removes an inventory; copies stay as they are. What its photos showed stays in the file, for undo.
    ///
    /// - Throws: `inventory`, if it is unknown.
    public func removeInventory(_ name: String) throws(CatalogueError) {
        try write { db in
            let id = try db.existingInventory(name)
            try db.run("UPDATE inventory SET key = char(10) || id WHERE id = ?", id)
        }
    }

    /// What the inventory found out: of each book's copies, then of photos without a sure ISBN, then of labels that no copy
    /// has.
    public func findings(of name: String) throws(CatalogueError) -> [InventoryLine] {
        try read { db in try db.findings(in: db.existingInventory(name)) }
    }

    /// The books that stand behind a book before which they belong.
    ///
    /// - Throws: `inventory`, if it is unknown; `unknownList`.
    public func disorder(in name: String, by order: ShelfOrder) throws(CatalogueError) -> [InventoryLine] {
        try read { db in try db.disorder(in: db.existingInventory(name), by: order) }
    }

    /// Ends an inventory: copies that were seen elsewhere are moved there, and those that are missing are lost if so
    /// decided. Copies of which too few were seen, that may be in a doubtful photo, or that somebody moved, lent or returned
    /// since, stay as they are.
    ///
    /// - Returns: the copies that were moved and lost, as stored, and what was not done because of what somebody did since.
    /// - Throws: `inventory`, if it is unknown or ended.
    public func endInventory(
        _ name: String, losing isLosing: Bool, on date: Date = .now
    ) throws(CatalogueError) -> (moved: [BookCopy], lost: [BookCopy], outdated: [InventoryLine]) {
        try write { db in
            let id = try db.openInventory(name)
            var (moved, lost): ([BookCopy], [BookCopy]) = ([], [])
            let lines = try db.findings(in: id)
            for line in lines {
                guard let copy = line.finding.copy?.id, let edit = line.finding.edit(losing: isLosing) else {
                    continue
                }
                let changed = try db.update(copy, edit)
                if line.finding.status == .misplaced { moved.append(changed) } else { lost.append(changed) }
            }
            let missed = String(
                decoding: try JSONEncoder().encode(lost.compactMap(\.id?.value)), as: UTF8.self)
            try db.run(
                """
                UPDATE inventory_copy SET lost = copy IN (SELECT value FROM json_each(?))
                WHERE inventory = ? AND copy NOT NULL
                """, missed, id)
            try db.run("UPDATE inventory SET ended = max(begun, ?) WHERE id = ?", date.seconds, id)
            return (moved, lost, lines.filter { $0.finding.isOutdated(losing: isLosing) })
        }
    }

    /// What changes decided about photos of an inventory.
    public func decided(
        by changes: [HistoryEntry], in inventory: Int64
    ) throws(CatalogueError) -> [Int64: CorrectedPhoto] {
        try read { db in
            var photos: [Int64: CorrectedPhoto] = [:]
            for change in changes {
                photos[change.id] = try db.first(
                    """
                    SELECT name, taken.page, json_extract(after, '$.isbn') AS isbn, json_extract(after, '$.book') AS book,
                        json_extract(after, '$.books') AS books
                    FROM change_row JOIN inventory_photo AS taken ON taken.sha256 = json_extract(after, '$.sha256')
                        AND taken.page = json_extract(after, '$.page')
                    WHERE change = ? AND kind = 'decision' AND taken.inventory = ?
                    ORDER BY change_row.id DESC LIMIT 1
                    """, change.id, inventory
                ) { row in
                    let shown = (row["books"] as String?).map { Data($0.utf8) }
                        .flatMap { try? JSONDecoder().decode([DecidedBook].self, from: $0) }
                    // As they stand in the photo; then those that were added to it.
                    let placed = (shown ?? []).sorted {
                        ($0.position < 0 ? 1 : 0, abs($0.position)) < (
                            $1.position < 0 ? 1 : 0, abs($1.position)
                        )
                    }
                    let isbns = [row["isbn"] as Int64?].compactMap(\.self) + placed.map(\.isbn)
                    let book = (row["book"] as Int64?).map { BookSpecifier.id(BookID($0)) }
                    return CorrectedPhoto(
                        photo: PhotoPage(photo: row["name"], page: row["page"]),
                        books: [book].compactMap(\.self)
                            + isbns.compactMap { ISBN(value: UInt64($0)) }.map(BookSpecifier.isbn))
                }
            }
            return photos
        }
    }
}

extension InventoryScope {
    fileprivate var words: String {
        switch self {
        case .all: ""
        case .place(let place): "place \(place)"
        case .list(let list): "list \(list)"
        case .lines(_, let file): "file \(file)"
        }
    }
}

extension Database {
    /// Of an inventory that is not removed. The key of one that is begins with a line end, as no name does.
    package static let isKept = "substr(key, 1, 1) <> char(10)"

    /// Gives a removed inventory its name back, with a number if another one has that name by now.
    func bringBack(inventory id: Int64) throws {
        let known = try first("SELECT name FROM inventory WHERE id = ?", id) { $0["name"] as String }
        guard let name = known else { return }
        var free = name
        var number = 1
        while try inventoryID(free) != nil {
            number += 1
            free = "\(name) \(number)"
        }
        try run("UPDATE inventory SET name = ?, key = ? WHERE id = ?", free, free.lowercased(), id)
    }

    fileprivate func inventoryID(_ name: String) throws -> Int64? {
        try number("SELECT id FROM inventory WHERE key = ?", (name.tidied ?? "").lowercased())
    }

    func existingInventory(_ name: String) throws -> Int64 {
        guard let id = try inventoryID(name) else { throw CatalogueError.inventory(.unknown(name)) }
        return id
    }

    func openInventory(_ name: String) throws -> Int64 {
        let id = try existingInventory(name)
        if try number("SELECT ended FROM inventory WHERE id = ?", id) != nil {
            throw CatalogueError.inventory(.ended(name))
        }
        return id
    }

    fileprivate func inventory(_ name: String) throws -> Inventory {
        guard let found = try inventories("id = ?", try existingInventory(name)).first else {
            throw CatalogueError.inventory(.unknown(name))
        }
        return found
    }

    fileprivate func inventories(
        _ condition: String, _ values: (any DatabaseValueConvertible)?...
    ) throws -> [Inventory] {
        let statement = try cachedStatement(
            sql: """
                SELECT *, (SELECT count(*) FROM inventory_copy AS expected WHERE inventory = inventory.id
                        AND (expected.copy IS NULL OR expected.copy IN (SELECT id FROM copy))) AS copies,
                    (SELECT count(*) FROM inventory_photo WHERE inventory = inventory.id AND length(sha256) = 64) AS photos
                FROM inventory WHERE \(condition) AND \(Self.isKept) ORDER BY id DESC
                """)
        return try Row.fetchAll(statement, arguments: StatementArguments(values)).map { row in
            Inventory(
                id: row["id"], name: row["name"], scope: row["scope"], begun: Date(seconds: row["begun"]),
                ended: (row["ended"] as Int64?).map { Date(seconds: $0) }, copies: row["copies"],
                photos: row["photos"])
        }
    }

    fileprivate func update(_ copy: CopyID, _ edit: CopyEdit) throws -> BookCopy {
        try update(edit.applied(to: self.copy(copy.description)))
    }
}
