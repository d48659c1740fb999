// The order of titles and names, places in it, and what others must not see.
import Books
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue

struct StoreBrowseTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    @discardableResult
    private func save(_ title: String?, _ author: String? = nil, language: String? = nil) throws -> BookID {
        let book = Book(
            title: title, contributors: author.map { [Contributor(name: $0)] } ?? [], language: language)
        return try #require(try store.save(book.credited(.person)).book.id)
    }

    private func titles(_ query: BrowseQuery) throws -> [String] {
        try store.browse(query, size: 100).ids.compactMap { try store.book(.id($0))?.title }
    }

    @Test func `names are filed by the family name, with its particle`() throws {
        let order = ["Ana Hall", "Ursula K. Le Guin", "Ada Lem", "村上春樹"]
        for name in order.reversed() { try save(name, name) }
        #expect(try titles(BrowseQuery(person: "", sort: .author)) == order)
    }

    @Test func `titles are filed as a library files them`() throws {
        let order = [
            "10 Downing Street", "“Alas”", "Äther", "The Atlas", "Volume 2", "Volume 10", "Yes", "Архив",
            "אור",
        ]
        for title in order.reversed() { try save(title) }
        try save("Die Zeit", language: "ger")
        try save("Der Anfang", language: "de")
        try save("Die Hard", language: "en")
        let found = try titles(BrowseQuery(person: ""))
        #expect(found.filter(order.contains) == order)
        #expect(found.firstIndex(of: "Der Anfang") == 2, "its article is German")
        #expect(found.firstIndex(of: "Die Hard") == 5, "and this is none in English")
    }

    @Test func `names are filed by the family name`() throws {
        for name in ["Zoë Abel", "Abel", "Ada Okafor", "Ängström, Jörg", "Bo Ångberg"] {
            try save("Same", name)
        }
        try save("Same")
        let found = try store.browse(BrowseQuery(person: "", sort: .author), size: 10).ids.map { id in
            try store.book(.id(id))?.makers.first?.name ?? ""
        }
        #expect(found == ["Abel", "Zoë Abel", "Bo Ångberg", "Ängström, Jörg", "Ada Okafor", ""])
        #expect(try store.terms(.author, limit: 9).map(\.value) == Array(found.dropLast()))
        let after = try store.terms(.author, from: TermPosition(before: "an"), limit: 9).map(\.value)
        #expect(after == ["Bo Ångberg", "Ängström, Jörg", "Ada Okafor"])
        let before = try store.terms(
            .author, from: TermPosition(of: "Ada Okafor", kind: .author), isBackwards: true, limit: 2)
        #expect(before.map(\.value) == ["Bo Ångberg", "Ängström, Jörg"])
    }

    @Test func `names are filed word by word, whatever punctuation they have`() throws {
        let order = [
            "De Witt, Jan", "De Witt - Zell, Jan", "Dea, Bo", "Oneil, Ann", "O'Neil, Bo", "O’Neil, Cy",
            "Oneil, Di",
            "St. Ives, Al", "Stab, Al",
        ]
        for name in order.reversed() { try save(name, name) }
        #expect(try titles(BrowseQuery(person: "", sort: .author)) == order)
        #expect(SortKey("Part 2/10") > SortKey("Part 2/9"))
        #expect(SortKey("1.5") < SortKey("2"))
        #expect(SortKey(" “A”  —\u{A0}b") == SortKey("A b"))
    }

    @Test func `series are filed as titles are`() throws {
        let languages: [(series: String, language: String?)] = [
            ("The Foundation", nil), ("Die Erben", "de"), ("Galaxy", nil), ("Die Hard", "en"), ("Echo", nil),
        ]
        for (series, language) in languages {
            var book = Book(title: series, language: language)
            book.series = series
            try store.save(book.credited(.person))
        }
        let order = ["Die Hard", "Echo", "Die Erben", "The Foundation", "Galaxy"]
        #expect(try store.terms(.series, limit: 9).map(\.value) == order)
        func pages(isBackwards: Bool) throws -> [[String]] {
            try order.map { series in
                try store.terms(
                    .series, from: TermPosition(of: series, kind: .series), isBackwards: isBackwards, limit: 9
                ).map(\.value)
            }
        }
        #expect(try pages(isBackwards: false) == order.indices.map { Array(order[($0 + 1)...]) })
        #expect(try pages(isBackwards: true) == order.indices.map { Array(order[..<$0]) })
    }

    @Test func `a page goes on where it was, though books come and go`() throws {
        let ids = try ["A", "B", "C", "D"].map { try save($0) }
        let first = try store.browse(BrowseQuery(person: ""), size: 2)
        #expect(first.ids == Array(ids[..<2]) && first.count == 4 && first.previous == nil)
        try store.remove(.id(ids[1]), evenIfCommented: true)
        try save("AA")
        let second = try store.browse(BrowseQuery(person: ""), from: first.next, size: 2)
        #expect(second.ids == Array(ids[2...]) && second.next == nil && second.previous != nil)
    }

    @Test(arguments: BrowseQuery.Sort.allCases) func `places in an address are read, and nothing else is`(
        _ sort: BrowseQuery.Sort
    ) throws {
        for title in ["Ж?/+", "A"] { try save(title, "N") }
        let next = try #require(try store.browse(BrowseQuery(person: "", sort: sort), size: 1).next)
        #expect(BrowsePosition(next.description, in: sort) == next)
        let text = next.description
        #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
        for wrong in [
            "", ".", "1", "k", "\(text).1", String(text.dropLast()) + "!",
            text + String(repeating: "1", count: 4000),
        ] {
            #expect(BrowsePosition(wrong, in: sort) == nil, "\(wrong.prefix(99))")
        }
    }

    @Test func `another reader's own lists can't be found out`() throws {
        let book = try save("Mine")
        try store.add([.id(book)], to: "secret", of: "ion")
        try store.add([.id(book)], to: "lent", of: "ion")
        for (person, count) in [("ion", 1), ("maria", 0)] {
            var own = BrowseQuery(person: person)
            own.ownList = "secret"
            var lent = BrowseQuery(person: person)
            lent.isLent = true
            var shared = BrowseQuery(person: person)
            shared.list = "secret"
            #expect(
                try [own, lent, shared].map { try store.browse($0, size: 9).count } == [count, count, 0])
        }
        #expect(
            try store.listNames(for: "ion").own == ["lent", "secret"]
                && store.listNames(for: "maria").own == [])
        #expect(try store.listNames(for: "maria").shared == [])
        #expect(try store.places(limit: 9) == [] && store.readers(limit: 9) == [])
    }

    @Test func `shelves and readers are told once each`() throws {
        let ids = try ["A", "B", "C"].map { try save($0) }
        for (id, shelf) in zip(ids, ["Z 1", "A 10", "Z 1"]) {
            try store.set(copies: 1, shelf: shelf, of: .id(id), on: "owned")
        }
        for person in ["maria", "Ion"] { try store.mark(ids.map(BookSpecifier.id), as: .read, by: person) }
        #expect(try store.places(limit: 9) == ["A 10", "Z 1"] && store.places(limit: 1).count == 1)
        #expect(try store.readers(limit: 9) == ["Ion", "maria"])
    }

    @Test func `many books are counted up to a bound`() throws {
        try store.write { db in
            for _ in 0..<10_050 {
                try db.run("INSERT INTO work DEFAULT VALUES")
                try db.run(
                    "INSERT INTO book (work, title, year, added) VALUES (last_insert_rowid(), 'T', 1998, 0)")
            }
            try db.run("DELETE FROM order_version")
            try db.renewOrder()
        }
        var query = BrowseQuery(person: "", sort: .year)
        #expect(try store.browse(query, size: 2).count == 10_050)
        query.years = 1998...1998
        let page = try store.browse(query, size: 2)
        #expect(page.count == 10_000 && page.isCountCut && page.ids.map(\.value) == [1, 2])
        #expect(try store.browse(query, from: page.next, size: 2).ids.map(\.value) == [3, 4])
        query.sort = .title
        #expect(try store.browse(query, size: 2).ids.map(\.value) == [1, 2])
    }

    @Test func `older stores get their order, and so do those of another version of it`() throws {
        let path = temporary.folder.appending(path: "old.sqlite").path
        let old = try Store(path: path, version: 20)
        try old.write { db in
            try db.execute(
                sql: """
                    INSERT INTO work (id) VALUES (1), (2);
                    INSERT INTO book (id, work, title, language, year, added, series, tags)
                        VALUES (7, 1, 'Der Turm', 'ger', 1998, 5, 'Lights', 'sea' || char(10) || 'red'),
                               (8, 2, NULL, NULL, NULL, 9, NULL, NULL);
                    INSERT INTO contributor VALUES (7, 0, 'Ada Okafor', 'author');
                    INSERT INTO comment (book, author, rating, text, spoiler, private, written)
                        VALUES (7, 'ion', 9, '', 0, 0, 0), (8, 'ion', 10, '', 0, 1, 0);
                    """)
        }
        func check(_ store: Store) throws {
            #expect(
                try BrowseQuery.Sort.allCases.map { sort in
                    try store.browse(BrowseQuery(person: "", sort: sort), size: 9).ids.map(\.value)
                } == [[7, 8], [7, 8], [7, 8], [8, 7], [7, 8]])
            #expect(try store.terms(.tag, limit: 9).map(\.value) == ["red", "sea"])
            #expect(try store.terms(.language, limit: 9).map(\.value) == ["de"])
            #expect(try store.top(TopQuery(.rating, limit: 9)).map(\.average) == [4.5])
        }
        let upgraded = try Store(path: path)
        try check(upgraded)
        try upgraded.write { db in
            try db.execute(sql: "UPDATE order_version SET version = 1; UPDATE book_order SET title = x'00'")
        }
        let renewed = try Store(path: path)
        try check(renewed)
        #expect(
            try renewed.read { db in try db.number("SELECT count(*) FROM book_order WHERE title = x'00'") }
                == 0)
    }
}
