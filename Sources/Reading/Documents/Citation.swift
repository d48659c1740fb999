// Numbers in sentences and references: an imprint lists its own number, an article cites those of other works.
import Books
import Foundation

/// Whether a text names another work with its number.
enum Citation {
    /// In Unicode scalars: how far the beginning of brackets may be.
    private static let reach = 200
    /// Fewer may be a qualifier that is not known as one.
    private static let fewestWords = 3

    static func contains(_ match: ISBNMatch, in scalars: [Unicode.Scalar]) -> Bool {
        let first = max(0, match.range.lowerBound - reach)
        let before = withoutLabel(String(scalars: scalars[first..<match.range.lowerBound]), match)
        let line = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        let last = min(scalars.count, match.range.upperBound + reach)
        let after = String(scalars: scalars[match.range.upperBound..<last].prefix { $0 != "\n" })
        return isInBrackets(before) || isDated(before)
            // A note: `12 J. Doe, …`
            || line.prefixMatch(of: /\s*\d{1,3}[.)]?\s+\p{Lu}\.\s/) != nil
            || isPriced(line) || goesOn(after, match)
    }

    private static func withoutLabel(_ before: String, _ match: ISBNMatch) -> Substring {
        guard let label = match.label, let place = before.range(of: label, options: .backwards) else {
            return before[...]
        }
        return before[..<place.lowerBound]
    }

    /// Whether there are words both before brackets that are still open, and in them: `(Windward Press, ISBN …)`.
    private static func isInBrackets(_ before: Substring) -> Bool {
        guard let open = before.lastIndex(where: { "([".contains($0) }) else { return false }
        let inside = before[before.index(after: open)...]
        guard !inside.contains(where: { ")]".contains($0) }) else { return false }
        let line = before[..<open].split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        let words = inside.split { !$0.isLetter }.filter {
            ISBN.announcement(before: $0.unicodeScalars.count, in: String($0)) != .book
        }
        return !words.isEmpty && line.contains(where: \.isLetter)
    }

    /// After the place and year of publication: `(London, 1999), ISBN …`.
    private static func isDated(_ before: Substring) -> Bool {
        let end = before.reversed().drop(while: \.isWhitespace)
        guard end.first == ",", end.dropFirst().first == ")" else { return false }
        let inside = String(end.dropFirst(2).prefix { $0 != "(" }.reversed())
        return inside.contains(where: \.isLetter) && ImprintPage.isYear(String(inside.suffix(4)))
    }

    /// After its pages and price, as at the head of a review: `230 pp. £25. ISBN …`.
    private static func isPriced(_ line: Substring) -> Bool {
        line.contains { $0.unicodeScalars.first?.properties.generalCategory == .currencySymbol }
            && line.contains(/\d\s*(pp?|pages|S|Seiten|с|págs?|pagg?|blz)\b/)
    }

    /// Whether several words follow before the sentence ends, which begin like no qualifier and no printer's line:
    /// `the ISBN … given in the first printing was wrong`.
    private static func goesOn(_ after: String, _ match: ISBNMatch) -> Bool {
        let rest = after.drop { $0.isWhitespace || ",)".contains($0) }
        guard rest.first?.isLowercase == true else { return false }
        let sentence = rest.prefix { !".;:([".contains($0) }
        let words = sentence.split { !$0.isLetter }
        let start = rest.lowercased()
        return words.count >= fewestWords && !sentence.contains(where: \.isNumber)
            && match.qualifier.map { !start.hasPrefix($0.lowercased()) } != false
            && !ImprintPage.publishing.contains(where: start.hasPrefix)
    }
}
