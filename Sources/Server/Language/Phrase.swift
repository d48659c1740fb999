#if Server
// A text of the program, before it is known in which language it is shown.

/// For example `"Wait \(seconds) seconds."`. Translations have `{1}` in place of the first value.
struct Phrase: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The English text by which translations are found: `Wait {1} seconds.`
    let key: String
    private let values: [Value]

    fileprivate enum Value: Hashable {
        case text(String)
        case phrase(Phrase)
    }

    init(stringLiteral value: String) { (key, values) = (value, []) }

    init(stringInterpolation: StringInterpolation) {
        (key, values) = (stringInterpolation.key, stringInterpolation.values)
    }

    /// A text that is not translated, such as a name, a title or a file name.
    init(verbatim text: String) {
        (key, values) = text.isEmpty ? ("", []) : (Self.verbatim, [.text(text)])
    }

    /// A word that is chosen at run time, such as the name of a role.
    init(word: String) { (key, values) = (word, []) }

    /// Several phrases, separated by commas.
    init(listing phrases: [Phrase]) {
        (key, values) = phrases.isEmpty ? ("", []) : (Self.listing, phrases.map { .phrase($0) })
    }

    /// The keys of phrases that consist of values only.
    private static let verbatim = "{1}"
    private static let listing = "{1}, …"

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [Value] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { key += literal }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(.text("\(value)"))
        }

        mutating func appendInterpolation(_ phrase: Phrase) { append(.phrase(phrase)) }

        private mutating func append(_ value: Value) {
            values.append(value)
            key += "{\(values.count)}"
        }
    }

    var isEmpty: Bool { key.isEmpty }

    /// - Parameter translate: returns the translation of a key.
    func text(_ translate: (String) -> String) -> String {
        let texts = values.map { value in
            switch value {
            case .text(let text): text
            case .phrase(let phrase): phrase.text(translate)
            }
        }
        switch key {
        case Self.verbatim: return texts[0]
        case Self.listing: return texts.joined(separator: ", ")
        default: return Self.filled(translate(key), texts)
        }
    }

    private static func filled(_ words: String, _ values: [String]) -> String {
        guard !values.isEmpty else { return words }
        return words.replacing(/\{(\d)\}/) { match in
            let place = (Int(match.1) ?? 0) - 1
            return values.indices.contains(place) ? values[place] : String(match.0)
        }
    }
}
#endif
