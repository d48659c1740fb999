// Text from photos, file names and servers on its way to a terminal: nothing in it may steer the terminal, and
// columns must line up whatever the script.

extension String {
    /// With a space for a tab or line's end and `U+FFFD` for every other control character and bidi control.
    package var printable: String {
        guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
        var safe = UnicodeScalarView()
        for scalar in unicodeScalars {
            safe.append(
                !scalar.steersTerminal ? scalar : "\t\n\r".unicodeScalars.contains(scalar) ? " " : "\u{FFFD}")
        }
        return String(safe)
    }

    /// The same, but with its tabs and line ends: for cells, which may have several lines.
    var harmless: String {
        guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
        return String(
            UnicodeScalarView(
                unicodeScalars.map {
                    $0.steersTerminal && !"\t\n\r".unicodeScalars.contains($0) ? "\u{FFFD}" : $0
                }))
    }

    /// How many columns a terminal gives it: two for a wide East Asian character or an emoji.
    package var columns: Int {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
        return reduce(0) { $0 + $1.columns }
    }

    /// Filled up with spaces to this many columns.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// Cut to this many columns, with `…` for what is lost.
    package func cut(to width: Int) -> String {
        guard columns > width else { return self }
        var room = width - 1
        return prefix { character in
            room -= character.columns
            return room >= 0
        } + "…"
    }
}

extension Unicode.Scalar {
    /// Control characters, line separators and the explicit directional marks of UAX #9.
    var steersTerminal: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension Character {
    /// By its first scalar, as terminals do (UAX #11; emoji by UTS #51).
    fileprivate var columns: Int {
        let first = unicodeScalars.first!
        if unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return Character.wide.contains { $0.contains(first.value) } ? 2 : 1
        }
    }

    /// The blocks of East Asian width W and F.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DF2,
        0x1B000...0x1B2FB, 0x20000...0x3FFFD,
    ]
}
