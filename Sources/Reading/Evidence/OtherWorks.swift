// Where a text speaks of other works: a number there is theirs, however it is labelled.
import Books
import Foundation

/// The lines of a text, and which of them belong to a bibliography, an advertisement or a review.
struct OtherWorks {
    private struct Line {
        /// In Unicode scalars from the beginning of the text.
        let range: Range<Int>
        /// In lower case.
        let words: String
        let isOfOthers: Bool
    }

    private enum Section { case own, bibliography, list }

    private let scalars: [Unicode.Scalar]
    private let lines: [Line]

    /// Whether any line begins a section about other works.
    var isAnywhere: Bool { lines.contains(where: \.isOfOthers) }

    /// In lines: how far a sentence is followed backwards.
    private static let longestSentence = 8
    /// In letters: how far before a number misread words count.
    private static let misreadReach = 160
    /// Of the shortest number.
    private static let digitsOfNumber = 10
    /// Of a publisher's name before a label: `Windward Press`.
    private static let fewWords = 2

    init(_ scalars: [Unicode.Scalar]) {
        var lines: [Line] = []
        var section = Section.own
        for line in scalars.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = String(scalars: line).lowercased()
            section = Self.section(beginningWith: words, after: section)
            lines.append(
                Line(
                    range: line.startIndex..<line.endIndex, words: words,
                    isOfOthers: section != .own))
        }
        (self.scalars, self.lines) = (scalars, lines)
    }

    init(_ text: String) { self.init(Array(text.unicodeScalars)) }

    /// Whether a line of print is the heading of a list of other books, or of a bibliography.
    static func beginsList(_ line: String) -> Bool {
        if section(beginningWith: line, after: .own) != .own { return true }
        let folded = OCRSpelling.folded(line)
        let letters = OCRSpelling.letters(folded)
        if listBeginnings.contains(where: { OCRSpelling.mayBegin(letters, with: $0) }) { return true }
        // `Bibliography: p. 233` is a note of a catalogue entry.
        let words = OCRSpelling.words(folded).count
        return bibliographyHeadings.contains {
            $0.words == words && OCRSpelling.mayBe(letters, $0.letters)
        }
    }

    /// Whether a line of print begins the book's own imprint, or is a part of one.
    static func endsList(_ line: String) -> Bool {
        if section(beginningWith: line, after: .list) == .own { return true }
        let letters = OCRSpelling.letters(OCRSpelling.folded(line))
        return imprintBeginnings.contains { OCRSpelling.mayBegin(letters, with: $0) }
    }

    /// Whether a line begins as the book's own imprint does.
    static func beginsOwnImprint(_ line: some StringProtocol) -> Bool {
        let start = OCRSpelling.folded(line).trimmingCharacters(in: .whitespaces)
        return ownImprints.contains { start.hasPrefix($0) }
    }

    /// A list of other books ends where an imprint begins; a bibliography may quote one.
    private static func section(beginningWith line: String, after section: Section) -> Section {
        let line = OCRSpelling.folded(line)
        let heading = line.trimmingCharacters(in: aroundHeadings)
        let start = line.trimmingCharacters(in: .whitespaces)
        // Not the end of "… from responsible sources."
        if bibliographies.contains(heading), !start.hasSuffix(".") { return .bibliography }
        if section == .bibliography { return section }
        let skeleton = OCRSpelling.skeleton(heading)
        if lists.contains(where: { skeleton.hasPrefix($0) }) { return .list }
        return ownImprints.contains(where: { start.hasPrefix($0) }) ? .own : section
    }

    /// Whether the text gives a number as that of another work, or as no valid number of this one.
    func claim(_ match: some FoundNumber) -> Bool {
        if match.isMarkedWrong { return true }
        guard let line = line(of: match) else { return false }
        if lines[line].isOfOthers { return true }
        let sentence = sentence(before: match, in: line)
        if Self.isNote(sentence) || !isAlone(match, line) && Self.isEntry(words(before: match)) {
            return true
        }
        let whole = OCRSpelling.folded(
            " " + sentence.map { Self.opening.contains($0) ? " " : String($0) }.joined())
        let words = String(Self.afterThisEdition(whole))
        let skeleton = OCRSpelling.skeleton(words)
        if isOfOtherForm(match, skeleton, line) { return true }
        // The pattern is a skeleton, too: `from the Windward edition`.
        return Self.citingSkeletons.contains { skeleton.contains($0) }
            || skeleton.contains(/\ from ihe (?:\S+ ){1,3}ediiion\b/)
            || Self.translated.contains { Self.isEdition(words, translated: $0) }
            || Self.misread.mayBeIn(OCRSpelling.words(String(words.suffix(Self.misreadReach))))
            || Self.firstEditions.contains { skeleton.contains($0) }
                && sentence.contains(/[(\[]\s*isbn[^)\]]*$/)
    }

    /// Files state their number after such words, and are chosen by their form.
    private func isOfOtherForm(_ match: some FoundNumber, _ skeleton: String, _ line: Int) -> Bool {
        if case .electronic = NumberForm(label: match.label, qualifier: match.qualifier) { return false }
        return Self.otherForms.contains { skeleton.contains($0) }
            || line > 0 && isAlone(match, line) && Self.namesOtherForm(lines[line - 1].words)
    }

    /// Whether a line of print without a number says that the one on the next line is of another form of the book, not only
    /// in another language.
    static func namesOtherForm(_ line: String) -> Bool {
        let words = String(afterThisEdition(OCRSpelling.folded(line).trimmingCharacters(in: .whitespaces)))
        let skeleton = OCRSpelling.skeleton(words)
        return !words.hasSuffix(".") && words.count(where: \.isNumber) < digitsOfNumber
            && FormWords.print.areIn(words)
            && otherForms.contains { skeleton.contains($0) }
    }

    /// What follows the last words that name this edition; all of it if none do.
    private static func afterThisEdition(_ words: String) -> Substring {
        let ends = thisEdition.compactMap { words.range(of: $0, options: .backwards)?.upperBound }
        return words[(ends.max() ?? words.startIndex)...]
    }

    /// Whether a number is on a line of its own, apart from its label, its qualifier and the name of a publisher.
    func standsAlone(_ match: ISBNMatch) -> Bool {
        guard let line = line(of: match) else { return false }
        return isAlone(match, line) && !goesOn(line, match)
    }

    /// Whether all letters are on lines with one of these numbers.
    func isNothing(but matches: some Sequence<ISBNMatch>) -> Bool {
        let numbered = Set(matches.compactMap(line(of:)))
        return lines.indices.allSatisfy {
            numbered.contains($0) || !lines[$0].words.contains(where: \.isLetter)
        }
    }

    // MARK: Lines and sentences

    private func line(of match: some FoundNumber) -> Int? {
        lines.firstIndex { $0.range.contains(match.range.lowerBound) }
    }

    /// The beginning of a number's line, up to the number.
    private func beginning(of line: Int, before match: some FoundNumber) -> String {
        String(scalars: scalars[lines[line].range.lowerBound..<match.range.lowerBound])
            .lowercased()
    }

    /// The beginning of a number's line in lower case, up to its label.
    func words(before match: some FoundNumber) -> String {
        guard let line = line(of: match) else { return "" }
        return Self.words(in: beginning(of: line, before: match), beforeLabelOf: match)
    }

    private static func words(in text: String, beforeLabelOf match: some FoundNumber) -> String {
        let label = match.label.flatMap { text.range(of: $0.lowercased(), options: .backwards) }
        return String(text[..<(label?.lowerBound ?? text.endIndex)])
    }

    /// Of the sentence of a number, in lower case: what comes before its label, and the rest of its line.
    func sentence(around match: ISBNMatch) -> (before: String, after: String)? {
        guard let line = line(of: match) else { return nil }
        let rest = scalars[match.range.upperBound..<max(match.range.upperBound, lines[line].range.upperBound)]
        return (
            Self.words(in: sentence(before: match, in: line), beforeLabelOf: match),
            String(scalars: rest).lowercased()
        )
    }

    /// Of the sentence of a number, what comes before it.
    private func sentence(before match: some FoundNumber, in line: Int) -> String {
        var first = line
        var sentence = beginning(of: line, before: match)
        while first > 0, line - first < Self.longestSentence, goesOn(first, first == line ? match : nil) {
            first -= 1
            sentence = lines[first].words + " " + sentence
        }
        return sentence
    }

    /// Whether a line continues the one before it: that ends within a sentence or after a label, or this one begins
    /// with a small letter.
    ///
    /// - Parameter match: its number, if that is what is asked for.
    private func goesOn(_ line: Int, _ match: (any FoundNumber)?) -> Bool {
        guard line > 0 else { return false }
        let before = lines[line - 1].words.trimmingCharacters(in: .whitespaces)
        guard let last = before.last else { return false }
        if Self.unfinished.contains(last) || before.hasSuffix("isbn") { return true }
        if Self.beginsWithBracketedLabel(lines[line].words) { return true }
        // `by Windward, ISBN …` goes on, `hardback ISBN …` does not.
        if let match, isAlone(match, line) {
            let words = words(before: match)
            if !words.contains(where: \.isLetter) || NumberForm.isName(words) { return false }
        }
        return Self.beginsInLowercase(scalars[lines[line].range])
    }

    /// Whether a line of print goes on with a sentence of the line above it.
    static func continuesSentence(_ line: String) -> Bool {
        beginsInLowercase(line.unicodeScalars) || beginsWithBracketedLabel(line.lowercased())
    }

    private static func beginsInLowercase(_ line: some Sequence<Unicode.Scalar>) -> Bool {
        line.first { !$0.properties.isWhitespace }?.properties.isLowercase == true
    }

    private static func beginsWithBracketedLabel(_ words: String) -> Bool {
        words.prefixMatch(of: /\s*[(\[]\s*isbn/) != nil
    }

    private func isAlone(_ match: some FoundNumber, _ line: Int) -> Bool {
        let before = beginning(of: line, before: match).trimmingCharacters(in: Self.aroundHeadings)
        if ImprintPage.publishing.contains(where: { before.hasPrefix($0) }) { return true }
        let own = [match.label, match.qualifier].compactMap { $0?.lowercased() }
        let words = own.reduce(before) { $0.replacingOccurrences(of: $1, with: " ") }
            .split { !$0.isLetter }.map(String.init).filter { word in
                !Self.labels.contains(where: word.contains)
                    && ISBN.announcement(before: word.unicodeScalars.count, in: word) != .book
            }
        return words.isEmpty || words.count <= Self.fewWords && ImprintPage.namesPublisher(before)
    }

    /// Whether it begins like a note or an entry of a list of references: `[12]`, `³`.
    private static func isNote(_ sentence: String) -> Bool {
        let start = sentence.drop(while: \.isWhitespace)
        if start.first.map(superscripts.contains) == true { return true }
        guard start.first == "[" else { return false }
        let number = start.dropFirst().prefix { $0.isNumber }
        return !number.isEmpty && start.dropFirst(number.count + 1).first == "]"
    }

    /// "Translated from the German by …" names the book's translator, "translated from the German edition" another
    /// book.
    private static func isEdition(_ words: String, translated: String) -> Bool {
        guard let start = words.range(of: translated)?.upperBound else { return false }
        let rest = words[start...]
        return !translators.contains { rest.contains($0) } || editions.contains { rest.contains($0) }
    }
}
