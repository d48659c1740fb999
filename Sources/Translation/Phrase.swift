// A text of the program, before it is known in which language it is shown.
import Foundation

/// For example `"Written by \(name)."`. Translations have `{1}` in place of the first value.
package struct Phrase: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The English text by which translations are found: `Written by {1}.`
    package let key: String
    private let values: [Value]

    fileprivate enum Value: Hashable {
        case text(String)
        case phrase(Phrase)
        case number(Int)
        case plural(Int, one: String, many: String)
        case decimal(Double, digits: Int)
        case size(Int)
        case limit(Int)
        case day(Date)
        case date(DateComponents)
        case moment(Date)
    }

    package init(stringLiteral value: String) { (key, values) = (value, []) }

    package init(stringInterpolation: StringInterpolation) {
        (key, values) = (stringInterpolation.key, stringInterpolation.values)
    }

    /// A text that is not translated, such as a name, a title or a file name.
    package init(verbatim text: String) {
        (key, values) = text.isEmpty ? ("", []) : (Self.verbatim, [.text(text)])
    }

    /// A count, with its digits grouped as usual in the language.
    package init(number: Int) { (key, values) = (Self.verbatim, [.number(number)]) }

    /// A text with a number, which is `{1}` in both English forms.
    package init(_ count: Int, _ one: String, _ many: String) {
        (key, values) = (Self.verbatim, [.plural(count, one: one, many: many)])
    }

    /// - Parameter digits: the most digits after the decimal point.
    package init(number: Double, digits: Int) {
        (key, values) = (Self.verbatim, [.decimal(number, digits: digits)])
    }

    /// A number of bytes, such as `1.3 MB`.
    package init(bytes: Int) { (key, values) = (Self.verbatim, [.size(bytes)]) }

    /// A limit in bytes, in whole binary units: `20 MB`.
    package init(limit: Int) { (key, values) = (Self.verbatim, [.limit(limit)]) }

    package init(day date: Date) { (key, values) = (Self.verbatim, [.day(date)]) }

    /// See `Language.date`.
    package init(date parts: DateComponents) { (key, values) = (Self.verbatim, [.date(parts)]) }

    /// A date with the time of day. It is in UTC, because a server does not know its reader's time zone.
    package init(moment date: Date) { (key, values) = (Self.verbatim, [.moment(date)]) }

    /// A word that is chosen at run time, such as the name of a role.
    package init(word: String) { (key, values) = (word, []) }

    /// A message of the program's other parts, in English: why a photo could not be read, why a number is doubtful.
    package init(message text: String) {
        (key, values) = text.isEmpty ? ("", []) : (Self.message, [.text(text)])
    }

    /// Several phrases, separated by commas.
    package init(listing phrases: [Phrase]) {
        (key, values) = phrases.isEmpty ? ("", []) : (Self.listing, phrases.map { .phrase($0) })
    }

    /// The keys of phrases that consist of values only.
    private static let verbatim = "{1}"
    private static let message = "message: {1}"
    private static let listing = "{1}, …"

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [Value] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { key += literal }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(.text("\(value)"))
        }

        package mutating func appendInterpolation(_ phrase: Phrase) { append(.phrase(phrase)) }

        package mutating func appendInterpolation(_ date: Date) { append(.day(date)) }

        private mutating func append(_ value: Value) {
            values.append(value)
            key += "{\(values.count)}"
        }
    }

    package var isEmpty: Bool { key.isEmpty }

    func text(in language: Language) -> String {
        let texts = values.map { value in
            switch value {
            case .text(let text): text
            case .phrase(let phrase): phrase.text(in: language)
            case .number(let number): language.number(number)
            case .plural(let count, let one, let many): language(count, one, many)
            case .decimal(let number, let digits): language.number(number, digits: digits)
            case .size(let bytes): language.size(bytes: bytes)
            case .limit(let bytes): language.size(limit: bytes)
            case .day(let date): language.day(date)
            case .date(let parts): language.date(parts)
            case .moment(let date): language.moment(date)
            }
        }
        switch key {
        case Self.verbatim: return texts[0]
        case Self.message: return language(message: texts[0])
        case Self.listing: return texts.joined(separator: ", ")
        default: return key.isEmpty ? "" : language(words: key).filled(texts)
        }
    }
}

extension String {
    /// With values in place of `{1}` and so on.
    func filled(_ values: [String]) -> String {
        guard !values.isEmpty else { return self }
        var parts = split(separator: "{", omittingEmptySubsequences: false)[...]
        var text = String(parts.popFirst() ?? "")
        for part in parts {
            let digit = part.first?.wholeNumberValue ?? 0
            if values.indices.contains(digit - 1), part.dropFirst().first == "}" {
                text += values[digit - 1] + part.dropFirst(2)
            } else {
                text += "{" + part
            }
        }
        return text
    }
}
