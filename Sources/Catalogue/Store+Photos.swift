// Photos by the hash of their bytes: what a scan read in them, and what a person said of it.
import Books
import Foundation
import GRDB

/// A person's word on a photo, which stands above any scan's.
public enum PhotoDecision: Hashable, Sendable {
    case confirmed(ISBN)
    /// The photo shows no ISBN, whatever was read.
    case rejected
}

/// A photo that was scanned or reviewed before.
public struct RememberedPhoto: Hashable, Sendable {
    /// With the path that it was last seen under.
    public var record: PhotoRecord
    public var decision: PhotoDecision?
    public var scanned: Date
}

extension Store {
    /// Keeps a scan's record in place of an earlier one of the same photo and page. A record without a hash is of
    /// no use later and is not kept.
    public func remember(_ record: PhotoRecord, date: Date = .now) throws(CatalogueError) {
        guard let sha256 = record.sha256 else { return }
        try write { db in
            let json = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
            try db.run(
                """
                INSERT INTO photo (sha256, page, path, record, date) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
                SET path = excluded.path, record = excluded.record, date = excluded.date
                """, sha256, record.page, record.photo, json, date.seconds)
            try db.run("DELETE FROM photo_isbn WHERE sha256 = ? AND page = ?", sha256, record.page)
            for reading in record.isbns {
                try db.run(
                    "INSERT OR IGNORE INTO photo_isbn (isbn, sha256, page) VALUES (?, ?, ?)",
                    Int64(reading.isbn.value), sha256, record.page)
            }
        }
    }

    /// `nil` when this photo was not scanned before.
    public func photo(sha256: String, page: Int = 1) throws(CatalogueError) -> RememberedPhoto? {
        try read { db in
            let row = try db.first(
                "SELECT record, path, date FROM photo WHERE sha256 = ? AND page = ?", sha256, page
            ) { (record: $0[0] as String, path: $0[1] as String, date: $0[2] as Int64) }
            guard let row else { return nil }
            var record = try JSONDecoder().decode(PhotoRecord.self, from: Data(row.record.utf8))
            record.photo = row.path
            return RememberedPhoto(
                record: record, decision: try db.decision(sha256, page), scanned: Date(seconds: row.date))
        }
    }

    /// `nil` when no person has said anything of this photo.
    public func decision(sha256: String, page: Int = 1) throws(CatalogueError) -> PhotoDecision? {
        try read { db in try db.decision(sha256, page) }
    }

    /// Keeps a person's word on a photo in place of an earlier one.
    public func decide(
        _ decision: PhotoDecision, sha256: String, page: Int = 1, date: Date = .now
    ) throws(CatalogueError) {
        let isbn: Int64? = if case .confirmed(let isbn) = decision { Int64(isbn.value) } else { nil }
        try write { db in
            try db.run(
                "INSERT OR REPLACE INTO decision (sha256, page, isbn, date) VALUES (?, ?, ?, ?)", sha256,
                page, isbn,
                date.seconds)
        }
    }

    /// The paths of the photos that show an ISBN: by a person's word where there is one, else by the scan's. In
    /// natural order.
    public func photos(showing isbn: ISBN) throws(CatalogueError) -> [String] {
        let paths: [String] = try read { db in
            try db.all(
                """
                SELECT path FROM photo JOIN photo_isbn USING (sha256, page)
                    LEFT JOIN decision USING (sha256, page)
                WHERE photo_isbn.isbn = ?1 AND decision.date IS NULL
                UNION SELECT path FROM photo JOIN decision USING (sha256, page) WHERE decision.isbn = ?1
                """, Int64(isbn.value)
            ) { $0[0] }
        }
        return paths.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    }
}

extension Database {
    fileprivate func decision(_ sha256: String, _ page: Int) throws -> PhotoDecision? {
        try first("SELECT isbn FROM decision WHERE sha256 = ? AND page = ?", sha256, page) { row in
            Self.isbn(row[0]).map(PhotoDecision.confirmed) ?? .rejected
        }
    }
}
