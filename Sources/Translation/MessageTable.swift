// Translations of messages that are kept in English: in records, whose readers are programs, too.

/// Finds the translation of a message by its text. In a PO file, messages have `msgctxt "message"`, and `{1}` and so on, in
/// this order, for the parts that differ: `only its first {1} pages were read; split it into smaller files`.
struct MessageTable: Sendable {
    private var whole: [String: String] = [:]
    /// Those with values, the most specific first.
    private var patterns: [Pattern] = []

    fileprivate struct Pattern: Sendable {
        /// The texts around the values.
        var parts: [String]
        var translation: String
        var letters: Int { parts.reduce(0) { $0 + $1.count } }
    }

    init(_ file: PortableObject) {
        let start = PortableObject.contextual("message", "")
        for (key, forms) in file.messages where key.hasPrefix(start) {
            let text = String(key.dropFirst(start.count))
            let parts = text.split(separator: /\{\d\}/, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 1 {
                whole[text] = forms[0]
            } else {
                patterns.append(Pattern(parts: parts, translation: forms[0]))
            }
        }
        patterns.sort { ($0.letters, $0.translation) > ($1.letters, $1.translation) }
    }

    /// `nil` if the message is not known. A value may be a message, too.
    func translation(of message: String) -> String? {
        if let translation = whole[message] { return translation }
        for pattern in patterns {
            guard let values = pattern.values(in: message) else { continue }
            return pattern.translation.filled(values.map { translation(of: $0) ?? $0 })
        }
        return nil
    }
}

extension MessageTable.Pattern {
    /// The values of a text that fits; each is as short as possible, and none is empty.
    fileprivate func values(in text: String) -> [String]? {
        guard let first = parts.first, let last = parts.last, text.hasPrefix(first), text.hasSuffix(last),
            text.count > first.count + last.count
        else { return nil }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        var values: [String] = []
        for part in parts.dropFirst().dropLast() {
            guard let range = rest.firstRange(of: part), range.lowerBound > rest.startIndex else {
                return nil
            }
            values.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return rest.isEmpty ? nil : values + [String(rest)]
    }
}
