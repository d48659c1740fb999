// A photo's name where a person reads it, and copies it from there.
import Books

extension String {
    /// A path as it is; one with bytes or characters that a terminal can't show as a shell takes it, `$'caf\xE9.jpg'`.
    package var shownPath: String {
        guard hasStandIns || unicodeScalars.contains(where: \.steersTerminal) else { return self }
        let words = unicodeScalars.map { character -> String in
            switch character {
            case "\n": return #"\n"#
            case "\t": return #"\t"#
            case "\r": return #"\r"#
            case "\\", "'": return "\\\(character)"
            default:
                let text = String(character)
                guard character.steersTerminal || text.hasStandIns else { return text }
                return text.pathBytes.map {
                    #"\x"# + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
                }
                .joined()
            }
        }
        return "$'" + words.joined() + "'"
    }
}
