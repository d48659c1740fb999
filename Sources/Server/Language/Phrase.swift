#if Server
// Words of the program's own for people, before it is known in which language they are shown.

/// `"Wait \(seconds) seconds."` in any language: translations have `{1}` where the first value stands.
struct Phrase: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// In English, as translations are found by it: `Wait {1} seconds.`
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

    /// What is nobody's words to translate: a name, a title, a file.
    init(verbatim text: String) {
        (key, values) = text.isEmpty ? ("", []) : (Self.verbatim, [.text(text)])
    }

    /// One of a few words that are known by name, as a role.
    init(word: String) { (key, values) = (word, []) }

    /// Several, with commas between them.
    init(listing phrases: [Phrase]) {
        (key, values) = phrases.isEmpty ? ("", []) : (Self.listing, phrases.map { .phrase($0) })
    }

    /// Keys of what only consists of values.
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

    /// - Parameter translate: gives the words of another language for the key.
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
