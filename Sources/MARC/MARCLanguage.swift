// MARC's language codes.
import Books
import Foundation

package enum MARCLanguage {
    /// MARC's code for a language, which is that of libraries: `ger` for `de`, `deu` and `ger`. `nil` for an unknown code.
    package static func code(_ code: String) -> String? {
        let code = code.lowercased()
        guard (2...3).contains(code.count), code.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        let long = code.count == 3 ? code : Locale.LanguageCode(code).identifier(.alpha3)
        return long.map { LanguageCode.bibliographic[$0] ?? $0 }
    }
}
