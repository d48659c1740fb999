// Finds books by words that may be misread, in a reference or in the store.
import Books
import Catalogue
import Foundation
import References

/// Books with an index of the words of their titles and makers. Each book has a number.
protocol TitleIndex {
    /// Its name, for people.
    var label: String { get }
    func bookCount() throws -> Int
    /// The numbers of books whose titles and makers have all these words, folded and separated by spaces.
    func postings(_ words: String, limit: Int) throws -> [Int]
    /// The words of the index with this beginning.
    func terms(beginningWith beginning: String) throws -> [String]
    /// `nil` if it has no title.
    func book(numbered number: Int) throws -> Book?
}

extension ReferenceFile: TitleIndex {
    func bookCount() -> Int { info.books }

    func book(numbered number: Int) throws -> Book? {
        try ISBN(value: UInt64(number)).flatMap { try book($0) }?.withoutEntities()
    }
}

extension Store: TitleIndex {
    var label: String { "the catalogue" }

    func book(numbered number: Int) throws -> Book? {
        try book(.id(BookID(Int64(number)))).flatMap { $0.title == nil ? nil : $0 }
    }
}

extension TitleIndex {
    /// The books with the most and rarest of these words in their titles and makers.
    ///
    /// - Parameters:
    ///   - words: folded and in lower case, each once: see `SearchText.words`.
    ///   - limit: the maximum number of books.
    /// - Returns: `counts` of the spellings that were looked for: in how many books each is, at most
    ///   `WordRarity.mostCounted`.
    func books(sharing words: [String], limit: Int) throws -> (books: [Book], counts: [String: Int]) {
        let all = try bookCount()
        var (scores, counts): ([Int: Double], [String: Int]) = ([:], [:])
        var frequent: [String] = []
        for word in words {
            var spellings = [word: try postings(word, limit: WordRarity.mostCounted)]
            if spellings[word]?.count ?? 0 < Spelling.rarelyRight {
                for near in try self.spellings(near: word) {
                    spellings[near] = try postings(near, limit: WordRarity.mostCounted)
                }
            }
            var rarities: [Int: Double] = [:]
            for (spelling, books) in spellings {
                counts[spelling] = books.count
                if books.count == WordRarity.mostCounted {
                    frequent.append(spelling)
                } else {
                    let rarity = WordRarity.rarity(of: books.count, among: all)
                    for book in books { rarities[book] = max(rarities[book] ?? 0, rarity) }
                }
            }
            scores.merge(rarities) { $0 + $1 }
        }
        let pairs = frequent.prefix(Spelling.mostFrequent)
        for (place, first) in pairs.enumerated() {
            for second in pairs.dropFirst(place + 1) {
                for book in try postings("\(first) \(second)", limit: Spelling.mostPairs) {
                    scores[book, default: 0] += 1
                }
            }
        }
        let best = scores.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(limit)
        return (try best.compactMap { try book(numbered: $0.key) }, counts)
    }

    /// Words of the index with the same beginning that differ in one letter, or in two if they are long; the most similar
    /// first.
    private func spellings(near word: String) throws -> [String] {
        let length = word.unicodeScalars.count
        guard length >= 4 else { return [] }
        let most = length < 8 ? 1 : 2
        return try terms(beginningWith: String(word.prefix(2)))
            .map { ($0, $0.mistakes(from: word, atMost: most)) }.filter { $0.1 <= most && $0.0 != word }
            .sorted { $0.1 < $1.1 }.prefix(Spelling.most).map(\.0)
    }
}

private enum Spelling {
    /// A spelling that is rarer may be a misreading of another.
    static let rarelyRight = 20
    /// How many spellings that are near to a word are looked at.
    static let most = 8
    /// How many frequent words are searched together, two by two.
    static let mostFrequent = 6
    static let mostPairs = 2000
}

/// How rare words are among an index's books.
struct WordRarity {
    /// Words that are in more books count as so frequent.
    static let mostCounted = 20_000
    /// In a small index, words seem more frequent than they are among all books.
    private static let leastBooks = 100_000

    let index: any TitleIndex
    let books: Int
    private let counts: [String: Int]
    private var known: [String: Double] = [:]

    /// - Parameter counts: in how many of the books words are, as far as that is known; see `TitleIndex.books`.
    init(in index: any TitleIndex, counts: [String: Int] = [:]) throws {
        (self.index, self.counts) = (index, counts)
        books = try index.bookCount()
    }

    /// The information that a word gives about the book: `ln(all / count)`, at least 0. In a small index, short words, many of
    /// which are common, count as less rare.
    mutating func of(_ word: String) throws -> Double {
        if let rarity = known[word] { return rarity }
        let count = try counts[word] ?? index.postings(word, limit: Self.mostCounted).count
        var rarity = Self.rarity(of: count, among: books)
        if books < Self.leastBooks { rarity = min(rarity, 1 + 1.5 * Double(word.count)) }
        known[word] = rarity
        return rarity
    }

    /// The rarity of a single book.
    var ofBook: Double { Self.rarity(of: 1, among: books) }

    static func rarity(of count: Int, among all: Int) -> Double {
        max(0, log(Double(max(all, leastBooks)) / Double(max(count, 1))))
    }
}
