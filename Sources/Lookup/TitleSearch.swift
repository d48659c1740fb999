// Finds the book of a title page or cover by the lines that were read on it.
import Books
import Foundation
import References

/// An edition that a title page or cover may be of.
public struct TitleMatch: Hashable, Sendable {
    public var book: Book
    /// 0…1: how often an edition that matches so well is of the right work.
    public var likelihood: Double
    /// What the photo shows of it.
    public var matched: Set<BookField>
    /// The name of the reference that has it, for people.
    public var source: String
}

struct TitleSearch {
    /// How many books of a reference are compared.
    private static let mostCompared = 100
    /// How many words are searched.
    private static let mostWords = 40

    private let page: PageWords

    init(_ lines: [TitleLine]) {
        page = PageWords(lines, most: Self.mostWords)
    }

    /// The likeliest editions of a reference, at most three, the best first.
    func matches(in reference: ReferenceFile) throws(ReferenceError) -> [TitleMatch] {
        let found = try reference.books(sharing: page.words, limit: Self.mostCompared)
        var rarities: [String: Double] = [:]
        func rarity(_ word: String) throws(ReferenceError) -> Double {
            if let known = rarities[word] { return known }
            let count = if let known = found.counts[word] { known } else { try reference.count(of: word) }
            let rarity = BooksByWords.rarity(of: count, in: reference)
            rarities[word] = rarity
            return rarity
        }
        var scored: [(comparison: TitleComparison, book: Book)] = []
        for book in found.books {
            var comparison = TitleComparison(book, page)
            try comparison.weigh(rarity)
            scored.append((comparison, book))
        }
        scored.sort {
            ($0.comparison.score, $1.book.isbn?.value ?? 0) > ($1.comparison.score, $0.book.isbn?.value ?? 0)
        }
        return scored.prefix(Self.most).map { comparison, book in
            TitleMatch(
                book: book, likelihood: comparison.likelihood(among: reference.info.books),
                matched: comparison.matched,
                source: reference.label)
        }.filter { $0.likelihood >= Self.leastLikelihood }
    }

    static let most = 3
    /// Less likely editions are not shown.
    static let leastLikelihood = 0.3
}

/// The words of a page.
struct PageWords {
    /// Each once, those of the tallest lines first.
    let words: [String]
    private let known: Set<String>

    init(_ lines: [TitleLine], most: Int) {
        let tallest = lines.sorted { $0.height > $1.height }
        words = Array(
            tallest.flatMap { SearchText.words($0.text) }.filter { $0.count > 1 }.uniqued.prefix(most))
        known = Set(words)
    }

    /// 0…1: whether the page has a word, its letters possibly misread.
    func likeness(of word: String) -> Double {
        if known.contains(word) { return 1 }
        let length = word.unicodeScalars.count
        guard length >= 4 else { return 0 }
        let most = length < 8 ? 1 : 2
        let least = words.lazy.map { word.mistakes(from: $0, atMost: most) }.min() ?? .max
        return least <= most ? 0.8 : 0
    }
}

extension TitleLine {
    /// In pixels of the photo.
    fileprivate var height: Double {
        guard box.count == 4 else { return 0 }
        let (x, y) = (Double(box[3].x - box[0].x), Double(box[3].y - box[0].y))
        return (x * x + y * y).squareRoot()
    }
}

/// What a book and a page have in common.
struct TitleComparison {
    private(set) var matched: Set<BookField> = []
    /// In nats: how much likelier the page is if it is of this book than of any other.
    private(set) var score = 0.0
    private let title: [(word: String, likeness: Double)]
    private let subtitle: [(word: String, likeness: Double)]
    private let makers: [[(word: String, likeness: Double)]]

    init(_ book: Book, _ page: PageWords) {
        func compared(_ text: String?) -> [(word: String, likeness: Double)] {
            SearchText.words(text ?? "").uniqued.map { ($0, page.likeness(of: $0)) }
        }
        let parts = (book.title ?? "").split(separator: ":", maxSplits: 1)
        title = compared(parts.first.map(String.init))
        subtitle = compared(
            [parts.dropFirst().first.map(String.init), book.subtitle].compactMap(\.self).joined(
                separator: " "))
        makers = book.contributors.prefix(Self.mostMakers).map { compared($0.name) }
        if let publisher = book.publisher,
            compared(publisher).contains(where: { $0.likeness == 1 && $0.word.count > 3 })
        {
            matched.insert(.publisher)
        }
        if let year = book.year, page.likeness(of: String(year)) == 1 { matched.insert(.year) }
    }

    private static let mostMakers = 4

    mutating func weigh(_ rarity: (String) throws(ReferenceError) -> Double) throws(ReferenceError) {
        var (shown, all) = (0.0, 0.0)
        for (word, likeness) in title {
            let weight = try rarity(word)
            shown += weight * likeness
            all += weight
        }
        score = shown - Self.missing * (all - shown)
        if all > 0, shown / all >= Self.leastShown { matched.insert(.title) } else { score -= Self.noTitle }
        for (word, likeness) in subtitle where likeness > 0 {
            score += try rarity(word) * likeness * Self.ofSubtitle
        }
        var best = 0.0
        for maker in makers
        where maker.last.map({ $0.likeness > 0 }) == true || maker.count(where: { $0.likeness > 0 }) > 1 {
            var sum = 0.0
            for (word, likeness) in maker { sum += try rarity(word) * likeness }
            best = max(best, sum)
        }
        if best > 0 { matched.insert(.contributors) }
        score += best
        if matched.contains(.publisher) { score += Self.ofPublisher }
        if matched.contains(.year) { score += Self.ofYear }
    }

    private static let missing = 1.0
    private static let leastShown = 0.7
    private static let noTitle = 8.0
    private static let ofSubtitle = 0.5
    private static let ofPublisher = 1.0
    private static let ofYear = 2.0

    /// 0…1.
    ///
    /// - Parameter count: of the books that were searched: the more there are, the more match by chance.
    func likelihood(among count: Int) -> Double {
        let odds = Self.slope * (score - log(Double(max(count, 2)))) - Self.offset
        return 1 / (1 + exp(-odds))
    }

    private static let (slope, offset) = (0.5, 0.0)
}
