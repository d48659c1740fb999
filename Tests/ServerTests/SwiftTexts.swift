#if Server
// The texts in a Swift source.
import Foundation

/// The string literals of a source, without those in comments, in values of others and in raw ones.
struct SwiftTexts {
    struct Text {
        /// As translations are found by it, with `{1}` in place of the first value.
        var key = ""
        var range: Range<String.Index>
    }

    let source: String
    private(set) var texts: [Text] = []

    init(_ source: String) {
        self.source = source
        var place = source.startIndex
        while place < source.endIndex {
            let rest = source[place...]
            if rest.hasPrefix("//") {
                place = rest.firstIndex(of: "\n") ?? source.endIndex
            } else if rest.hasPrefix("#\"") {
                place = rest.firstRange(of: "\"#")?.upperBound ?? source.endIndex
            } else if rest.first == "\"" {
                let text = text(from: place)
                texts.append(text)
                place = text.range.upperBound
            } else {
                source.formIndex(after: &place)
            }
        }
    }

    /// Those of declarations with the type `Phrase`: what follows the type, up to the next line that is indented no more.
    var ofPhrases: [Text] {
        let ranges = source.matches(of: /\bPhrase\??\s*(?:\{|=(?!\s*""))/).map { match in
            let start = source[..<match.startIndex].lastIndex(of: "\n") ?? source.startIndex
            func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
            let most = indentation(source[start...].dropFirst())
            var end = source[match.endIndex...].firstIndex(of: "\n") ?? source.endIndex
            while end < source.endIndex {
                let line = source[end...].dropFirst().prefix { $0 != "\n" }
                if !line.isEmpty, indentation(line) <= most { break }
                end = line.endIndex
            }
            return match.startIndex..<end
        }
        return texts.filter { text in
            ranges.contains { $0.contains(text.range.lowerBound) } || isPhrase(text)
        }
    }

    /// Whether it is followed by its type, or is the first text of a count.
    private func isPhrase(_ text: Text) -> Bool {
        source[text.range.upperBound...].hasPrefix(" as Phrase")
            || source[..<text.range.lowerBound].suffix(80).contains(/\bPhrase\([\w.]+,\s*$/)
    }

    private func text(from start: String.Index) -> Text {
        let mark = source[start...].hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        var place = source.index(start, offsetBy: mark.count)
        var (key, count) = ("", 0)
        while place < source.endIndex, !source[place...].hasPrefix(mark) {
            if source[place...].hasPrefix("\\(") {
                place = end(ofValueFrom: source.index(place, offsetBy: 2))
                count += 1
                key += "{\(count)}"
            } else {
                let length = source[place] == "\\" ? 2 : 1
                let next = source.index(place, offsetBy: length)
                key += source[place..<next]
                place = next
            }
        }
        let end = source.index(place, offsetBy: mark.count, limitedBy: source.endIndex) ?? source.endIndex
        return Text(key: Self.unescaped(mark == "\"" ? key : Self.lines(key)), range: start..<end)
    }

    /// - Parameter start: after the value's opening parenthesis.
    private func end(ofValueFrom start: String.Index) -> String.Index {
        var (place, depth) = (start, 1)
        while place < source.endIndex, depth > 0 {
            if source[place] == "\"" {
                place = text(from: place).range.upperBound
                continue
            }
            if source[place] == "(" { depth += 1 }
            if source[place] == ")" { depth -= 1 }
            source.formIndex(after: &place)
        }
        return place
    }

    /// Of several lines, without their common indentation.
    private static func lines(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let indentation = lines.last?.count ?? 0
        return lines.dropLast().map { $0.dropFirst(indentation) }.joined(separator: "\n")
            .replacing(/\\\n */, with: "")
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("\\\"", with: "\"").replacing("\\n", with: "\n")
    }
}
#endif
