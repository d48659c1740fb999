#if Server
// Links that a person is told once: what they open is kept by its hash alone.
import Accounts
import Catalogue
import Foundation

public struct SiteLinks: Sendable {
    private let address: SiteAddress
    private let store: Store

    /// - Parameter address: what links begin with; no request says it.
    public init(_ address: SiteAddress, _ store: Store) {
        self.address = address
        self.store = store
    }

    /// By which the first administrator is made, within a day; `nil` where there is one already.
    public func setup() throws -> String? {
        guard try !store.hasAdministrator() else { return nil }
        return try link(Ticket(.setup, role: .administrator, until: .now + 86_400))
    }

    /// By which somebody sets a new password, within an hour; `nil` where nobody is called so.
    public func reset(for name: String) throws -> String? {
        guard let name = AccountName(name), let known = try store.credentials(of: name) else {
            return nil
        }
        return try reset(of: known.account.id)
    }

    /// The same for an account that is known already.
    func reset(of account: Int64) throws -> String {
        try link(Ticket(.reset, account: account, until: .now + 3600))
    }

    /// The same for all whom a name or a proved address reaches, with that address.
    func resets(reaching text: String) throws -> [(account: Account, address: String, link: String)] {
        try store.reachable(as: text).map { account, address in
            (account, address, try reset(of: account.id))
        }
    }

    /// By which somebody makes an account, within seven days.
    ///
    /// - Parameter name: the only one that it may have, also where the store has words of theirs already.
    public func invitation(as role: Account.Role, name: String?) throws -> String {
        try link(Ticket(.invitation, name: name, role: role, until: .now + 7 * 86_400))
    }

    /// By which somebody proves an address, within a day.
    func proof(of address: String, account: Int64) throws -> String {
        try link(Ticket(.address, account: account, name: address, until: .now + 86_400))
    }

    private func link(_ ticket: Ticket) throws -> String {
        let secret = Secret()
        try store.keep(ticket, hash: secret.hash)
        let page =
            switch ticket.kind {
            case .setup, .invitation: "/sign-up"
            case .reset: "/reset"
            case .address: "/verify"
            }
        return address("\(page)?ticket=\(secret.text)")
    }
}
#endif
