// What authenticates a request, checked again when a change is written: the account may have been renamed, demoted,
// signed out or deleted after the request began.
import Books
import Catalogue
import Foundation
internal import GRDB

/// What authenticates a request, as the hash of its secret.
public enum Credential: Hashable, Sendable {
    case session(String)
    case token(String)
}

extension Store {
    /// - Returns: `nil` if the credential is no longer valid.
    public func account(of credential: Credential, date: Date = .now) throws(CatalogueError) -> Account? {
        try read { db in try db.account(credential, at: date) }
    }

    /// Runs `body` for a credential's account, in one transaction with the check that it is still valid.
    ///
    /// - Parameter body: gets the account as it is now. Its reads do not see its own changes.
    /// - Returns: `nil` if the credential is no longer valid; then `body` did not run.
    /// - Throws: what `body` throws; then nothing is changed.
    public func withAccount<Value>(
        of credential: Credential, date: Date = .now, _ body: (Account) throws -> Value
    ) throws -> Value? {
        try withAccount({ db in try db.account(credential, at: date) }, body)
    }

    /// The same for an account that nobody needs to be signed in to; `nil` if it was deleted.
    public func withAccount<Value>(_ id: Int64, _ body: (Account) throws -> Value) throws -> Value? {
        try withAccount({ db in try db.accounts("id = ?", id).first }, body)
    }

    private func withAccount<Value>(
        _ account: (Database) throws -> Account?, _ body: (Account) throws -> Value
    ) throws -> Value? {
        var cause: (any Error)?
        do {
            return try write { db -> Value? in
                guard let account = try account(db) else { return nil }
                do { return try body(account) } catch {
                    cause = error
                    throw error
                }
            }
        } catch {
            throw cause ?? error
        }
    }
}

extension Database {
    func account(_ credential: Credential, at date: Date) throws -> Account? {
        let id: Int64? =
            switch credential {
            case .session(let hash):
                try number("SELECT account FROM session WHERE hash = ? AND until > ?", hash, date.seconds)
            case .token(let hash): try number("SELECT account FROM token WHERE hash = ?", hash)
            }
        return try id.flatMap { try accounts("id = ?", $0).first }
    }
}
