// Accounts, and the one-time links that create them or reset their passwords.
import Books
import Catalogue
import Foundation
internal import GRDB

extension Store {
    /// All accounts, ordered by name.
    public func accounts() throws(CatalogueError) -> [Account] {
        try query { db in try db.accounts("1") }
    }

    /// The names and roles of all accounts that are more than readers.
    public func roles() throws(CatalogueError) -> [String: Account.Role] {
        try query { db in
            let accounts = try db.accounts("role <> ?", Account.Role.reader.rawValue)
            return Dictionary(accounts.map { ($0.name, $0.role) }) { first, _ in first }
        }
    }

    /// `nil` if there is no such account.
    public func account(_ id: Int64) throws(CatalogueError) -> Account? {
        try query { db in try db.accounts("id = ?", id).first }
    }

    /// `nil` if there is no account of this name. The password hash is the one given to `makeAccount`; `nil` if the
    /// account has none.
    public func credentials(
        of name: AccountName
    ) throws(CatalogueError) -> (account: Account, password: String?)? {
        try read { db in
            guard let account = try db.accounts("key = ?", name.key).first else { return nil }
            let password = try db.first("SELECT password FROM account WHERE id = ?", account.id) {
                $0["password"] as String?
            }
            return (account, password ?? nil)
        }
    }

    /// The password hash as in `credentials`; `nil` if the account has none or was deleted.
    public func password(of account: Int64) throws(CatalogueError) -> String? {
        try query { db in
            try db.first("SELECT password FROM account WHERE id = ?", account) { $0["password"] as String? }
                ?? nil
        }
    }

    /// - Parameters:
    ///   - password: the hash; `nil` if the account signs in through a provider.
    ///   - identity: the identity at that provider.
    ///   - ticket: the hash of the link that is used; `nil` if anybody may register as a reader.
    public func makeAccount(
        _ name: AccountName, password: String?, identity: Identity? = nil, ticket: String?, date: Date = .now
    ) throws(CatalogueError) -> SignUpOutcome {
        try write { db in
            var role = Account.Role.reader
            var isNamed = false
            if let hash = ticket {
                guard let ticket = try db.ticket(hash, [.setup, .invitation], at: date) else {
                    return .noTicket
                }
                if ticket.kind == .setup, try db.hasAdministrator() { return .noTicket }
                role = ticket.role
                isNamed = ticket.kind == .setup || ticket.name.flatMap(AccountName.init)?.key == name.key
            }
            if let identity, try db.account(of: identity) != nil { return .known }
            let isTaken = try db.number("SELECT 1 FROM account WHERE key = ?", name.key) != nil
            if try isTaken || (!isNamed && db.isLike(name, another: nil)) { return .taken }
            try db.run(
                "INSERT INTO account (name, key, password, role, made) VALUES (?, ?, ?, ?, ?)", name.text,
                name.key,
                password, role.rawValue, date.seconds)
            let id = db.lastInsertedRowID
            if let identity { try db.save(identity, of: id, date) }
            if let ticket { try db.run("DELETE FROM ticket WHERE hash = ?", ticket) }
            // Nobody could use another invitation of this name.
            try db.dropInvitations(naming: name.text)
            // Existing data under other spellings of the name belongs to the account, too.
            for spelling in try db.spellings(of: name) where !spelling.isSpelled(name.text) {
                try db.changeName(of: spelling, to: name.text)
            }
            return .made(
                Account(id: id, name: name.text, role: role, made: Date(seconds: date.seconds)))
        }
    }

    public func hasAdministrator() throws(CatalogueError) -> Bool {
        try query { db in try db.hasAdministrator() }
    }

    /// Links that a former administrator made become invalid, since they could give the role back.
    ///
    /// - Returns: `false` for the last administrator, whose role can't change.
    public func give(_ role: Account.Role, to id: Int64) throws(CatalogueError) -> Bool {
        try write { db in
            if role != .administrator, try db.isLastAdministrator(id) { return false }
            try db.run("UPDATE account SET role = ? WHERE id = ?", role.rawValue, id)
            if role < .administrator { try db.dropTickets(by: id) }
            return true
        }
    }

    /// Sets a password, and ends all sessions except `session`. Pending links to reset the password become invalid.
    public func set(password: String, of id: Int64, keeping session: String? = nil) throws(CatalogueError) {
        try write { db in try db.set(password, of: id, keeping: session) }
    }

    /// Sets a password by means of a link. All links to reset this password become invalid. `nil` if there is no such
    /// link.
    public func reset(
        password: String, by ticket: String, date: Date = .now
    ) throws(CatalogueError) -> Account? {
        try write { db in
            guard let id = try db.ticket(ticket, [.reset], at: date)?.account else { return nil }
            try db.set(password, of: id, keeping: nil)
            try db.run("DELETE FROM ticket WHERE account = ?", id)
            return try db.accounts("id = ?", id).first
        }
    }

    /// Renames an account, its comments and its history. Sessions stay valid.
    ///
    /// - Returns: `false` if the name is taken, or is the author of existing data.
    public func set(name: AccountName, of id: Int64) throws(CatalogueError) -> Bool {
        try write { db in
            guard let account = try db.accounts("id = ?", id).first else { return false }
            let isTaken =
                try db.number("SELECT 1 FROM account WHERE key = ? AND id <> ?", name.key, id) != nil
            let isOwn = AccountName(account.name)?.key == name.key
            if try isTaken || (!isOwn && db.isLike(name, another: account)) { return false }
            _ = try db.joinSpellings(of: account.name)
            try db.run("UPDATE account SET name = ?, key = ? WHERE id = ?", name.text, name.key, id)
            try db.changeName(of: account.name, to: name.text)
            // The data under the former name now has the new one; invitations to the former name are deleted.
            if !isOwn { try db.dropInvitations(naming: account.name) }
            return true
        }
    }

    /// Sets an e-mail address. Links that were sent to the former address become invalid.
    ///
    /// - Parameter email: `nil` removes it. A new address has to be confirmed.
    public func set(email: String?, of id: Int64) throws(CatalogueError) {
        try write { db in
            try db.run("UPDATE account SET email = ?, verified = 0 WHERE id = ?", email, id)
            try db.run("DELETE FROM ticket WHERE account = ?", id)
        }
    }

    /// Uses a link that confirms an address.
    ///
    /// - Returns: `false` if there is no such link, or the account has another address by now.
    public func verify(by ticket: String, date: Date = .now) throws(CatalogueError) -> Bool {
        try write { db in
            guard let known = try db.ticket(ticket, [.address], at: date) else { return false }
            try db.run("DELETE FROM ticket WHERE hash = ?", ticket)
            try db.run(
                "UPDATE account SET verified = 1 WHERE id = ? AND email = ?", known.account, known.name)
            return db.changesCount > 0
        }
    }

    /// The accounts with this name or confirmed address, and the address to which an e-mail is sent.
    public func reachable(as text: String) throws(CatalogueError) -> [(account: Account, address: String)] {
        try query { db in
            let accounts = try db.accounts(
                "verified AND email NOT NULL AND (key = ? OR lower(email) = lower(?))",
                AccountName(text)?.key, text)
            return accounts.compactMap { account in account.email.map { (account, $0) } }
        }
    }

    /// Saves a link under the hash of its secret. A new link for the first administrator replaces earlier ones.
    ///
    /// - Parameter maker: the account that made it; `nil` if the program itself did.
    public func save(
        _ ticket: Ticket, hash: String, by maker: Int64? = nil, date: Date = .now
    ) throws(CatalogueError) {
        try write { db in
            try db.run("DELETE FROM ticket WHERE until <= ?", date.seconds)
            if ticket.kind == .setup { try db.run("DELETE FROM ticket WHERE kind = ?", ticket.kind.rawValue) }
            try db.run(
                """
                INSERT INTO ticket (hash, kind, account, name, role, until, made, maker)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, hash, ticket.kind.rawValue, ticket.account, ticket.name, ticket.role.rawValue,
                ticket.until.seconds, date.seconds, maker)
        }
    }

    /// `nil` if there is no such link, or it is no longer valid.
    public func ticket(
        _ hash: String, _ kinds: Set<Ticket.Kind>, at date: Date = .now
    ) throws(CatalogueError) -> Ticket? {
        try read { db in
            let ticket = try db.ticket(hash, kinds, at: date)
            return try ticket?.kind == .setup && db.hasAdministrator() ? nil : ticket
        }
    }

    /// Deletes an account with all its data and the links that it made. The data is also overwritten in the file's free
    /// space and its log; `clearPageGaps` removes the last traces.
    ///
    /// - Parameter credential: that of the current user; `nil` if the program itself deletes the account.
    /// - Returns: its uploaded photos, whose files still exist; `nil` for the last administrator, who can't be
    ///   deleted, for an account that does not exist, and if the credential is no longer valid.
    public func deleteAccount(
        _ id: Int64, as credential: Credential? = nil
    ) throws(CatalogueError) -> [String]? {
        try overwritingDeletedData { db in
            if let credential {
                guard let actor = try db.account(credential, at: .now),
                    actor.id == id || actor.role >= .administrator
                else { return nil }
            }
            guard let account = try db.accounts("id = ?", id).first, try !db.isLastAdministrator(id) else {
                return nil
            }
            let uploads = try db.all("SELECT id FROM upload WHERE account = ?", id) { $0["id"] as String }
            // Done before the account is deleted with its sessions, links and uploads, so that listeners are notified.
            _ = try db.forget(account.name)
            try db.dropTickets(by: id)
            try db.run("DELETE FROM account WHERE id = ?", id)
            try db.dropInvitations(naming: account.name)
            try db.run("DELETE FROM event WHERE person = ?", account.name)
            return uploads
        }
    }
}

extension Database {
    func accounts(
        _ condition: String, _ values: (any DatabaseValueConvertible)?...
    ) throws -> [Account] {
        let rows = try Row.fetchAll(
            self,
            sql:
                "SELECT id, name, role, made, email, verified, language FROM account WHERE \(condition) ORDER BY key",
            arguments: StatementArguments(values))
        return rows.compactMap(Self.account)
    }

    static func account(_ row: Row) -> Account? {
        Account.Role(rawValue: row["role"]).map {
            Account(
                id: row["id"], name: row["name"], role: $0, made: Date(seconds: row["made"]),
                email: row["email"],
                isVerified: row["verified"], language: row["language"])
        }
    }

    /// Deletes invitations for any spelling of the name.
    fileprivate func dropInvitations(naming person: String) throws {
        let named = try all("SELECT hash, name FROM ticket WHERE name NOT NULL") {
            (hash: $0["hash"] as String, name: $0["name"] as String)
        }
        let key = AccountName(person)?.key
        for ticket in named where AccountName(ticket.name)?.key == key {
            try run("DELETE FROM ticket WHERE hash = ?", ticket.hash)
        }
    }

    /// Before the account is deleted: a link without a maker would be one of the program.
    fileprivate func dropTickets(by maker: Int64) throws {
        try run("DELETE FROM ticket WHERE maker = ?", maker)
    }

    fileprivate func hasAdministrator() throws -> Bool {
        try number("SELECT 1 FROM account WHERE role = 'administrator' LIMIT 1") != nil
    }

    fileprivate func isLastAdministrator(_ id: Int64) throws -> Bool {
        try number("SELECT 1 FROM account WHERE id = ? AND role = 'administrator'", id) != nil
            && number("SELECT 1 FROM account WHERE id <> ? AND role = 'administrator' LIMIT 1", id) == nil
    }

    fileprivate func set(_ password: String, of id: Int64, keeping session: String?) throws {
        try run("UPDATE account SET password = ? WHERE id = ?", password, id)
        try run("DELETE FROM session WHERE account = ? AND hash IS NOT ?", id, session)
        try run("DELETE FROM ticket WHERE account = ? AND kind = ?", id, Ticket.Kind.reset.rawValue)
    }

    fileprivate func ticket(_ hash: String, _ kinds: Set<Ticket.Kind>, at date: Date) throws -> Ticket? {
        let ticket = try first(
            "SELECT kind, account, name, role, until FROM ticket WHERE hash = ? AND until > ?", hash,
            date.seconds
        ) { row -> Ticket? in
            guard let kind = Ticket.Kind(rawValue: row["kind"]),
                let role = Account.Role(rawValue: row["role"])
            else { return nil }
            return Ticket(
                kind, account: row["account"], name: row["name"], role: role,
                until: Date(seconds: row["until"]))
        }
        return ticket.flatMap(\.self).flatMap { kinds.contains($0.kind) ? $0 : nil }
    }

    /// Spellings of this name that are authors of data in the store.
    fileprivate func spellings(of name: AccountName) throws -> [String] {
        try everybody().filter { AccountName($0)?.key == name.key }
    }

    /// Whether the name can be confused with that of an account, or with an author of existing data.
    ///
    /// - Parameter account: an account whose name may be similar.
    fileprivate func isLike(_ name: AccountName, another account: Account?) throws -> Bool {
        try everybody().contains { $0 != account?.name && AccountName($0)?.looksLike(name) == true }
    }
}
