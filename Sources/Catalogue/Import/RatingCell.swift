// A table's cell that says how good: stars, or so many of so many.
import Foundation

enum RatingCell {
    /// 0…5 stars; `nil` where the cell says nothing of the kind.
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

    /// `8/10`, `4 out of 5`, `4 stars`.
    private static func share(_ text: String) -> Double? {
        if let match = text.wholeMatch(of: /([\d.,]+)\s*(?:\/|out of|of|von|sur|de|di|av)\s*(\d+)/) {
            guard let value = number(match.1), let most = number(match.2), most > 0 else { return nil }
            return value * 5 / most
        }
        return text.wholeMatch(of: /([\d.,]+)\s*(?:stars?|sterne?|étoiles?|estrellas?|★|⭐️?)/).flatMap {
            number($0.1)
        }
    }

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
