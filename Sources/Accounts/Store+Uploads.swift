// Uploaded photos: their results, and the decisions on them. The photos themselves are files beside the store.
import Books
import Catalogue
import Foundation
internal import GRDB

/// An uploaded photo.
public struct Upload: Hashable, Sendable {
    public enum State: String, Sendable, CaseIterable {
        /// Waiting to be read.
        case waiting
        /// Read, but the account has not decided yet.
        case read
        /// Waiting for a librarian's review.
        case review
        /// Decided: the photo shows an ISBN, or a book without one.
        case confirmed
        /// Decided: the photo shows no ISBN.
        case rejected
    }

    /// A random value that can't be guessed.
    public var id: String
    public var account: Int64
    /// The client's idempotency key: a photo that is sent twice with the same key is one upload.
    public var key: String
    /// The name of the uploaded file.
    public var name: String
    public var state: State
    /// The result of reading the photo, or `part` of it.
    public var record: PhotoRecord?
    /// The cropped part of the upright photo, in pixels; `nil` for the whole photo.
    public var part: String?
    public var isbn: ISBN?
    /// The confirmed book without an ISBN, and its title.
    public var book: BookID?
    public var bookTitle: String?
    public var made: Date
    /// The size of the uploaded file, in bytes.
    public var bytes = 0
    /// The number of the inventory that it was taken for, and where.
    public var inventory: Int64?
    public var place: String?
    /// Why it does not count in that inventory; `nil` if it does, or was taken for none.
    public var exclusion: Exclusion?

    public enum Exclusion: Hashable, Sendable {
        /// The inventory of this name had ended when the photo was sent or read.
        case ended(String)
        /// The inventory was removed, or none ever had that number.
        case unknown
    }

    /// Limits on stored photos.
    public struct Limits: Sendable {
        /// The most photos of an account.
        public var photos: Int
        /// The most bytes of an account's photos.
        public var bytes: Int
        /// The most bytes of all photos.
        public var allBytes: Int

        public init(photos: Int, bytes: Int, allBytes: Int) {
            self.photos = photos
            self.bytes = bytes
            self.allBytes = allBytes
        }
    }

    public init(
        id: String, account: Int64, key: String, name: String, state: State = .waiting, made: Date = .now
    ) {
        self.id = id
        self.account = account
        self.key = key
        self.name = name
        self.state = state
        self.made = made
    }
}

extension Store {
    /// - Parameter sha256: of its file, in hexadecimal digits; `nil` for one whose key is not sent again.
    /// - Returns: the stored upload, which is an earlier one if it has the same key; `nil` if it would exceed the
    ///   limits, including uploads in progress.
    /// - Throws: `reusedKey` if the earlier one is known to be another file.
    public func save(
        _ upload: Upload, sha256: String? = nil, within limits: Upload.Limits
    ) throws(CatalogueError) -> Upload? {
        try write { db in
            if let earlier = try db.upload(of: upload.account, key: upload.key) {
                let isOther = try db.number(
                    "SELECT 1 FROM upload WHERE id = ? AND sha256 <> ?", earlier.id, sha256)
                if isOther != nil { throw CatalogueError.reusedKey }
                return earlier
            }
            let held = try db.held(of: upload.account)
            guard held.photos < limits.photos, held.bytes + upload.bytes <= limits.bytes,
                held.allBytes + upload.bytes <= limits.allBytes
            else { return nil }
            try db.run(
                """
                INSERT INTO upload (id, account, key, name, state, made, bytes, sha256, inventory, place)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM inventory WHERE id = ?), ?)
                """, upload.id, upload.account, upload.key, upload.name.tidied ?? "", upload.state.rawValue,
                upload.made.seconds, upload.bytes, sha256, upload.inventory,
                // Empty for an unknown one, so that the photo can say that it was taken for an inventory.
                upload.inventory == nil ? nil : upload.place ?? "")
            return try db.uploads("id = ?", upload.id).first
        }
    }

    /// Saves the result of reading an upload. A decision made meanwhile stays, and a deleted upload stays deleted. One that
    /// was read again stays under review, or decided as it was if a decision on its photo still stands.
    public func save(read upload: Upload) throws(CatalogueError) {
        try write { db in
            try db.run(
                """
                UPDATE upload SET sha256 = ?, record = ?, part = ?,
                    isbn = CASE WHEN state <> 'waiting' THEN isbn WHEN \(Database.staysAsItWas) THEN former_isbn ELSE ? END,
                    state = CASE WHEN state <> 'waiting' THEN state WHEN \(Database.staysAsItWas) THEN former_state ELSE ? END
                WHERE id = ?
                """, upload.record?.sha256, try upload.encodedRecord(), upload.part,
                upload.isbn.map { Int64($0.value) }, upload.state.rawValue, upload.id)
        }
    }

    /// Saves a decision on an upload, and deletes what was read in it.
    public func save(_ state: Upload.State, _ isbn: ISBN?, of upload: String) throws(CatalogueError) {
        try write { db in
            try db.run(
                "UPDATE upload SET state = ?1, isbn = ?2 WHERE id = ?3 AND (state, isbn) IS NOT (?1, ?2)",
                state.rawValue, isbn.map { Int64($0.value) }, upload)
        }
    }

    /// Queues an upload to be read again, in whole or in part.
    ///
    /// - Returns: `false` if it is queued already, or deleted.
    public func readAgain(_ upload: Upload) throws(CatalogueError) -> Bool {
        try write { db in
            try db.run(
                """
                UPDATE upload SET former_state = state, former_isbn = isbn, state = 'waiting', isbn = NULL, sha256 = ?,
                    record = ?, part = ?
                WHERE id = ? AND state <> 'waiting'
                """, upload.record?.sha256, try upload.encodedRecord(), upload.part, upload.id)
            return db.changesCount > 0
        }
    }

    /// The number of an account's photos, their bytes, and the bytes of all photos.
    package func held(of account: Int64) throws(CatalogueError) -> (photos: Int, bytes: Int, allBytes: Int) {
        try query { db in try db.held(of: account) }
    }

    public func upload(_ id: String) throws(CatalogueError) -> Upload? {
        try query { db in try db.uploads("id = ?", id).first }
    }

    /// The upload that an account sent with a key.
    public func upload(of account: Int64, key: String) throws(CatalogueError) -> Upload? {
        try query { db in try db.upload(of: account, key: key) }
    }

    /// Uploads that were read and could count in an inventory that goes on, but do not: its end was undone since.
    public func uploadsLeftOut() throws(CatalogueError) -> [Upload] {
        try query { db in
            try db.uploads(
                """
                state <> ? AND sha256 NOT NULL AND inventory IN
                    (SELECT id FROM inventory WHERE ended IS NULL AND \(Database.isKept)) AND NOT is_counted
                """, Upload.State.waiting.rawValue)
        }
    }

    /// The uploads of an account, the latest first.
    public func uploads(of account: Int64) throws(CatalogueError) -> [Upload] {
        try query { db in try db.uploads("account = ?", account) }
    }

    /// Uploads by the SHA-256 of their files, of those that have one of these; of the same file the latest.
    public func uploads(of hashes: Set<String>) throws(CatalogueError) -> [String: Upload] {
        try query { db in
            let json = String(decoding: try JSONEncoder().encode(hashes), as: UTF8.self)
            let uploads = try db.uploads(
                "id IN (SELECT id FROM upload WHERE sha256 IN (SELECT value FROM json_each(?)))", json)
            let named = uploads.compactMap { upload in upload.record?.sha256.map { ($0, upload) } }
            return Dictionary(named) { latest, _ in latest }
        }
    }

    /// All accounts' uploads in this state, the latest first.
    public func uploads(in state: Upload.State) throws(CatalogueError) -> [Upload] {
        try query { db in try db.uploads("state = ?", state.rawValue) }
    }

    /// A range of these uploads, the earliest first, and the total number.
    ///
    /// - Parameter range: of positions, from 0.
    public func uploads(
        in state: Upload.State, at range: Range<Int>
    ) throws(CatalogueError) -> (uploads: [Upload], count: Int) {
        try read { db in
            let count = try db.count("SELECT count(*) FROM upload WHERE state = ?", state.rawValue)
            let shown = try db.uploads(
                """
                id IN (SELECT id FROM upload WHERE state = ? ORDER BY made, id DESC LIMIT ? OFFSET ?)
                """, state.rawValue, range.count, range.lowerBound)
            return (shown.reversed(), count)
        }
    }

    /// Uploads sent before a date, except those that wait for a librarian, also while they are read again.
    public func uploads(sentBefore date: Date) throws(CatalogueError) -> [Upload] {
        try query { db in
            try db.uploads(
                "made < ? AND iif(state = 'waiting', coalesce(former_state, state), state) <> ?",
                date.seconds,
                Upload.State.review.rawValue)
        }
    }

    public func removeUpload(_ id: String) throws(CatalogueError) {
        try write { db in try db.run("DELETE FROM upload WHERE id = ?", id) }
    }
}

extension Upload {
    fileprivate func encodedRecord() throws -> String? {
        try record.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    }
}

extension Database {
    /// Of an upload that was read again.
    fileprivate static let staysAsItWas = """
        former_state = 'review' OR former_state IN ('confirmed', 'rejected') AND (upload.sha256 IS NULL
            OR EXISTS (SELECT 1 FROM decision WHERE decision.sha256 = upload.sha256
                AND decision.page = coalesce(json_extract(upload.record, '$.page'), 1)))
        """

    fileprivate func held(of account: Int64) throws -> (photos: Int, bytes: Int, allBytes: Int) {
        try first(
            """
            SELECT count(*) FILTER (WHERE account = ?1), ifnull(sum(bytes) FILTER (WHERE account = ?1), 0),
                ifnull(sum(bytes), 0) FROM upload
            """, account
        ) { (photos: $0[0] as Int, bytes: $0[1] as Int, allBytes: $0[2] as Int) }
            ?? (photos: 0, bytes: 0, allBytes: 0)
    }

    fileprivate func upload(of account: Int64, key: String) throws -> Upload? {
        try uploads("account = ? AND key = ?", account, key).first
    }

    fileprivate func uploads(
        _ condition: String, _ values: (any DatabaseValueConvertible)?...
    ) throws -> [Upload] {
        let rows = try Row.fetchAll(
            self,
            sql: """
                SELECT *, (SELECT title FROM book WHERE id = shown) AS shown_title,
                    (SELECT iif(\(Self.isKept), iif(ended NOT NULL, name, NULL), '') FROM inventory AS taken
                        WHERE taken.id = inventory) AS excluding FROM
                    (SELECT *, (SELECT book FROM decision WHERE decision.sha256 = upload.sha256
                        AND decision.page = coalesce(json_extract(upload.record, '$.page'), 1)) AS shown,
                        EXISTS (SELECT 1 FROM decision WHERE decision.sha256 = upload.sha256
                            AND decision.page = coalesce(json_extract(upload.record, '$.page'), 1)
                            AND isbn IS NULL AND book IS NULL AND books IS NULL) AS is_rejected,
                        EXISTS (SELECT 1 FROM inventory_photo AS taken WHERE taken.inventory = upload.inventory
                            AND taken.sha256 = upload.sha256) AS is_counted FROM upload)
                WHERE \(condition) ORDER BY made DESC, id
                """,
            arguments: StatementArguments(values))
        return try rows.compactMap { row in
            guard let state = Upload.State(rawValue: row["state"]) else { return nil }
            var upload = Upload(
                id: row["id"], account: row["account"], key: row["key"], name: row["name"], state: state,
                made: Date(seconds: row["made"]))
            upload.record = try (row["record"] as String?).map {
                try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8))
            }
            upload.part = row["part"]
            upload.bytes = row["bytes"]
            let place: String? = row["place"]
            (upload.inventory, upload.place) = (row["inventory"], place?.tidied)
            let excluding: String? = row["excluding"] ?? (upload.inventory == nil && place != nil ? "" : nil)
            if !(row["is_counted"] as Bool), let name = excluding {
                upload.exclusion = name.isEmpty ? .unknown : .ended(name)
            }
            upload.isbn = Self.isbn(row["isbn"])
            guard state == .confirmed, upload.isbn == nil else { return upload }
            upload.book = (row["shown"] as Int64?).map { BookID($0) }
            upload.bookTitle = row["shown_title"]
            // The confirmed book was removed again by undo, which brings an earlier decision back.
            if upload.book == nil { upload.state = row["is_rejected"] ? .rejected : .read }
            return upload
        }
    }
}
