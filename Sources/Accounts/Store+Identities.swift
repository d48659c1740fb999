// OpenID Connect identities linked to accounts.
import Books
import Catalogue
import Foundation
internal import GRDB

extension Store {
    /// The account of an identity; `nil` if it is not linked.
    public func account(of identity: Identity) throws(CatalogueError) -> Account? {
        try query { db in try db.account(of: identity).flatMap { try db.accounts("id = ?", $0).first } }
    }

    /// The identities of an account, ordered by issuer.
    public func identities(of account: Int64) throws(CatalogueError) -> [Identity] {
        try query { db in
            try db.all("SELECT issuer, subject FROM identity WHERE account = ? ORDER BY 1, 2", account) {
                Identity(issuer: $0["issuer"], subject: $0["subject"])
            }
        }
    }

    /// Links an identity to an account, which can then sign in with it.
    ///
    /// - Returns: `false` if it is linked to another account, or the account was deleted.
    public func add(_ identity: Identity, to account: Int64, date: Date = .now) throws(CatalogueError)
        -> Bool
    {
        try write { db in
            if let known = try db.account(of: identity) { return known == account }
            guard try db.number("SELECT 1 FROM account WHERE id = ?", account) != nil else { return false }
            try db.save(identity, of: account, date)
            return true
        }
    }

    /// Unlinks an issuer's identities from an account that has a password.
    ///
    /// - Returns: `false` if the account has no password, since its owner could not sign in any more.
    public func removeIdentities(of issuer: String, from account: Int64) throws(CatalogueError) -> Bool {
        try write { db in
            guard try db.number("SELECT 1 FROM account WHERE id = ? AND password NOT NULL", account) != nil
            else {
                return false
            }
            try db.run("DELETE FROM identity WHERE account = ? AND issuer = ?", account, issuer)
            return true
        }
    }

    /// Records that a session has just re-authenticated with the provider.
    public func prove(_ session: String, date: Date = .now) throws(CatalogueError) {
        try write { db in try db.run("UPDATE session SET proved = ? WHERE hash = ?", date.seconds, session) }
    }

    /// Whether a session has re-authenticated since `date`. What a clock that was ahead dated in the future does not count.
    public func isReauthenticated(
        _ session: String, since date: Date, at now: Date = .now
    ) throws(CatalogueError) -> Bool {
        try query { db in
            try db.number(
                "SELECT 1 FROM session WHERE hash = ? AND proved BETWEEN ? AND ?", session, date.seconds,
                now.seconds) != nil
        }
    }
}

extension Database {
    func account(of identity: Identity) throws -> Int64? {
        try first(
            "SELECT account FROM identity WHERE issuer = ? AND subject = ?", identity.issuer, identity.subject
        ) { $0["account"] }
    }

    func save(_ identity: Identity, of account: Int64, _ date: Date) throws {
        try run(
            "INSERT INTO identity (issuer, subject, account, made) VALUES (?, ?, ?, ?)", identity.issuer,
            identity.subject, account, date.seconds)
    }
}
