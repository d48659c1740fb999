// Text from photos, file names and servers on its way to a terminal: nothing in it may steer the terminal.

extension String {
    /// Printable ASCII, which is quick to tell.
    private var isPlain: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

    /// With a space for a tab or line's end and `U+FFFD` for every other control character and bidi control.
    package var printable: String {
        if isPlain || !unicodeScalars.contains(where: \.steersTerminal) { return self }
        var safe = UnicodeScalarView()
        for scalar in unicodeScalars {
            safe.append(
                !scalar.steersTerminal ? scalar : "\t\n\r".unicodeScalars.contains(scalar) ? " " : "\u{FFFD}")
        }
        return String(safe)
    }

    /// The same, but with its tabs and line ends: for cells, which may have several lines.
    package var harmless: String {
        if isPlain || !unicodeScalars.contains(where: \.steersTerminal) { return self }
        return String(
            UnicodeScalarView(
                unicodeScalars.map {
                    $0.steersTerminal && !"\t\n\r".unicodeScalars.contains($0) ? "\u{FFFD}" : $0
                }))
    }
}

extension Unicode.Scalar {
    /// Control characters, line separators, the explicit directional marks of UAX #9, and what stands for bytes of a path
    /// that are no text.
    package var steersTerminal: Bool {
        switch value {
        case 0x10_FF00...0x10_FFFF, 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E,
            0x2066...0x2069:
            true
        default: false
        }
    }
}
