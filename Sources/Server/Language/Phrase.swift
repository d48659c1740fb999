#if Server
// Words of the program's own for people, before it is known in which language they are shown.

/// `"Wait \(seconds) seconds."` in any language: translations have `{1}` where the first value stands.
struct Phrase: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// In English, as translations are found by it: `Wait {1} seconds.`
    let key: String
    private let values: [String]

    init(stringLiteral value: String) { (key, values) = (value, []) }

    init(stringInterpolation: StringInterpolation) {
        (key, values) = (stringInterpolation.key, stringInterpolation.values)
    }

    /// What is nobody's words to translate: a name, a title, a file.
    init(verbatim text: String) { (key, values) = (text.isEmpty ? "" : "{1}", text.isEmpty ? [] : [text]) }

    /// One of a few words that are known by name, as a role.
    init(word: String) { (key, values) = (word, []) }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [String] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { key += literal }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            values.append("\(value)")
            key += "{\(values.count)}"
        }
    }

    var isEmpty: Bool { key.isEmpty }

    /// - Parameter translate: gives the words of another language for the key.
    func text(_ translate: (String) -> String) -> String {
        // What is said in a value is not looked at again.
        key == "{1}" ? values[0] : Self.filled(translate(key), values)
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
