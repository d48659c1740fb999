// Who may sign in to a catalogue that many share.
import Books
internal import CConfusables
import Foundation

/// An account. Its name is the author of its comments.
public struct Account: Hashable, Sendable {
    /// What one may do; each may do what those before it may.
    public enum Role: String, Codable, Comparable, CaseIterable, Sendable {
        /// Reads all, and says things of their own.
        case reader
        /// Edits shared lists and stock, reviews photos, and removes comments.
        case librarian
        /// Assigns roles.
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

/// An identity at an OpenID Connect provider. People are identified by issuer and subject only, never by e-mail
/// address.
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
public enum SignUpOutcome: Hashable, Sendable {
    case made(Account)
    /// The name is another's, or stands under words that are in the store already: only an invitation that names it, or
    /// the first administrator's link, gives those to somebody.
    case taken
    /// The identity belongs to an account already.
    case known
    /// The link was used, is too old, or never was.
    case noTicket
}

/// The name of an account. Those that differ in case or compatibility forms alone are one.
public struct AccountName: Hashable, Sendable {
    /// In characters.
    public static let limit = 40

    /// As it is shown.
    public let text: String
    /// What accounts are told apart by.
    public let key: String

    /// `nil` without a letter or a digit, and beyond the limit.
    public init?(_ text: String) {
        guard let name = text.tidied, name.count <= Self.limit, name.utf8.count <= 4 * Self.limit,
            name.contains(where: { $0.isLetter || $0.isNumber })
        else { return nil }
        self.text = name
        key = name.precomposedStringWithCompatibilityMapping.lowercased()
    }
}

extension AccountName {
    /// Whether the name is unambiguous: letters of one script, or of scripts written together, and none invisible. New
    /// names must be; older accounts may have others.
    public var isClear: Bool {
        let isVisible = !text.unicodeScalars.contains { $0.properties.isDefaultIgnorableCodePoint }
        return isVisible && confusables_is_of_one_script(text, Int32(text.utf8.count))
    }

    /// Whether the name says that somebody is more than `role`, which is the site's to say: a role's word apart from the rest
    /// (“Ada (librarian)”), or an administrator's as any word of it.
    public func claimsMore(than role: Account.Role) -> Bool {
        let runs = text.split { !$0.isLetter && !$0.isNumber && !$0.isWhitespace }
        let parts = runs.map { $0.trimmingCharacters(in: .whitespaces) }
        if runs.count > 1 || runs.first.map({ $0.count < text.count }) == true,
            parts.contains(where: { Self.isWord($0, for: Account.Role.allCases) })
        {
            return true
        }
        return role < .administrator
            && (parts + text.split { !$0.isLetter && !$0.isNumber }.map(String.init)).contains {
                Self.isWord($0, for: [.administrator])
                    || (role < .librarian && Self.isWord(text, for: [.librarian]))
            }
    }

    private static func isWord(_ text: String, for roles: [Account.Role]) -> Bool {
        let words = roles.map(\.rawValue) + (roles.contains(.administrator) ? ["admin"] : [])
        let looks = words.map { Set([skeleton(of: $0), skeleton(of: $0.uppercased())]) }
        let name = text.precomposedStringWithCompatibilityMapping
        let look = Set([skeleton(of: name.lowercased()), skeleton(of: name.uppercased())])
        return looks.contains { !$0.isDisjoint(with: look) }
    }

    /// Whether a reader could take one for the other (Unicode Technical Standard 39, section 4).
    func looksLike(_ other: AccountName) -> Bool {
        key == other.key || Self.skeleton(of: text) == Self.skeleton(of: other.text)
            || Self.skeleton(of: key) == Self.skeleton(of: other.key)
    }

    private static func skeleton(of text: String) -> String {
        // A character's skeleton has 18 code points at most.
        String(unsafeUninitializedCapacity: 72 * text.utf8.count) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                let length = confusables_skeleton(
                    text, Int32(text.utf8.count), buffer.baseAddress, Int32(buffer.count))
                return max(0, Int(length))
            }
        }
    }
}
