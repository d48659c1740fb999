// Names of accounts, and which of them a reader could take for another's.
import Books
internal import CConfusables
import Foundation

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
    /// Whether nobody has to look twice: its letters are of one script, or of scripts that are written together, and none
    /// is invisible. New names must be; accounts from before may have others.
    public var isClear: Bool {
        let isVisible = !text.unicodeScalars.contains { $0.properties.isDefaultIgnorableCodePoint }
        return isVisible && confusables_is_of_one_script(text, Int32(text.utf8.count))
    }

    /// Whether the name says that somebody is more than `role`, which is the site's to say: a role's word apart from the rest
    /// (“Ada (keeper)”), or an administrator's as any word of it.
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
                    || (role < .keeper && Self.isWord(text, for: [.keeper]))
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
