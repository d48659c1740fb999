// Series, tags and quarter stars in the store: saved, found, merged, undone, dumped, and added to older stores.
import Books
import Foundation
import GRDB
import Testing

@testable import Catalogue

struct StoreSeriesTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    private static let number = "9780439023481"

    init() throws { temporary = try TemporaryStore() }

    private static func book(_ series: String?, _ number: String?, tags: [String] = []) throws -> Book {
        Book(
            isbn: try isbn(Self.number), title: "Half-Off Ragnarok", series: series, seriesNumber: number,
            tags: tags)
    }

    private func stored() throws -> Book { try #require(try store.book(reference(Self.number))) }

    private func found(_ words: String) throws -> Int { try store.search(SearchQuery(words: words)).count }

    @Test(arguments: [
        ("3", "3"), ("3.0", "3"), (" 2.5 ", "2.5"), ("1-3", "1-3"), ("2.00", "2.00"), ("1.0.0", "1.0.0"),
        (".0", ".0"), ("A.0", "A.0"), ("10.0", "10"), ("", nil), ("\u{7}", nil),
    ])
    func `numbers of a series are text`(number: String, kept: String?) throws {
        try store.save(Self.book("InCryptid\n", number).credited(.file))
        #expect(try stored().series == "InCryptid" && stored().seriesNumber == kept)
        #expect(try stored().origins[.series] == .file)
    }

    @Test func `a number without its series is dropped`() throws {
        try store.save(Self.book(" ", "3").credited(.person))
        #expect(try stored().series == nil && stored().seriesNumber == nil)
        try store.save(Self.book("InCryptid", "3").credited(.person))
        try store.save(Self.book("Other", nil).credited(.source))
        #expect(try stored().series == "InCryptid" && stored().seriesNumber == "3")
        try store.save(Self.book("Other", nil).credited(.person))
        #expect(try stored().series == "Other" && stored().seriesNumber == nil, "they go together")
    }

    @Test func `search finds series and tags, and no longer what was taken away`() throws {
        try store.save(Self.book("InCryptid", "3", tags: ["Ándale", "to lend"]).credited(.person))
        for words in ["incryptid", "andale", "lend", "ragnarok lend incry"] {
            #expect(try found(words) == 1, "\(words)")
        }
        #expect(try store.search(SearchQuery(author: "incryptid")).isEmpty)
        let id = try #require(try stored().id)
        try store.add(Books.Comment(person: "ion", text: "Fine."), to: .id(id))
        #expect(try found("lend fine") == 1)
        try store.save(Self.book(nil, nil, tags: ["red"]).credited(.person))
        #expect(try found("lend") == 0 && found("red fine") == 1 && found("incryptid") == 1)
        #expect(try store.check() == [])
    }

    @Test func `imported tags are combined, and a person's own are kept`() throws {
        try store.save(Self.book(nil, nil, tags: ["fantasy", "Red", " red", "", "a\nb"]).credited(.file))
        #expect(try stored().tags == ["fantasy", "Red", "a b"])
        #expect(
            try store.save(Self.book(nil, nil, tags: ["FANTASY", "blue"]).credited(.file)).change == .changed)
        #expect(try stored().tags == ["fantasy", "Red", "a b", "blue"])
        #expect(try store.save(Self.book(nil, nil, tags: ["blue"]).credited(.file)).change == .none)
        try store.save(Self.book(nil, nil, tags: ["mine"]).credited(.person))
        try store.save(Self.book(nil, nil, tags: ["fantasy"]).credited(.file))
        #expect(try stored().tags == ["mine"] && stored().origins[.tags] == .person)
        try store.save(Book(isbn: isbn(Self.number), origins: [.tags: .person]))
        try store.save(Self.book(nil, nil, tags: ["fantasy"]).credited(.file))
        #expect(try stored().tags == [])
    }

    @Test func `merged books have the tags of both, and undo parts them`() throws {
        try store.save(Self.book("InCryptid", "3", tags: ["red", "old"]).credited(.person))
        let plain = try store.save(Book(title: "Ragnarok", tags: ["Old", "blue"]).credited(.file)).book
        let id = try #require(plain.id)
        try store.recordingChange(.merge, by: "maria").merge(
            reference(Self.number), into: .id(id), evenIfTwoISBNs: false, origin: .person)
        let merged = try #require(try store.book(.id(id)))
        #expect(merged.tags == ["Old", "blue", "red"] && merged.origins[.tags] == .person)
        #expect(merged.series == "InCryptid" && merged.seriesNumber == "3")
        #expect(try found("incryptid blue red") == 1)
        _ = try store.undo(by: "maria")
        #expect(try store.book(.id(id))?.tags == ["Old", "blue"])
        #expect(try store.book(.id(id))?.series == nil)
        #expect(try stored().tags == ["red", "old"] && stored().seriesNumber == "3")
        #expect(try found("red") == 1 && found("blue") == 1)
    }

    @Test func `a removed book comes back with them into one that a look-up made`() throws {
        try store.save(Self.book("InCryptid", "3", tags: ["red"]).credited(.person))
        try store.recordingChange(.remove, by: "maria").remove(reference(Self.number), evenIfCommented: true)
        try store.save(Book(isbn: isbn(Self.number), title: "Fetched").credited(.source))
        _ = try store.undo(by: "maria")
        #expect(try stored().series == "InCryptid" && stored().seriesNumber == "3")
        #expect(try stored().tags == ["red"] && found("red incryptid") == 1)
    }

    @Test func `quarter stars are kept, averaged and reverted`() throws {
        let number = try store.add(
            Books.Comment(person: "ion", rating: Rating(4.25)), to: reference(Self.number))
        func stars() throws -> Double? { try store.comment(number, for: "ion")?.rating?.stars }
        #expect(try stars() == 4.25)
        let recorded = store.recordingChange(.editComment, by: "ion")
        for rating in [4.75, 3, 0.5] {
            try recorded.edit(Books.Comment(id: number, person: "ion", rating: Rating(rating)))
            #expect(try stars() == rating)
        }
        _ = try store.undo(by: "ion")
        #expect(try stars() == 4.25)
        try store.recordingChange(.removeComment, by: "ion").removeComment(number, by: "ion", orOthers: false)
        _ = try store.undo(by: "ion")
        #expect(try store.top(TopQuery(.rating, limit: 1)).map(\.average) == [4.25])
        // Half stars are stored as integers, as before.
        try store.add(Books.Comment(person: "ana", rating: Rating(4.5)), to: reference(Self.number))
        let types = try DatabaseQueue(path: temporary.path).read {
            try String.fetchAll($0, sql: "SELECT typeof(rating) FROM comment ORDER BY author")
        }
        #expect(types == ["integer", "real"])
    }

    @Test func `a dump has them, and one with eighths of stars is refused`() throws {
        try store.save(Self.book("InCryptid", "3", tags: ["red", "to lend"]).credited(.file))
        try store.add(Books.Comment(person: "ion", rating: Rating(4.25)), to: reference(Self.number))
        var lines: [String] = []
        try store.dump { lines.append($0) }
        func load(_ lines: [String], _ name: String) throws -> Store {
            var next = lines.makeIterator()
            let path = temporary.folder.appending(path: name).path
            try Store.load({ next.next() }, to: path)
            return try Store(path: path)
        }
        let loaded = try load(lines, "loaded.sqlite")
        #expect(try loaded.book(reference(Self.number)) == stored())
        #expect(try loaded.search(SearchQuery(words: "incryptid lend")).count == 1)
        #expect(try loaded.comments(by: "ion", for: "ion").map(\.rating?.stars) == [4.25])
        let wrong = lines.map { $0.replacing("\"rating\":8.5", with: "\"rating\":8.25") }
        #expect(wrong != lines)
        #expect(throws: CatalogueError.self) { try load(wrong, "wrong.sqlite") }
    }

    @Test func `an older store is upgraded, and its reverted changes can be restored`() throws {
        let path = temporary.folder.appending(path: "old.sqlite").path
        try OldStore.make(
            at: path, version: 19,
            """
            INSERT INTO work (id) VALUES (1);
            INSERT INTO book (id, isbn, work, title, added) VALUES (1, 9780439023481, 1, 'Ragnarok', 0);
            INSERT INTO origin VALUES (1, 'fetched', 'K10plus', 0, 'title');
            INSERT INTO comment (book, author, rating, text, spoiler, private, written)
                VALUES (1, 'ion', 9, 'Fine.', 0, 0, 0);
            INSERT INTO search (rowid, title, contributors, publisher, comments) VALUES (1, 'Ragnarok', '', '', 'Fine.');
            \(OldStore.removal("original_script_title", "original_script_names"))
            """)
        let store = try Store(path: path)
        #expect(try store.book(reference(Self.number))?.tags == [])
        #expect(try store.comments(by: "ion", for: "ion").map(\.rating?.stars) == [4.5])
        #expect(try store.search(SearchQuery(words: "ragnarok fine")).count == 1)
        try store.save(Self.book("InCryptid", "3", tags: ["red"]).credited(.file))
        #expect(try store.search(SearchQuery(words: "incryptid red")).count == 1)
        _ = try store.undo(by: "maria")
        #expect(try store.search(SearchQuery(words: "gone")).map(\.tags) == [[]])
        #expect(try store.check() == [])
    }
}
