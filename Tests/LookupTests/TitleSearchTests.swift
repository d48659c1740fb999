// Finding books by lines that are partly misread.
import Books
import Catalogue
import Foundation
import References
import TestSupport
import Testing

@testable import Lookup

struct TitleSearchTests {
    private let files: TemporaryFolder

    init() throws { files = try TemporaryFolder() }

    private struct Entry {
        var isbn: ISBN
        var title: String
        var maker: String
        var year: Int
    }

    private static let nouns =
        "river house night letters garden winter light island road voices bread history silence mountain clock paper glass memory song harbour field lantern shadow summer engine bridge valley mirror orchard feather thunder market"
        .split(separator: " ").map { String($0) }
    private static let surnames =
        "Okafor Novak Whitlock Marlowe Fontaine Bergstrom Castellan Drummond Eastwick Fairbanks Grantham Holloway Ingram Jessop Kingsley Lockhart"
        .split(separator: " ").map { String($0) }

    private static func isbn(_ number: Int) -> ISBN {
        (0...9).lazy.compactMap { ISBN(value: 9_780_300_000_000 + UInt64(number) * 10 + $0) }.first!
    }

    private static func entries(_ count: Int, _ random: inout SeededGenerator) -> [Entry] {
        (0..<count).map { number in
            let words = (0..<Int.random(in: 2...4, using: &random)).map { _ in
                nouns.randomElement(using: &random)!
            }
            return Entry(
                isbn: isbn(number), title: "The " + words.joined(separator: " "),
                maker: "Ada \(surnames.randomElement(using: &random)!)", year: 1950 + number % 60)
        }
    }

    private func reference(_ entries: [Entry]) async throws -> ReferenceFile {
        var rows = ""
        for (number, entry) in entries.enumerated() {
            rows += "/type/edition\t/books/OL\(number + 1)M\t1\t2026\t"
            rows +=
                #"{"isbn_13": ["\#(entry.isbn.isbn13)"], "title": "\#(entry.title)", "publish_date": "\#(entry.year)","#
            rows += #" "authors": [{"key": "/authors/OL\#(number + 1)A"}]}"# + "\n"
            rows += "/type/author\t/authors/OL\(number + 1)A\t1\t2026\t{\"name\": \"\(entry.maker)\"}\n"
        }
        try files.write(Data(rows.utf8), to: "dump.txt")
        let folder = ReferenceFolder(besideStore: files.file("store").path)
        return try await ReferenceBuilder(
            name: "dump\(UUID())", files: [files.file("dump.txt").path], in: folder
        )
        .build()
    }

    private static func line(_ text: String, height: Int, at top: Int = 0) -> TitleLine {
        let (bottom, width) = (top + height, 40 * text.count)
        return TitleLine(
            text: text, confidence: 0.9,
            box: [(0, top), (width, top), (width, bottom), (0, bottom)].map { PhotoPoint(x: $0.0, y: $0.1) })
    }

    /// With one letter of each longer word but its first two replaced.
    private static func misread(_ text: String, _ random: inout SeededGenerator) -> String {
        text.split(separator: " ").map { word in
            guard word.count > 4 else { return String(word) }
            var letters = Array(word)
            letters[Int.random(in: 2..<letters.count, using: &random)] = "x"
            return String(letters)
        }.joined(separator: " ")
    }

    @Test(arguments: 1...6) func `title and maker find the work, also misread`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let entries = Self.entries(600, &random)
        let reference = try await reference(entries)
        var right = 0
        for entry in entries.shuffled(using: &random).prefix(25) {
            for isMisread in [false, true] {
                let text = isMisread ? Self.misread(entry.title, &random) : entry.title.uppercased()
                let lines = [
                    Self.line(text, height: 90), Self.line("a novel", height: 30, at: 200),
                    Self.line("by \(entry.maker)", height: 40, at: 300),
                    Self.line("zq iii", height: 20, at: 500),
                ]
                let found = TitleSearch(lines).matches(in: [reference])
                let words = Set(SearchText.words(entry.title))
                // The same words in another order make the same title here.
                let same = entries.filter {
                    Set(SearchText.words($0.title)) == words && $0.maker == entry.maker
                }
                if let first = found.first?.book.isbn, same.contains(where: { $0.isbn == first }) {
                    right += 1
                }
                #expect(found.count <= TitleSearch.most)
                #expect(found.allSatisfy { (TitleSearch.leastLikelihood...1).contains($0.likelihood) })
                #expect(found.map(\.likelihood) == found.map(\.likelihood).sorted(by: >))
            }
        }
        #expect(right >= 46, "\(right) of 50")
    }

    @Test func `what matched is told, and more is likelier`() async throws {
        var random = SeededGenerator(seed: 1)
        var entries = Self.entries(300, &random)
        entries[7].title = "Developmental Mathematics"
        entries[7].maker = "Arnold Steffensen"
        let reference = try await reference(entries)
        func match(_ lines: [TitleLine]) -> TitleMatch? {
            TitleSearch(lines).matches(in: [reference]).first
        }
        let title = Self.line("Developmental Mathematics", height: 80)
        let alone = try #require(match([title]))
        let both = try #require(match([title, Self.line("ARNOLD R. STEFFENSEN", height: 30, at: 100)]))
        let year = try #require(
            match([
                title, Self.line("ARNOLD R. STEFFENSEN", height: 30, at: 100),
                Self.line("\(entries[7].year)", height: 20, at: 200),
            ]))
        #expect(alone.book.isbn == entries[7].isbn && both.book.isbn == entries[7].isbn)
        #expect(alone.matched == [.title] && both.matched == [.title, .contributors])
        #expect(year.matched == [.title, .contributors, .year])
        #expect(alone.likelihood < both.likelihood && both.likelihood < year.likelihood)
        // Somebody else with the same surname.
        let namesake = try #require(match([title, Self.line("by Bertha Steffensen", height: 30, at: 100)]))
        #expect(namesake.matched == [.title] && namesake.likelihood < alone.likelihood)
    }

    /// A blurb has the words of many titles.
    @Test func `words of a title say less among many others`() async throws {
        var random = SeededGenerator(seed: 5)
        var entries = Self.entries(300, &random)
        entries[7].title = "Quenched Embers"
        let reference = try await reference(entries)
        func likelihood(_ others: [String]) -> Double {
            let title = Self.line("quenched embers", height: 40)
            let prose = others.map { Self.line($0, height: 40) }
            return TitleSearch([title] + prose).matches(in: [reference]).first?.likelihood ?? 0
        }
        let prose = (0..<16).map { line in (0..<8).map { "z\(line)q\($0)" }.joined(separator: " ") }
        #expect(likelihood([]) > 0.5)
        #expect(likelihood(prose) < likelihood([]))
    }

    private func matches(_ title: String, by maker: String, _ texts: String...) async throws -> [TitleMatch] {
        var random = SeededGenerator(seed: 6)
        var entries = Self.entries(300, &random)
        (entries[7].title, entries[7].maker) = (title, maker)
        let lines = texts.enumerated().map { Self.line($1, height: 80 - 15 * $0, at: 100 * $0) }
        return TitleSearch(lines).matches(in: [try await reference(entries)])
    }

    @Test func `the same title with another maker is not likely`() async throws {
        let title = "Quenched Embers of Orkney"
        let own = try await matches(title, by: "Zelda Fitzroy", title, "Zelda Fitzroy")
        let others = try await matches(title, by: "Zelda Fitzroy", title, "Lynne Truss")
        #expect(own.first?.likelihood ?? 0 > 0.9)
        #expect(others.first?.likelihood ?? 0 < 0.4)
    }

    @Test(arguments: ["Peter F. Hamilton", "L. J. Hamilton"])
    func `somebody else of the same surname is another, also with initials`(name: String) async throws {
        let title = "Quenched Embers"
        let own = try await matches(title, by: "Aniela Hamilton", title, "Aniela Hamilton")
        let others = try await matches(title, by: "Aniela Hamilton", title, name)
        #expect(own.first?.matched.contains(.contributors) ?? false && own[0].likelihood > 0.9)
        #expect(others.allSatisfy { !$0.matched.contains(.contributors) && $0.likelihood < 0.4 })
    }

    @Test func `a surname that is misread counts only beside a given name`() async throws {
        let title = "Quenched Embers"
        let beside = try await matches(title, by: "Marion Roberts", title, "Marion Robertz")
        let alone = try await matches(title, by: "Marion Roberts", title, "Robert Kirkman")
        #expect(beside.first?.matched == [.title, .contributors])
        #expect(alone.allSatisfy { $0.matched == [.title] })
    }

    @Test func `a word of the page is one word of a title`() async throws {
        let both = try await matches("Windy Windi Poplars", by: "Zelda Fitzroy", "WINDY WINDI POPLARS")
        let one = try await matches("Windy Windi Poplars", by: "Zelda Fitzroy", "WINDY POPLARS")
        #expect(both.first?.likelihood ?? 0 > 0.9)
        #expect(one.first?.likelihood ?? 0 < 0.7)
    }

    @Test func `a short word is not another that is longer`() async throws {
        let title = "Run to Orkney You"
        let own = try await matches(title, by: "Zelda Fitzroy", title)
        let other = try await matches(title, by: "Zelda Fitzroy", "RUN TO ORKNEY YOUR")
        #expect(other.first?.likelihood ?? 0 < (own.first?.likelihood ?? 0) - 0.1)
    }

    @Test func `a title that fills its lines is likelier`() async throws {
        let whole = try await matches("Quenched Embers", by: "Zelda Fitzroy", "QUENCHED", "EMBERS")
        let scattered = try await matches("Quenched Embers", by: "Zelda Fitzroy", "EMBERS", "QUENCHED")
        #expect(whole.first?.likelihood ?? 0 > scattered.first?.likelihood ?? 0)
    }

    @Test func `a word that was read as two lines is one`() async throws {
        var random = SeededGenerator(seed: 4)
        var entries = Self.entries(300, &random)
        (entries[7].title, entries[7].maker) = ("Windy Poplars", "Maud Montgomery")
        let reference = try await reference(entries)
        func line(_ text: String, from left: Int, to right: Int, at top: Int) -> TitleLine {
            TitleLine(
                text: text, confidence: 0.9,
                box: [(left, top), (right, top), (right, top + 100), (left, top + 100)].map {
                    PhotoPoint(x: $0.0, y: $0.1)
                })
        }
        let maker = line("MAUD MONTGOMERY", from: 100, to: 900, at: 100)
        func likelihood(_ lines: TitleLine...) -> Double {
            TitleSearch(lines + [maker]).matches(in: [reference]).first?.likelihood ?? 0
        }
        let whole = likelihood(line("WINDY POPLARS", from: 100, to: 900, at: 400))
        let broken = likelihood(
            line("WINDY PO", from: 100, to: 500, at: 400), line("PLARS", from: 510, to: 900, at: 370))
        let apart = likelihood(
            line("WINDY PO", from: 100, to: 500, at: 400), line("PLARS", from: 700, to: 1100, at: 400))
        #expect(broken > 0.9 * whole && broken > apart)
    }

    @Test(arguments: [
        [], ["zq iii"], ["The"], ["unrelated words beyond every title", "nobody known"],
        [String(repeating: "word ", count: 5000)],
    ])
    func `what is no book's gives none`(texts: [String]) async throws {
        var random = SeededGenerator(seed: 2)
        let reference = try await reference(Self.entries(300, &random))
        let lines = texts.map { Self.line($0, height: 50) }
        #expect(TitleSearch(lines).matches(in: [reference]).isEmpty)
    }

    // MARK: The store

    private static let origin = Origin(.edited, "Maria", .now)

    private static func book(_ title: String, _ maker: String, _ number: Int? = nil) -> Book {
        var book = Book(isbn: number.map(isbn), title: title, contributors: [Contributor(name: maker)])
        book.credit(origin)
        return book
    }

    @Test func `the store is searched, too, and a book of both is one candidate`() async throws {
        var random = SeededGenerator(seed: 3)
        let entries = Self.entries(300, &random)
        let reference = try await reference(entries)
        let store = try Store(path: files.file("catalogue.sqlite").path)
        try store.save(
            book: Self.book("Developmental Mathematics", "Arnold Steffensen", 900))
        try store.save(book: Self.book(entries[5].title, entries[5].maker, 5))
        try store.save(book: Self.book("Lamplighters of Orkney", "Ingrid Halvorsen"))
        func matches(_ texts: String...) -> [TitleMatch] {
            let lines = texts.enumerated().map { Self.line($1, height: 80 - 30 * $0, at: 100 * $0) }
            return TitleSearch(lines).matches(in: [store, reference])
        }
        let misread = matches("Developnental Mathematjcs", "ARNOLD R. STEFFENSEN")
        #expect(misread.map(\.book.isbn) == [Self.isbn(900)])
        #expect(misread.first?.source == "the catalogue")
        let both = matches(entries[5].title, entries[5].maker).compactMap(\.book.isbn)
        #expect(both.contains(Self.isbn(5)) && Set(both).count == both.count)
        #expect(matches("Lamplighters of Orkney", "Ingrid Halvorsen").isEmpty, "it has no ISBN to propose")
    }

    @Test func `each maker that is shown makes a book likelier`() throws {
        let store = try Store(path: files.file("catalogue.sqlite").path)
        var book = Self.book("Hemp", "Herer", 900)
        book.contributors.append(Contributor(name: "Katalyse"))
        book.credit(Self.origin)
        try store.save(book: book)
        func likelihood(_ texts: String...) -> Double {
            let lines = texts.enumerated().map { Self.line($1, height: 80 - 15 * $0, at: 100 * $0) }
            return TitleSearch(lines).matches(in: [store]).first?.likelihood ?? 0
        }
        let (one, both) = (likelihood("HEMP", "KATALYSE"), likelihood("HEMP", "HERER", "KATALYSE"))
        #expect(one > 0.9 && both > one + 0.01)
    }

    @Test func `a title in its original script is found`() throws {
        let store = try Store(path: files.file("catalogue.sqlite").path)
        var book = Self.book("Fonarshchiki staroĭ gavani", "Pavel Gornostaev", 900)
        book.originalScriptTitle = "Фонарщики старой гавани"
        book.originalScriptNames = ["Павел Горностаев"]
        book.credit(Self.origin)
        try store.save(book: book)
        let lines = [
            Self.line("ФОНАРЩИКИ СТАРОЙ ГАВАНИ", height: 80),
            Self.line("ПАВЕЛ ГОРНОСТАЕВ", height: 40, at: 200),
        ]
        let found = TitleSearch(lines).matches(in: [store])
        #expect(found.map(\.book.isbn) == [Self.isbn(900)])
        #expect(found.first?.matched == [.title, .contributors])
    }

    // MARK: Indexes

    private static let lanterns = [
        ("The Lantern Atlas", "Maria Novak"), ("Lantern", "Zoë Brontë"),
        ("L&#39;horloge des marées", "Zoë Brontë"),
    ]

    /// The same books in a reference and in a store.
    private func indexes() async throws -> [any TitleIndex] {
        let entries = Self.lanterns.enumerated().map { place, book in
            Entry(isbn: Self.isbn(place), title: book.0, maker: book.1, year: 1990)
        }
        let store = try Store(path: files.file("catalogue.sqlite").path)
        for (place, book) in Self.lanterns.enumerated() {
            try store.save(book: Self.book(book.0, book.1, place).withoutEntities())
        }
        return [try await reference(entries), store]
    }

    @Test(
        arguments: [
            (["lantern", "atlas"], "The Lantern Atlas"), (["iantern", "novak"], "The Lantern Atlas"),
            // With one letter wrong, missing, added, or swapped; nearness costs no whole word.
            (["lantrn"], "Lantern"), (["latnern", "bronte"], "Lantern"),
            (["lanternn", "atlas", "xyzzy"], "The Lantern Atlas"), (["horloge"], "L'horloge des marées"),
        ])
    func `words that are misread find`(_ words: [String], _ title: String) async throws {
        for index in try await indexes() {
            let titles = try index.books(sharing: words, limit: 10).books.compactMap(\.title)
            #expect(titles.contains(title), "\(index.label): \(titles)")
        }
    }

    @Test func `rare words weigh more`() async throws {
        for index in try await indexes() {
            #expect(
                try index.books(sharing: ["lantern", "bronte", "nothing"], limit: 1).books.map(\.title) == [
                    "Lantern"
                ])
            #expect(try index.postings("lantern", limit: 10).count == 2)
            #expect(try index.bookCount() == 3)
            var rarity = try WordRarity(in: index)
            #expect(try rarity.of("des") < rarity.of("lantern"))
        }
        #expect(WordRarity.rarity(of: 2, among: 1_000_000) < WordRarity.rarity(of: 1, among: 1_000_000))
    }
}
