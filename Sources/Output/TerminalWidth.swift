// The width of text on a terminal, so that columns line up in every script.

extension String {
    /// The number of columns on a terminal: two for a wide East Asian character or an emoji.
    package var columns: Int {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
        return reduce(0) { $0 + $1.columns }
    }

    /// Padded with spaces to this many columns.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// Cut to this many columns, with `…` at the end if it was cut.
    package func cut(to width: Int) -> String {
        guard columns > width else { return self }
        var room = width - 1
        return prefix { character in
            room -= character.columns
            return room >= 0
        } + "…"
    }

    /// The same; `nil` does not cut.
    package func cut(to width: Int?) -> String { width.map { cut(to: $0) } ?? self }

    /// The beginning of an input's text, for messages about it: a line may be of any length.
    package var excerpt: String { cut(to: 60) }

    /// Cut at the start to this many columns: the end of a path is more informative.
    package func cutAtStart(to width: Int) -> String {
        guard columns > width else { return self }
        var room = width - 1
        var start = endIndex
        while start > startIndex {
            let before = index(before: start)
            room -= self[before].columns
            guard room >= 0 else { break }
            start = before
        }
        return "…" + self[start...]
    }

    /// Wrapped to lines of at most this many columns, at spaces, or anywhere in a word that is longer than a line;
    /// `nil` does not wrap.
    ///
    /// - Parameter indent: columns by which all lines but the first are indented.
    package func folded(to width: Int?, indent: Int = 0) -> [String] {
        guard let width, columns > width else { return [self] }
        let margin = String(repeating: " ", count: min(indent, width / 3))
        var lines: [String] = []
        var rest = self[...]
        while !rest.isEmpty {
            let begin = lines.isEmpty ? "" : margin
            let end = rest.endOfLine(of: max(1, width - begin.utf8.count))
            lines.append(begin + rest[..<end].trimmedEnd)
            rest = rest[end...].drop { $0 == " " }
        }
        return lines
    }
}

extension StringProtocol {
    /// Without spaces at its end.
    package var trimmedEnd: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}

extension Substring {
    /// Where a line of this many columns ends: before a space after a word, if there is one.
    fileprivate func endOfLine(of columns: Int) -> Index {
        var room = columns
        var place = startIndex
        var space: Index?
        var hasWord = false
        while place < endIndex {
            let character = self[place]
            room -= character.columns
            if character == " " {
                if hasWord { space = place }
                if hasWord, room < 0 { return place }
            } else {
                hasWord = true
            }
            // A line has at least one character.
            guard room >= 0 || place == startIndex else { return space ?? place }
            place = index(after: place)
        }
        return endIndex
    }
}

extension Character {
    /// The number of columns: two for an emoji (UTS #51) and wide characters (UAX #11), none for combining marks
    /// alone.
    var columns: Int {
        if let byte = asciiValue { return byte < 0x20 || byte == 0x7F ? 0 : 1 }
        if unicodeScalars.contains("\u{FE0F}") || unicodeScalars.first?.properties.isEmojiPresentation == true
        {
            return 2
        }
        // Letters that form one character, as in Devanagari, still take one column each.
        return min(2, unicodeScalars.reduce(0) { $0 + $1.columns })
    }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control: 0
        default:
            Self.joining.contains { $0.contains(value) }
                ? 0 : Self.wide.contains { $0.contains(value) } ? 2 : 1
        }
    }

    /// Medial and final parts of Korean syllables, which combine with the letter before them.
    private static let joining: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FB]

    /// East Asian width W and F (Unicode 15.1, EastAsianWidth.txt), without emoji; ranges may include unassigned code
    /// points.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
