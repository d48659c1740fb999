#if Server
// The name of a book's language, in the language of the page.
import Foundation

struct LanguageName: Hashable, Sendable {
    /// An ISO 639 code: `de`.
    let code: String
}

extension Language {
    /// For example `German`, `Deutsch`, `allemand`.
    func callAsFunction(_ name: LanguageName) -> String {
        Locale(identifier: code).localizedString(forLanguageCode: name.code) ?? name.code
    }
}
#endif
