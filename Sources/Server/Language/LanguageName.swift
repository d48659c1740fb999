#if Server
// The name of a language that a book is written in, in the language of a page.
import Foundation

struct LanguageName: Hashable, Sendable {
    /// Of ISO 639: `de`.
    let code: String
}

extension Language {
    /// `German`, `Deutsch`, `allemand`.
    func callAsFunction(_ name: LanguageName) -> String {
        Locale(identifier: code).localizedString(forLanguageCode: name.code) ?? name.code
    }
}
#endif
