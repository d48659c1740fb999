// The syntax of BibTeX's files.

/// An entry as in the file: with macros expanded, and TeX's notation kept.
struct BibTeXEntry {
    /// In lowercase: `book`.
    var type: String
    var key = ""
    /// Names in lowercase; of duplicates, the first counts.
    var fields: [(name: String, value: String)] = []

    func value(_ names: String...) -> String? {
        for name in names {
            if let field = fields.first(where: { $0.name == name }), !field.value.isEmpty {
                return field.value
            }
        }
        return nil
    }
}

/// Reads entries one after another. Text between them is a comment, and so is the rest of a line after a percent
/// sign.
struct BibTeXParser {
    enum Item {
        case entry(BibTeXEntry)
        /// An entry that has no end, or is invalid.
        case damaged(isCut: Bool)
    }

    private let bytes: [UInt8]
    private(set) var place: Int
    /// By their names in lowercase.
    private(set) var macros: [String: String]
    /// The position of the last item.
    private(set) var range = 0..<0
    private var hasOpenComment = false

    init(_ bytes: [UInt8], at place: Int = 0, macros: [String: String] = [:]) {
        (self.bytes, self.place, self.macros) = (bytes, place, macros)
    }

    private struct Damage: Error {}

    /// - Returns: `nil` at the end.
    mutating func next() -> Item? {
        while let start = nextSign() {
            place = start + 1
            skipSpaces()
            guard let type = name()?.lowercased() else { continue }
            skipSpaces()
            guard let open = peek, open == .openBrace || open == .openParenthesis else { continue }
            if type == "comment" {
                skipComment()
                continue
            }
            place += 1
            let close = open == .openBrace ? UInt8.closeBrace : .closeParenthesis
            do {
                let entry = try self.entry(type, close)
                range = start..<place
                if let entry { return .entry(entry) }
            } catch {
                let isCut = place >= bytes.count
                // The entries after it may be valid.
                while place < bytes.count, !isEntryStart(place) { place += 1 }
                range = start..<place
                return .damaged(isCut: isCut)
            }
        }
        return nil
    }

    /// - Returns: `nil` for an item that is not an entry of the bibliography.
    private mutating func entry(_ type: String, _ close: UInt8) throws(Damage) -> BibTeXEntry? {
        switch type {
        case "preamble":
            _ = try value(close)
            try end(close)
            return nil
        case "string":
            for (name, value) in try fields(close) { macros[name] = value }
            return nil
        default:
            var entry = BibTeXEntry(type: type)
            entry.key = try key(close)
            entry.fields = try fields(close)
            return entry
        }
    }

    /// The text up to the first comma; empty if the first field follows at once.
    private mutating func key(_ close: UInt8) throws(Damage) -> String {
        skipSpaces()
        let start = place
        while let byte = peek, byte != .comma, byte != close {
            if byte == UInt8(ascii: "=") {
                place = start
                return ""
            }
            if byte == .newline, isEntryStart(place + 1) { throw Damage() }
            place += 1
        }
        guard let byte = peek else { throw Damage() }
        let key = String(textOf: bytes[start..<place]).tidied ?? ""
        if byte == .comma { place += 1 }
        return key
    }

    private mutating func fields(_ close: UInt8) throws(Damage) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        while true {
            skipSpaces()
            guard let byte = peek else { throw Damage() }
            if byte == .comma {
                place += 1
                continue
            }
            if byte == close {
                place += 1
                return fields
            }
            guard let name = name()?.lowercased() else { throw Damage() }
            skipSpaces()
            guard peek == UInt8(ascii: "=") else { throw Damage() }
            place += 1
            fields.append((name, try value(close)))
        }
    }

    /// Text in braces or quotes, numbers and macros, joined by number signs.
    private mutating func value(_ close: UInt8) throws(Damage) -> String {
        var value = ""
        while true {
            skipSpaces()
            guard let byte = peek else { throw Damage() }
            switch byte {
            case .openBrace: value += try quoted(until: .closeBrace)
            case .quote: value += try quoted(until: .quote)
            default:
                guard let word = name() else { throw Damage() }
                value += macros[word.lowercased()] ?? word
            }
            skipSpaces()
            guard peek == UInt8(ascii: "#") else { return value }
            place += 1
        }
    }

    /// Braces in it are balanced, including those after a backslash. An entry at the start of a line shows that the
    /// end is missing.
    private mutating func quoted(until end: UInt8) throws(Damage) -> String {
        place += 1
        let start = place
        var level = 0
        while let byte = peek {
            if level == 0, byte == end {
                place += 1
                return String(textOf: bytes[start..<(place - 1)])
            }
            switch byte {
            case .openBrace: level += 1
            case .closeBrace: level -= 1
            case .newline where isEntryStart(place + 1): throw Damage()
            default: break
            }
            if level < 0 { throw Damage() }
            place += 1
        }
        throw Damage()
    }

    private mutating func end(_ close: UInt8) throws(Damage) {
        skipSpaces()
        guard peek == close else { throw Damage() }
        place += 1
    }

    private mutating func skipComment() {
        let start = place
        var level = 0
        guard peek == .openBrace, !hasOpenComment else { return }
        while let byte = peek {
            place += 1
            if byte == .openBrace { level += 1 } else if byte == .closeBrace { level -= 1 }
            if level == 0 { return }
        }
        // Without an end, the comment is the rest of its line.
        hasOpenComment = true
        place = start
    }

    /// The position of the next `@` outside comments.
    private mutating func nextSign() -> Int? {
        while let byte = peek {
            if byte == UInt8(ascii: "@") { return place }
            if byte == UInt8(ascii: "%") {
                skipLine()
            } else {
                place += 1
            }
        }
        return nil
    }

    private mutating func name() -> String? {
        let start = place
        while let byte = peek, byte > 0x20, !Self.delimiters.contains(byte) { place += 1 }
        return place == start ? nil : String(textOf: bytes[start..<place])
    }

    private static let delimiters = Set("{}()\"#%',=@".utf8)

    /// Whether the line starts with an entry, `@book{`.
    private func isEntryStart(_ line: Int) -> Bool {
        guard line < bytes.count, bytes[line] == UInt8(ascii: "@"), line == 0 || bytes[line - 1] == .newline
        else {
            return false
        }
        var end = line + 1
        while end < bytes.count, (0x61...0x7A).contains(bytes[end] | 0x20) { end += 1 }
        return end > line + 1 && end < bytes.count
            && (bytes[end] == .openBrace || bytes[end] == .openParenthesis)
    }

    /// Also skips what biber treats as comments within an entry.
    private mutating func skipSpaces() {
        while let byte = peek, byte <= 0x20 || byte == UInt8(ascii: "%") {
            if byte == UInt8(ascii: "%") { skipLine() } else { place += 1 }
        }
    }

    private mutating func skipLine() {
        while let byte = peek, byte != .newline { place += 1 }
    }

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }
}

extension UInt8 {
    fileprivate static let newline = UInt8(ascii: "\n")
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let openBrace = UInt8(ascii: "{")
    fileprivate static let closeBrace = UInt8(ascii: "}")
    fileprivate static let openParenthesis = UInt8(ascii: "(")
    fileprivate static let closeParenthesis = UInt8(ascii: ")")
}
