// Photos by the hash of their bytes: what a scan read in them, and what a person said of it.
import Books
import Foundation
internal import GRDB

/// A person's word on a photo, which stands above any scan's.
public enum PhotoDecision: Hashable, Sendable {
    case confirmed(ISBN)
    /// The photo shows no ISBN, whatever was read.
    case rejected
}

/// A photo that was scanned or reviewed before.
package struct RememberedPhoto: Hashable, Sendable {
    /// With the path that it was last seen under.
    package var record: PhotoRecord
    package var decision: PhotoDecision?
    package var scanned: Date
}

extension Store {
    /// Keeps a scan's record in place of an earlier one of the same photo and page. A record without a hash is of
    /// no use later and is not kept.
    ///
    /// - Returns: what a person has said of the photo, if anything.
    @discardableResult
    public func remember(_ record: PhotoRecord, date: Date = .now) throws(CatalogueError) -> PhotoDecision? {
        guard let sha256 = record.sha256 else { return nil }
        return try write { db in
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
            return try db.decision(sha256, record.page)
        }
    }

    /// `nil` when this photo was not scanned before.
    package func photo(sha256: String, page: Int = 1) throws(CatalogueError) -> RememberedPhoto? {
        try read { db in
            let row = try db.first(
                "SELECT record, path, date FROM photo WHERE sha256 = ? AND page = ?", sha256, page
            ) { (record: $0["record"] as String, path: $0["path"] as String, date: $0["date"] as Int64) }
            guard let row else { return nil }
            var record = try JSONDecoder().decode(PhotoRecord.self, from: Data(row.record.utf8))
            record.photo = row.path
            return RememberedPhoto(
                record: record, decision: try db.decision(sha256, page), scanned: Date(seconds: row.date))
        }
    }

    /// Keeps a person's word on a photo in place of an earlier one.
    public func decide(
        _ decision: PhotoDecision, sha256: String, page: Int = 1, date: Date = .now
    ) throws(CatalogueError) {
        let isbn: Int64? = if case .confirmed(let isbn) = decision { Int64(isbn.value) } else { nil }
        try write { db in
            try db.run(
                """
                INSERT INTO decision (sha256, page, isbn, date) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
                SET isbn = excluded.isbn, date = excluded.date
                """, sha256, page, isbn, date.seconds)
        }
    }
}

extension Database {
    /// The paths of the photos that show an ISBN: by a person's word where there is one, else by the scan's. In
    /// natural order.
    func photos(showing isbn: ISBN) throws -> [String] {
        let paths: [String] = try all(
            """
            SELECT path FROM photo JOIN photo_isbn USING (sha256, page)
                LEFT JOIN decision USING (sha256, page)
            WHERE photo_isbn.isbn = ?1 AND decision.date IS NULL
            UNION SELECT path FROM photo JOIN decision USING (sha256, page) WHERE decision.isbn = ?1
            """, Int64(isbn.value)
        ) { $0["path"] }
        return paths.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    }

    fileprivate func decision(_ sha256: String, _ page: Int) throws -> PhotoDecision? {
        try first("SELECT isbn FROM decision WHERE sha256 = ? AND page = ?", sha256, page) { row in
            Self.isbn(row["isbn"]).map(PhotoDecision.confirmed) ?? .rejected
        }
    }
}
