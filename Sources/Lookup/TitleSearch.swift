// Finds the book of a title page or cover by the lines that were read on it.
import Books
import Foundation

/// An edition that a title page or cover may be of.
public struct TitleMatch: Hashable, Sendable {
    public var book: Book
    /// 0…1: how often an edition that matches so well is of the right work.
    public var likelihood: Double
    /// What the photo shows of it.
    public var matched: Set<BookField>
    /// The name of the reference that has it, or of the catalogue, for people.
    public var source: String
}

struct TitleSearch {
    /// How many editions are proposed.
    static let most = 3
    /// Less likely editions are not proposed.
    static let leastLikelihood = 0.3
    /// How many books of an index are compared.
    private static let mostCompared = 300
    /// Among how many of the best the likelihood is divided.
    private static let mostRivals = 20
    /// How many words are searched.
    private static let mostWords = 40

    private let page: PageWords

    init(_ lines: [TitleLine]) {
        page = PageWords(lines, most: Self.mostWords)
    }

    /// The likeliest editions of all indexes, the best first. An index that can't be searched has none.
    func matches(in indexes: [any TitleIndex]) -> [TitleMatch] {
        let found = indexes.compactMap { index in
            (try? index.books(sharing: page.words, limit: Self.mostCompared)).map {
                (index: index, books: $0.books, counts: $0.counts)
            }
        }
        // The largest knows best how rare words are.
        let rarities = found.compactMap { try? WordRarity(in: $0.index, counts: $0.counts) }
        guard var rarity = rarities.max(by: { $0.books < $1.books }) else { return [] }
        var scored: [(comparison: TitleComparison, book: Book, source: String)] = []
        for (index, books, _) in found {
            for book in books {
                let forms = [book, book.inOriginalScript].compactMap { form in
                    form.flatMap { try? TitleComparison($0, page) { try rarity.of($0) } }
                }
                if let best = forms.max(by: { $0.score < $1.score }) {
                    scored.append((best, book, index.label))
                }
            }
        }
        scored.sort {
            ($0.comparison.score, $1.book.isbn?.value ?? 0) > ($1.comparison.score, $0.book.isbn?.value ?? 0)
        }
        // A book of several indexes is one.
        var seen: Set<ISBN> = []
        scored = scored.filter { $0.book.isbn.map { seen.insert($0).inserted } ?? true }
        // Against no book of the indexes, and each other work.
        var all = 1.0
        var works: [WorkKey] = []
        let odds = scored.prefix(Self.mostRivals).map { comparison, book, _ in
            let odds = comparison.odds(against: rarity.ofBook)
            let work = WorkKey(book)
            if !works.contains(where: { $0.isAlike(work) }) {
                works.append(work)
                all += odds
            }
            return odds
        }
        // A candidate needs an ISBN.
        return zip(scored, odds).filter { $0.0.book.isbn != nil }.prefix(Self.most).map { scored, odds in
            TitleMatch(
                book: scored.book, likelihood: odds / all, matched: scored.comparison.matched,
                source: scored.source)
        }.filter { $0.likelihood >= Self.leastLikelihood }
    }
}

/// The words of a page.
struct PageWords {
    /// Of more than one letter, each once, those of the tallest lines first.
    let words: [String]
    /// Those of clear lines.
    let clear: [String]
    /// Those of clear lines that are nearly as tall as the tallest.
    let prominent: [String]
    /// In nats: how much less a word says because a page of so many words shows it by chance.
    let crowding: Double
    private let known: Set<String>
    /// The words of each line, in reading order.
    private let lines: [[String]]
    /// The words of each clear line.
    private let clearLines: [[String]]

    /// How clear lines are, and how tall those that are nearly as tall as the tallest; shorter words are often misread.
    private static let (leastConfidence, leastHeight, leastLetters) = (0.8, 0.7, 4)
    /// Title pages have hardly more words.
    private static let wordsOfTitlePage = 12.0

    init(_ lines: [TitleLine], most: Int) {
        func words(of lines: [TitleLine], from length: Int) -> [String] {
            lines.flatMap { SearchText.words($0.text) }.filter { $0.count >= length }.uniqued
        }
        let tallest = lines.sorted { $0.height > $1.height }
        let broken = Self.brokenWords(of: lines)
        self.words = Array((words(of: tallest, from: 2) + broken).uniqued.prefix(most))
        known = Set(words(of: tallest, from: 1) + broken)
        crowding = max(0, log(Double(known.count) / Self.wordsOfTitlePage))
        self.lines = lines.map { SearchText.words($0.text).uniqued }.filter { !$0.isEmpty }
        let clear = tallest.filter { $0.confidence >= Self.leastConfidence }
        clearLines = clear.map { SearchText.words($0.text) }
        let height = clear.first?.height ?? 0
        self.clear = words(of: clear, from: Self.leastLetters)
        prominent = words(
            of: clear.filter { $0.height >= Self.leastHeight * height }, from: Self.leastLetters)
    }

    /// Words of which a line ends in the first part and another, right beside it, begins with the rest: letters with a
    /// wide gap, or at a page's bend, are read as two lines.
    private static func brokenWords(of lines: [TitleLine]) -> [String] {
        lines.flatMap { first in
            lines.compactMap { second in
                guard first.isFollowed(by: second), let start = SearchText.words(first.text).last,
                    let rest = SearchText.words(second.text).first
                else { return nil }
                return start + rest
            }
        }
    }

    /// 0…1: whether the page has a word, its letters possibly misread.
    ///
    /// - Parameter others: those beside it, of which the page's words are not misreadings.
    func likeness(of word: String, among others: [String] = []) -> Double {
        if known.contains(word) { return 1 }
        return words.contains { word.isNearly($0) && !others.contains($0) } ? 0.8 : 0
    }

    /// Whether some lines, one below the other, have these words and no others.
    func hasLines(of title: [String]) -> Bool {
        lines.indices.contains { start in
            var rest = title[...]
            for line in lines[start...] where !rest.isEmpty {
                guard line.count <= rest.count, zip(rest, line).allSatisfy({ $0.isNearly($1) }) else {
                    return false
                }
                rest = rest.dropFirst(line.count)
            }
            return rest.isEmpty
        }
    }

    /// Whether a clear line has the last word of a name behind another given name.
    func hasNamesake(of name: [String]) -> Bool {
        guard name.count > 1, let surname = name.last else { return false }
        let places = clearLines.flatMap { line in
            line.indices.filter { surname.isNearly(line[$0]) }.map { line[..<$0].suffix(2) }
        }
        let isItself = places.joined().contains { word in
            name.dropLast().contains { $0.first == word.first || $0.isNearly(word) }
        }
        // Short words before a surname may be no names, unless they are initials.
        return !isItself
            && places.contains { before in
                before.contains { $0.count >= Self.leastLetters }
                    || !before.isEmpty && before.allSatisfy { $0.count == 1 }
            }
    }
}

extension String {
    /// Whether at most one letter of four to seven is wrong, or two of more.
    fileprivate func isNearly(_ other: String) -> Bool {
        let length = Swift.min(unicodeScalars.count, other.unicodeScalars.count)
        let most = length < 4 ? 0 : length < 8 ? 1 : 2
        return mistakes(from: other, atMost: most) <= most
    }
}

extension TitleLine {
    /// In pixels of the photo.
    package var height: Double {
        guard box.count == 4 else { return 0 }
        return hypot(Double(box[3].x - box[0].x), Double(box[3].y - box[0].y))
    }

    /// Whether another begins where it ends, closer than two words are.
    fileprivate func isFollowed(by other: TitleLine) -> Bool {
        guard box.count == 4, other.box.count == 4, height > 0 else { return false }
        let (down, right) = (
            (x: Double(box[3].x - box[0].x) / height, y: Double(box[3].y - box[0].y) / height),
            (
                x: Double(other.box[0].x + other.box[3].x - box[1].x - box[2].x) / 2,
                y: Double(other.box[0].y + other.box[3].y - box[1].y - box[2].y) / 2
            )
        )
        let (along, below) = (right.x * down.y - right.y * down.x, right.x * down.x + right.y * down.y)
        let most = max(height, other.height) / 2
        return abs(along) < most && abs(below) < most
    }
}

extension Book {
    /// With the title and names of the original script; `nil` if neither is known.
    fileprivate var inOriginalScript: Book? {
        if originalScriptTitle == nil, originalScriptNames.isEmpty { return nil }
        var book = self
        if let originalScriptTitle { (book.title, book.subtitle) = (originalScriptTitle, nil) }
        if !originalScriptNames.isEmpty {
            book.contributors = originalScriptNames.map { Contributor(name: $0) }
        }
        return book
    }
}

/// What a book and a page have in common.
struct TitleComparison {
    private(set) var matched: Set<BookField> = []
    /// In nats: how much likelier the words are if the page is this book's than if it is any other's.
    private(set) var score = 0.0
    /// Whether the page shows none of its makers, but words that may name another.
    private var mayBeAnothers = false

    /// The words of a text, each once, and how alike the page has them.
    private typealias Compared = [(word: String, likeness: Double)]

    init(
        _ book: Book, _ page: PageWords, _ rarity: (String) throws -> Double
    ) throws {
        func compared(_ text: String?) -> Compared {
            let words = SearchText.words(text ?? "").uniqued
            return words.map { ($0, page.likeness(of: $0, among: words)) }
        }
        func sum(_ words: Compared, missing: Double, crowding: Double = 0) throws -> Double {
            var sum = 0.0
            for (word, likeness) in words {
                let all = try rarity(word)
                sum += max(0, all - crowding) * likeness - all * missing * (1 - likeness)
            }
            return sum
        }
        let parts = (book.title ?? "").split(separator: ":", maxSplits: 1).map { String($0) }
        let title = compared(parts.first)
        let subtitle = compared(parts.dropFirst().first ?? book.subtitle).filter { $0.likeness > 0 }
        let makers = book.contributors.prefix(Self.mostMakers).map { compared($0.name) }
        let publisher = compared(book.publisher)

        let explained = (title + subtitle + makers.joined() + publisher).map(\.word)
        func isExplained(_ word: String) -> Bool { explained.contains { $0.isNearly(word) } }

        let whole = try sum(title.map { ($0.word, 1) }, missing: 0)
        score = try sum(title, missing: Self.missing, crowding: page.crowding)
        if whole > 0, try sum(title, missing: 0) / whole >= Self.leastShown {
            matched.insert(.title)
        } else {
            score -= Self.noTitle
        }
        score += try sum(subtitle, missing: 0, crowding: page.crowding) * Self.ofSubtitle
        /// A surname that may be misread counts only beside another of the names.
        func isShown(_ maker: Compared) -> Bool {
            guard let surname = maker.last, surname.likeness > 0 else { return false }
            return surname.likeness == 1 || maker.count == 1 || maker.dropLast().contains { $0.likeness > 0 }
        }
        var shown: [Double] = []
        var hasNamesake = false
        for maker in makers where isShown(maker) {
            if page.hasNamesake(of: maker.map(\.word)) {
                hasNamesake = true
                continue
            }
            // Initials are often left out.
            let names = maker.filter { $0.likeness > 0 || $0.word.count > 2 }
            shown.append(max(0, try sum(names, missing: Self.missingName)))
        }
        if let best = shown.max() {
            matched.insert(.contributors)
            score += best + Self.ofFurtherMakers * (shown.reduce(0, +) - best)
        } else if hasNamesake {
            score -= Self.ofNamesake
        } else if !makers.isEmpty, !page.clear.allSatisfy(isExplained) {
            score -= Self.noMaker
        }
        let showsSubtitle = try sum(subtitle, missing: 0) > Self.sureSubtitle
        mayBeAnothers =
            shown.isEmpty && !showsSubtitle && !makers.isEmpty
            && (hasNamesake || !page.clear.allSatisfy(isExplained))
        if title.count > 1, page.hasLines(of: title.map(\.word)) { score += Self.ofWholeLines }
        if publisher.contains(where: { $0.likeness == 1 && $0.word.count > 3 }) {
            matched.insert(.publisher)
            score += Self.ofPublisher
        }
        if let year = book.year, page.likeness(of: String(year)) == 1 {
            matched.insert(.year)
            score += Self.ofYear
        }
        var other = 0.0
        for word in page.prominent where !isExplained(word) { other += try rarity(word) }
        score -= min(Self.unexplained * other, Self.mostUnexplained)
    }

    private static let mostMakers = 4
    /// In nats: a subtitle of which a page shows so much is hardly another book's.
    private static let sureSubtitle = 8.0
    /// What a word weighs that the page lacks, and one that the book lacks.
    private static let (missing, missingName) = (1.0, 0.5)
    private static let (unexplained, mostUnexplained) = (0.5, 10.0)
    /// The part of a title's weight that a page must show.
    private static let leastShown = 0.7
    private static let (noTitle, noMaker, ofNamesake) = (8.0, 4.0, 8.0)
    private static let (ofSubtitle, ofPublisher, ofYear, ofWholeLines) = (0.5, 1.0, 2.0, 2.0)
    /// Makers are often of several books together.
    private static let ofFurtherMakers = 0.5

    /// The odds that the page is this book's rather than that of a book that is not among those searched.
    ///
    /// - Parameter chance: the rarity of a single book: the more there are, the more match by chance.
    func odds(against chance: Double) -> Double {
        let odds = exp(Self.slope * (score - chance))
        return mayBeAnothers ? min(odds, Self.mostOddsOfAnothers) : odds
    }

    /// Where a page shows other names, another book's title is as alike more often than not.
    private static let mostOddsOfAnothers = 0.5
    /// Words of a title are not independent.
    private static let slope = 0.5
}
