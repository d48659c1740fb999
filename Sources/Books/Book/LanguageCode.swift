// The language of a book as a person enters it: by a code, or by its name.
import Foundation

enum LanguageCode {
    /// An ISO 639 code of two or three letters, with or without a region, is unchanged: `de`, `ger`, `de-CH`. A name in
    /// one of the site's languages, or in the language itself, becomes a code, of two letters where there is one:
    /// `German`, `allemand` and `Deutsch` are `de`.
    ///
    /// - Returns: `nil` for other text.
    static func code(_ text: String) -> String? {
        text.wholeMatch(of: /[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*/) == nil ? codes[key(text)] : text
    }

    private static func key(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// By name.
    private static let codes: [String: String] = {
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
