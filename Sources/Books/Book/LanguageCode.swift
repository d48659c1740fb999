// Codes of languages (ISO 639).
import Foundation

package enum LanguageCode {
    /// The shortest code of a language: `en` for `eng`, `en-US` and `EN`, `de` for `ger`. `nil` for what has not the form of
    /// a code; letters that are no code of ISO 639 are kept.
    package static func shortest(_ text: String) -> String? {
        let code = text.lowercased().prefix { $0 != "-" && $0 != "_" }
        guard (2...3).contains(code.count), code.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        let known = Locale.LanguageCode(libraryCodes[code] ?? String(code))
        return known.identifier(.alpha2) ?? known.identifier
    }

    /// The same; `nil` also for letters that are no code of ISO 639.
    package static func known(_ text: String) -> String? {
        shortest(text).flatMap { code in
            let isNamed = Locale(identifier: "en").localizedString(forLanguageCode: code) != nil
            return isNamed || Locale.LanguageCode(code).isISOLanguage ? code : nil
        }
    }

    /// Codes that libraries use where others have the language's own name for it (ISO 639-2/B).
    private static let libraryCodes: [Substring: String] = [
        "alb": "sq", "arm": "hy", "baq": "eu", "bur": "my", "chi": "zh", "cze": "cs", "dut": "nl",
        "fre": "fr",
        "geo": "ka", "ger": "de", "gre": "el", "ice": "is", "mac": "mk", "mao": "mi", "may": "ms",
        "per": "fa",
        "rum": "ro", "slo": "sk", "tib": "bo", "wel": "cy",
    ]
}
