// Scans and decisions of photos, by the hash of their bytes.
import Books
import Foundation
internal import GRDB

/// A reviewer's decision on a photo, which takes precedence over any scan.
public enum PhotoDecision: Hashable, Sendable {
    case confirmed(ISBN)
    /// The photo shows this book of the store, which has no ISBN.
    case book(BookID)
    /// The photo shows the books of these ISBNs and no others; of several copies, an ISBN as often.
    case several([ISBN])
    /// The photo shows no ISBN, and which book it shows is unknown.
    case rejected

    /// What it decides after an earlier decision on the photo: the books that somebody has corrected one by one stay, of which
    /// one can be confirmed.
    ///
    /// - Returns: `nil` if it would drop one of them.
    package func following(_ earlier: PhotoDecision?) -> PhotoDecision? {
        guard case .several(let books)? = earlier else { return self }
        return switch self {
        case .several: self
        case .confirmed(let isbn): books.contains(isbn) ? earlier : nil
        case .book, .rejected: nil
        }
    }
}

/// The settings that a photo was read with: other models or options may give other results.
public struct ScanSettingsKey: Hashable, Sendable {
    /// Equal for photos that were read with the same model and options.
    public var key: String
    /// How many pages the photo has.
    public var pages: Int

    public init(key: String, pages: Int) {
        self.key = key
        self.pages = pages
    }
}

extension Store {
    /// Saves a scan's record, replacing an earlier one of the same photo and page, with the photo's absolute path. A
    /// record without a hash could never be found again and is not saved.
    ///
    /// - Returns: the decision on the photo, if any.
    @discardableResult
    public func saveScan(_ record: PhotoRecord, date: Date = .now) throws(CatalogueError) -> PhotoDecision? {
        try saveScan(record, read: nil, date: date)
    }

    /// - Parameter reading: the settings that it was read with; `nil` if unknown.
    @discardableResult
    package func saveScan(
        _ record: PhotoRecord, read reading: ScanSettingsKey?, date: Date = .now
    ) throws(CatalogueError) -> PhotoDecision? {
        guard record.sha256 != nil else { return nil }
        return try write { db in try db.saveScan(record, reading, date) }
    }

    /// The records of a photo's pages, if all of them were read with these settings and none failed; `nil` otherwise.
    public func records(sha256: String, readBy key: String) throws(CatalogueError) -> [PhotoRecord]? {
        try read { db in
            let rows = try db.all(
                "SELECT record, pages FROM photo WHERE sha256 = ? AND reading = ? ORDER BY page", sha256, key
            ) { (record: $0["record"] as String, pages: $0["pages"] as Int) }
            guard let first = rows.first, rows.allSatisfy({ $0.pages == rows.count }), first.pages > 0 else {
                return nil
            }
            let records = try rows.map {
                try JSONDecoder().decode(PhotoRecord.self, from: Data($0.record.utf8))
            }
            return records.contains { $0.status == .failed } ? nil : records
        }
    }

    /// Records that a photo was moved.
    public func move(photo sha256: String, to path: String) throws(CatalogueError) {
        let path = path.pathFromRoot
        try write { db in
            try db.run("UPDATE photo SET path = ? WHERE sha256 = ?", path, sha256)
            try db.noteFound(sha256, at: path)
        }
    }

    /// Of photos at whose paths others were found since the store was opened, it is no longer known where they are. This
    /// reads all photos, so it is for the end of a run.
    public func forgetReplacedPaths() throws(CatalogueError) {
        try write { db in
            try db.run(
                "UPDATE photo SET path = '' WHERE sha256 <> (SELECT sha256 FROM \(db.found) AS found WHERE found.path = photo.path)"
            )
            try db.run("DELETE FROM \(db.found)")
        }
    }

    /// Whether any photo was read with these settings.
    public func hasPhotos(readBy key: String) throws(CatalogueError) -> Bool {
        try query { db in
            try db.first("SELECT 1 AS one FROM photo WHERE reading = ? LIMIT 1", key) { $0["one"] as Int }
                != nil
        }
    }

    /// The decision on a photo; `nil` if there is none.
    package func decision(on sha256: String, page: Int) throws(CatalogueError) -> PhotoDecision? {
        try query { db in try db.decision(sha256, page) }
    }

    /// Saves a decision on a photo, replacing an earlier one, except that books that were corrected one by one stay.
    ///
    /// - Throws: `correctedPhoto`, if it would drop one of these.
    public func decide(
        _ decision: PhotoDecision, sha256: String, page: Int = 1, date: Date = .now
    ) throws(CatalogueError) {
        try write { db in try db.decide(decision, sha256, page, date) }
    }
}

extension Database {
    func decide(
        _ decision: PhotoDecision, _ sha256: String, _ page: Int, _ date: Date
    ) throws {
        let earlier = try self.decision(sha256, page)
        guard let decision = decision.following(earlier) else { throw CatalogueError.correctedPhoto }
        if case .several = decision, decision == earlier { return }
        switch decision {
        case .confirmed(let isbn): try decide(sha256, page, isbn: isbn, date: date)
        case .book(let id): try decide(sha256, page, book: bookID(.id(id)) ?? id, date: date)
        case .several(let isbns):
            let books = isbns.enumerated().map { DecidedBook(isbn: $1, position: $0, box: "") }
            try decide(sha256, page, books: books, date: date)
        case .rejected: try decide(sha256, page, date: date)
        }
    }

    /// - Parameter books: all that the photo shows, besides `book`; `nil` if only `isbn` or `book` was decided.
    func decide(
        _ sha256: String, _ page: Int, isbn: ISBN? = nil, book: BookID? = nil, books: [DecidedBook]? = nil,
        date: Date
    ) throws {
        // The same books are the same text, by which undo knows whether it made a difference.
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try books.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try run(
            """
            INSERT INTO decision (sha256, page, isbn, book, books, date) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
            SET isbn = excluded.isbn, book = excluded.book, books = excluded.books, date = excluded.date
            """, sha256, page, isbn.map { Int64($0.value) }, book?.value, json, date.seconds)
    }

    @discardableResult
    func saveScan(
        _ record: PhotoRecord, _ reading: ScanSettingsKey?, _ date: Date = .now
    ) throws -> PhotoDecision? {
        guard let sha256 = record.sha256 else { return nil }
        let json = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
        let path = record.photo.pathFromRoot
        try noteFound(sha256, at: path)
        try run(
            """
            INSERT INTO photo (sha256, page, path, record, date, reading, pages) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET path = excluded.path, record = excluded.record, date = excluded.date,
                reading = excluded.reading, pages = excluded.pages
            """, sha256, record.page, path, json, date.seconds, reading?.key,
            reading?.pages)
        try run("DELETE FROM photo_isbn WHERE sha256 = ? AND page = ?", sha256, record.page)
        for reading in record.isbns {
            try run(
                "INSERT OR IGNORE INTO photo_isbn (isbn, sha256, page) VALUES (?, ?, ?)",
                Int64(reading.isbn.value), sha256, record.page)
        }
        return try decision(sha256, record.page)
    }

    /// The table of this connection that has the photo last found at each path.
    fileprivate var found: String {
        get throws {
            if try number("SELECT 1 FROM sqlite_temp_master WHERE name = 'found'") == nil {
                try execute(
                    sql: "CREATE TEMP TABLE found (path TEXT PRIMARY KEY, sha256 TEXT NOT NULL) WITHOUT ROWID"
                )
            }
            return "temp.found"
        }
    }

    fileprivate func noteFound(_ sha256: String, at path: String) throws {
        if path != "-" {
            try run("INSERT OR REPLACE INTO \(found) (path, sha256) VALUES (?, ?)", path, sha256)
        }
    }

    /// The paths of the photos that show a book: according to the decision if there is one, otherwise to the scan. In
    /// natural order.
    func photos(in batch: CardBatch) throws -> [BookID: [String]] {
        let asked = "book ON book.id = asked.value CROSS JOIN"
        let scanned = try grouped(
            batch, "photo.path AS path",
            """
            \(asked) photo_isbn ON photo_isbn.isbn = book.isbn JOIN photo USING (sha256, page)
                LEFT JOIN decision USING (sha256, page) WHERE decision.date IS NULL
            """
        ) { $0["path"] as String }
        let decided = try ["decision.isbn = book.isbn", "decision.book = book.id"].map { isThis in
            try grouped(
                batch, "photo.path AS path",
                "\(asked) decision ON \(isThis) JOIN photo USING (sha256, page)"
            ) {
                $0["path"] as String
            }
        }
        let corrected = try grouped(
            batch, "photo.path AS path",
            """
            book ON book.id = asked.value CROSS JOIN (
                SELECT DISTINCT json_extract(value, '$.isbn') AS isbn, sha256, page
                FROM decision, json_each(decision.books)
                WHERE books NOT NULL AND json_extract(value, '$.isDoubtful') IS NULL
            ) AS shown ON shown.isbn = book.isbn JOIN photo USING (sha256, page)
            """
        ) { $0["path"] as String }
        return (decided + [corrected]).reduce(scanned) { $0.merging($1, uniquingKeysWith: +) }.mapValues {
            paths in
            Set(paths).subtracting([""]).sorted { $0.compare($1, options: .numeric) == .orderedAscending }
        }
    }

    /// A book that has received an ISBN since is referred to by that. A photo with nothing but candidates left is undecided.
    func decision(_ sha256: String, _ page: Int) throws -> PhotoDecision? {
        try first(
            """
            SELECT coalesce(decision.isbn, book.isbn) AS isbn, book.id AS book, books
            FROM decision LEFT JOIN book ON book.id = decision.book WHERE sha256 = ? AND page = ?
            """, sha256, page
        ) { (row: Row) -> PhotoDecision? in
            if let json = row["books"] as String? {
                let books = try JSONDecoder().decode([DecidedBook].self, from: Data(json.utf8))
                let sure = books.filter { $0.isDoubtful == nil }.compactMap { Self.isbn($0.isbn) }
                return sure.isEmpty ? nil : .several(sure)
            }
            return Self.isbn(row["isbn"]).map(PhotoDecision.confirmed)
                ?? (row["book"] as Int64?).map { PhotoDecision.book(BookID($0)) } ?? .rejected
        } ?? nil
    }
}

extension String {
    /// A photo's absolute path. A URL, and the name of standard input, stay as they are.
    fileprivate var pathFromRoot: String {
        guard self != "-", utf8.first != UInt8(ascii: "/"), PhotoAddress(self) == nil else { return self }
        var parts = pathParts
        guard let name = parts.popLast() else { return self }
        let folder = parts.isEmpty ? "." : parts.joined(separator: "/")
        guard let real = realpath(folder.systemPath, nil) else {
            return self
        }
        defer { free(real) }
        let root = String(path: UnsafeRawBufferPointer(start: real, count: strlen(real)))
        return (root == "/" ? "" : root) + "/" + name
    }
}
