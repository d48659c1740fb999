// Reads and writes TeX's notation of letters and symbols.
import Books
import Foundation

enum TeXText {
    /// The text in Unicode on one line, without layout; formulas stay as they are.
    static func decoded(_ tex: some StringProtocol) -> String? {
        var decoder = TeXDecoder(tex.unicodeScalars)
        return decoder.text().tidied
    }

    /// For a field of BibTeX: braces are balanced, and Latin letters are written so that BibTeX treats them as one
    /// letter (`{\'e}`). Characters without a standard notation in TeX stay in UTF-8.
    static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            // Two in a row would be a dash or a quote.
            if scalar == last, "-'".unicodeScalars.contains(scalar) { escaped += "{}" }
            last = scalar
            if let command = specials[scalar] {
                escaped += command
            } else if scalar.isASCII {
                escaped.unicodeScalars.append(scalar)
            } else {
                escaped += letters[scalar].map { "{\\\($0)}" } ?? accented(scalar) ?? String(scalar)
            }
        }
        return escaped
    }

    private static func accented(_ scalar: Unicode.Scalar) -> String? {
        let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
        guard parts.count == 2, parts[0].isASCII, parts[0].properties.isAlphabetic,
            let accent = accents[parts[1]]
        else { return nil }
        let isLetter = accent.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
        return isLetter ? "{\\\(accent){\(parts[0])}}" : "{\\\(accent)\(parts[0])}"
    }

    private static let specials: [Unicode.Scalar: String] = [
        "\\": "\\textbackslash{}", "{": "\\textbraceleft{}", "}": "\\textbraceright{}", "$": "\\$",
        "&": "\\&",
        "%": "\\%", "#": "\\#", "_": "\\_", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}",
        "`": "\\textasciigrave{}", "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}",
    ]

    /// Available in every TeX; `\dh`, `\dj` and `\th` need a font encoding that not all documents have.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
        "å": "aa", "Å": "AA", "ı": "i",
    ]

    private static let accents: [Unicode.Scalar: String] = [
        "\u{300}": "`", "\u{301}": "'", "\u{302}": "^", "\u{303}": "~", "\u{304}": "=", "\u{306}": "u",
        "\u{307}": ".", "\u{308}": "\"", "\u{30A}": "r", "\u{30B}": "H", "\u{30C}": "v", "\u{323}": "d",
        "\u{327}": "c", "\u{328}": "k", "\u{331}": "b",
    ]
    fileprivate static let marks: [String: Unicode.Scalar] = {
        var marks = Dictionary(uniqueKeysWithValues: accents.map { ($1, $0) })
        marks["t"] = "\u{361}"
        marks["f"] = "\u{311}"
        marks["G"] = "\u{30F}"
        marks["U"] = "\u{30E}"
        return marks
    }()
}

/// Decodes TeX from left to right. Arguments are decoded recursively, at most `deepest` levels.
private struct TeXDecoder {
    private let tex: [Unicode.Scalar]
    private var place = 0
    private let depth: Int
    private var plain = String.UnicodeScalarView()
    private var hasClosingDollar = true

    private static let deepest = 6

    init(_ tex: some Sequence<Unicode.Scalar>, depth: Int = 0) {
        self.tex = Array(tex)
        self.depth = depth
    }

    mutating func text() -> String {
        while place < tex.count {
            let scalar = tex[place]
            switch scalar {
            case "\\": command()
            case "{", "}": place += 1
            case "~":
                plain.append(" ")
                place += 1
            case "$": formula()
            case "-": run(of: "-", ["-", "–", "—"])
            case "'": run(of: "'", ["'", "”"])
            case "`":
                let isInverted = plain.last == "?" || plain.last == "!"
                if isInverted, place > 0, tex[place - 1] == plain.last {
                    plain.append(plain.removeLast() == "?" ? "¿" : "¡")
                    place += 1
                } else {
                    run(of: "`", ["‘", "“"])
                }
            default:
                plain.append(scalar)
                place += 1
            }
        }
        return String(plain)
    }

    /// One, two or three of the same character form a symbol.
    private mutating func run(of scalar: Unicode.Scalar, _ signs: [Unicode.Scalar]) {
        var count = 0
        while place < tex.count, tex[place] == scalar, count < signs.count {
            (place, count) = (place + 1, count + 1)
        }
        plain.append(signs[count - 1])
    }

    /// A single dollar is a character.
    private mutating func formula() {
        var end = place + 1
        while hasClosingDollar, end < tex.count, tex[end] != "$" { end += tex[end] == "\\" ? 2 : 1 }
        guard hasClosingDollar, end < tex.count else {
            hasClosingDollar = false
            plain.append("$")
            place += 1
            return
        }
        plain.append(contentsOf: tex[place...end])
        place = end + 1
    }

    private mutating func command() {
        place += 1
        guard place < tex.count else { return }
        var name = String.UnicodeScalarView()
        while place < tex.count, tex[place].isASCIILetter {
            name.append(tex[place])
            place += 1
        }
        if name.isEmpty {
            name.append(tex[place])
            place += 1
        } else {
            skipSpaces()
        }
        let command = String(name)
        if let mark = TeXText.marks[command] {
            accent(mark, command)
        } else if let sign = Self.signs[command] {
            plain.append(contentsOf: sign.unicodeScalars)
        } else if Self.unseen.contains(command) {
            _ = argument()
        } else if name.count == 1, let scalar = name.first, !scalar.isASCIILetter {
            plain.append(scalar)
        }
        // Other commands are layout; their arguments are text.
    }

    private mutating func accent(_ mark: Unicode.Scalar, _ command: String) {
        let argument = argument()
        guard let first = argument.first else {
            // Some people write `\~{}` and `\^{}` for the characters themselves.
            if command == "~" || command == "^" { plain.append(contentsOf: command.unicodeScalars) }
            return
        }
        plain.append(first == "ı" ? "i" : first == "ȷ" ? "j" : first)
        plain.append(mark)
        plain.append(contentsOf: argument.dropFirst())
    }

    /// A group, a command, or one letter.
    private mutating func argument() -> [Unicode.Scalar] {
        skipSpaces()
        guard place < tex.count, tex[place] != "}" else { return [] }
        let start = place
        if tex[place] == "{" {
            var level = 0
            repeat {
                if tex[place] == "{" { level += 1 } else if tex[place] == "}" { level -= 1 }
                place += 1
            } while level > 0 && place < tex.count
        } else if tex[place] == "\\" {
            place += 1
            let name = place
            while place < tex.count, tex[place].isASCIILetter { place += 1 }
            if place == name, place < tex.count { place += 1 }
        } else {
            place += 1
            return [tex[start]]
        }
        guard depth < Self.deepest else {
            return tex[start..<place].filter { !"\\{}".unicodeScalars.contains($0) }
        }
        var inner = TeXDecoder(tex[start..<place], depth: depth + 1)
        return Array(inner.text().unicodeScalars)
    }

    private mutating func skipSpaces() {
        while place < tex.count, tex[place].properties.isWhitespace { place += 1 }
    }

    /// Commands whose first argument is not displayed, such as a sort key or URL.
    private static let unseen: Set = [
        "noopsort", "noop", "NOOP", "SortNoop", "noopSort", "switchargs", "href", "label",
    ]

    private static let signs: [String: String] = [
        "ss": "ß", "SS": "ẞ", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł",
        "L": "Ł", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ",
        "th": "þ", "TH": "Þ", "ng": "ŋ", "NG": "Ŋ",
        "textbackslash": "\\", "textbraceleft": "{", "textbraceright": "}", "lbrace": "{", "rbrace": "}",
        "textasciitilde": "~", "textasciicircum": "^", "textasciigrave": "`", "textasciiacute": "´",
        "textless": "<", "textgreater": ">", "textbar": "|", "textquotedbl": "\"", "textquotesingle": "'",
        "textunderscore": "_", "textdollar": "$", "textasteriskcentered": "*", "slash": "/", "space": " ",
        "ldots": "…", "dots": "…", "textellipsis": "…", "textendash": "–", "textemdash": "—",
        "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“", "textquotedblright": "”",
        "quotedblbase": "„", "quotesinglbase": "‚", "glqq": "„", "grqq": "“", "glq": "‚", "grq": "‘",
        "flqq": "«", "frqq": "»", "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«",
        "guillemetright": "»", "guilsinglleft": "‹", "guilsinglright": "›", "textexclamdown": "¡",
        "textquestiondown": "¿", "copyright": "©", "textcopyright": "©", "textregistered": "®",
        "texttrademark": "™", "pounds": "£", "textsterling": "£", "euro": "€", "texteuro": "€",
        "textyen": "¥",
        "S": "§", "textsection": "§", "P": "¶", "dag": "†", "ddag": "‡", "textdegree": "°", "degree": "°",
        "textpm": "±", "texttimes": "×", "textdiv": "÷", "textmu": "µ", "textbullet": "•",
        "textordfeminine": "ª", "textordmasculine": "º", "textperiodcentered": "·", "cdot": "·",
        "TeX": "TeX", "LaTeX": "LaTeX", "BibTeX": "BibTeX",
        "&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", "\n": " ", "\t": " ",
        ",": " ", ";": " ", ":": " ", "\\": " ", "newline": " ", "-": "", "/": "", "!": "", "@": "", "(": "",
        ")": "", "*": "", "relax": "",
    ]
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { isASCII && properties.isAlphabetic }
}
