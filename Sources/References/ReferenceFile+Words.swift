// Finds books by words that may be misread.
import Books
import Foundation

/// Books of a reference that share words with a text, and how rare each word is there.
public struct BooksByWords: Sendable {
    public var books: [Book] = []
    /// The spellings in the reference of each word of the text: its own, or those that differ in one or two letters.
    public var spellings: [String: Set<String>] = [:]
    /// In how many titles and makers each spelling is; at most `ReferenceFile.mostCounted`.
    public var counts: [String: Int] = [:]
}

extension ReferenceFile {
    /// Words that are in more books count as so frequent.
    public static let mostCounted = 20_000

    /// The books with the most and rarest of these words in their titles and makers.
    ///
    /// - Parameters:
    ///   - words: folded and in lower case, each once: see `SearchText.words`.
    ///   - limit: the maximum number of books.
    /// - Throws: `unsearchable`, `failed`.
    public func books(sharing words: [String], limit: Int) throws(ReferenceError) -> BooksByWords {
        try withReader { reader throws(ReferenceError) in
            try reader.books(sharing: words, among: info.books, limit)
        }
    }

    /// In how many books a word is, at most `mostCounted`.
    ///
    /// - Throws: `unsearchable`, `failed`.
    public func count(of word: String) throws(ReferenceError) -> Int {
        try withReader { reader throws(ReferenceError) in
            try reader.postings(word, limit: Self.mostCounted).count
        }
    }
}

extension ReferenceReader {
    /// A spelling that is rarer may be a misreading of another.
    private static let rarelyRight = 20
    /// How many spellings that are near to a word are looked at.
    private static let mostSpellings = 8
    /// How many frequent words are searched together, two by two.
    private static let mostFrequent = 6
    private static let mostPairs = 2000

    fileprivate func books(
        sharing words: [String], among all: Int, _ limit: Int
    ) throws(ReferenceError) -> BooksByWords {
        var found = BooksByWords()
        var scores: [Int: Double] = [:]
        var frequent: [String] = []
        for word in words {
            var spellings = [word: try postings(word, limit: ReferenceFile.mostCounted)]
            if spellings[word]?.count ?? 0 < Self.rarelyRight {
                for near in try self.spellings(near: word) {
                    spellings[near] = try postings(near, limit: ReferenceFile.mostCounted)
                }
            }
            spellings = spellings.filter { !$0.value.isEmpty }
            found.spellings[word] = Set(spellings.keys)
            var rarities: [Int: Double] = [:]
            for (spelling, books) in spellings {
                found.counts[spelling] = books.count
                if books.count == ReferenceFile.mostCounted {
                    frequent.append(spelling)
                } else {
                    let rarity = BooksByWords.rarity(of: books.count, among: all)
                    for book in books { rarities[book] = max(rarities[book] ?? 0, rarity) }
                }
            }
            scores.merge(rarities) { $0 + $1 }
        }
        let pairs = frequent.prefix(Self.mostFrequent)
        for (place, first) in pairs.enumerated() {
            for second in pairs.dropFirst(place + 1) {
                for book in try postings("\(first) \(second)", limit: Self.mostPairs) {
                    scores[book, default: 0] += 1
                }
            }
        }
        let best = scores.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(limit)
        for (key, _) in best {
            if let isbn = ISBN(value: UInt64(key)), let book = try book(isbn) { found.books.append(book) }
        }
        return found
    }

    /// Words of the index with the same beginning that differ in one letter, or in two if they are long; the most similar
    /// first.
    private func spellings(near word: String) throws(ReferenceError) -> [String] {
        let length = word.unicodeScalars.count
        guard length >= 4 else { return [] }
        let most = length < 8 ? 1 : 2
        return try terms(beginningWith: String(word.prefix(2)))
            .map { ($0, $0.mistakes(from: word, atMost: most)) }.filter { $0.1 <= most && $0.0 != word }
            .sorted { $0.1 < $1.1 }.prefix(Self.mostSpellings).map(\.0)
    }
}

extension BooksByWords {
    /// In a small reference, words seem more frequent than they are among all books.
    private static let leastBooks = 100_000

    /// The information that a word gives about the book: `ln(all / count)`, at least 0.
    static func rarity(of count: Int, among all: Int) -> Double {
        max(0, log(Double(max(all, leastBooks)) / Double(max(count, 1))))
    }

    /// See `rarity(of:among:)`. In a small reference, short words, many of which are common, count as less rare.
    public static func rarity(of word: String, count: Int, in reference: ReferenceFile) -> Double {
        let rarity = rarity(of: count, among: reference.info.books)
        return reference.info.books < leastBooks ? min(rarity, 1 + 1.5 * Double(word.count)) : rarity
    }

    /// The rarity of a single book.
    public static func rarity(ofBookIn reference: ReferenceFile) -> Double {
        rarity(of: 1, among: reference.info.books)
    }
}
