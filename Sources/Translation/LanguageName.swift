// The name of a book's language, in the language of the page.
import Foundation

package struct LanguageName: Hashable, Sendable {
    /// An ISO 639 code: `de`.
    package let code: String

    package init(code: String) { self.code = code }
}

extension Language {
    /// For example `German`, `Deutsch`, `allemand`.
    package func callAsFunction(_ name: LanguageName) -> String {
        Locale(identifier: code).localizedString(forLanguageCode: name.code) ?? name.code
    }
}
