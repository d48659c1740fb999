// Books by hand in the store: edits and their history, and taking them back without what others did since.
import Foundation
import TestSupport
import Testing

@testable import Books
@testable import Catalogue

struct StoreEditingTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private static let number = "9780439023481"
    private let book: BookSpecifier

    init() throws {
        temporary = try TemporaryStore()
        book = try reference(Self.number)
        let found = Book(
            isbn: try isbn(Self.number), title: "Found", contributors: [Contributor(name: "Ana")],
            publisher: "Windward", year: 1990)
        try store.save(found.credited(.source))
    }

    @discardableResult
    private func edit(_ texts: [EditedField: [String]], by person: String) throws -> Int64 {
        try store.recordingChange(.edit, by: person).edit(book, BookEdit(texts))
        return try #require(try store.history(for: person, limit: 1).first?.id)
    }

    private func undo(_ change: Int64? = nil, by person: String) throws {
        #expect(try store.undo(change, by: person, date: .now) != nil)
    }

    @Test func `look-ups leave what was edited, and only that`() throws {
        try edit([.title: ["Mine"], .publisher: []], by: "ion")
        let again = Book(
            isbn: try isbn(Self.number), title: "Again", contributors: [Contributor(name: "Bo")],
            publisher: "Leeward", year: 1991)
        try store.save(again.credited(.source))
        let now = try #require(try store.book(book))
        #expect(now.title == "Mine" && now.publisher == nil && now.year == 1991)
        #expect(now.contributors.map(\.name) == ["Bo"])
    }

    @Test func `an edit of what has changed meanwhile changes nothing`() throws {
        try edit([.title: ["Ion's"]], by: "ion")
        let stale = try BookEdit([.title: ["Maria's"], .year: ["2001"]], former: [.title: ["Found"]])
        #expect(throws: CatalogueError.changedMeanwhile([.title])) { try store.edit(book, stale) }
        #expect(try store.book(book)?.year == 1990)
        let fresh = try BookEdit([.year: ["2001"]], former: [.year: ["1990"]])
        #expect(try store.edit(book, fresh).title == "Ion's")
    }

    @Test func `a book keeps an ISBN or a title`() throws {
        let bare = try store.add(BookEdit([.title: ["Bare"]])).book
        let id = try #require(bare.reference)
        #expect(throws: CatalogueError.nothingToAdd) { try store.edit(id, BookEdit([.title: []])) }
        #expect(throws: CatalogueError.takenISBN(try isbn(Self.number))) {
            try store.edit(id, BookEdit([.isbn: [Self.number]]))
        }
        #expect(throws: CatalogueError.nothingToAdd) { try store.add(BookEdit([.year: ["1931"]])) }
        #expect(try store.add(BookEdit([.title: ["Bare"]])).change == .none, "there is one already")
        let numbered = try store.edit(id, BookEdit([.isbn: ["9780306406157"], .title: []]))
        #expect(numbered.title == nil && numbered.isbn?.isbn13 == "9780306406157")
        #expect(throws: CatalogueError.unknownBook(.id(BookID(99)))) {
            try store.edit(.id(BookID(99)), BookEdit([.title: ["No"]]))
        }
        #expect(throws: CatalogueError.unknownBook(.id(BookID(99)))) {
            try store.edit(book, BookEdit([.title: ["No"]], editionOf: .id(BookID(99))))
        }
        #expect(throws: CatalogueError.wrongEdit(.ownEdition)) {
            try store.edit(book, BookEdit([.title: ["No"]], editionOf: book))
        }
        #expect(throws: CatalogueError.wrongEdit(.ownEdition)) {
            try store.edit(book, BookEdit([.title: ["No"]], editionOf: .id(#require(store.book(book)?.id))))
        }
        #expect(try store.book(book)?.title == "Found", "all of it or nothing")
    }

    @Test func `the history of a book says what changed`() throws {
        try edit([.title: ["Mine"], .authors: ["Ana", "Bo"], .tags: ["red"]], by: "ion")
        try store.recordingChange(.remove, by: "maria").remove(book, evenIfCommented: false)
        let told = try store.history(of: book, for: "ion", limit: 9)
        #expect(told.map(\.action) == [.remove, .edit])
        #expect(
            told[1].fields == [
                FieldChange(field: .title, before: ["Found"], after: ["Mine"]),
                FieldChange(field: .authors, before: ["Ana"], after: ["Ana", "Bo"]),
                FieldChange(field: .tags, before: [], after: ["red"]),
            ])
        #expect(told[0].fields.contains(FieldChange(field: .authors, before: ["Ana", "Bo"], after: [])))
        #expect(try store.history(for: "ion", limit: 9).allSatisfy { $0.fields.isEmpty })
    }

    @Test func `taking back leaves names and origins that somebody else entered since`() throws {
        try edit([.authors: ["Ion's"], .title: ["Ion's"]], by: "ion")
        try edit([.authors: ["Maria's"], .year: ["2001"]], by: "maria")
        try undo(by: "ion")
        let now = try #require(try store.book(book))
        #expect(now.title == "Found" && now.origins[.title]?.kind == .fetched)
        #expect(now.contributors.map(\.name) == ["Maria's"] && now.origins[.contributors]?.kind == .edited)
        #expect(now.year == 2001 && now.origins[.year]?.kind == .edited)
        try undo(by: "maria")
        // Not what Maria had found, which was taken back.
        #expect(try store.book(book)?.contributors.map(\.name) == ["Ana"])
        #expect(try store.check() == [])
    }

    @Test func `any change of one's own can be taken back, once`() throws {
        let first = try edit([.title: ["One"]], by: "ion")
        let second = try edit([.year: ["2001"]], by: "ion")
        #expect(try store.undo(first, by: "maria", date: .now) == nil)
        try undo(first, by: "ion")
        #expect(try store.undo(first, by: "ion", date: .now) == nil)
        let now = try #require(try store.book(book))
        #expect(now.title == "Found" && now.year == 2001)
        #expect(try store.undo(second, by: "ion", exceptShared: true, date: .now) == nil)
        try undo(by: "ion")
        #expect(try store.book(book)?.year == 1990)
    }

    @Test func `an added book stays if somebody else has edited it`() throws {
        let added = try #require(
            try store.recordingChange(.add, by: "ion").add(BookEdit([.title: ["New"]])).book.reference)
        try store.recordingChange(.edit, by: "maria").edit(added, BookEdit([.year: ["1931"]]))
        try undo(by: "ion")
        let now = try #require(try store.book(added))
        #expect(now.title == "New" && now.year == 1931)
    }

    @Test func `a change of a book that somebody removed touches no later one`() throws {
        let old = try #require(
            try store.recordingChange(.add, by: "ion").add(BookEdit([.title: ["Old"]])).book.reference)
        try store.recordingChange(.edit, by: "ion").edit(old, BookEdit([.year: ["1931"]]))
        try store.recordingChange(.putOnList, "red", by: "ion").add([old], to: "red")
        try store.recordingChange(.takeOffList, "red", by: "ion").remove([old], from: "red")
        try store.recordingChange(.remove, by: "maria").remove(old, evenIfCommented: false)
        let new = try #require(
            try store.recordingChange(.add, by: "tom").add(BookEdit([.title: ["New"], .year: ["1931"]])).book
                .reference)
        #expect(new != old, "the history still refers to the old one")
        #expect(try store.history(of: new, for: "tom", limit: 9).map(\.person) == ["tom"])
        for _ in 0..<4 { try undo(by: "ion") }
        #expect(try store.book(new)?.year == 1931 && store.book(new)?.title == "New")
        // Ion has taken back that it was added.
        try undo(by: "maria")
        #expect(try store.book(old) == nil)
        #expect(try store.check() == [])
    }

    @Test(arguments: 0..<40) func `of groupings that are undone in any order, the last that stands counts`(
        _ seed: Int
    ) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let id = try #require(try store.book(book)?.id)
        let others = try ["B", "C", "D"].map { try store.add(BookEdit([.title: [$0]])).book }
        var standing: [(change: Int64, other: Book?)] = []
        for _ in 0..<Int.random(in: 2...5, using: &random) {
            let last = standing.last?.other
            let choices = [nil] + others
            let other = try #require(choices.filter { $0 != last }.randomElement(using: &random))
            // Two may be of the same second.
            let date = Date(timeIntervalSince1970: Double(Int.random(in: 0...1, using: &random)))
            try store.recordingChange(.edit, by: "ion").group(
                id, withEditionsOf: other?.id, origin: Origin(.edited, "by hand", date))
            standing.append((try #require(try store.history(for: "ion", limit: 1).first?.id), other))
        }
        let done = standing.map { "\($0.change) \($0.other?.title ?? "")" }
        var undone: [Int64] = []
        while let place = standing.indices.randomElement(using: &random) {
            undone.append(standing.remove(at: place).change)
            try undo(undone.last, by: "ion")
            let card = try #require(try store.card(of: book, for: "ion"))
            let editions = card.otherEditions.compactMap(\.book.title)
            #expect(editions == [standing.last?.other?.title].compactMap(\.self), "\(done) \(undone)")
            #expect((card.book.origins[.works] == nil) == standing.isEmpty, "\(done) \(undone)")
        }
        #expect(try store.check() == [])
    }

    @Test func `a preview is what a merge does, and does nothing`() throws {
        let other = try #require(
            try store.add(BookEdit([.title: ["Twin"], .series: ["Lights"], .seriesNumber: ["2"]])).book
                .reference)
        try store.set(copies: 2, shelf: "A", of: book, on: "owned")
        try store.set(copies: 1, shelf: "B", of: other, on: "owned")
        try store.add([other], to: "red")
        let said = try store.add(Books.Comment(person: "ion", text: "Fine."), to: other)
        let before = try store.card(of: book, for: "ion")
        let preview = try store.mergePreview(of: other, into: book, for: "ion")
        // Which it tells by more than their number.
        var comment = Books.Comment(person: "ion", text: "Fine, too.")
        comment.id = said
        try store.edit(comment)
        #expect(
            try store.mergePreview(of: other, into: book, for: "ion").removed.comments.state
                != preview.removed.comments.state)
        #expect(try store.card(of: book, for: "ion") == before && store.book(other) != nil)
        #expect(preview.kept.card == before)
        try store.merge(other, into: book, evenIfTwoISBNs: false, origin: .byHand)
        let merged = try #require(try store.card(of: book, for: "ion"))
        #expect(try store.card(of: book, for: "ion", mostComments: 0)?.card == preview.merged.card)
        #expect([preview.kept, preview.removed, preview.merged].map(\.comments.count) == [0, 1, 1])
        #expect(
            merged.book.series == "Lights" && merged.comments.count == 1 && merged.lists == ["owned", "red"])
        #expect(preview.merged.stock.first == StockEntry(list: "owned", copies: 3, shelf: "A; B"))
    }
}
