// Who may sign in to a catalogue that many share.
import Foundation

/// One who signs in. Their name is the one that stands under what they say.
public struct Account: Hashable, Sendable {
    /// What one may do; each may do what those before it may.
    public enum Role: String, Codable, Comparable, CaseIterable, Sendable {
        /// Reads all, and says things of their own.
        case reader
        /// Looks after the house's lists and stock, reviews photos, and removes comments.
        case keeper
        /// Says who is what.
        case administrator

        public static func < (left: Role, right: Role) -> Bool {
            allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
        }
    }

    public var id: Int64
    public var name: String
    public var role: Role
    public var made: Date
    /// As it was given; `nil` for none.
    public var email: String?
    /// Whether a letter to it was answered.
    public var isVerified = false
}

/// Who somebody is for a provider of OpenID Connect: the issuer's word alone tells people apart, and no address of theirs.
public struct Identity: Codable, Hashable, Sendable {
    /// The provider, as its ID tokens name it.
    public var issuer: String
    /// The person there, by a number or name that never becomes another's.
    public var subject: String

    public init(issuer: String, subject: String) {
        self.issuer = issuer
        self.subject = subject
    }
}

/// A link that can be used once, and not for long.
public struct Ticket: Hashable, Sendable {
    public enum Kind: String, Sendable {
        /// Makes the first administrator.
        case setup
        /// Makes an account.
        case invitation
        /// Sets a new password.
        case reset
        /// Proves an address, which is the ticket's name.
        case address
    }

    public var kind: Kind
    /// Whose password it resets.
    public var account: Int64?
    /// The name that an invitation is for; `nil` lets who is invited choose one.
    public var name: String?
    /// What an account becomes by it.
    public var role: Account.Role
    public var until: Date

    public init(
        _ kind: Kind, account: Int64? = nil, name: String? = nil, role: Account.Role = .reader, until: Date
    ) {
        self.kind = kind
        self.account = account
        self.name = name
        self.role = role
        self.until = until
    }
}

/// What became of a wish for an account.
public enum AccountAnswer: Hashable, Sendable {
    case made(Account)
    /// The name is another's, or stands under words that are in the store already: only an invitation that names it, or
    /// the first administrator's link, gives those to somebody.
    case taken
    /// The identity belongs to an account already.
    case known
    /// The link was used, is too old, or never was.
    case noTicket
}
