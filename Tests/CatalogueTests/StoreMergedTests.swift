// A merged book is found by its former id and ISBN, whatever is done next, and undoing the merge gives both back.
import Books
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue

struct StoreMergedTests {
    private static let first = "9780545265355"
    private static let second = "9780439023481"

    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let kept: BookID
    private let gone: BookID

    init() throws {
        temporary = try TemporaryStore()
        var ids: [BookID] = []
        for (place, number) in [Self.first, Self.second].enumerated() {
            var outcome = LookupOutcome(isbn: try isbn(number), missesExpire: .now)
            outcome.found = try Self.found(number, "Title \(place)")
            outcome.rating = SourceRating(source: "S\(place)", average: 3, count: 5)
            ids.append(try #require(try temporary.store.save(outcome, for: "ion")?.book.id))
        }
        (kept, gone) = (ids[0], ids[1])
    }

    private static func found(_ number: String, _ title: String) throws -> Book {
        Book(
            isbn: try isbn(number), title: title, works: [Identifier("openlibrary", "OL\(number)W")]
        ).credited(.source)
    }

    private func merge(_ other: BookSpecifier, into book: BookSpecifier) throws {
        try store.recordingChange(.merge, "\(other)", by: "ion").merge(
            other, into: book, evenIfTwoISBNs: true, origin: .person)
    }

    private func count() throws -> Int64? { try store.read { try $0.number("SELECT count(*) FROM book") } }

    /// What looking up cannot mix: data of each book, its work and the ratings.
    private func data() throws -> [[String]] {
        try [kept, gone].map { id in
            let card = try #require(try store.card(of: .id(id), for: "ion"))
            return [
                card.book.id?.description ?? "", card.book.isbn?.isbn13 ?? "", card.book.title ?? "",
                "\(card.otherEditions.count)", "\(card.ratings.map(\.source))",
                "\(card.book.works.map(\.value).sorted())",
            ]
        }
    }

    @Test func `a merge that is taken back names what was added since, and stays`() throws {
        let (store, kept, gone) = (self.store, BookSpecifier.id(kept), BookSpecifier.id(gone))
        func say(_ text: String, of book: BookSpecifier, isPrivate: Bool = false) throws {
            try store.recordingChange(.comment, by: "ann").add(
                Books.Comment(person: "ann", text: text, isPrivate: isPrivate), to: book)
        }
        try say("Before.", of: gone)
        try merge(gone, into: kept)
        try say("Since.", of: kept)
        try say("Hidden.", of: kept, isPrivate: true)
        try store.recordingChange(.putOnList, by: "ann").add([kept], to: "red")
        try store.recordingChange(.putOnList, by: "ann").add([kept], to: "bedside", of: "ann")
        let undone = try #require(try store.undo(by: "ion", date: .now))
        #expect(try undone.staying?.book == reference(Self.first))
        #expect(
            undone.staying?.items == [
                MergeRemainder.Item(kind: .comments, count: 1), MergeRemainder.Item(kind: .lists, count: 1),
            ])
        #expect(try store.staying(after: undone.id, for: "ion") == undone.staying)
        #expect(try store.staying(after: undone.id, for: "ann") == nil)
        #expect(try store.card(of: gone, for: "ann")?.comments.map(\.text) == ["Before."])
        // Nothing is added after this one.
        try merge(gone, into: kept)
        #expect(try store.undo(by: "ion", date: .now)?.staying == nil)
    }

    private enum Deed: CaseIterable {
        case lookUp, find, list, comment, save, add, edit, copy, read, wait, decide, mergeAgain
    }

    /// Does it with the merged book, as it was called before.
    private func carryOut(_ deed: Deed, _ name: BookSpecifier) throws {
        let number = try isbn(Self.second)
        let store = store.recordingChange(.edit, by: "maria")
        switch deed {
        case .lookUp:
            var outcome = LookupOutcome(isbn: number, missesExpire: .now)
            outcome.found = try Self.found(Self.second, "Asked again")
            outcome.rating = SourceRating(source: "S1", average: 4, count: 9)
            #expect(try store.save(outcome, for: "ion")?.book.id == kept)
            #expect(try store.hasTitle(number) == true)
        case .find:
            #expect(try store.book(name)?.id == kept && store.books([name])[name]?.id == kept)
            #expect(try store.search(SearchQuery(words: Self.second)).map(\.id) == [kept])
            var found: [BookID?] = []
            try store.forEachCard(of: [name, .id(kept)], for: "ion") { card in
                #expect(card.ratings.count == 2, "no card has its rows twice")
                found.append(card.book.id)
            }
            #expect(found == [kept, kept])
        case .list:
            try store.add([name], to: "owned")
            #expect(try store.ids(on: "owned", for: "ion") == [kept])
        case .comment:
            try store.add(Books.Comment(person: "maria", text: "Said."), to: name)
            #expect(try store.card(of: .id(kept), for: "ion")?.comments.count == 1)
        case .save:
            #expect(try store.save(number) == false)
            #expect(try store.save(Self.found(Self.second, "Saved again")).book.id == kept)
        case .add: #expect(try store.add(BookEdit([.isbn: [Self.second]])).book.id == kept)
        case .edit: #expect(try store.edit(name, BookEdit([.publisher: ["P"]])).id == kept)
        case .copy:
            try store.add(CopyEdit([.label: "K 1"]), of: name)
            #expect(try store.copy("K 1").book == kept)
        case .read: #expect(try store.mark([name], as: .read, by: "maria") == 1)
        case .wait:
            try store.save(waiting: [PendingLookup(isbn: number, source: "x", reason: "offline")])
            #expect(try store.read { try $0.number("SELECT count(*) FROM pending") } == 0)
        case .decide:
            try store.decide(.book(gone), sha256: "ab", page: 1)
            #expect(try store.read { try $0.number("SELECT book FROM decision") } == kept.value)
        case .mergeAgain:
            #expect(throws: CatalogueError.mergedWithItself) { try merge(name, into: .id(kept)) }
        }
    }

    @Test(arguments: Deed.allCases, [true, false])
    private func `it is known by its former names, and undo parts the books`(_ deed: Deed, byISBN: Bool)
        throws
    {
        let before = try data()
        try merge(.id(gone), into: .id(kept))
        try carryOut(deed, byISBN ? reference(Self.second) : .id(gone))
        #expect(try count() == 1)
        _ = try #require(try store.undo(by: "ion"))
        #expect(try count() == 2)
        #expect(try data() == before)
        #expect(try store.check() == [])
    }

    @Test(arguments: 0..<30) func `any order of deeds leaves one book, until the merge is undone`(_ seed: Int)
        throws
    {
        var random = SeededGenerator(seed: UInt64(seed))
        let before = try data()
        try merge(.id(gone), into: .id(kept))
        for deed in Deed.allCases.filter({ $0 != .mergeAgain && $0 != .find }).shuffled(using: &random) {
            let name = Bool.random(using: &random) ? try reference(Self.second) : .id(gone)
            try carryOut(deed, name)
            #expect(try count() == 1 && store.book(name)?.id == kept)
        }
        _ = try #require(try store.undo(by: "ion"))
        #expect(try data() == before)
        #expect(try store.check() == [])
    }

    @Test func `a book is not merged with itself, whatever it is called`() throws {
        try store.add([.id(kept)], to: "owned")
        let names = [.id(kept), try reference(Self.first)]
        for (name, other) in names.flatMap({ name in names.map { (name, $0) } }) {
            #expect(throws: CatalogueError.mergedWithItself) { try merge(name, into: other) }
            #expect(throws: CatalogueError.mergedWithItself) {
                try store.mergePreview(of: name, into: other, for: "ion")
            }
        }
        #expect(try store.history(for: "ion", limit: 9).isEmpty, "undo would take back something else")
    }

    @Test func `the former names lead through several merges, and end with the book`() throws {
        let other = try #require(try store.save(Book(title: "Last").credited(.person)).book.id)
        try merge(.id(gone), into: .id(kept))
        try merge(.id(kept), into: .id(other))
        let names = [.id(gone), .id(kept), try reference(Self.first), try reference(Self.second)]
        for name in names { #expect(try store.book(name)?.id == other) }
        #expect(try store.history(of: .id(gone), for: "ion", limit: 9).map(\.action) == [.mergeInto])
        #expect(throws: CatalogueError.unknownBook(.id(gone))) {
            try store.remove(.id(gone), evenIfCommented: true)
        }
        try store.recordingChange(.remove, by: "ion").remove(.id(other), evenIfCommented: true)
        for name in names { #expect(try store.book(name) == nil) }
        #expect(try store.save(isbn(Self.second)))
    }

    @Test func `the history of each book names the other one`() throws {
        try merge(.id(gone), into: .id(kept))
        func names(_ book: BookSpecifier) throws -> [String?] {
            try store.history(of: book, for: "ion", limit: 9).map(\.detail)
        }
        #expect(try names(.id(gone)) == [Self.first] && names(reference(Self.second)) == [Self.first])
        #expect(try names(.id(kept)) == ["\(gone)"])
        #expect(try store.history(of: .id(gone), for: "ion", limit: 1).map(\.action) == [.mergeInto])
        #expect(try store.history(of: .id(kept), for: "ion", limit: 1).map(\.action) == [.merge])
    }

    @Test func `an ISBN that was corrected after a merge is free`() throws {
        let plain = try #require(try store.save(Book(title: "Plain").credited(.person)).book.id)
        try merge(.id(gone), into: .id(plain))
        #expect(throws: CatalogueError.takenISBN(try isbn(Self.second))) {
            try store.setISBN(isbn(Self.second), of: kept)
        }
        try store.setISBN(isbn("9780306406157"), of: plain)
        #expect(try store.book(reference(Self.second)) == nil && store.book(.id(gone))?.id == plain)
        #expect(try store.save(isbn(Self.second)))
    }

    @Test func `one of the two ISBNs may replace the other`() throws {
        try merge(.id(gone), into: .id(kept))
        try store.setISBN(isbn(Self.second), of: kept)
        #expect(try store.book(reference(Self.second))?.id == kept)
    }

    @Test func `ISBNs that the store does not have are looked up by an index`() throws {
        let plan = try store.read { db in
            try db.all(
                """
                EXPLAIN QUERY PLAN SELECT change FROM change_row
                WHERE kind = 'book' AND after IS NULL AND json_extract(before, '$.isbn') = 1
                """
            ) { $0["detail"] as String }
        }
        #expect(plan.count == 1 && plan[0].contains("change_row_gone"))
    }
}
