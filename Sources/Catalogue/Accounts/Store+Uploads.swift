// Photos that were sent and are held for a while: what was read in each, and what its sender said of that. Their bytes are
// files beside the store.
import Books
import Foundation
internal import GRDB

/// A photo that was sent.
public struct Upload: Hashable, Sendable {
    public enum State: String, Sendable, CaseIterable {
        /// Still to be read.
        case waiting
        /// Read; its sender has not said anything yet.
        case read
        /// A keeper is to look at it.
        case review
        /// Somebody said which ISBN it shows.
        case confirmed
        /// Somebody said that it shows none.
        case rejected
    }

    /// Not to be guessed.
    public var id: String
    public var account: Int64
    /// The sender's own name for this sending: the same photo sent twice is one.
    public var key: String
    /// As the sender's file was called.
    public var name: String
    public var state: State
    /// What was read, of `part` where there is one.
    public var record: PhotoRecord?
    /// The part of the upright photo that was cut out, in its pixels; `nil` for all of it.
    public var part: String?
    public var isbn: ISBN?
    public var made: Date

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
    /// - Returns: the upload as it is kept: the earlier one, where one with this key was sent before.
    public func keep(_ upload: Upload) throws(CatalogueError) -> Upload {
        try write { db in
            if let earlier = try db.uploads("account = ? AND key = ?", upload.account, upload.key).first {
                return earlier
            }
            try db.run(
                "INSERT INTO upload (id, account, key, name, state, made) VALUES (?, ?, ?, ?, ?, ?)",
                upload.id,
                upload.account, upload.key, upload.name.tidied ?? "", upload.state.rawValue,
                upload.made.seconds)
            return upload
        }
    }

    /// Keeps what has become of an upload; one that is gone stays so.
    public func update(_ upload: Upload) throws(CatalogueError) {
        try write { db in
            let record = try upload.record.map {
                String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
            }
            try db.run(
                "UPDATE upload SET state = ?, sha256 = ?, record = ?, part = ?, isbn = ? WHERE id = ?",
                upload.state.rawValue, upload.record?.sha256, record, upload.part,
                upload.isbn.map { Int64($0.value) }, upload.id)
        }
    }

    public func upload(_ id: String) throws(CatalogueError) -> Upload? {
        try query { db in try db.uploads("id = ?", id).first }
    }

    /// The latest first.
    public func uploads(of account: Int64) throws(CatalogueError) -> [Upload] {
        try query { db in try db.uploads("account = ?", account) }
    }

    /// Those of all people that are in this state, the latest first.
    public func uploads(in state: Upload.State) throws(CatalogueError) -> [Upload] {
        try query { db in try db.uploads("state = ?", state.rawValue) }
    }

    /// Those that were sent before, but for what a keeper is still to look at.
    public func uploads(sentBefore date: Date) throws(CatalogueError) -> [Upload] {
        try query { db in
            try db.uploads("made < ? AND state <> ?", date.seconds, Upload.State.review.rawValue)
        }
    }

    public func removeUpload(_ id: String) throws(CatalogueError) {
        try write { db in try db.run("DELETE FROM upload WHERE id = ?", id) }
    }
}

extension Database {
    fileprivate func uploads(
        _ condition: String, _ values: (any DatabaseValueConvertible)?...
    ) throws -> [Upload] {
        let rows = try Row.fetchAll(
            self, sql: "SELECT * FROM upload WHERE \(condition) ORDER BY made DESC, id",
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
            upload.isbn = Self.isbn(row["isbn"])
            return upload
        }
    }
}
