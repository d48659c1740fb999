// Invitations that nobody has used yet.
import Books
import Catalogue
import Foundation
internal import GRDB

/// A link to create an account, which can still be used.
public struct Invitation: Hashable, Sendable {
    /// Identifies the invitation; a part of the hash.
    public var id: String
    public var role: Account.Role
    /// The name that it reserves.
    public var name: String?
    /// `nil` if an earlier version made it.
    public var made: Date?
    /// The name of the account that made it; `nil` if the command line did.
    public var maker: String?
    public var until: Date
}

extension Store {
    /// The valid invitations, the oldest first.
    public func invitations(date: Date = .now) throws(CatalogueError) -> [Invitation] {
        let rows = try query { db in
            try db.all(
                """
                SELECT substr(hash, 1, 32) AS id, ticket.role AS role, ticket.name AS name, ticket.made AS made,
                    until, account.name AS maker
                FROM ticket LEFT JOIN account ON account.id = maker
                WHERE kind = ? AND until > ? ORDER BY until, hash
                """, Ticket.Kind.invitation.rawValue, date.seconds
            ) { row -> Invitation? in
                guard let role = Account.Role(rawValue: row["role"]) else { return nil }
                return Invitation(
                    id: row["id"], role: role, name: row["name"],
                    made: (row["made"] as Int64?).map { Date(seconds: $0) }, maker: row["maker"],
                    until: Date(seconds: row["until"]))
            }
        }
        return rows.compactMap(\.self)
    }

    /// The account because of which an invitation of a name could not be used: it has this name, or one that can be
    /// confused with it. Comments under the name are no obstacle, as those become the new account's.
    public func account(like name: AccountName) throws(CatalogueError) -> Account? {
        let accounts = try accounts()
        return accounts.first { AccountName($0.name)?.key == name.key }
            ?? accounts.first { AccountName($0.name)?.looksLike(name) == true }
    }

    /// Makes an invitation invalid.
    public func removeInvitation(_ id: String) throws(CatalogueError) {
        try write { db in
            try db.run(
                "DELETE FROM ticket WHERE kind = ? AND substr(hash, 1, 32) = ?",
                Ticket.Kind.invitation.rawValue, id)
        }
    }
}
