#if Server
// The languages of the pages: what their words are, and which one a reader wants.
import CResources
import Foundation

/// A language that pages, scripts and letters are written in.
struct Language: Sendable {
    /// As in `<html lang>`: `de`.
    let code: String
    /// In the language itself: `Deutsch`.
    let name: String
    /// Whether it is written from right to left.
    let isRightToLeft: Bool
    let plurals: PluralRule
    private let translate: @Sendable (_ words: String, _ form: Int) -> String?

    /// The language of the sources, in which all words are their own translations.
    static let english = Language(code: "en", name: "English") { _, _ in nil }

    /// - Parameter translate: `nil` for words that it does not know; they stay in English.
    init(
        code: String, name: String, isRightToLeft: Bool = false, plurals: PluralRule = .usual,
        translate: @escaping @Sendable (_ words: String, _ form: Int) -> String?
    ) {
        (self.code, self.name, self.isRightToLeft) = (code, name, isRightToLeft)
        (self.plurals, self.translate) = (plurals, translate)
    }

    /// By a file of translations, whose header has `Language`, `X-Name`, `Plural-Forms` and, for such languages,
    /// `X-Direction: rtl`; `nil` without one of the first three.
    init?(_ file: PortableObject) {
        guard let code = file.header["Language"], let name = file.header["X-Name"],
            let plurals = file.header["Plural-Forms"].flatMap(PluralRule.init)
        else { return nil }
        self.init(
            code: code, name: name, isRightToLeft: file.header["X-Direction"] == "rtl", plurals: plurals
        ) { words, form in
            guard let forms = file.messages[words] else { return nil }
            return forms.indices.contains(form) ? forms[form] : forms.last
        }
    }

    /// English, and those that there are translations for.
    static let all: [Language] = {
        var languages = [english]
        var next: UnsafePointer<server_template>? = server_languages
        while let file = next?.pointee, let text = file.text {
            if let file = try? PortableObject(String(cString: text)), let language = Language(file) {
                languages.append(language)
            }
            next = next?.successor()
        }
        return languages
    }()

    /// A day as it is written in the language.
    func day(_ date: Date) -> String {
        date.formatted(.dateTime.year().month(.abbreviated).day().locale(Locale(identifier: region)))
    }

    func number(_ number: Int) -> String { number.formatted(.number.locale(Locale(identifier: region))) }

    /// English has the day before the month.
    private var region: String { code == "en" ? "en_GB" : code }

    /// - Parameter words: in English.
    func callAsFunction(_ words: String) -> String { translate(words, 0) ?? words }

    /// Words that go with a number, in one form of the plural.
    func plural(_ one: String, _ many: String, form: Int) -> String {
        translate(one, form) ?? (form == 0 ? one : many)
    }

    func callAsFunction(_ phrase: Phrase) -> String { phrase.text { self($0) } }
}

extension [Language] {
    /// The one that a browser wishes for most (RFC 9110, section 12.5.4); the first if it knows none of them.
    func preferred(_ acceptLanguage: String?) -> Language {
        var best: (language: Language, quality: Double)?
        for wish in (acceptLanguage ?? "").split(separator: ",").prefix(20) {
            let parts = wish.split(separator: ";").map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
            guard let range = parts.first else { continue }
            let quality =
                parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            guard quality > best?.quality ?? 0, let language = named(range) else { continue }
            best = (language, quality)
        }
        return best?.language ?? self[0]
    }

    /// `de` for `de-CH`, too; `nil` if there is none.
    func named(_ code: String) -> Language? {
        first { $0.code == code } ?? first { code.hasPrefix($0.code + "-") } ?? (code == "*" ? first : nil)
    }
}
#endif
