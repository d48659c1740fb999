// Sessions, stored by the hash of a secret that only the browser has.
import Books
import Catalogue
import Foundation
internal import GRDB

/// A session of an account.
public struct Session: Hashable, Sendable {
    /// Identifies the session among those of its account.
    public var id: String
    /// The browser and the system, as `Firefox, Linux`; `nil` if unknown.
    public var device: String?
    /// `nil` if it was started by an earlier version.
    public var made: Date?
    /// When it was last used, to five minutes.
    public var seen: Date

    /// The id of the session with this hash: a part of the hash, which does not reveal the rest.
    public static func id(ofHash hash: String) -> String { String(hash.prefix(32)) }
}

extension Store {
    /// How long a session stays valid after its last use.
    static let sessionHolds: TimeInterval = 30 * 86_400
    /// The precision with which the last use is saved, so that not every page view writes.
    static let grain: TimeInterval = 300

    /// - Parameters:
    ///   - hash: the hash of the secret that the browser gets.
    ///   - password: the hash with which the entered password was compared; `nil` if a provider or a link identified
    ///     the person.
    ///   - former: the session that this one replaces.
    ///   - device: see `Session`.
    /// - Returns: `false` if the account was deleted, or its password was changed meanwhile; `former` is not ended
    ///   then.
    @discardableResult
    public func beginSession(
        _ hash: String, of account: Int64, by password: String? = nil, endingSession former: String? = nil,
        device: String? = nil, date: Date = .now
    ) throws(CatalogueError) -> Bool {
        try write { db in
            guard
                try db.number(
                    "SELECT 1 FROM account WHERE id = ?1 AND (?2 IS NULL OR password = ?2)", account, password
                )
                    != nil
            else { return false }
            try db.run("DELETE FROM session WHERE until <= ? OR hash = ?", date.seconds, former)
            try db.run(
                "INSERT INTO session (hash, account, made, seen, until, device) VALUES (?1, ?2, ?3, ?3, ?4, ?5)",
                hash, account, date.seconds, (date + Self.sessionHolds).seconds, device)
            return true
        }
    }

    /// The account of a session; `nil` if the session does not exist or has expired.
    public func account(ofSession hash: String, date: Date = .now) throws(CatalogueError) -> Account? {
        let found = try query { db in
            try db.first(
                """
                SELECT account.id AS id, name, role, account.made AS made, email, verified, language, seen FROM session JOIN account ON account.id = account
                WHERE hash = ? AND until > ?
                """, hash, date.seconds
            ) { (account: Database.account($0), seen: Date(seconds: $0["seen"])) }
        }
        guard let found, let account = found.account else { return nil }
        // Also after a clock that was ahead, which must not lengthen the session. One that is behind now looks the same here,
        // and shortens it: that costs a sign-in.
        if abs(date.timeIntervalSince(found.seen)) > Self.grain {
            writeInBackground { db in
                try db.run(
                    "UPDATE session SET seen = ?, until = ? WHERE hash = ?", date.seconds,
                    (date + Self.sessionHolds).seconds, hash)
            }
        }
        return account
    }

    public func endSession(_ hash: String) throws(CatalogueError) {
        try write { db in try db.run("DELETE FROM session WHERE hash = ?", hash) }
    }

    /// The valid sessions, the most recently used first.
    public func sessions(of account: Int64, date: Date = .now) throws(CatalogueError) -> [Session] {
        try query { db in
            try db.all(
                """
                SELECT hash, device, made, seen FROM session WHERE account = ? AND until > ?
                ORDER BY seen DESC, made DESC, hash
                """, account, date.seconds
            ) {
                Session(
                    id: Session.id(ofHash: $0["hash"]), device: $0["device"],
                    made: ($0["made"] as Int64?).map { Date(seconds: $0) }, seen: Date(seconds: $0["seen"]))
            }
        }
    }

    /// Ends one of an account's sessions.
    public func endSession(withID id: String, of account: Int64) throws(CatalogueError) {
        try write { db in
            try db.run(
                "DELETE FROM session WHERE account = ? AND substr(hash, 1, 32) = ?", account, id)
        }
    }

    /// Ends all sessions of an account except `session`.
    public func endSessions(of account: Int64, keeping session: String) throws(CatalogueError) {
        try write { db in
            try db.run("DELETE FROM session WHERE account = ? AND hash <> ?", account, session)
        }
    }
}
