// Parses cells of imported tables: several values, inverted names, numbers.
import Books
import Foundation

enum CellText {
    /// Separated by semicolons or bars if there are any, else by commas.
    static func parts(_ text: String) -> [String] {
        let separator: Character = text.contains(";") ? ";" : text.contains("|") ? "|" : ","
        return text.split(separator: separator).compactMap { String($0).tidied }
    }

    /// Splits at any of some characters, even if a combining mark or joiner follows, which would make them one
    /// `Character`.
    static func split(_ text: String, at separators: String) -> [String] {
        let separators = separators.unicodeScalars
        return text.unicodeScalars.split(omittingEmptySubsequences: false) { separators.contains($0) }
            .map { String($0) }
    }

    /// `Collins, Suzanne` is one inverted name; `Suzanne Collins, Tim O’Brien` are two.
    static func names(_ text: String) -> [String] {
        let parts = parts(text)
        guard !text.contains(";"), !text.contains("|"), parts.count == 2,
            !parts[0].isFullName || !parts[1].isFullName
        else { return parts.map { PersonalName(inverted: $0).display } }
        return [PersonalName(inverted: parts.joined(separator: ", ")).display]
    }

    /// The number at the start of a cell: `2008`, `2008.0`, `374 p.`, `-720`.
    static func number(_ text: String) -> Int? {
        let sign = text.hasPrefix("-") ? "-" : ""
        return Int(sign + text.drop { !$0.isNumber }.prefix { $0.isASCII && $0.isNumber })
    }

    /// Whether a cell means yes.
    static func isYes(_ text: String) -> Bool {
        ["true", "yes", "1", "y"].contains(text.tidied?.lowercased())
    }

    /// The values in a cell of this program's own tables: separated by semicolons, with a backslash before semicolons
    /// and backslashes in values.
    static func escapedParts(_ text: String) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in text {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            if !isEscaped, character == ";" {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
            isEscaped = false
        }
        return parts.compactMap(\.tidied)
    }
}

extension String {
    fileprivate var isFullName: Bool { contains(" ") }
}

/// Removes HTML from reviews.
enum HTMLText {
    /// Converts line breaks and paragraphs to line ends, removes other tags, and decodes common entities.
    static func plain(_ html: String) -> String {
        guard html.utf8.contains(where: { [0x3C, 0x26].contains($0) }) else { return html.tidiedLines }
        return html.replacing(
            /<br\s*\/?>|<\/p>/.ignoresCase().matchingSemantics(.unicodeScalar), with: "\n"
        )
        .replacing(/<\/?[a-zA-Z][^<>]*>/.matchingSemantics(.unicodeScalar), with: "")
        .withoutEntities.tidiedLines
    }

    /// The reverse of `plain`.
    static func html(_ text: String) -> String {
        marked(text, ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br/>"])
    }

    /// For a cell that may contain HTML: escapes text that looks like HTML.
    static func escaped(_ text: String) -> String {
        plain(text) == text ? text : marked(text, ["&": "&amp;", "<": "&lt;"])
    }

    /// A combining mark may follow the character.
    private static func marked(_ text: String, _ marks: [Unicode.Scalar: String]) -> String {
        var marked = ""
        for scalar in text.unicodeScalars {
            if let mark = marks[scalar] { marked += mark } else { marked.unicodeScalars.append(scalar) }
        }
        return marked
    }
}

/// Parses ratings in cells: stars, or `8/10`.
enum RatingCell {
    /// 0…5 stars; `nil` if the cell contains no rating.
    static func stars(_ cell: String) -> Double? {
        let text = cell.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        let stars = number(text) ?? share(text) ?? drawn(text)
        return stars.flatMap { (0...5).contains($0) ? $0 : nil }
    }

    private static func number(_ text: some StringProtocol) -> Double? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2C }) else {
            return nil
        }
        return Double(String(text).replacing(",", with: "."))
    }

    /// `8/10`, `4 out of 5`, `80%`, `4 stars`, `4/5 stars`.
    private static func share(_ text: String) -> Double? {
        let unit = units.first { text.hasSuffix($0) } ?? ""
        let bare = text.dropLast(unit.count).trimmingCharacters(in: .whitespaces)
        if let match = bare.wholeMatch(of: /([\d.,]+)\s*%/) { return number(match.1).map { $0 / 20 } }
        let form = /([\d.,]+)\s*(?:\/|out of|of|von|sur|de|di|av)\s*(\d+)/
        guard let match = bare.wholeMatch(of: form) else { return number(bare) }
        guard let value = number(match.1), let most = number(match.2), most > 0 else { return nil }
        return value * 5 / most
    }

    private static let units = [
        "stars", "star", "sterne", "sternen", "stern", "étoiles", "étoile", "estrellas", "estrella", "★", "⭐",
        "⭐️",
    ]

    /// `★★★½`, `****`, `★★★☆☆`.
    private static func drawn(_ text: String) -> Double? {
        var stars = 0.0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "★", "⭐", "🌟", "✭", "*": stars += 1
            case "¼": stars += 0.25
            case "½": stars += 0.5
            case "¾": stars += 0.75
            case "☆", "✩", " ", "\u{FE0F}": break
            default: return nil
            }
        }
        return text.isEmpty ? nil : stars
    }
}
