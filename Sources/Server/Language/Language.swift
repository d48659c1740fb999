#if Server
// The languages of the site, and the choice of one for a request.
import CResources
import Foundation

/// A language of pages, scripts and e-mails.
struct Language: Sendable {
    /// The language code, as in `<html lang>`: `de`.
    let code: String
    /// In the language itself: `Deutsch`.
    let name: String
    /// Whether it is written from right to left.
    let isRightToLeft: Bool
    let plurals: PluralRule
    private let translate: @Sendable (_ words: String, _ form: Int) -> String?

    /// The language of the source texts, which need no translation.
    static let english = Language(code: "en", name: "English") { _, _ in nil }

    /// - Parameter translate: returns `nil` for unknown texts, which stay in English.
    init(
        code: String, name: String, isRightToLeft: Bool = false, plurals: PluralRule = .usual,
        translate: @escaping @Sendable (_ words: String, _ form: Int) -> String?
    ) {
        (self.code, self.name, self.isRightToLeft) = (code, name, isRightToLeft)
        (self.plurals, self.translate) = (plurals, translate)
    }

    /// From a PO file whose header has `Language`, `X-Name`, `Plural-Forms` and, for languages written from right to
    /// left, `X-Direction: rtl`; `nil` if one of the first three is missing.
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

    /// English, and the languages that have a PO file.
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

    /// A date in the language's usual form.
    func day(_ date: Date) -> String {
        date.formatted(.dateTime.year().month(.abbreviated).day().locale(Locale(identifier: region)))
    }

    func number(_ number: Int) -> String { number.formatted(.number.locale(Locale(identifier: region))) }

    /// In British English the day comes before the month.
    private var region: String { code == "en" ? "en_GB" : code }

    /// - Parameter words: in English.
    func callAsFunction(_ words: String) -> String { translate(words, 0) ?? words }

    /// The translation of a text with a number, in the given plural form.
    func plural(_ one: String, _ many: String, form: Int) -> String {
        translate(one, form) ?? (form == 0 ? one : many)
    }

    func callAsFunction(_ phrase: Phrase) -> String { phrase.text { self($0) } }
}

extension [Language] {
    /// The language with the highest preference in `Accept-Language` (RFC 9110, section 12.5.4); the first one if none
    /// matches.
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

    /// Also finds `de` for `de-CH`; `nil` if there is none.
    func named(_ code: String) -> Language? {
        first { $0.code == code } ?? first { code.hasPrefix($0.code + "-") } ?? (code == "*" ? first : nil)
    }
}
#endif
