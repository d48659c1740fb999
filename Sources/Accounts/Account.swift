// Accounts of a shared catalogue.
import Books
internal import CConfusables
import Foundation

/// An account. Its name is the author of its comments.
public struct Account: Hashable, Sendable {
    /// The rights of an account; each role includes those before it. Stores contain these names, so they never change.
    public enum Role: String, Codable, Comparable, CaseIterable, Sendable {
        /// Reads everything, and writes comments, readings and lists of their own.
        case reader
        /// Edits shared lists and stock, reviews photos, and moderates comments.
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
    /// The e-mail address as entered; `nil` for none.
    public var email: String?
    /// Whether the address was confirmed by a link in an e-mail.
    public var isVerified = false
    /// The code of the language that its owner chose; `nil` leaves it to the browser.
    public var language: String?
}

/// An identity at an OpenID Connect provider. People are identified by issuer and subject only, never by e-mail
/// address.
public struct Identity: Codable, Hashable, Sendable {
    /// The provider, as named in its ID tokens.
    public var issuer: String
    /// The person's identifier at the provider, which is never reassigned.
    public var subject: String

    public init(issuer: String, subject: String) {
        self.issuer = issuer
        self.subject = subject
    }
}

/// A link that can be used once, within a limited time.
public struct Ticket: Hashable, Sendable {
    public enum Kind: String, Sendable {
        /// Creates the first administrator.
        case setup
        /// Creates an account.
        case invitation
        /// Sets a new password.
        case reset
        /// Confirms an e-mail address, which is the ticket's name.
        case address
        /// Proves to `bookzone serve check` that the site uses this store.
        case check
    }

    public var kind: Kind
    /// The account whose password it resets.
    public var account: Int64?
    /// The name for which an invitation is valid; `nil` lets the invited person choose one.
    public var name: String?
    /// The role of the new account.
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

/// The result of creating an account.
public enum SignUpOutcome: Hashable, Sendable {
    case made(Account)
    /// The name belongs to another account, or is the author of existing data, which only an invitation to that name
    /// or the first administrator's link can claim.
    case taken
    /// The identity is linked to an account already.
    case known
    /// The link was used, has expired, or never existed.
    case noTicket
}

/// The name of an account. Names that differ only in case or compatibility forms are the same.
public struct AccountName: Hashable, Sendable {
    /// The maximum length in characters.
    public static let limit = 40

    /// The display name.
    public let text: String
    /// The key by which accounts are distinguished.
    public let key: String

    /// `nil` without a letter or a digit, or if it is too long.
    public init?(_ text: String) {
        guard let name = text.tidied, name.count <= Self.limit, name.utf8.count <= 4 * Self.limit,
            name.contains(where: { $0.isLetter || $0.isNumber })
        else { return nil }
        self.text = name
        key = name.precomposedStringWithCompatibilityMapping.lowercased()
    }
}

extension AccountName {
    /// Whether the name is unlikely to be confused with others: it has letters of one script, or of scripts that are
    /// written together, and no invisible characters or marks. Required of new names; older accounts may have others.
    public var isClear: Bool {
        let isVisible = !text.unicodeScalars.contains { $0.properties.isDefaultIgnorableCodePoint }
        return isVisible && confusables_is_of_one_script(text, Int32(text.utf8.count))
    }

    /// The words for roles in the languages of the site; `*` stands for any ending.
    private static let roleWords: [Account.Role: [String]] = [
        .reader: ["reader*", "leser*", "lecteur*", "lectrice*", "lector*"],
        .librarian: [
            "librarian*", "bibliothek*", "bibliothecaire*", "bibliotecari*", "moderator*", "moderateur*",
            "moderatrice*", "moderador*",
        ],
        .administrator: ["admin", "admins", "administrat*", "administrad*", "verwalt*"],
    ]
    private static let articles: Set = ["the", "der", "die", "das", "le", "la", "les", "el", "los", "las"]

    /// Whether the name claims a higher role than `role`: it has the name of a role in a language of the site, set off
    /// from the rest (“Ada (librarian)”) or before it (“Librarian Ada”), or the word “administrator” anywhere. Spaces and
    /// signs within the word don't count (“Lib rarian”).
    public func claimsMore(than role: Account.Role) -> Bool {
        let runs = text.split { !$0.isLetter && !$0.isNumber && !$0.isWhitespace }
        let parts = runs.map { $0.filter { !$0.isWhitespace } }
        if runs.count > 1 || runs.first.map({ $0.count < text.count }) == true,
            parts.contains(where: { Self.isWord($0, for: Account.Role.allCases) })
        {
            return true
        }
        let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let named = words.filter { !Self.articles.contains($0.lowercased()) }
        return role < .administrator
            && words.indices.contains { Self.beginsWithWord(words[$0...], for: .administrator) }
            || role < .librarian && Self.beginsWithWord(named[...], for: .librarian)
    }

    /// Whether the first words, written together, are the name of a role.
    private static func beginsWithWord(_ words: ArraySlice<String>, for role: Account.Role) -> Bool {
        var text = ""
        return words.contains { word in
            text += word
            return isWord(text, for: [role])
        }
    }

    private static func isWord(_ text: String, for roles: [Account.Role]) -> Bool {
        let names = looks(of: text)
        return roles.flatMap { roleLooks[$0] ?? [] }.contains { word in
            word.looks.contains { look in
                names.contains { word.hasEndings ? $0.hasPrefix(look) : $0 == look }
            }
        }
    }

    private static let roleLooks = roleWords.mapValues { words in
        words.map { (looks: looks(of: $0.replacing("*", with: "")), hasEndings: $0.hasSuffix("*")) }
    }

    /// What a word may be taken for, in small and in capital letters, without marks.
    private static func looks(of text: String) -> [String] {
        let letters = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        let plain = String(String.UnicodeScalarView(letters))
        return [skeleton(of: plain.lowercased()), skeleton(of: plain.uppercased())]
    }

    /// Whether people could confuse the two names (Unicode Technical Standard 39, section 4), whatever spaces and signs
    /// they have.
    func looksLike(_ other: AccountName) -> Bool {
        key == other.key
            || zip([text, key], [other.text, other.key]).contains { own, other in
                let (own, other) = (Self.skeleton(of: own), Self.skeleton(of: other))
                return own == other || Self.letters(of: own).map { $0 == Self.letters(of: other) } == true
            }
    }

    /// With digits; `nil` if there are none.
    private static func letters(of skeleton: String) -> String? {
        let letters = skeleton.filter { $0.isLetter || $0.isNumber }
        return letters.isEmpty ? nil : letters
    }

    /// In lower case, since the skeleton of a digit may be a capital letter.
    private static func skeleton(of text: String) -> String {
        let text = visible(text)
        // A character's skeleton has at most 18 code points.
        let skeleton = String(unsafeUninitializedCapacity: 72 * text.utf8.count) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                let length = confusables_skeleton(
                    text, Int32(text.utf8.count), buffer.baseAddress, Int32(buffer.count))
                return max(0, Int(length))
            }
        }
        return skeleton.lowercased()
    }

    /// Without marks that can't be seen: a dot above a letter that has one, and a mark that is there already.
    private static func visible(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        var hasDot = false
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            let properties = scalar.properties
            let isMark = properties.generalCategory == .nonspacingMark
            if isMark, scalar == shown.last || (hasDot && scalar == "\u{307}") { continue }
            if !isMark {
                // The skeleton of a dotless letter has a dot.
                hasDot = properties.isSoftDotted || "\u{131}\u{237}".unicodeScalars.contains(scalar)
            } else if properties.canonicalCombiningClass == .above {
                hasDot = false
            }
            shown.append(scalar)
        }
        return String(shown)
    }
}
