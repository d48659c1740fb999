// Taking stock: what an inventory expects, what photos showed, and what follows.
import Books
import Foundation
internal import GRDB

/// An inventory of copies.
public struct Inventory: Hashable, Sendable {
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

/// A finding, with its book.
public struct InventoryLine: Hashable, Sendable {
    public var finding: InventoryFinding
    /// Of the book; of a doubtful photo, the likeliest candidate.
    public var isbn: ISBN?
    /// `nil` for a book that is not in the store.
    public var book: BookID?
    public var title: String?
}

extension Store {
    /// Begins an inventory: what it expects is not changed afterwards.
    ///
    /// - Throws: `inventory`, if the name is taken or empty; `listName`, `unknownList`, `unknownCopy`, `severalCopies`.
    @discardableResult
    public func beginInventory(
        _ name: String, of scope: InventoryScope, on date: Date = .now
    ) throws(CatalogueError) -> Inventory {
        try write { db in
            guard let name = name.tidied else { throw CatalogueError.inventory(.nameless) }
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

    /// Removes an inventory; copies stay as they are.
    public func removeInventory(_ name: String) throws(CatalogueError) {
        try write { db in
            try db.run("DELETE FROM inventory WHERE id = ?", db.existingInventory(name))
        }
    }

    /// Whether a photo was taken stock of; if so, its place is corrected.
    public func isInventoried(
        _ sha256: String, in name: String, at place: String?
    ) throws(CatalogueError) -> Bool {
        try write { db in
            let id = try db.openInventory(name)
            try db.run(
                "UPDATE inventory_photo SET place = ? WHERE inventory = ? AND sha256 = ?", place, id, sha256)
            return db.changesCount > 0
        }
    }

    /// Stores what a photo shows; the same photo replaces what was stored of it.
    ///
    /// - Parameters:
    ///   - book: the book without an ISBN that a reviewer chose for it.
    ///   - place: see `BookCopy.path(_:)`.
    /// - Throws: `inventory`, if it is unknown or ended.
    public func take(
        _ record: PhotoRecord, book: BookID? = nil, into name: String, at place: String?
    ) throws(CatalogueError) {
        guard let sha256 = record.sha256 else { return }
        try write { db in
            let id = try db.openInventory(name)
            try db.run(
                "DELETE FROM inventory_photo WHERE inventory = ? AND sha256 = ? AND page = ?", id, sha256,
                record.page)
            try db.run(
                """
                INSERT INTO inventory_photo (inventory, sha256, page, name, place, status)
                VALUES (?, ?, ?, ?, ?, ?)
                """, id, sha256, record.page, record.photo, place, record.status.rawValue)
            let photo = db.lastInsertedRowID
            let readings = record.ownReadings.map { ($0.isbn as ISBN?, $0.witnesses.first?.box ?? []) }
            for (position, (isbn, box)) in (book == nil ? readings : [(nil, [])]).enumerated() {
                try db.run(
                    "INSERT INTO inventory_sighting (photo, position, isbn, book, sure, box) VALUES (?, ?, ?, ?, ?, ?)",
                    photo, position, isbn.map { Int64($0.value) }, isbn == nil ? book?.value : nil,
                    book != nil || record.status == .found, BoxText.encoded(box))
            }
        }
    }

    /// What the inventory found out: of each book's copies, then of photos without a sure ISBN.
    public func findings(of name: String) throws(CatalogueError) -> [InventoryLine] {
        try read { db in try db.findings(in: db.existingInventory(name)) }
    }

    /// Ends an inventory: copies that were seen elsewhere are moved there, and those that are missing are lost if so
    /// decided. Copies of which too few were seen, or that may be in a doubtful photo, stay as they are.
    ///
    /// - Returns: the copies that were moved and lost, as stored.
    /// - Throws: `inventory`, if it is unknown.
    public func endInventory(
        _ name: String, losing isLosing: Bool, on date: Date = .now
    ) throws(CatalogueError) -> (moved: [BookCopy], lost: [BookCopy]) {
        try write { db in
            let id = try db.existingInventory(name)
            var (moved, lost): ([BookCopy], [BookCopy]) = ([], [])
            for line in try db.findings(in: id) {
                guard let copy = line.finding.copy?.id else { continue }
                switch line.finding.status {
                case .misplaced:
                    guard let place = line.finding.sighting?.place else { continue }
                    moved.append(try db.update(copy, CopyEdit([.place: place])))
                case .missing where isLosing:
                    lost.append(
                        try db.update(copy, CopyEdit([.reason: BookCopy.Reason.lost.rawValue])))
                default: break
                }
            }
            try db.run("UPDATE inventory SET ended = ? WHERE id = ?", date.seconds, id)
            return (moved, lost)
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

extension PhotoRecord {
    /// The own ISBN of each book in the photo; of an uncertain photo its candidates.
    fileprivate var ownReadings: [ISBNReading] {
        guard status == .found else { return status == .uncertain ? candidates : [] }
        var books: Set<Int> = []
        return isbns.filter { books.insert($0.book).inserted }
    }
}

/// A box as it is stored.
private enum BoxText {
    static func encoded(_ box: [PhotoPoint]) -> String {
        box.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    }

    static func decoded(_ text: String) -> [PhotoPoint] {
        text.split(separator: " ").compactMap { point in
            let parts = point.split(separator: ",").compactMap { Int($0) }
            return parts.count == 2 ? PhotoPoint(x: parts[0], y: parts[1]) : nil
        }
    }
}

extension Database {
    fileprivate func inventoryID(_ name: String) throws -> Int64? {
        try number("SELECT id FROM inventory WHERE key = ?", (name.tidied ?? "").lowercased())
    }

    fileprivate func existingInventory(_ name: String) throws -> Int64 {
        guard let id = try inventoryID(name) else { throw CatalogueError.inventory(.unknown(name)) }
        return id
    }

    fileprivate func openInventory(_ name: String) throws -> Int64 {
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
                SELECT *, (SELECT count(*) FROM inventory_copy WHERE inventory = inventory.id) AS copies,
                    (SELECT count(*) FROM inventory_photo WHERE inventory = inventory.id) AS photos
                FROM inventory WHERE \(condition) ORDER BY id DESC
                """)
        return try Row.fetchAll(statement, arguments: StatementArguments(values)).map { row in
            Inventory(
                name: row["name"], scope: row["scope"], begun: Date(seconds: row["begun"]),
                ended: (row["ended"] as Int64?).map { Date(seconds: $0) }, copies: row["copies"],
                photos: row["photos"])
        }
    }

    fileprivate func update(_ copy: CopyID, _ edit: CopyEdit) throws -> BookCopy {
        try update(edit.applied(to: self.copy(copy.description)))
    }

    // MARK: What is expected

    fileprivate func expect(_ scope: InventoryScope, in inventory: Int64) throws {
        let copies = """
            INSERT INTO inventory_copy (inventory, copy, isbn, book, place)
            SELECT ?, copy.id, book.isbn, iif(book.isbn IS NULL, book.id, NULL), place
            FROM copy JOIN book ON book.id = copy.book WHERE gone IS NULL
            """
        switch scope {
        case .all: try run(copies, inventory)
        case .place(let place):
            // Between these two are the texts that begin with the place and a slash.
            try run(
                copies + " AND (place = ? OR (place > ? AND place < ?))", inventory, place, place + "/",
                place + "0")
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
        case .lines(let lines, _): for line in lines { try expect(line, in: inventory) }
        }
    }

    /// One more copy of a book, or a certain copy.
    private func expect(_ line: String, in inventory: Int64) throws {
        let book = try? BookSpecifier(line)
        let known = Set(
            try all("SELECT copy FROM inventory_copy WHERE inventory = ? AND copy NOT NULL", inventory) {
                CopyID($0["copy"])
            })
        let found = try named(line)
        let copy = found.first { $0.gone == nil && $0.id.map { !known.contains($0) } ?? false }
        if book == nil {
            guard found.count == 1, let copy else {
                throw found.isEmpty
                    ? CatalogueError.unknownCopy(line) : .severalCopies(line, found.map(\.name))
            }
            return try insert(copy, copy.isbn, copy.book, in: inventory)
        }
        switch book {
        case .isbn(let isbn): try insert(copy, isbn, copy?.book, in: inventory)
        case .id(let id):
            guard try exists(id) else { throw CatalogueError.unknownBook(.id(id)) }
            try insert(copy, copy?.isbn, id, in: inventory)
        case nil: break
        }
    }

    private func insert(_ copy: BookCopy?, _ isbn: ISBN?, _ book: BookID?, in inventory: Int64) throws {
        try run(
            "INSERT INTO inventory_copy (inventory, copy, isbn, book, place) VALUES (?, ?, ?, ?, ?)",
            inventory, copy?.id?.value, isbn.map { Int64($0.value) }, isbn == nil ? book?.value : nil,
            copy?.place)
    }

    private func exists(_ book: BookID) throws -> Bool {
        try number("SELECT 1 FROM book WHERE id = ?", book.value) != nil
    }

    // MARK: What was found

    /// What identifies a book in an inventory.
    private struct BookKey: Hashable {
        var isbn: Int64?
        var book: Int64?

        init(_ row: Row) { (isbn, book) = (row["isbn"], row["book"]) }
    }

    fileprivate func findings(in inventory: Int64) throws -> [InventoryLine] {
        var copies = try expectedCopies(in: inventory)
        let sightings = try sightings(in: inventory)
        for (key, others) in try otherCopies(in: inventory) { copies[key, default: []] += others }
        var lines: [InventoryLine] = []
        var doubts: Set<PhotoPage> = []
        for key in Set(copies.keys).union(sightings.keys) {
            let seen = sightings[key] ?? []
            let expected = copies[key] ?? []
            guard seen.contains(where: \.isSure) || expected.contains(where: \.isInScope) else { continue }
            let found = InventoryFinding.findings(of: expected, in: seen)
            for finding in found where finding.status == .doubtful {
                if let photo = finding.sighting?.photo { doubts.insert(photo) }
            }
            let book = try knownBook(key)
            lines += found.map {
                InventoryLine(
                    finding: $0, isbn: key.isbn.flatMap { ISBN(value: UInt64($0)) }, book: book?.id,
                    title: book?.title)
            }
        }
        lines.sort { $0.order < $1.order }
        return lines
            + (try doubtfulPhotos(in: inventory).filter { line in
                line.finding.sighting.map { !doubts.contains($0.photo) } ?? true
            })
    }

    private func knownBook(_ key: BookKey) throws -> (id: BookID, title: String?)? {
        try all(
            "SELECT id, title FROM book WHERE \(key.isbn == nil ? "id" : "isbn") = ?", key.isbn ?? key.book
        ) { (id: BookID($0["id"]), title: $0["title"] as String?) }.first
    }

    /// Copies that are gone are not expected any more.
    private func expectedCopies(in inventory: Int64) throws -> [BookKey: [ExpectedCopy]] {
        try grouped(
            """
            SELECT inventory_copy.isbn, inventory_copy.book, copy.id AS copy, label, inventory_copy.place, person,
                1 AS expected
            FROM inventory_copy LEFT JOIN copy ON copy.id = inventory_copy.copy
            LEFT JOIN loan ON loan.copy = copy.id AND returned IS NULL
            WHERE inventory = ? AND gone IS NULL ORDER BY inventory_copy.id
            """, inventory)
    }

    /// Copies of the books that were seen, which are not expected.
    private func otherCopies(in inventory: Int64) throws -> [BookKey: [ExpectedCopy]] {
        try grouped(
            """
            SELECT book.isbn, iif(book.isbn IS NULL, book.id, NULL) AS book, copy.id AS copy, label, place, person,
                0 AS expected
            FROM copy JOIN book ON book.id = copy.book
            LEFT JOIN loan ON loan.copy = copy.id AND returned IS NULL
            WHERE gone IS NULL AND copy.id NOT IN
                (SELECT copy FROM inventory_copy WHERE inventory = ?1 AND copy NOT NULL)
                AND book.id IN (
                    SELECT seen.id FROM inventory_photo AS taken
                    JOIN inventory_sighting AS sighting ON sighting.photo = taken.id
                    JOIN book AS seen ON seen.isbn = sighting.isbn OR seen.id = sighting.book
                    WHERE taken.inventory = ?1 AND sure)
            ORDER BY copy.id
            """, inventory)
    }

    private func grouped(_ sql: String, _ inventory: Int64) throws -> [BookKey: [ExpectedCopy]] {
        var copies: [BookKey: [ExpectedCopy]] = [:]
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: [inventory])
        while let row = try rows.next() {
            copies[BookKey(row), default: []].append(
                ExpectedCopy(
                    id: (row["copy"] as Int64?).map { CopyID($0) }, label: row["label"],
                    place: row["place"], isInScope: row["expected"], borrower: row["person"]))
        }
        return copies
    }

    private func sightings(in inventory: Int64) throws -> [BookKey: [InventorySighting]] {
        var sightings: [BookKey: [InventorySighting]] = [:]
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT isbn, book, sure, box, name, page, place FROM inventory_photo AS taken
                    JOIN inventory_sighting AS sighting ON sighting.photo = taken.id
                    WHERE inventory = ? ORDER BY taken.id, position
                    """), arguments: [inventory])
        while let row = try rows.next() {
            sightings[BookKey(row), default: []].append(
                InventorySighting(
                    photo: PhotoPage(photo: row["name"], page: row["page"]), place: row["place"],
                    box: BoxText.decoded(row["box"]), isSure: row["sure"]))
        }
        return sightings
    }

    /// Photos without a sure book, with the likeliest candidate.
    private func doubtfulPhotos(in inventory: Int64) throws -> [InventoryLine] {
        try all(
            """
            SELECT name, page, place, isbn, box FROM inventory_photo AS taken
            LEFT JOIN inventory_sighting AS sighting ON sighting.photo = taken.id AND position = 0
            WHERE inventory = ? AND coalesce(sure, 0) = 0 ORDER BY taken.id
            """, inventory
        ) { row in
            InventoryLine(
                finding: InventoryFinding(
                    .doubtful,
                    sighting: InventorySighting(
                        photo: PhotoPage(photo: row["name"], page: row["page"]), place: row["place"],
                        box: BoxText.decoded(row["box"] ?? ""), isSure: false)),
                isbn: (row["isbn"] as Int64?).flatMap { ISBN(value: UInt64($0)) })
        }
    }
}

extension InventoryLine {
    /// By place, then by title.
    fileprivate var order: (String, String, Int64, Int64) {
        (
            finding.copy?.place ?? finding.sighting?.place ?? "", title ?? "", Int64(isbn?.value ?? 0),
            finding.copy?.id?.value ?? 0
        )
    }
}
