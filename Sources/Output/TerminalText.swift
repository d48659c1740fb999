// Makes text from photos, file names and servers safe for a terminal.

extension String {
    /// Printable ASCII only, which is quick to check.
    private var isPlain: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

    /// With a space for each tab or line end, and `U+FFFD` for every other control character and bidirectional
    /// control.
    package var printable: String {
        if isPlain || !unicodeScalars.contains(where: \.steersTerminal) { return self }
        var safe = UnicodeScalarView()
        for scalar in unicodeScalars {
            safe.append(
                !scalar.steersTerminal ? scalar : "\t\n\r".unicodeScalars.contains(scalar) ? " " : "\u{FFFD}")
        }
        return String(safe)
    }

    /// The same, but with tabs and line ends: for cells, which may have several lines.
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
    /// Control characters, line separators, the explicit directional marks of UAX #9, and replacements of bytes that
    /// are not valid UTF-8.
    package var steersTerminal: Bool {
        switch value {
        case 0x10_FF00...0x10_FFFF, 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E,
            0x2066...0x2069:
            true
        default: false
        }
    }
}
