// Codes of languages (ISO 639), and their names as people enter them.
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

    /// Whether a language, by code or name, is that of another code or name, without a region of its own: `eng` and
    /// `English` say no more than `en` and `en-US`.
    package static func says(_ language: String, noMoreThan other: String) -> Bool {
        let (code, known) = (code(language) ?? language, code(other) ?? other)
        guard let short = shortest(code), short == shortest(known) else { return false }
        func region(_ code: String) -> Substring {
            code.lowercased().drop { $0 != "-" && $0 != "_" }.dropFirst()
        }
        return region(code).isEmpty || region(code) == region(known)
    }

    /// The code of three letters that libraries use, by the language's own one: `ger` for `deu`. ISO 639-2 has two for these.
    package static let bibliographic = Dictionary(
        uniqueKeysWithValues: libraryCodes.compactMap { library, short in
            Locale.LanguageCode(short).identifier(.alpha3).map { ($0, String(library)) }
        })

    /// Codes that libraries use where others have the language's own name for it (ISO 639-2/B).
    private static let libraryCodes: [Substring: String] = [
        "alb": "sq", "arm": "hy", "baq": "eu", "bur": "my", "chi": "zh", "cze": "cs", "dut": "nl",
        "fre": "fr",
        "geo": "ka", "ger": "de", "gre": "el", "ice": "is", "mac": "mk", "mao": "mi", "may": "ms",
        "per": "fa",
        "rum": "ro", "slo": "sk", "tib": "bo", "wel": "cy",
    ]

    /// An ISO 639 code of two or three letters, with or without a region, is unchanged: `de`, `ger`, `de-CH`. A name in
    /// one of the site's languages, or in the language itself, becomes a code, of two letters where there is one:
    /// `German`, `allemand` and `Deutsch` are `de`.
    ///
    /// - Returns: `nil` for other text.
    static func code(_ text: String) -> String? {
        text.wholeMatch(of: /[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*/) == nil ? codesByName[key(text)] : text
    }

    private static func key(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// By name.
    private static let codesByName: [String: String] = {
        let known = Locale.LanguageCode.isoLanguageCodes.map(\.identifier).sorted {
            ($0.count, $0) < ($1.count, $1)
        }
        var codes: [String: String] = [:]
        for place in ["en", "de", "fr", "es", nil] {
            for code in known {
                let name = Locale(identifier: place ?? code).localizedString(forLanguageCode: code)
                if let name, codes[key(name)] == nil { codes[key(name)] = code }
            }
        }
        return codes
    }()
}
