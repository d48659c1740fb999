// Compares the titles that two catalogues give for one ISBN. Those of the same book differ in subtitles, spelling, order and
// script; those of two books, one of which has the ISBN by mistake, have hardly a word in common.

extension Book {
    /// Fills missing fields from another record for the same ISBN, unless that is of another book.
    ///
    /// - Returns: whether it is of the same book.
    @discardableResult
    package mutating func fill(ifSame other: Book) -> Bool {
        if isTitledUnlike(other) { return false }
        fill(from: other)
        return true
    }

    /// Whether the titles of two records for the same ISBN can't be of the same book. Missing titles, and titles in different
    /// scripts, can.
    func isTitledUnlike(_ other: Book) -> Bool {
        let (own, others) = (comparedTitles, other.comparedTitles)
        if own.isEmpty || others.isEmpty { return false }
        return own.allSatisfy { title in others.allSatisfy { !title.agrees(with: $0) } }
    }

    private var comparedTitles: [ComparedTitle] {
        [ComparedTitle(title ?? "", subtitle), ComparedTitle(originalScriptTitle ?? "", nil)]
            .filter { !$0.words.isEmpty }
    }
}

private struct ComparedTitle {
    /// Folded; without articles and conjunctions, if it has other words.
    let words: Set<String>
    private let key: TitleKey
    private let letters: String
    private let isLatin: Bool

    init(_ main: String, _ subtitle: String?) {
        key = TitleKey(main, subtitle: subtitle)
        let title = [main, subtitle].compactMap(\.self).joined(separator: " ")
        let all = TitleFolding.words(title)
        let telling = all.filter { !TitleFolding.joining.contains($0) }
        let folded = (telling.isEmpty ? all : telling).map { TitleFolding.key($0) }
        words = Set(folded)
        letters = folded.joined()
        isLatin = title.unicodeScalars.allSatisfy {
            $0.value < 0x370 || 0x1E00...0x1EFF ~= $0.value || !$0.properties.isAlphabetic
        }
    }

    func agrees(with other: Self) -> Bool {
        if isLatin != other.isLatin { return true }
        // Half the words of the shorter one.
        if words.intersection(other.words).count * 2 >= min(words.count, other.words.count) { return true }
        // `Rain Forest` and `Rainforests`, with any subtitles.
        if key.whole.hasPrefix(other.key.main) || other.key.whole.hasPrefix(key.main) { return true }
        // Misprints.
        let (own, others) = (pairs, other.pairs)
        return own.intersection(others).count * 4 >= own.count + others.count
    }

    /// Each two letters that follow each other.
    private var pairs: Set<String> {
        Set(zip(letters, letters.dropFirst()).map { "\($0)\($1)" })
    }
}
