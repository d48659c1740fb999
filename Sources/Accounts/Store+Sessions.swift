// Who is signed in: each session is known by the hash of a secret that only its browser has.
import Books
import Catalogue
import Foundation
internal import GRDB

extension Store {
    /// For so long after it was last used a session holds.
    static let sessionHolds: TimeInterval = 30 * 86_400
    /// How exactly it is kept when a session was used: not every page is to write.
    static let grain: TimeInterval = 3600

    /// - Parameters:
    ///   - hash: of the secret that the browser gets.
    ///   - password: the hash that a typed password was compared with; `nil` where a provider or a link says who it is.
    ///   - former: the session that this one takes the place of.
    /// - Returns: `false` where the account is gone, or has another password since; then `former` stays.
    @discardableResult
    public func beginSession(
        _ hash: String, of account: Int64, by password: String? = nil, endingSession former: String? = nil,
        date: Date = .now
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
                "INSERT INTO session (hash, account, seen, until) VALUES (?, ?, ?, ?)", hash, account,
                date.seconds,
                (date + Self.sessionHolds).seconds)
            return true
        }
    }

    /// Whose session it is; `nil` when there is no such session, or no more.
    public func account(ofSession hash: String, date: Date = .now) throws(CatalogueError) -> Account? {
        let found = try query { db in
            try db.first(
                """
                SELECT account.id AS id, name, role, made, email, verified, seen FROM session JOIN account ON account.id = account
                WHERE hash = ? AND until > ?
                """, hash, date.seconds
            ) { (account: Database.account($0), seen: Date(seconds: $0["seen"])) }
        }
        guard let found, let account = found.account else { return nil }
        if date.timeIntervalSince(found.seen) > Self.grain, !isReadOnly {
            try write { db in
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
}
