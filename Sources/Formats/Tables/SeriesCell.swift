// Parses series and their numbers, which some tables have in a cell of their own and others at the end of the title.

/// One series that a book is in.
struct SeriesCell: Hashable {
    var name: String
    var number: String?

    /// `InCryptid, #8`.
    var text: String { name + (number.map { ", #\($0)" } ?? "") }

    /// `The Mistborn Saga (#1), The Cosmere`.
    static func list(_ cell: String) -> [SeriesCell] {
        var found: [SeriesCell] = []
        var rest = Substring(cell)
        while let match = rest.prefixMatch(of: /\s*(.+?)\s*(?:\(#\s*([^()]+)\)\s*(?:,|$)|,|$)/) {
            found.append(SeriesCell(name: String(match.1), number: match.2.map { String($0) }))
            rest = rest[match.range.upperBound...]
        }
        return found
    }

    /// `That Ain't Witchcraft (InCryptid, #8; Other, #1)`: the title without the series, and the series. Empty if the
    /// last parentheses contain something else.
    static func behind(_ title: String) -> (title: String, series: [SeriesCell]) {
        guard title.hasSuffix(")"), let open = openingBracket(title) else { return (title, []) }
        let before = title[..<open].trimmingSuffix { $0 == " " }
        let inside = title[title.index(after: open)...].dropLast()
        let series = inside.split(separator: "; ", omittingEmptySubsequences: false).map { part in
            part.wholeMatch(of: /(.+?),?\s*#\s*(\d[^#;]*)/).map {
                SeriesCell(name: String($0.1), number: String($0.2))
            }
        }
        guard !before.isEmpty, !series.isEmpty, !series.contains(nil) else { return (title, []) }
        return (String(before), series.compactMap(\.self))
    }

    /// The opening bracket for the closing one at the end.
    private static func openingBracket(_ text: String) -> String.Index? {
        var depth = 0
        for index in text.indices.reversed() {
            if text[index] == ")" { depth += 1 }
            if text[index] == "(" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, isLeftOut(last) { text.removeLast() }
        return text
    }
}
