// Links to lists for guests, stored by the hash of their secret.
import Books
import Catalogue
import Foundation
internal import GRDB

/// A link that shows a list to anyone who has it.
public struct ListLink: Hashable, Sendable {
    /// Identifies the link among those of its account; a part of the hash.
    public var id: String
    public var list: String
    /// Whether the list is shared; otherwise it is one of the account's own.
    public var isShared: Bool
    public var made: Date
}

/// A list as a guest sees it.
public struct GuestList: Hashable, Sendable {
    public var name: String
    /// The owner of the list; `nil` for a shared list.
    public var person: String?
    /// In the order in which they were put on the list.
    public var books: [BookID]
}

extension Store {
    /// - Returns: `false` if the account has `most` links already.
    /// - Throws: `unknownList` if there is no such list, or it is empty; `listName` for a reading state.
    public func makeListLink(
        _ hash: String, to list: String, isShared: Bool, of account: Account, most: Int, date: Date = .now
    ) throws(CatalogueError) -> Bool {
        guard let name = ListName(list), name.state == nil else { throw .listName(list) }
        return try write { db in
            let count = try db.count("SELECT count(*) FROM list_link WHERE account = ?", account.id)
            guard count < most else { return false }
            _ = try isShared ? ids(on: list, for: account.name) : ids(on: list, of: account.name)
            try db.run(
                "INSERT INTO list_link (hash, account, name, shared, made) VALUES (?, ?, ?, ?, ?)", hash,
                account.id, name.text, isShared, date.seconds)
            return true
        }
    }

    /// The links of an account, the latest first.
    public func listLinks(of account: Int64) throws(CatalogueError) -> [ListLink] {
        try query { db in
            try db.all(
                """
                SELECT substr(hash, 1, 32) AS id, name, shared, made FROM list_link WHERE account = ?
                ORDER BY made DESC, hash
                """, account
            ) {
                ListLink(
                    id: $0["id"], list: $0["name"], isShared: $0["shared"], made: Date(seconds: $0["made"]))
            }
        }
    }

    public func removeListLink(_ id: String, of account: Int64) throws(CatalogueError) {
        try write { db in
            try db.run("DELETE FROM list_link WHERE account = ? AND substr(hash, 1, 32) = ?", account, id)
        }
    }

    /// The list of a link. `nil` if there is no such link, or if it is to a shared list and its account is no longer a
    /// librarian's. A deleted list is empty.
    public func guestList(_ hash: String) throws(CatalogueError) -> GuestList? {
        try read { db in
            let link = try db.first("SELECT account, name, shared FROM list_link WHERE hash = ?", hash) {
                (account: $0["account"] as Int64, name: $0["name"] as String, isShared: $0["shared"] as Bool)
            }
            guard let link, let account = try db.accounts("id = ?", link.account).first,
                !link.isShared || account.role >= .librarian
            else { return nil }
            do throws(CatalogueError) {
                return GuestList(
                    name: link.name, person: link.isShared ? nil : account.name,
                    books: try link.isShared
                        ? ids(on: link.name, for: account.name) : ids(on: link.name, of: account.name))
            } catch {
                guard case .unknownList = error else { throw error }
                return GuestList(name: link.name, person: link.isShared ? nil : account.name, books: [])
            }
        }
    }
}

// Settings of accounts: whether others can see the account's page, and its language.
extension Store {
    public func isShown(_ account: Int64) throws(CatalogueError) -> Bool {
        try query { db in
            try db.number("SELECT 1 FROM account WHERE id = ? AND shown", account) != nil
        }
    }

    public func set(isShown: Bool, of account: Int64) throws(CatalogueError) {
        try write { db in try db.run("UPDATE account SET shown = ? WHERE id = ?", isShown, account) }
    }

    /// - Parameter language: a language code; `nil` leaves the choice to the browser.
    public func set(language: String?, of account: Int64) throws(CatalogueError) {
        try write { db in try db.run("UPDATE account SET language = ? WHERE id = ?", language, account) }
    }

    /// The accounts whose page others can see, ordered by name.
    public func shownAccounts() throws(CatalogueError) -> [Account] {
        try query { db in try db.accounts("shown") }
    }
}
