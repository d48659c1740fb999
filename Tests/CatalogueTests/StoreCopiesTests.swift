// Copies of books: their labels, places and lists.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreCopiesTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let book: BookSpecifier

    init() throws {
        temporary = try TemporaryStore()
        book = try reference("9780306406157")
    }

    private func copies(gone: Bool = false) throws -> [BookCopy] {
        var query = CopyQuery()
        query.includesGone = gone
        return try store.copies(query)
    }

    /// Ten thousand copies without a label are as many equal entries in the index of labels.
    @Test func `no statement reads every copy`() throws {
        let row = ListedCopy(book: try reference("9780306406157"), edit: CopyEdit([.place: "hall"]))
        var statements = try store.statements {
            _ = try store.take([row, row]) { _, error in Issue.record(error) }
        }
        let copy = try #require(try copies().last?.id?.description)
        statements += try store.statements {
            try store.edit(copy: copy, CopyEdit([.place: "attic"]))
            try store.lend(copy, to: "tom")
            try store.takeBack(copy)
            try store.removeCopy(copy)
        }
        for sql in Set(statements) where sql.contains("copy") && !sql.hasPrefix("--") {
            let plan = try store.plan(of: sql)
            let isOfLabel = sql.contains("label =")
            #expect(
                !plan.contains { $0.contains("SCAN copy") || $0.contains("autoindex_copy") && !isOfLabel },
                "\(sql) \(plan)")
        }
    }

    @Test func `a copy keeps all that is said of it`() throws {
        try store.add([book], to: "wanted")
        let edit = CopyEdit([
            .label: " K  7 ", .list: "Shop", .place: " hall / case 2//3 ", .condition: "good",
            .price: "12.50 EUR",
            .acquired: "2020-05", .notes: "Torn.\nMended.",
        ])
        let copy = try store.add(edit, of: book)
        #expect(copy.label == "K 7" && copy.list == "shop" && copy.place == "hall/case 2/3")
        #expect(copy.price == Price("12.50 EUR") && copy.acquired == PartialDate("2020-05"))
        #expect(copy.notes == "Torn.\nMended." && copy.isbn == book.isbn && copy.gone == nil)
        #expect(try store.lists().map(\.name) == ["Shop", "owned", "wanted"], "the name is as it was given")
        #expect(try store.books(on: "wanted").count == 1, "only what is owned is no longer wanted")
        let other = try store.edit(copy: "K 7", CopyEdit([.list: "owned", .price: "", .place: "attic"]))
        #expect(other.price == nil && other.place == "attic" && other.label == "K 7")
        #expect(try store.lists().map(\.name) == ["owned", "wanted"] && store.books(on: "wanted").isEmpty)
        #expect(try store.copies(named: "copy:1") == [other])
        #expect(try store.check() == [])
    }

    @Test func `a copy without an ISBN is found by its book`() throws {
        let bare = try #require(try store.add(BookEdit([.title: ["Atlas"]])).book.reference)
        try store.add(CopyEdit([:]), of: bare)
        #expect(try store.copy("\(bare)").title == "Atlas")
        #expect(throws: CatalogueError.unknownBook(.id(BookID(99)))) {
            try store.add(CopyEdit([:]), of: .id(BookID(99)))
        }
    }

    @Test func `a book with several copies names them`() throws {
        for _ in 0..<2 { try store.add(CopyEdit([:]), of: book) }
        try store.edit(copy: "copy:2", CopyEdit([.label: "K 2"]))
        let isbn = "0-306-40615-2"
        #expect(throws: CatalogueError.severalCopies(isbn, ["copy:1", "copy:2 (K 2)"])) {
            try store.copy(isbn)
        }
        try store.edit(copy: "copy:1", CopyEdit([.reason: "sold"]))
        #expect(try store.copy(isbn).label == "K 2", "one that is gone is not meant")
        #expect(try store.copy("copy:1").gone == PartialDate.today)
        #expect(throws: CatalogueError.unknownCopy("copy:3")) { try store.copy("copy:3") }
    }

    @Test func `a label that is an ISBN is refused`() throws {
        for label in ["0306406152", "978-0-306-40615-7"] {
            #expect(throws: CatalogueError.wrongCopy(.isbnAsLabel(label))) {
                try store.add(CopyEdit([.label: label]), of: book)
            }
        }
        try store.add(CopyEdit([:]), of: book)
        #expect(throws: CatalogueError.wrongCopy(.isbnAsLabel("9780439023481"))) {
            try store.label("copy:1", as: "9780439023481")
        }
        // With a wrong check digit it is none.
        #expect(try store.label("copy:1", as: "0306406153").label == "0306406153")
    }

    @Test func `a label that an earlier version took, and that reads like an ISBN, is not guessed`() throws {
        try store.add(CopyEdit([:]), of: reference("9780439023481"))
        try store.write { db in try db.run("UPDATE copy SET label = '0306406152'") }
        #expect(try store.edit(copy: "copy:1", CopyEdit([.place: "hall"])).label == "0306406152")
        #expect(try store.copy("0306406152").isbn?.isbn13 == "9780439023481")
        try store.add(CopyEdit([:]), of: book)
        #expect(throws: CatalogueError.self) { try store.copy("0306406152") }
        #expect(try store.copy("9780306406157").id == CopyID(2))
    }

    @Test func `the letters of a Codabar are the same in upper and lower case`() throws {
        let copy = try store.add(CopyEdit([.label: "a1234b"]), of: book)
        #expect(copy.label == "A1234B")
        for label in ["a1234b", "A1234b", "A1234B"] {
            #expect(try store.copy(label).id == copy.id && store.copy("COPY:1").id == copy.id)
            #expect(try store.label("copy:1", as: label).id == copy.id)
            #expect(OtherNumber(.label, label)?.value == "A1234B")
            #expect(throws: CatalogueError.takenLabel("A1234B", by: "copy:1 (A1234B)")) {
                try store.add(CopyEdit([.label: label]), of: book)
            }
        }
        let row = ListedCopy(book: book, edit: CopyEdit([.label: "a1234B", .place: "hall"]))
        let counts = try store.take([row]) { _, error in Issue.record(error) }
        #expect(counts.added == 0 && counts.changed == 1)
        // Neither are of a Codabar.
        for label in ["k 12", "a12x", "e12f", "abd", "a-b"] {
            #expect(try store.add(CopyEdit([.label: label]), of: book).label == label)
        }
    }

    @Test func `labels are used once`() throws {
        try store.add(CopyEdit([.label: "K 1"]), of: book)
        #expect(throws: CatalogueError.takenLabel("K 1", by: "copy:1 (K 1)")) {
            try store.add(CopyEdit([.label: "K 1"]), of: reference("9780439023481"))
        }
        #expect(try store.book(reference("9780439023481")) == nil, "nothing was added")
        for label in ["copy:1", "Copy:1", "id:7"] {
            #expect(throws: CatalogueError.wrongCopy(.label(label))) {
                try store.add(CopyEdit([.label: label]), of: book)
            }
        }
        #expect(throws: CatalogueError.wrongCopy(.overlong(limit: BookCopy.longestLabel))) {
            try store.add(CopyEdit([.place: String(repeating: "é", count: 101)]), of: book)
        }
        #expect(throws: CatalogueError.wrongCopy(.wanted)) {
            try store.add(CopyEdit([.list: "Wanted"]), of: book)
        }
        #expect(throws: CatalogueError.listName("read")) {
            try store.add(CopyEdit([.list: "read"]), of: book)
        }
        #expect(try copies().count == 1)
    }

    @Test(arguments: [
        (CopyEdit.Field.price, "12,505 EUR"), (.acquired, "9999-01-01"), (.gone, "yesterday"),
        (.reason, "burnt"),
    ])
    func `a text that is no value is refused`(field: CopyEdit.Field, text: String) throws {
        let error = #expect(throws: CatalogueError.self) {
            try store.add(CopyEdit([field: text]), of: book)
        }
        guard case .wrongCopy(.field(let wrong))? = error else {
            return #expect(Bool(false), "\(error as Any)")
        }
        #expect(wrong.field == field && wrong.text == text)
        #expect(try store.book(book) == nil)
    }

    @Test func `labels are linked one by one`() throws {
        try store.set(copies: 2, shelf: "A", of: book, on: "owned")
        let isbn = book.description
        #expect(try store.label(isbn, as: "K 1").id == CopyID(1))
        #expect(try store.label(isbn, as: "K 1").id == CopyID(1), "it is linked already")
        #expect(try store.label(isbn, as: "K 2").id == CopyID(2))
        #expect(throws: CatalogueError.severalCopies(isbn, ["copy:1 (K 1)", "copy:2 (K 2)"])) {
            try store.label(isbn, as: "K 3")
        }
        #expect(throws: CatalogueError.labelled("copy:1 (K 1)")) { try store.label("copy:1", as: "K 3") }
        // Its number names it without being a label.
        #expect(try store.label(isbn, as: "copy:2").label == "K 2")
        try store.add(CopyEdit([:]), of: reference("9780439023481"))
        #expect(throws: CatalogueError.wrongCopy(.label("copy:9"))) {
            try store.label("9780439023481", as: "copy:9")
        }
        // Copies that differ are not chosen from.
        try store.set(copies: 3, shelf: "A", of: book, on: "owned")
        try store.add(CopyEdit([.place: "B"]), of: book)
        #expect(throws: CatalogueError.self) { try store.label(isbn, as: "K 3") }
    }

    @Test func `places hold places`() throws {
        for place in ["hall/1", "hall/2/b", "hall", "hallway", "Hall/1"] {
            try store.add(CopyEdit([.place: place]), of: book)
        }
        var query = CopyQuery()
        query.place = " hall/"
        #expect(try store.copies(query).compactMap(\.place) == ["hall/1", "hall/2/b", "hall", "Hall/1"])
    }

    @Test func `the last copy that goes takes its book off the list`() throws {
        for _ in 0..<2 { try store.add(CopyEdit([.condition: "good"]), of: book) }
        try store.edit(copy: "copy:1", CopyEdit([.gone: "2020", .reason: "lost"]))
        #expect(try store.stock(of: #require(store.book(book)?.id)).map(\.copies) == [1])
        try store.removeCopy("copy:2")
        #expect(try store.books(on: "owned").isEmpty)
        let found = try store.edit(copy: "copy:1", CopyEdit([.gone: ""]))
        #expect(found.reason == nil && found.gone == nil)
        #expect(try store.books(on: "owned").count == 1)
    }

    /// In another time zone, or before the clock was set back, it was tomorrow already.
    @Test func `no copy is gone before it was acquired`() throws {
        let tomorrow = PartialDate(try #require(Day(.now + 86_400, in: .gmt)))
        let copy = try store.add(CopyEdit([.acquired: tomorrow.description]), of: book)
        let gone = try store.edit(copy: #require(copy.id).description, CopyEdit([.reason: "lost"]))
        #expect(gone.gone == tomorrow)
    }

    @Test func `what is known of a copy is not counted away`() throws {
        try store.set(copies: 2, shelf: "A", of: book, on: "owned")
        try store.edit(copy: "copy:1", CopyEdit([.label: "K 1", .place: "B"]))
        let id = try #require(try store.book(book)?.id)
        try store.set(copies: 3, shelf: "C", of: book, on: "owned")
        #expect(try copies().compactMap(\.place) == ["B", "C", "C"])
        #expect(try store.add(copies: -2, of: book, to: "owned") == 1)
        let kept = CatalogueError.describedCopies(book, 1)
        #expect(throws: kept) { try store.add(copies: -1, of: book, to: "owned") }
        #expect(throws: kept) { try store.set(copies: 0, shelf: nil, of: book, on: "owned") }
        #expect(throws: kept) { try store.remove([book], from: "owned") }
        #expect(throws: CatalogueError.wouldLose(book, comments: 0, readings: 0, lists: 0, copies: 1)) {
            try store.remove(book, evenIfCommented: false)
        }
        #expect(try store.stock(of: id).map(\.copies) == [1])
        try store.remove(book, evenIfCommented: true)
        #expect(try copies(gone: true).isEmpty && store.check() == [])
    }

    @Test func `a merge keeps every copy`() throws {
        let other = try reference("9780439023481")
        try store.add(CopyEdit([.label: "K 1"]), of: book)
        try store.add(CopyEdit([.label: "K 2", .list: "shop"]), of: other)
        try store.recordingChange(.merge, by: "ana").merge(
            other, into: book, evenIfTwoISBNs: true, origin: .byHand)
        #expect(try copies().map(\.isbn) == [book.isbn, book.isbn])
        #expect(try store.undo(by: "ana") != nil)
        #expect(try copies().map(\.isbn) == [book.isbn, other.isbn] && store.check() == [])
    }

    @Test func `undo keeps what others did since`() throws {
        let ana = store.recordingChange(.addCopy, by: "ana")
        try ana.add(CopyEdit([.label: "K 1"]), of: book)
        try store.recordingChange(.putOnList, by: "tom").add(copies: 1, of: book, to: "owned")
        #expect(try store.undo(by: "ana") != nil)
        #expect(try copies().map(\.id) == [CopyID(2)])
        #expect(try store.stock(of: #require(store.book(book)?.id)) == [StockEntry(list: "owned", copies: 1)])
        // A label that was given to another copy since is not taken from it.
        try store.edit(copy: "copy:2", CopyEdit([.label: "K 2"]))
        try store.recordingChange(.removeCopy, by: "ana").removeCopy("copy:2")
        try store.recordingChange(.addCopy, by: "tom").add(
            CopyEdit([.label: "K 2", .list: "shop"]), of: book)
        #expect(try store.undo(by: "ana") != nil)
        #expect(try copies().map { "\($0.name) \($0.list)" } == ["copy:2 owned", "copy:3 (K 2) shop"])
        #expect(try store.check() == [])
    }

    @Test func `a table adds and changes copies in one change`() throws {
        try store.add(CopyEdit([.label: "K 1", .condition: "good"]), of: book)
        var refused: [Int] = []
        let rows: [(BookSpecifier, CopyEdit)] = [
            (book, CopyEdit([.label: "K 1", .place: "hall"])), (book, CopyEdit([:])),
            (try reference("9780439023481"), CopyEdit([.label: "K 1"])),
            (try reference("9780439023481"), CopyEdit([.price: "x"])),
            (.id(BookID(99)), CopyEdit([:])), (try reference("9780439554930"), CopyEdit([.label: "K 2"])),
        ]
        let listed = rows.map { ListedCopy(book: $0, edit: $1) }
        let counts = try store.recordingChange(.importTable, by: "ana").take(listed) { place, _ in
            refused.append(place)
        }
        #expect(counts == (2, 1, 0, 0) && refused == [2, 3, 4])
        #expect(try store.book(reference("9780439023481")) == nil, "a refused row leaves nothing")
        #expect(try store.copy("K 1").place == "hall" && store.copy("K 1").condition == "good")
        let known = Array(listed[..<1])
        #expect(try store.recordingChange(.importTable, by: "ana").take(known) { _, _ in } == (0, 0, 1, 0))
        #expect(try store.undo(by: "ana") != nil)
        #expect(try copies().map(\.place) == [nil] && store.check() == [])
    }

    @Test func `a dump has the copies`() throws {
        try store.add(CopyEdit([.label: "K 1", .price: "3 JPY", .acquired: "2020"]), of: book)
        try store.removeCopy("\(store.add(CopyEdit([:]), of: book).id?.description ?? "")")
        var lines: [String] = []
        try store.dump { lines.append($0) }
        var next = lines.makeIterator()
        let path = temporary.folder.appending(path: "copy.sqlite").path
        try Store.load({ next.next() }, to: path)
        let loaded = try Store(path: path)
        #expect(try loaded.copies(CopyQuery()) == copies())
        #expect(try loaded.add(CopyEdit([:]), of: book).id == CopyID(3), "no number is given twice")
    }
}
