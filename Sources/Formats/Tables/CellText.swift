// Parses cells of imported tables: several values, inverted names, numbers.
import Books
import Foundation
import MARC

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

    /// How many there are of something, which may follow: `2`, `2.0`, `1,024`, `374 p.`
    static func count(_ text: String) -> Int? {
        let form = /\s*(\d{1,3}(?:[,.'’\s]\d{3})+|\d+)(?:[,.]0{1,2})?\s*(?:\p{L}+\.?)?\s*/
        return text.wholeMatch(of: form).flatMap { Int($0.1.filter(\.isNumber)) }
    }

    /// A year in `Book.years`: `2008`, `2008.0`, `-720`, or that of a date such as `c2008` or `14.3.08`.
    static func year(_ text: String) -> Int? {
        if let year = text.wholeMatch(of: /\s*(-?\d+)(?:\.0+)?\s*/).flatMap({ Int($0.1) }),
            Book.years.contains(year)
        {
            return year
        }
        return text.firstYear ?? DateCell(text).year
    }

    /// A number in `Book.pageCounts`: `374`, `1,024`, `xii, 374 p.`, `[374] p.`, `ca. 300`, `300+`. A size, such as
    /// `20 cm`, is none.
    static func pages(_ text: String) -> Int? {
        if text.wholeMatch(of: /\s*[0-9.,]+\s*[cm]m\.?\s*/) != nil { return nil }
        let estimate = /\s*(?:ca\.?|c\.)?\s*\[?([0-9]+)\]?\+?\s*(?:\p{L}+\.?)?\s*/
        let pages = count(text) ?? text.wholeMatch(of: estimate).flatMap { Int($0.1) } ?? text.pageCount
        return pages.flatMap { Book.pageCounts.contains($0) ? $0 : nil }
    }

    /// Whether a cell means yes or no; `nil` if it means neither.
    static func truth(_ text: String) -> Bool? {
        switch text.tidied?.lowercased() {
        case "true", "yes", "1", "y": true
        case "false", "no", "0", "n", nil: false
        default: nil
        }
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

/// The best rating in a column whose cells do not say it: `4`, not `4/5`.
enum RatingScale {
    case five, ten
    /// A higher one, such as 20 or 100.
    case unknown

    /// - Parameter numbers: those in the column. A few above 10 are typing errors, many are on another scale; 0 means that
    ///   there is no rating.
    init(of numbers: [Double]) {
        let ratings = numbers.filter { $0 > 0 }
        let possible = ratings.filter { $0 <= 10 }
        self = possible.count * 2 < ratings.count ? .unknown : possible.allSatisfy { $0 <= 5 } ? .five : .ten
    }

    fileprivate func stars(_ number: Double) -> Double? {
        switch self {
        case .five: number
        case .ten: number / 2
        case .unknown: number == 0 ? 0 : nil
        }
    }
}

/// Parses ratings in cells: stars, or `8/10`.
enum RatingCell {
    /// 0…5 stars; `nil` if the cell contains no rating.
    static func stars(_ cell: String, in scale: RatingScale = .five) -> Double? {
        let text = tidy(cell)
        let stars = number(cell).map(scale.stars) ?? number(withoutUnit(text)) ?? share(text) ?? drawn(text)
        return stars.flatMap { (0...5).contains($0) ? $0 : nil }
    }

    /// The number of a cell that does not say what the best rating is: `4`, not `4 stars`.
    static func number(_ cell: String) -> Double? { number(tidy(cell)[...]) }

    private static func tidy(_ cell: String) -> String {
        cell.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    private static func withoutUnit(_ text: String) -> Substring {
        let unit = units.first { text.hasSuffix($0) } ?? ""
        return text.dropLast(unit.count).trimmingCharacters(in: .whitespaces)[...]
    }

    private static func number(_ text: Substring) -> Double? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2C }) else {
            return nil
        }
        return Double(String(text).replacing(",", with: "."))
    }

    /// `8/10`, `4 out of 5`, `80%`, `4/5 stars`.
    private static func share(_ text: String) -> Double? {
        let bare = withoutUnit(text)
        if let match = bare.wholeMatch(of: /([\d.,]+)\s*%/) { return number(match.1).map { $0 / 20 } }
        let form = /([\d.,]+)\s*(?:\/|out of|of|von|sur|de|di|av)\s*([\d.,]+)/
        guard let match = bare.wholeMatch(of: form), let value = number(match.1), let most = number(match.2),
            most > 0
        else { return nil }
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
