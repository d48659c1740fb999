// The languages of the site and of a report's page, and the choice of one for a request.
import CResources
import Foundation

/// A language of pages, scripts and e-mails.
package struct Language: Sendable {
    /// The language code, as in `<html lang>`: `de`.
    package let code: String
    /// In the language itself: `Deutsch`.
    package let name: String
    /// Whether it is written from right to left.
    package let isRightToLeft: Bool
    package let plurals: PluralRule
    private let translate: @Sendable (_ words: String, _ form: Int) -> String?
    private let translateMessage: @Sendable (_ message: String) -> String?

    /// The language of the source texts, which need no translation.
    package static let english = Language(code: "en", name: "English") { _, _ in nil }

    /// - Parameters:
    ///   - messages: returns the translation of a message, `nil` for an unknown one.
    ///   - translate: the same for other texts. Unknown ones stay in English.
    package init(
        code: String, name: String, isRightToLeft: Bool = false, plurals: PluralRule = .usual,
        messages: @escaping @Sendable (_ message: String) -> String? = { _ in nil },
        translate: @escaping @Sendable (_ words: String, _ form: Int) -> String?
    ) {
        (self.code, self.name, self.isRightToLeft) = (code, name, isRightToLeft)
        (self.plurals, self.translate, translateMessage) = (plurals, translate, messages)
    }

    /// From a PO file whose header has `Language`, `X-Name`, `Plural-Forms` and, for languages written from right to
    /// left, `X-Direction: rtl`; `nil` if one of the first three is missing.
    package init?(_ file: PortableObject) {
        guard let code = file.header["Language"], let name = file.header["X-Name"],
            let plurals = file.header["Plural-Forms"].flatMap(PluralRule.init)
        else { return nil }
        let messages = MessageTable(file)
        self.init(
            code: code, name: name, isRightToLeft: file.header["X-Direction"] == "rtl", plurals: plurals,
            messages: { messages.translation(of: $0) },
            translate: { words, form in
                guard let forms = file.messages[words] else { return nil }
                return forms.indices.contains(form) ? forms[form] : forms.last
            })
    }

    /// English, and the languages that have a PO file.
    package static let all =
        [english] + translations.texts.compactMap { (try? PortableObject($1)).flatMap { Language($0) } }

    /// Those that have a PO file.
    package static let translated = Array(all.dropFirst())

    /// A date in the language's usual form.
    package func day(_ date: Date) -> String {
        date.formatted(.dateTime.year().month(.abbreviated).day().locale(locale))
    }

    /// A date with the time of day, in UTC.
    package func moment(_ date: Date) -> String {
        let style = Date.FormatStyle(locale: locale, timeZone: .gmt)
        return date.formatted(style.year().month(.abbreviated).day().hour().minute()) + " UTC"
    }

    /// A calendar day, the same in every time zone, or only its month or its year.
    ///
    /// - Parameter parts: of the Gregorian calendar: a year, which may have a month, which may have a day.
    package func date(_ parts: DateComponents) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard let date = calendar.date(from: parts) else { return "" }
        var style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt).year()
        if parts.month != nil { style = style.month(.abbreviated) }
        if parts.day != nil { style = style.day() }
        return date.formatted(style)
    }

    package func number(_ number: Int) -> String { number.formatted(.number.locale(locale)) }

    /// - Parameter digits: the most digits after the decimal point.
    package func number(_ number: Double, digits: Int) -> String {
        number.formatted(
            .number.precision(.fractionLength(0...digits)).rounded(rule: .toNearestOrAwayFromZero)
                .locale(locale))
    }

    /// A number of bytes, such as `1.3 MB`.
    package func size(bytes: Int) -> String {
        Int64(bytes).formatted(.byteCount(style: .file).locale(locale))
    }

    /// A limit in bytes, in binary units: `20 MB`.
    package func size(limit: Int) -> String {
        Int64(limit).formatted(.byteCount(style: .memory).locale(locale))
    }

    private var locale: Locale { Locale(identifier: region) }

    /// The tag by which numbers and dates are formatted. In British English the day comes before the month.
    package var region: String { code == "en" ? "en-GB" : code }

    /// The label keeps a literal with values from being taken for a text without them.
    ///
    /// - Parameter words: in English; see `PortableObject.contextual` for those with a context.
    package func callAsFunction(words: String) -> String {
        translate(words, 0) ?? PortableObject.id(of: words)
    }

    /// The translation of a text with a number, in the given plural form.
    package func plural(_ one: String, _ many: String, form: Int) -> String {
        translate(one, form) ?? (form == 0 ? one : many)
    }

    /// A text with a number, which is `{1}` in both English forms.
    package func callAsFunction(_ count: Int, _ one: String, _ many: String) -> String {
        plural(one, many, form: plurals.form(of: count)).filled([number(count)])
    }

    package func callAsFunction(_ phrase: Phrase) -> String { phrase.text(in: self) }

    /// The translation of a message of the program's other parts; in English if it is not known.
    package func callAsFunction(message: String) -> String { translateMessage(message) ?? message }
}

extension [Language] {
    /// The language with the highest preference in `Accept-Language` (RFC 9110, section 12.5.4); the first one if none
    /// matches.
    package func preferred(_ acceptLanguage: String?) -> Language {
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
    package func named(_ code: String) -> Language? {
        first { $0.code == code } ?? first { code.hasPrefix($0.code + "-") } ?? (code == "*" ? first : nil)
    }
}

extension UnsafePointer<named_text> {
    /// The names and texts of such a table.
    package var texts: [(String, String)] {
        sequence(first: self) { $0.successor() }.prefix { $0.pointee.name != nil }
            .map { (String(cString: $0.pointee.name), String(cString: $0.pointee.text)) }
    }
}
