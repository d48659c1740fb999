#if Server
// Links to sign up, to set a password and to verify an address.
import Accounts
import Catalogue
import Foundation

/// Nobody could use an invitation of this name, because of an account.
public struct NameTaken: Error {
    public let account: String
    /// Whether the account has this name, rather than one that can be confused with it.
    public let isSame: Bool
}

/// Creates one-time links. Only the hashes of their secrets are stored.
public struct SiteLinks: Sendable {
    private let address: SiteAddress
    private let store: Store

    /// - Parameter address: the beginning of links, since a request's host name can't be trusted.
    public init(_ address: SiteAddress, _ store: Store) {
        self.address = address
        self.store = store
    }

    /// A link to create the first administrator, valid for a day; `nil` if there is one already.
    public func setup() throws -> String? {
        guard try !store.hasAdministrator() else { return nil }
        return try link(Ticket(.setup, role: .administrator, until: .now + 86_400), to: "/sign-up")
    }

    /// A link to set a new password, valid for an hour; `nil` if there is no such account.
    public func reset(for name: String) throws -> String? {
        guard let name = AccountName(name), let known = try store.credentials(of: name) else {
            return nil
        }
        return try reset(of: known.account.id)
    }

    /// The same for an account that is already known.
    ///
    /// - Parameter maker: the administrator who makes it; `nil` for the command line, and for an e-mail.
    func reset(of account: Int64, by maker: Int64? = nil) throws -> String {
        try link(Ticket(.reset, account: account, until: .now + 3600), by: maker, to: "/reset")
    }

    /// A link for every account with this name or verified address, with the address.
    func resets(reaching text: String) throws -> [(account: Account, address: String, link: String)] {
        try store.reachable(as: text).map { account, address in
            (account, address, try reset(of: account.id))
        }
    }

    /// An invitation to create an account, valid for seven days.
    ///
    /// - Parameters:
    ///   - name: the only name that the account may have, even if the store already has data under it.
    ///   - maker: the account that invites; `nil` for the command line.
    /// - Throws: `NameTaken`.
    public func invitation(
        as role: Account.Role, name: String?, by maker: Int64? = nil
    ) throws -> String {
        if let wanted = name.flatMap(AccountName.init), let account = try store.account(like: wanted) {
            throw NameTaken(account: account.name, isSame: AccountName(account.name)?.key == wanted.key)
        }
        return try link(
            Ticket(.invitation, name: name, role: role, until: .now + 7 * 86_400), by: maker, to: "/sign-up")
    }

    /// A link to verify an address, valid for a day.
    func verification(of address: String, account: Int64) throws -> String {
        try link(Ticket(.address, account: account, name: address, until: .now + 86_400), to: "/verify")
    }

    private func link(_ ticket: Ticket, by maker: Int64? = nil, to page: String) throws -> String {
        let secret = Secret()
        try store.save(ticket, hash: secret.hash, by: maker)
        return address("\(page)?ticket=\(secret.text)")
    }
}
#endif
