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
