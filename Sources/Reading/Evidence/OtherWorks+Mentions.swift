// Sentences that name another work with its ISBN, in prose and in footnotes.
import Books
import Foundation

extension OtherWorks {
    /// Before a bracket with a number: fewer are a form of the book, or noise.
    private static let fewestWordsOfTitle = 2
    /// Words that hardly ever stand in an imprint. After a number, two of them make a sentence.
    private static let ofSentences: Set<String> = [
        "and", "which", "that", "the", "as", "was", "were", "is", "are", "it", "you", "he", "she", "they",
        "his",
        "her", "had", "has", "have", "but", "who", "whom", "when", "und", "der", "die", "das", "den", "dem",
        "ist", "war", "sie", "wie", "dass", "et", "que", "qui", "dans", "pour", "est", "los", "las", "che",
        "della",
    ]
    private static let fewestOfSentence = 2

    /// Whether a number in print is mentioned within a sentence, or as the source of a quotation: `in The Hill (Dent, ISBN …)`,
    /// `ISBN …, p. 12`. No word on its line is an imprint's.
    func isMentioned(_ match: ISBNMatch) -> Bool {
        guard let (before, after) = sentence(around: match), !Self.isOfImprint(before + " " + after) else {
            return false
        }
        if after.contains(/^[\W_]{0,3}(?:pp?|s|str)\. ?\d/) { return true }
        // `(London: Dent, 1990), ISBN …`
        if before.contains(/\d{4}\)\W*$/) { return true }
        // The line above a number in brackets may be any.
        let isBracketed =
            words(before: match).trimmingCharacters(in: .whitespaces).wholeMatch(of: /[(\[]/) != nil
        if !isBracketed, let bracket = before.lastIndex(where: { "([".contains($0) }),
            !before[bracket...].contains(where: { ")]".contains($0) })
        {
            let inside = String(before[before.index(after: bracket)...])
            if Self.wordCount(before[..<bracket]) >= Self.fewestWordsOfTitle, !NumberForm.isName(inside) {
                return true
            }
        }
        let words = after.split { !$0.isLetter }.map(String.init)
        return words.count(where: Self.ofSentences.contains) >= Self.fewestOfSentence
    }

    /// Whether a line ends a bracket that the line above it opened: `978-0-306-40615-7), where he says`.
    static func closesBracket(_ line: String) -> Bool {
        guard let first = line.firstIndex(where: { "()[]".contains($0) }) else { return false }
        return ")]".contains(line[first])
    }
}
