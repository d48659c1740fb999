// The card, line for line.
import Books
import Foundation
import HTTP
import Lookup
import Output
import Providers
import TestSupport
import Testing

@testable import Formatting

struct BookCardTests {
    static func date(_ text: String) throws -> Date { try Date("\(text)T12:00:00Z", strategy: .iso8601) }

    static func card() throws -> BookCard {
        var book = Book(isbn: try ISBN("0306406152"), title: "The Lantern Atlas", year: 1998)
        book.contributors = [Contributor(name: "Maria Novak")]
        book.publisher = "Quayside Press"
        book.cover = "https://covers.example.org/374-L.jpg"
        book.credit(Origin(.fetched, "Open Library", try date("2026-11-21")))
        return BookCard(book: book)
    }

    @Test func `everything there is`() throws {
        var card = try Self.card()
        card.lists = ["wanted"]
        let other = BookCard.Edition(
            book: Book(id: BookID(2), isbn: try ISBN("9780456789018"), title: "The Lantern Atlas"),
            lists: ["owned"])
        card.otherEditions = [
            other, .init(book: Book(id: BookID(3), isbn: try ISBN("9780456789025")), lists: []),
        ]
        card.ratings = [SourceRating(source: "Open Library", average: 4.31, count: 4780)]
        card.comments = [
            Comment(
                person: "maria", rating: Rating(5.0), text: "Read it in one night.\nTwice.",
                written: try Self.date("2026-11-02")),
            Comment(
                person: "ion", rating: Rating(3.5), text: "He did it.", isSpoiler: true,
                written: try Self.date("2026-10-30")),
            Comment(
                person: "a\u{1B}[2Jna", text: "Old.", written: try Self.date("2025-01-01"),
                book: other.book.id),
        ]
        card.photos = ["box1/IMG_2.HEIC", "box1/IMG_10.HEIC", "IMG_3.JPG"]
        #expect(
            card.lines(spoilers: false) == [
                "The Lantern Atlas",
                "Maria Novak, Quayside Press, 1998                  978-0-306-40615-7",
                "Yours    wanted; another edition owned: 978-0-456-78901-8",
                "Readers  4.3 of 5 (2 here); 4.3 (4,780 at Open Library)",
                "         5 ████████ 1   4 ████████ 1   3 0   2 0   1 0",
                "maria    5   2026-11-02  Read it in one night.",
                "                         Twice.",
                "ion      3.5 2026-10-30  [spoiler: --spoilers]",
                "a\u{FFFD}[2Jna  -   2025-01-01  (978-0-456-78901-8)  Old.",
                "Photos   box1/IMG_2.HEIC, IMG_10.HEIC, IMG_3.JPG",
                "Cover    https://covers.example.org/374-L.jpg",
                "Sources  Open Library, 2026-11-21",
            ])
        #expect(card.lines(spoilers: true).contains("ion      3.5 2026-10-30  He did it."))
    }

    /// As in lists and rankings.
    @Test func `of each reader the latest public rating counts`() throws {
        var card = try Self.card()
        card.ratings = []
        card.comments = [
            Comment(id: 4, person: "ion", rating: Rating(1)),
            Comment(id: 9, person: "ion", rating: Rating(4)),
            Comment(id: 7, person: "ana", rating: Rating(2)), Comment(id: 8, person: "ana", text: "Hm."),
            Comment(id: 11, person: "ana", rating: Rating(5), isPrivate: true),
        ]
        #expect(card.readers == "3.0 of 5 (2 here)")
    }

    @Test func `series, tags and quarter stars`() throws {
        var card = try Self.card()
        (card.book.series, card.book.seriesNumber) = ("Harbour\u{202E} Lights", "2.5")
        card.book.tags = ["to lend", "red\u{1B}[2J"]
        card.comments = try zip(["ion", "ana", "eva"], [17, 19, 2]).map { person, quarters in
            Comment(
                person: person, rating: Rating(quarters: quarters), text: "Read.",
                written: try Self.date("2026-10-30"))
        }
        #expect(
            card.lines(spoilers: false).dropFirst(2).prefix(8) == [
                "Yours    neither owned nor wanted, and no other edition known here",
                "Series   Harbour\u{FFFD} Lights 2.5", "Tags     to lend, red\u{FFFD}[2J",
                "Readers  3.2 of 5 (3 here)",
                "         5 ████████ 1   4 ████████ 1   3 0   2 0   1 ████████ 1",
                "ion      4.25 2026-10-30  Read.", "ana      4.75 2026-10-30  Read.",
                "eva      0.5  2026-10-30  Read.",
            ])
        card.book.seriesNumber = nil
        #expect(card.lines(spoilers: false).contains("Series   Harbour\u{FFFD} Lights"))
    }

    @Test func `the original script is below the transliteration`() throws {
        var card = try Self.card()
        card.book.title = "Zelënyĭ mai͡ak"
        card.book.originalScriptTitle = "Зелёный маяк: повесть о море"
        card.book.originalScriptNames = ["Мария\u{202E} Новак", "Ада Окафор"]
        #expect(
            card.lines(spoilers: false).prefix(3) == [
                "Zelënyĭ mai͡ak", "Зелёный маяк: повесть о море, Мария\u{FFFD} Новак, Ада Окафор",
                "Maria Novak, Quayside Press, 1998                  978-0-306-40615-7",
            ])
        #expect(
            card.lines(spoilers: false, width: 24).prefix(4) == [
                "Zelënyĭ mai͡ak", "Зелёный маяк: повесть о", "море, Мария\u{FFFD} Новак, Ада", "Окафор",
            ])
        #expect(
            card.numberedLine
                == "978-0-306-40615-7  Zelënyĭ mai͡ak / Зелёный маяк: повесть о море, Maria Novak, 1998")
        card.book.originalScriptTitle = nil
        card.book.originalScriptNames = ["灯台", "二", "三", "四"]
        #expect(card.lines(spoilers: false, width: 16)[1] == "灯台, 二, 三")
    }

    @Test(arguments: [
        (LookupState.notYet, "not looked up yet"), (.waiting, "look-up pending"),
        (.unknown(to: ["openlibrary"]), "not known to Open Library"),
        (.unknown(to: ["bnf", "dnb", "k10plus"]), "not known to 3 sources"),
    ])
    func `nothing but a number`(_ lookupState: LookupState, _ words: String) throws {
        let card = BookCard(
            book: Book(isbn: try ISBN("9780306406157")), lists: ["lent"], lookupState: lookupState)
        #expect(
            card.lines(spoilers: false) == [
                "978-0-306-40615-7", "Yours    lent; other editions are unknown without its title",
                "Title    \(words)",
            ])
        #expect(card.numberedLine == "978-0-306-40615-7  [lent]  \(words)")
    }

    @Test(arguments: [
        ([], 0, "neither owned nor wanted, and no other edition known here"),
        (
            [], 1,
            "neither owned nor wanted; other editions are unknown while 1 owned or wanted book has no title: "
                + "see `bookzone list`"
        ),
        (
            ["wanted", "disowned"], 1000,
            "wanted, disowned; other editions are unknown while 1,000 or more owned or wanted books have no title: "
                + "see `bookzone list`"
        ),
        (["owned"], 9, "owned"),
    ])
    func `a card says what is unknown`(_ lists: [String], _ unnamed: Int, _ words: String) throws {
        var card = try Self.card()
        card.lists = lists
        card.unnamed = unnamed
        let yours = try #require(card.lines(spoilers: false).first { $0.hasPrefix("Yours") })
        #expect(yours.replacing("; disowned", with: ", disowned") == "Yours    \(words)")
    }

    @Test func `a book without a title is shown with its lists and comment`() throws {
        let isbn = try ISBN("9780306406157")
        var card = BookCard(book: Book(isbn: isbn), lists: ["owned"])
        card.comments = [
            Comment(
                person: "maria", rating: Rating(5), text: "Read it\nin one night.",
                written: try Self.date("2026-11-02"))
        ]
        var answer = LookupAnswer(isbn: isbn, status: .unknown, card: card, unknownTo: ["A", "B", "C", "D"])
        #expect(
            answer.cardLines(spoilers: false, width: nil) == [
                "978-0-306-40615-7", "Yours    owned", "Readers  5.0 of 5 (1 here)",
                "         5 ████████ 1   4 0   3 0   2 0   1 0", "maria    5   2026-11-02  Read it",
                "                         in one night.", "Title    not known to 4 sources",
            ])
        #expect(
            answer.line
                == "978-0-306-40615-7  [owned]  maria 5: Read it in one night.  not known to 4 sources")
        answer.card = BookCard(book: Book(isbn: isbn))
        #expect(answer.cardLines(spoilers: false, width: nil) == nil, "there is no more than its number")
        #expect(answer.line == "978-0-306-40615-7  not known to 4 sources")
        for card in [answer.card, nil] {
            answer.card = card
            #expect(
                BookRow(answer, as: .card).textLines == [
                    "978-0-306-40615-7",
                    "Yours    neither owned nor wanted; other editions are unknown without its title",
                    "Title    not known to 4 sources",
                ])
        }
    }

    @Test(
        arguments: [
            ([("A", .author)], "A"),
            ([("A", .author), ("B", .translator), ("C", .author)], "A, C"),
            ([("B", .translator), ("C", .editor)], "C (ed.)"),
            ([("B", .contributor)], "B"),
            ([("A", .author), ("B", .author), ("C", .author), ("D", .author)], "A, B, C and 1 more"),
            ([], nil),
        ] as [([(String, Contributor.Role)], String?)])
    func bylines(_ contributors: [(String, Contributor.Role)], _ byline: String?) {
        let book = Book(contributors: contributors.map { Contributor(name: $0, role: $1) })
        #expect(book.byline == byline)
    }

    @Test func `three answers differ`() throws {
        let isbn = try ISBN("9780306406157")
        var card = try Self.card()
        card.lists = ["owned"]
        let known = LookupAnswer(isbn: isbn, status: .known, card: card)
        #expect(
            known.line == "978-0-306-40615-7  The Lantern Atlas, Maria Novak, 1998  [owned]"
        )
        let untitled = BookCard(book: Book(isbn: isbn), lists: ["owned"], lookupState: .unknown(to: []))
        for answer in [.known, .unknown].map({ LookupAnswer(isbn: isbn, status: $0, card: untitled) }) {
            let lines = try #require(answer.cardLines(spoilers: false, width: nil))
            #expect(!lines.contains { $0.contains("not known to") }, "\(lines)")
        }
        let unknown = LookupAnswer(isbn: isbn, status: .unknown, unknownTo: ["A", "B", "C"])
        #expect(unknown.line == "978-0-306-40615-7  not known to 3 sources")
        let unasked = LookupAnswer(
            isbn: isbn, status: .notAsked, unknownTo: ["A"],
            unasked: [.init(source: "BnF", cause: .failed(.http(.timedOut(host: "bnf", seconds: 15))))])
        #expect(unasked.line == "978-0-306-40615-7  not asked: BnF timed out after 15 s")
    }

    @Test func `sources with the same trouble are named together`() throws {
        var answer = LookupAnswer(isbn: try ISBN("9780306406157"), status: .notAsked)
        let unreachable = [7, 6].map { code in
            ProviderError.http(
                .unreachable(host: "host\(code)", CurlFailure(code: code, words: "no \(code)")))
        }
        let errors = [unreachable[0], .http(.timedOut(host: "b", seconds: 15)), unreachable[1]]
        answer.unasked = zip(["A", "B", "C"], errors).map { .init(source: $0, cause: .failed($1)) }
        #expect(answer.reason == "not asked: A, C can't be reached; B timed out after 15 s")
        answer.unasked = ["A", "B"].map { .init(source: $0, cause: .offline) }
        #expect(answer.reason == "not asked: offline")
    }

    @Test func `narrow terminal folds what is long`() throws {
        var card = try Self.card()
        card.book.contributors.append(Contributor(name: "Ion Luca Popescu"))
        card.lists = ["owned"]
        card.namesakes = [.init(book: Book(isbn: try ISBN("9780456789018")), lists: ["wanted"])]
        card.comments = [
            Comment(
                person: "bartholomew-the-second", rating: Rating(5.0),
                text: "Read it in one night, and again the next day.", isPrivate: true,
                written: try Self.date("2026-11-02")),
            Comment(person: "ion", rating: Rating(1), written: try Self.date("2026-11-02")),
        ]
        #expect(
            card.lines(spoilers: false, width: 60) == [
                "The Lantern Atlas",
                "Maria Novak, Ion Luca Popescu, Quayside Press, 1998",
                "978-0-306-40615-7",
                "Yours           owned; same title wanted: 978-0-456-78901-8",
                "Readers         1.0 of 5 (1 here)",
                "                5 0   4 0   3 0   2 0   1 ████████ 1",
                "bartholomew-t…  5   2026-11-02  [private] Read it in one",
                "                                night, and again the next",
                "                                day.",
                "ion             1   2026-11-02",
                "Cover           https://covers.example.org/374-L.jpg",
                "Sources         Open Library, 2026-11-21",
            ])
        let narrow = card.lines(spoilers: false, width: 40)
        #expect(
            narrow.split(separator: "bartholomew-t…  5   2026-11-02").last == [
                "  [private] Read it in one night, and", "  again the next day.",
                "ion             1   2026-11-02", "Cover", "  https://covers.example.org/374-L.jpg",
                "Sources         Open Library, 2026-11-21",
            ])
    }

    /// Long words, URLs, wide letters: no line is wider than the terminal, and nothing is lost.
    @Test(arguments: 12...90) func `no line exceeds the terminal`(_ width: Int) throws {
        var card = try Self.card()
        card.book.title = "吾輩は猫である：名前はまだ無い。どこで生れたかとんと見当がつかぬ。🐈🐈🐈"
        card.book.contributors = [Contributor(name: "夏目漱石"), Contributor(name: "Нацумэ Сосэки")]
        card.photos = ["/" + String(repeating: "x", count: 70) + "/IMG_2.jpg"]
        card.comments = [
            Comment(
                person: "梅子", rating: Rating(4.5), text: "何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。",
                written: try Self.date("2026-11-02"))
        ]
        let lines = card.lines(spoilers: false, width: width)
        #expect(lines.allSatisfy { $0.columns <= max(width, 17) }, "an ISBN stays whole")
        let text = lines.joined().replacing(" ", with: "")
        #expect(text.contains(card.book.title ?? "-"))
        #expect(text.contains(card.comments[0].text))
        let row = BookRow(card, as: .line).tableLines(width: width)
        #expect(row.allSatisfy { $0.columns <= width } && row.count == 1)
        let comment = CommentRow(card.comments[0], showsSpoilers: false).tableLines(width: width)
        #expect(comment.allSatisfy { $0.columns <= width })
        #expect(comment.joined().replacing(" ", with: "").contains(card.comments[0].text))
    }

    @Test func `every key is always there`() throws {
        let isbn = try ISBN("9780306406157")
        let answers = [
            LookupAnswer(isbn: isbn, status: .unknown, unknownTo: ["A"]),
            LookupAnswer(isbn: isbn, status: .known, card: try Self.card()),
        ]
        let schema = try JSONSchema.named("book")
        for answer in answers {
            #expect(schema.problems(try JSONValue(JSONLine.line(BookRow(answer)))) == [])
        }
    }
}
