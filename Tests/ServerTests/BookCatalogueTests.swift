#if Server
// A catalogue behaves in the same way on a store's file and on a shared site: each test runs on both.
import Accounts
import Catalogue
import CatalogueAPI
import Foundation
import HTTP
import Logging
import Lookup
import Providers
import Servers
import Synchronization
import TestSupport
import Testing

@testable import Books
@testable import CatalogueClient
@testable import Formats
@testable import Server

@Suite struct BookCatalogueTests {
    enum Place: CaseIterable {
        case file, site
    }

    private static let isbn = "9780306406157"
    private static let other = "9780439023481"

    /// Passes an empty catalogue with Maria as the current user.
    private func catalogue(
        _ place: Place, _ role: Account.Role = .reader,
        _ body: @Sendable (any BookCatalogue) async throws -> Void
    ) async throws {
        switch place {
        case .file:
            let folder = try TemporaryFolder()
            try await body(Store(path: folder.file("store.sqlite").path))
        case .site: try await RunningSite.with { try await body($0.catalogue(of: "Maria", role)) }
        }
    }

    @Test(arguments: Place.allCases)
    func `a catalogue says whether it takes book data`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let book = Book(
                isbn: try ISBN(Self.isbn), title: "Harbour lights",
                origins: [.title: Origin(.edited, "by hand", .now)])
            #expect(catalogue.takesBookData == (place == .file) && catalogue.isRemote == (place == .site))
            if catalogue.takesBookData {
                #expect(try catalogue.save(book: book).title == book.title)
            } else {
                #expect(throws: CatalogueError.self) { try catalogue.save(book: book) }
            }
            #expect(try catalogue.book(.isbn(ISBN(Self.isbn)))?.title == (place == .file ? book.title : nil))
            #expect(try !catalogue.hasPhotos(readBy: "other settings"))
        }
    }

    @Test(arguments: Place.allCases)
    func `a person's comments are found in upper and lower case`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            _ = try catalogue.add(
                Comment(person: "Maria", text: "Read it twice."), to: .isbn(ISBN(Self.isbn)))
            for name in ["Maria", "maria", "MARIA"] {
                let found = try catalogue.comments(by: catalogue.spelling(of: name), for: "Maria")
                #expect(found.map(\.text) == ["Read it twice."], "\(name)")
            }
            #expect(try catalogue.comments(by: catalogue.spelling(of: "Mari"), for: "Maria").isEmpty)
        }
    }

    @Test(arguments: Place.allCases)
    func `books are put on lists and taken off`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let books = [try BookSpecifier(Self.isbn), try BookSpecifier(Self.other)]
            let recorded = catalogue.catalogueRecording(.putOnList, "wanted", by: "Maria")
            #expect(try recorded.add(books, to: "to-read") == 2)
            #expect(try recorded.add(books, to: "wanted") == 0)
            // A site has shared and personal lists.
            #expect(try catalogue.lists().filter { $0.name == "wanted" }.map(\.count).max() == 2)
            let ids = try catalogue.ids(on: "wanted", for: "Maria")
            var found: [String?] = []
            try catalogue.forEachBook(of: ids) { found.append($0.isbn?.isbn13) }
            #expect(found == [Self.isbn, Self.other])
            #expect(try catalogue.card(of: books[0], for: "Maria")?.lists == ["wanted"])
            #expect(try catalogue.remove(books, from: "wanted") == 2)
            #expect(try catalogue.ids(on: "wanted", for: "Maria").isEmpty)
            #expect(throws: CatalogueError.self) { try catalogue.ids(on: "lent", for: "Maria") }
        }
    }

    @Test(arguments: Place.allCases)
    func `a wrong name of a list is refused, and nothing waits behind it`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let books = [try BookSpecifier(Self.isbn)]
            for name in ["..", ".", "--"] {
                for books in [books, []] {
                    #expect(throws: CatalogueError.listName(name)) { try catalogue.add(books, to: name) }
                    #expect(throws: CatalogueError.listName(name)) { try catalogue.remove(books, from: name) }
                }
                #expect(throws: CatalogueError.unknownList(name)) {
                    try catalogue.ids(on: name, for: "Maria")
                }
                #expect(try catalogue.comments(by: name, for: "Maria").isEmpty)
            }
            for name in [String(repeating: "x", count: 201), String(repeating: "本", count: 30_000)] {
                #expect(throws: CatalogueError.overlongListName(limit: 200)) {
                    try catalogue.put(books, on: name, by: "Maria", on: nil)
                }
                #expect(throws: CatalogueError.unknownList(name)) {
                    try catalogue.ids(on: name, for: "Maria")
                }
            }
            #expect(try catalogue.add(books, to: String(repeating: "x", count: 200)) == 1)
        }
    }

    @Test(arguments: [Account.Role.reader, .librarian])
    func `books are taken off an older list, whose name may be longer`(_ role: Account.Role) async throws {
        try await RunningSite.with { site in
            let name = String(repeating: "x", count: 300)
            let book = try BookSpecifier(Self.isbn)
            let catalogue = try site.catalogue(of: "Maria", role)
            try site.store.add([book], to: "old")
            try site.store.add([book], to: "old", of: "Maria")
            try site.store.write { db in
                try db.run("UPDATE list SET name = ?, key = ? WHERE name = 'old'", name, name)
                try db.run("UPDATE personal_entry SET name = ?, key = ?", name, name)
            }
            #expect(try catalogue.ids(on: name, for: "Maria").count == 1)
            #expect(throws: CatalogueError.overlongListName(limit: 200)) {
                try catalogue.add([book], to: name)
            }
            #expect(try catalogue.remove([book], from: name) == 1)
            #expect(throws: CatalogueError.overlongListName(limit: 200)) {
                try catalogue.remove([book], from: String(repeating: "本", count: 30_000))
            }
        }
    }

    @Test func `a review with parts of stars is known again in a table with whole stars only`() async throws {
        try await RunningSite.with { site in
            let folder = try TemporaryFolder()
            let table =
                "Book Id,Title,Author,ISBN13,My Rating,My Review,Exclusive Shelf\n"
                + "7,Herons,A. Rider,\"=\"\"\(Self.isbn)\"\"\",4,Grey.,read\n"
            try folder.write(Data(table.utf8), to: "goodreads.csv")
            let catalogue = try site.catalogue(of: "Maria")
            let book = try BookSpecifier(Self.isbn)
            _ = try catalogue.add(Comment(person: "Maria", rating: Rating(4.25), text: "Grey."), to: book)
            let file = try ImportFile(folder.file("goodreads.csv").path)
            let format = try #require(FileFormat.of(file))
            let source = TableSource(name: "Goodreads", date: .now, person: "Maria")
            var reader: any EntryReader = try #require(try format.reader?(file, source))
            let summary = try catalogue.importEntries(&reader, isDryRun: false, refuse: { _ in })
            #expect(summary.rows == 1 && summary.refused == 0 && summary.comments == 0)
            #expect(try site.store.comments(by: "Maria", for: "Maria").map(\.rating) == [Rating(4.25)])
        }
    }

    @Test(arguments: Place.allCases)
    func `a change of no books changes nothing`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            #expect(try catalogue.put([], on: "owned", by: "Maria", on: nil) == ListChange(count: 0))
            #expect(try catalogue.remove([], from: "owned") == 0)
            #expect(try catalogue.mark([], as: .read, by: "Maria", on: nil) == 0)
            try catalogue.take([]) { _ in [] }
            let folder = try TemporaryFolder()
            try folder.write(Data("ISBN\n9780306406158\n".utf8), to: "books.csv")
            let file = try TableFile(ImportFile(folder.file("books.csv").path))
            var reader: any EntryReader = try TableReader(
                file, TableLayout(header: file.header),
                from: TableSource(name: "books.csv", date: .now, person: "Maria"))
            let summary = try catalogue.importEntries(&reader, isDryRun: false, refuse: { _ in })
            #expect(summary.rows == 1 && summary.refused == 1 && summary.added == 0)
            #expect(try catalogue.keptBooks(after: nil, for: "Maria") == nil)
        }
    }

    private static let many = (0..<250).map { BookSpecifier.isbn(ISBN(twelve: 978_030_640_000 + $0)) }

    @Test(arguments: Place.allCases)
    func `unknown books are left out of a long list, and the others are on it`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let unknown = [BookSpecifier.id(BookID(9999)), .id(BookID(9998))]
            let books = Self.many[..<150] + unknown + Self.many[150...]
            for list in ["box 7", "read"] {
                let change = try catalogue.put(Array(books), on: list, by: "Maria", on: nil)
                #expect(change.count == 250 && change.unknown == unknown)
                #expect(try catalogue.ids(on: list, for: "Maria").count == 250)
            }
            #expect(throws: CatalogueError.unknownBook(unknown[0])) {
                try catalogue.add([unknown[0]], to: "box 7")
            }
        }
    }

    @Test(arguments: Place.allCases)
    func `a long change is undone as one`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            func put(_ books: [BookSpecifier], on list: String) throws {
                let recorded = catalogue.catalogueRecording(.putOnList, list, by: "Maria")
                _ = try recorded.put(books, on: list, by: "Maria", on: nil)
            }
            func count(on list: String) -> Int {
                (try? catalogue.ids(on: list, for: "Maria").count) ?? 0
            }
            try put([Self.many[0]], on: "box 6")
            try put(Self.many, on: "box 7")
            try catalogue.catalogueRecording(.takeOffList, "box 7", by: "Maria").remove(
                Self.many, from: "box 7")
            #expect(try catalogue.history(of: nil, for: "Maria", limit: 10).map(\.books) == [250, 250, 1])
            #expect(try catalogue.undo(by: "Maria")?.action == .takeOffList)
            #expect(count(on: "box 7") == 250)
            #expect(try catalogue.undo(by: "Maria")?.books == 250)
            #expect(count(on: "box 7") == 0 && count(on: "box 6") == 1)
            // More rows than a message has.
            let rows = (UInt64(0)..<600).map { "\(ISBN(twelve: 978_030_641_000 + $0).isbn13),box 8\n" }
            let folder = try TemporaryFolder()
            try folder.write(Data(("ISBN,Lists\n" + rows.joined()).utf8), to: "books.csv")
            let file = try TableFile(ImportFile(folder.file("books.csv").path))
            var reader: any EntryReader = try TableReader(
                file, TableLayout(header: file.header),
                from: TableSource(name: "books.csv", date: .now, person: "Maria"))
            _ = try catalogue.catalogueRecording(.importTable, "books.csv", by: "Maria").importEntries(
                &reader, isDryRun: false, refuse: { _ in })
            #expect(count(on: "box 8") == 600)
            #expect(try catalogue.undo(by: "Maria")?.action == .importTable)
            #expect(count(on: "box 8") == 0)
        }
    }

    @Test func `the rest of a change that comes after another one, or after an undo, is one of its own`()
        async throws
    {
        let folder = try TemporaryFolder()
        let outbox = Outbox(path: folder.file("outbox.jsonl").path)
        try await RunningSite.with { site in
            let client = try SiteClient(
                site.address, of: SiteAccount(name: "Maria"), token: site.token(of: "Maria"), outbox: outbox)
            func send(_ book: BookSpecifier, batch: String) throws {
                let body = #"{"books":["\#(book)"]}"#
                try outbox.add([
                    Outbox.Change(
                        address: site.address, by: SiteAccount(name: "Maria"), method: "POST",
                        path: "/lists/box", body: body, batch: batch)
                ])
                try client.sendWaiting()
            }
            func changes() throws -> [Int] {
                try site.store.history(for: "Maria", limit: 10).filter { $0.undone == nil }.map(\.books)
            }
            for book in Self.many[..<3] { try send(book, batch: "first key") }
            #expect(try changes() == [3])
            try send(Self.many[3], batch: "other key")
            try send(Self.many[4], batch: "first key")
            #expect(try changes() == [1, 1, 3])
            _ = try site.store.undo(by: "Maria", date: .now)
            try send(Self.many[5], batch: "first key")
            #expect(try changes() == [1, 1, 3])
            #expect(try site.store.check() == [])
        }
    }

    @Test func `a pending change that a site rejects is reported, and the rest goes on`() async throws {
        let folder = try TemporaryFolder()
        let outbox = Outbox(path: folder.file("outbox.jsonl").path)
        try await RunningSite.with { site in
            let notes = Mutex<[String]>([])
            let client = try SiteClient(
                site.address, of: SiteAccount(name: "Maria"), token: site.token(of: "Maria"), outbox: outbox
            ) { words in notes.withLock { $0.append(words) } }
            let body = #"{"books":["\#(Self.isbn)"]}"#
            let paths = [
                "/lists/..", "/lists/" + String(repeating: "x", count: 70_000), "/nowhere", "/lists/box",
            ]
            for path in paths {
                try outbox.add([
                    Outbox.Change(
                        address: site.address, by: SiteAccount(name: "Maria"), method: "POST", path: path,
                        body: body)
                ])
            }
            try client.sendWaiting()
            #expect(folder.text("outbox.jsonl") == "")
            #expect(try site.store.ids(on: "box", of: "Maria").count == 1)
            let said = notes.withLock(\.self).filter { $0.hasPrefix("a pending change was rejected: ") }
            #expect(said.count == 3 && said.allSatisfy { $0.count < 500 })
            #expect(said.first?.contains("letter or a digit") == true && said.last?.contains("404") == true)
        }
    }

    @Test func `what was made before a rejection is reported`() async throws {
        let folder = try TemporaryFolder()
        let count = Mutex(0)
        let server = try LoopbackServer { _ in
            let number = count.withLock {
                $0 += 1
                return $0
            }
            return number == 1
                ? .json(#"{"count":100}"#)
                : .json(#"{"status":409,"title":"It has copies","code":"conflict"}"#, status: 409)
        }
        let notes = Mutex<[String]>([])
        let client = try SiteClient(
            server.address, of: SiteAccount(name: "Maria"), token: "",
            outbox: Outbox(path: folder.file("outbox.jsonl").path)
        ) { words in notes.withLock { $0.append(words) } }
        #expect(throws: CatalogueError.rejected(words: "It has copies")) {
            try SharedCatalogue(client).remove(Self.many, from: "box")
        }
        #expect(notes.withLock(\.self).contains("1 of 3 parts of the change were made before"))
        #expect(folder.text("outbox.jsonl") == "")
    }

    @Test(arguments: [
        ServerAnswer(status: 404, body: .data(Data("Nothing here".utf8))),
        ServerAnswer(status: 200, body: .data(Data("<p>Sign in to this network".utf8))),
    ])
    func `a change waits while another server answers in place of the site`(answer: ServerAnswer) async throws
    {
        let folder = try TemporaryFolder()
        let server = try LoopbackServer { _ in answer }
        let client = try SiteClient(
            server.address, of: SiteAccount(name: "Maria"), token: "",
            outbox: Outbox(path: folder.file("outbox.jsonl").path))
        for count in 1...2 {
            let error = #expect(throws: CatalogueError.self) {
                try SharedCatalogue(client).add([BookSpecifier(Self.isbn)], to: "box")
            }
            if case .waits = error {} else { Issue.record("\(error as Any)") }
            #expect(folder.text("outbox.jsonl")?.split(separator: "\n").count == count)
        }
    }

    @Test(arguments: [
        (429, "limits"), (502, "temporarily"), (503, "temporarily"), (500, "not a BookZone site"),
    ])
    func `a proxy whose site does not answer is not said to be another site`(status: Int, words: String)
        throws
    {
        let folder = try TemporaryFolder()
        let server = try LoopbackServer { _ in .html("<p>Wait", status: status) }
        let client = try SiteClient(
            server.address, of: SiteAccount(name: "Maria"), token: "",
            outbox: Outbox(path: folder.file("outbox.jsonl").path))
        let error = #expect(throws: CatalogueError.self) { try SharedCatalogue(client).lists() }
        guard case .unreachable(_, let said) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(said.contains(words) && said.contains("BookZone site") == (status == 500))
    }

    @Test func `a change is not saved where a file has the name of the folder`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(), to: "data")
        let path = folder.file("data").path + "/outbox.jsonl"
        #expect(throws: CatalogueError.cannotWrite(path: path, .system(errno: ENOTDIR))) {
            try Outbox(path: path).add([
                Outbox.Change(
                    address: "a", by: SiteAccount(name: "Maria"), method: "POST", path: "/", body: "{}")
            ])
        }
    }

    @Test(arguments: ["{}", #"{"status":"ok"}"#, "[]"])
    func `what waits is not taken as sent when another server answers`(body: String) throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackServer { _ in .json(body) }
        let person = SiteAccount(name: "Maria")
        let outbox = Outbox(path: folder.file("outbox.jsonl").path)
        try outbox.add([
            Outbox.Change(
                address: server.address, by: person, method: "POST", path: "/lists/box",
                body: #"{"books":["\#(Self.isbn)"]}"#)
        ])
        let line = folder.text("outbox.jsonl")
        let client = try SiteClient(server.address, of: person, token: "", outbox: outbox)
        #expect(throws: CatalogueError.self) { try client.sendWaiting() }
        #expect(folder.text("outbox.jsonl") == line)
    }

    /// Of each kind of answer that a site gives to changes.
    @Test(
        arguments: [
            #"{"count":1}"#, #"{"count":0,"unknown":["id:7"]}"#, #"{"id":3}"#,
            #"{"book":{"contributors":[],"identifiers":[],"origins":{},"originalScriptNames":[],"otherISBNs":[],"subjects":[],"works":[]}}"#,
            #"{"added":1,"unchanged":0,"listed":0,"comments":0,"noLongerWanted":0,"newLists":[]}"#,
        ])
    func `a site's answer to what waits is one`(body: String) throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackServer { _ in .json(body) }
        let person = SiteAccount(name: "Maria")
        let outbox = Outbox(path: folder.file("outbox.jsonl").path)
        try outbox.add([
            Outbox.Change(address: server.address, by: person, method: "POST", path: "/any", body: "{}")
        ])
        try SiteClient(server.address, of: person, token: "", outbox: outbox).sendWaiting()
        #expect(folder.text("outbox.jsonl") == "")
    }

    @Test(arguments: Place.allCases)
    func `books are stored with their ISBN alone`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let isbns = [try ISBN(Self.isbn), try ISBN(Self.other)]
            for isbn in isbns { #expect(try catalogue.save(isbn)) }
            #expect(try !catalogue.save(isbns[0]))
            let book = BookSpecifier.isbn(isbns[1])
            try catalogue.add(Comment(person: "Maria", rating: Rating(4), text: "Said."), to: book)
            try catalogue.mark([book], as: .reading, by: "Maria", on: nil)
            let kept = try #require(try catalogue.keptBooks(after: nil, for: "Maria"))
            #expect(kept.map(\.book.isbn) == isbns)
            #expect(kept.map(\.comment?.text) == [nil, "Said."] && kept[1].readings.first?.state == .reading)
            #expect(try catalogue.keptBooks(after: kept[0].book.id, for: "Maria")?.count == 1)
            #expect(try catalogue.keptBooks(after: kept[1].book.id, for: "Maria") == nil)
        }
    }

    @Test(arguments: Place.allCases)
    func `a cover is chosen, taken back and removed`(_ place: Place) async throws {
        let photo = Repository.root.appending(path: "testimages/cover-979-angle-45.jpg")
        let file = try Data(contentsOf: photo)
        let picture = CoverPicture(sha256: String(repeating: "0", count: 64), small: file, large: file)
        try await catalogue(place, .librarian) { catalogue in
            let book = try BookSpecifier(Self.isbn)
            #expect(throws: CatalogueError.self) { try catalogue.setCover(picture, of: book) }
            try catalogue.save(ISBN(Self.isbn))
            func cover() throws -> BookCover? { try catalogue.card(of: book, for: "Maria")?.cover }
            try catalogue.catalogueRecording(.changeCover, nil, by: "Maria").setCover(picture, of: book)
            #expect(try cover()?.kind == .chosen)
            #expect(try catalogue.undo(by: "Maria")?.action == .changeCover)
            #expect(try cover() == nil)
            try catalogue.setCover(picture, of: book)
            try catalogue.setCover(nil, of: book)
            #expect(try cover() == nil)
            guard place == .site else { return }
            let text = CoverPicture(sha256: "", small: Data(), large: Data("no picture".utf8))
            #expect(throws: CatalogueError.self) { try catalogue.setCover(text, of: book) }
        }
    }

    @Test(arguments: Place.allCases)
    func `changes are undone`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let book = try BookSpecifier(Self.isbn)
            let said = Comment(person: "Maria", text: "Said.")
            let number = try catalogue.catalogueRecording(.comment, nil, by: "Maria").add(said, to: book)
            try catalogue.catalogueRecording(.putOnList, "wanted", by: "Maria").add([book], to: "wanted")
            let told = try catalogue.history(of: nil, for: "Maria", limit: 10)
            #expect(told.map(\.action) == [.putOnList, .comment] && told.allSatisfy { $0.person == "Maria" })
            #expect(try catalogue.history(of: book, for: "Maria", limit: 1).first?.book == book)
            #expect(try catalogue.undo(by: "Maria")?.action == .putOnList)
            #expect(try catalogue.ids(on: "wanted", for: "Maria").isEmpty)
            #expect(try catalogue.undo(by: "Maria")?.action == .comment)
            #expect(try catalogue.comment(number, for: "Maria") == nil)
            #expect(try catalogue.undo(by: "Maria") == nil)
            #expect(throws: CatalogueError.self) {
                try catalogue.history(of: BookSpecifier(Self.other), for: "Maria", limit: 1)
            }
        }
    }

    @Test(arguments: Place.allCases)
    func `reading statuses are listed`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let book = try BookSpecifier(Self.isbn)
            let day = try #require(PartialDate("2026-11-02"))
            #expect(try catalogue.mark([book], as: .read, by: "Maria", on: day) == 1)
            let reading = try #require(try catalogue.card(of: book, for: "Maria")?.readings.first)
            #expect(reading.person == "Maria" && reading.state == .read && reading.ended == day)
            #expect(try catalogue.ids(on: "read", for: "Maria").count == 1)
            #expect(try catalogue.unmark([book], as: .read, by: "Maria", on: nil) == 1)
            #expect(try catalogue.card(of: book, for: "Maria")?.readings == [])
        }
    }

    @Test(arguments: Place.allCases)
    func `quarter stars are kept`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let book = try BookSpecifier(Self.isbn)
            let recorded = catalogue.catalogueRecording(.comment, nil, by: "Maria")
            let number = try recorded.add(Comment(person: "Maria", rating: Rating(4.25)), to: book)
            var kept = try #require(try catalogue.comment(number, for: "Maria"))
            #expect(kept.rating == Rating(quarters: 17))
            kept.rating = Rating(0.75)
            try catalogue.catalogueRecording(.editComment, nil, by: "Maria").edit(kept)
            #expect(try catalogue.card(of: book, for: "Maria")?.comments.map(\.rating?.stars) == [0.75])
            _ = try catalogue.undo(by: "Maria")
            #expect(try catalogue.comment(number, for: "Maria")?.rating?.stars == 4.25)
        }
    }

    @Test func `series and tags come over the network`() async throws {
        try await RunningSite.with { site in
            var book = Book(
                isbn: try ISBN(Self.isbn), title: "Harbour lights", series: "Lights", seriesNumber: "1-3",
                tags: ["to lend", "red"])
            book.credit(Origin(.imported, "shelf.csv"))
            try site.store.save(book)
            let catalogue = try site.catalogue(of: "Maria")
            let card = try #require(try catalogue.card(of: .isbn(ISBN(Self.isbn)), for: "Maria"))
            #expect(card.book.series == "Lights" && card.book.seriesNumber == "1-3")
            #expect(card.book.tags == ["to lend", "red"])
            #expect(card.book.origins[.tags]?.source == "shelf.csv")
        }
    }

    @Test(arguments: Place.allCases)
    func `comments are written, edited and removed`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let book = try BookSpecifier(Self.isbn)
            let said = Comment(
                person: "Maria", rating: Rating(4.5), text: "ليلة واحدة, in one night.", language: "en",
                isSpoiler: true)
            let number = try catalogue.add(said, to: book)
            var kept = try #require(try catalogue.comment(number, for: "Maria"))
            #expect(kept.person == "Maria" && kept.text == said.text && kept.rating == said.rating)
            #expect(kept.language == "en" && kept.isSpoiler && !kept.isPrivate)
            kept.text = "Two nights."
            kept.isPrivate = true
            try catalogue.edit(kept)
            let id = try #require(try catalogue.book(book)?.id)
            let comments = try catalogue.comments(on: id, for: "Maria")
            #expect(comments.map(\.text) == ["Two nights."] && comments[0].isPrivate)
            try catalogue.removeComment(number, by: "Maria")
            #expect(try catalogue.comments(on: id, for: "Maria").isEmpty)
            #expect(throws: CatalogueError.self) { try catalogue.removeComment(number, by: "Maria") }
            #expect(throws: CatalogueError.emptyComment) {
                try catalogue.add(Comment(person: "Maria"), to: book)
            }
        }
    }

    @Test(arguments: Place.allCases)
    func `books are found by words`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let book = try BookSpecifier(Self.isbn)
            try catalogue.add(Comment(person: "Maria", text: "A heron, grey"), to: book)
            func found(_ query: SearchQuery) throws -> Int { try catalogue.ids(found: query).count }
            #expect(try found(SearchQuery(words: "heron", person: "Maria")) == 1)
            #expect(try found(SearchQuery(words: "stork", person: "Maria")) == 0)
            #expect(try found(SearchQuery(words: "heron", person: "Maria", limit: Int(Int32.max))) == 1)
            #expect(try found(SearchQuery(words: Self.isbn, person: "Maria")) == 1)
            #expect(try found(SearchQuery(words: "heron", years: 1990...2000, person: "Maria")) == 0)
            #expect(try catalogue.unnamed() == UnnamedBooks(waiting: 1, unknown: 0))
        }
    }

    @Test(arguments: Place.allCases)
    func `decisions on photos are applied`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let isbn = try ISBN(Self.isbn)
            var record = PhotoRecord(
                photo: "box/a.jpg", sha256: String(repeating: "0a", count: 32), status: .uncertain)
            record.candidates = [ISBNReading(isbn: try ISBN(Self.other), confidence: 0.4)]
            #expect(try catalogue.decision(for: record, saves: true) == nil)
            #expect(try catalogue.withDecision(record, by: nil).record.status == .uncertain)
            try catalogue.catalogueRecording(.decide, "box/a.jpg", by: "Maria").decide(
                .confirmed(isbn), on: record)
            #expect(try catalogue.decision(for: record, saves: false) == .confirmed(isbn))
            let decided = try catalogue.withDecision(record, by: nil).record
            #expect(decided.status == .found && decided.isbns.map(\.isbn) == [isbn])
            #expect(decided.photo == "box/a.jpg")
            try catalogue.decide(.rejected, on: record)
            #expect(try catalogue.decision(for: record, saves: false) == .rejected)
        }
    }

    /// Maria's correction of a photo in an inventory: it shows two books.
    private func correct(_ hash: String, in store: Store) throws {
        try store.beginInventory("Spring", of: .all)
        let record = PhotoRecord(photo: "s.jpg", sha256: hash, status: .none)
        try store.take(record, into: "Spring", at: "hall")
        for number in [Self.isbn, Self.other] {
            try store.recordingChange(.decide, "s.jpg", by: "Maria")
                .correct(PhotoCorrection(sha256: hash, right: ISBN(number)), in: "Spring")
        }
    }

    @Test func `a correction in an inventory that has ended is not taken back`() async throws {
        try await RunningSite.with { site in
            let hash = String(repeating: "0a", count: 32)
            let catalogue = try site.catalogue(of: "Maria", .librarian)
            try correct(hash, in: site.store)
            _ = try site.store.recordingChange(.endInventory, "Spring", by: "Kim")
                .endInventory("Spring", losing: false)
            let error = try #require(throws: CatalogueError.self) { try catalogue.undo(by: "Maria") }
            guard case .rejected(let words) = error else { throw error }
            #expect(words.contains("this inventory has ended"))
            _ = try site.store.undo(by: "Kim", date: .now)
            #expect(try catalogue.undo(by: "Maria")?.action == .decide)
        }
    }

    @Test func `a decision drops no book that was corrected on the site`() async throws {
        try await RunningSite.with { site in
            let hash = String(repeating: "0a", count: 32)
            let catalogue = try site.catalogue(of: "Maria")
            try correct(hash, in: site.store)
            let record = PhotoRecord(photo: "s.jpg", sha256: hash, status: .none)
            let error = try #require(throws: CatalogueError.self) {
                try catalogue.decide(.rejected, on: record)
            }
            guard case .rejected(let words) = error else { throw error }
            #expect(words.contains("corrected one by one"))
            try catalogue.decide(.confirmed(ISBN(Self.other)), on: record)
            let books = try [Self.isbn, Self.other].map { try ISBN($0) }
            #expect(try catalogue.decision(for: record, saves: false) == .several(books))
        }
    }

    @Test func `a photo may show a book without an ISBN`() async throws {
        try await RunningSite.with { site in
            let record = PhotoRecord(
                photo: "box/a.jpg", sha256: String(repeating: "0a", count: 32), status: .uncertain)
            let catalogue = try site.catalogue(of: "Maria")
            var titled = Book(title: "Without a number")
            titled.credit(Origin(.edited, "by hand", .now))
            let book = try #require(try site.store.save(titled).book.id)
            try catalogue.decide(.book(book), on: record)
            #expect(try catalogue.decision(for: record, saves: false) == .book(book))
            let none = BookID(99)
            #expect(throws: CatalogueError.unknownBook(.id(none))) {
                try catalogue.decide(.book(none), on: record)
            }
        }
    }

    @Test(arguments: Place.allCases)
    func `results of a scan on another machine are imported`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let isbns = [try ISBN(Self.isbn), try ISBN(Self.other)]
            let records = isbns.enumerated().map { number, isbn in
                var record = PhotoRecord(
                    photo: "box/\(number).jpg", sha256: String(repeating: "\(number)a", count: 32),
                    status: .found)
                record.isbns = [ISBNReading(isbn: isbn, confidence: 0.9)]
                return record
            }
            try catalogue.decide(.rejected, on: records[1])
            for _ in 1...2 {
                try catalogue.take(records) { _ in ["openlibrary"] }
                #expect(try catalogue.unnamed() == UnnamedBooks(waiting: 1, unknown: 0))
            }
        }
    }

    @Test(arguments: Place.allCases)
    func `a table is imported once`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let folder = try TemporaryFolder()
            let table = """
                ISBN,Title,Rating,Review,Private notes,Lists,Date read
                \(Self.isbn),Herons,4.5,"Grey,
                and tall. &amp; slow",mine,"lent, read",2021-03-04
                \(Self.other),,,,,to-read,
                9780306406158,Wrong,,,,,
                ,Old Almanac,5,,,lent,

                """
            try folder.write(Data(table.utf8), to: "books.csv")
            // The same file again: its date is no change.
            let date = Date.now
            func take(dryRun isDryRun: Bool = false) throws -> ImportSummary {
                let file = try TableFile(ImportFile(folder.file("books.csv").path))
                var reader: any EntryReader = try TableReader(
                    file, TableLayout(header: file.header),
                    from: TableSource(name: "books.csv", date: date, person: "Maria"))
                return try catalogue.catalogueRecording(.importTable, "books.csv", by: "Maria").importEntries(
                    &reader, isDryRun: isDryRun, refuse: { _ in })
            }
            // A file also stores books with a title only.
            let others = place == .file ? 2 : 0
            let dryRun = try take(dryRun: true)
            #expect(try catalogue.keptBooks(after: nil, for: "Maria") == nil)
            let first = try take()
            #expect(first == dryRun && first.rows == 4 && first.added == 2 + others)
            #expect(first.refused == 2 - others && first.listed == 3 + others / 2)
            #expect(first.comments == 2 + others / 2)
            #expect(first.newLists.map(\.name) == ["lent"])
            let book = try BookSpecifier(Self.isbn)
            let card = try #require(try catalogue.card(of: book, for: "Maria"))
            #expect(card.book.title == (place == .file ? "Herons" : nil))
            #expect(Set(card.comments.map(\.text)) == ["Grey,\nand tall. & slow", "mine"])
            #expect(card.comments.filter(\.isPrivate).map(\.text) == ["mine"])
            #expect(card.comments.compactMap(\.rating) == [Rating(4.5)])
            #expect(card.lists.contains("lent") && card.readings.first?.ended == PartialDate("2021-03-04"))
            let again = try take()
            #expect(again.added == 0 && again.listed == 0 && again.comments == 0 && again.newLists.isEmpty)
            #expect(again.unchanged == 2 + others)
            #expect(try catalogue.undo(by: "Maria")?.action == .importTable)
            #expect(try catalogue.keptBooks(after: nil, for: "Maria") == nil)
        }
    }

    @Test(arguments: Place.allCases)
    func `two reviews of one book in a table are both kept, once`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let folder = try TemporaryFolder()
            // More rows than a message of the API has.
            let others = (0..<600).map { number in
                let digits = "978030\(String(100_000 + number))0".prefix(12)
                let sum = digits.enumerated().reduce(0) { sum, digit in
                    sum + (digit.element.wholeNumberValue ?? 0) * (digit.offset.isMultiple(of: 2) ? 1 : 3)
                }
                return "\(digits)\((10 - sum % 10) % 10),,\n"
            }
            let table =
                "ISBN,Rating,Review\n\(Self.isbn),3,good\n\(others.joined())\(Self.isbn),4,better\n"
            try folder.write(Data(table.utf8), to: "books.csv")
            func take() throws -> ImportSummary {
                let file = try TableFile(ImportFile(folder.file("books.csv").path))
                var reader: any EntryReader = try TableReader(
                    file, TableLayout(header: file.header),
                    from: TableSource(name: "books.csv", date: .now, person: "Maria"))
                return try catalogue.importEntries(&reader, isDryRun: false, refuse: { _ in })
            }
            let first = try take()
            #expect(first.rows == 602 && first.refused == 0 && first.comments == 2)
            let again = try take()
            #expect(again.added == 0 && again.changed == 0 && again.comments == 0)
            let card = try #require(try catalogue.card(of: BookSpecifier(Self.isbn), for: "Maria"))
            #expect(Set(card.comments.map(\.text)) == ["good", "better"])
        }
    }

    @Test(arguments: Place.allCases)
    func `comments of a person are listed`(_ place: Place) async throws {
        try await catalogue(place) { catalogue in
            let books = [try BookSpecifier(Self.isbn), try BookSpecifier(Self.other)]
            for book in books {
                try catalogue.add(Comment(person: "Maria", text: "Of \(book)."), to: book)
            }
            #expect(
                try Set(catalogue.comments(by: "Maria", for: "Maria").map(\.text))
                    == Set(books.map { "Of \($0)." }))
            #expect(try catalogue.comments(by: "No/body", for: "Maria").isEmpty)
        }
    }

    @Test(arguments: Place.allCases)
    func `a new list, and books that are no longer wanted, are reported`(_ place: Place) async throws {
        for role in [Account.Role.reader, .librarian] {
            try await catalogue(place, role) { catalogue in
                let books = [try BookSpecifier(Self.isbn), try BookSpecifier(Self.other)]
                func put(_ list: String, _ books: [BookSpecifier]) throws -> ListChange {
                    try catalogue.put(books, on: list, by: "Maria", on: nil)
                }
                #expect(try put("wanted", books) == ListChange(count: 2))
                let mistyped = try put("ownd", books)
                #expect(mistyped.newList?.name == "ownd" && mistyped.newList?.similar == "owned")
                #expect(try put("ownd", books) == ListChange(count: 0))
                #expect(try put("owned", [books[0]]) == ListChange(count: 1, noLongerWanted: 1))
                #expect(try put("read", books) == ListChange(count: 2, noLongerWanted: 1))
                #expect(try catalogue.card(of: books[1], for: "Maria")?.lists == ["ownd", "read"])
                #expect(try put("Box 12", books).newList?.similar == nil)
                for name in ["a", "é", "ß", "ab", "abc"] {
                    #expect(try put(name, books).newList?.similar == nil)
                }
            }
        }
    }

    @Test(arguments: Place.allCases)
    func `a book that does not belong is removed`(_ place: Place) async throws {
        try await catalogue(place, .librarian) { catalogue in
            let (book, other) = (try BookSpecifier(Self.isbn), try BookSpecifier(Self.other))
            try catalogue.add([book], to: "owned")
            let number = try catalogue.add(Comment(person: "Maria", text: "Said."), to: other)
            let recorded = catalogue.catalogueRecording(.remove, nil, by: "Maria")
            try recorded.remove(book, evenIfCommented: false)
            #expect(try catalogue.book(book) == nil && catalogue.ids(on: "owned", for: "Maria").isEmpty)
            #expect(throws: CatalogueError.unknownBook(book)) {
                try catalogue.remove(book, evenIfCommented: false)
            }
            #expect(throws: CatalogueError.self) { try recorded.remove(other, evenIfCommented: false) }
            #expect(try catalogue.comment(number, for: "Maria") != nil)
            #expect(try catalogue.undo(by: "Maria")?.action == .remove)
            #expect(try catalogue.ids(on: "owned", for: "Maria").count == 1)
        }
    }

    @Test(arguments: Place.allCases)
    func `duplicate books are merged`(_ place: Place) async throws {
        try await catalogue(place, .librarian) { catalogue in
            let (book, other) = (try BookSpecifier(Self.isbn), try BookSpecifier(Self.other))
            try catalogue.add([book], to: "owned")
            let number = try catalogue.add(Comment(person: "Maria", text: "Said."), to: other)
            let origin = Origin(.edited, "by hand")
            #expect(throws: CatalogueError.self) {
                try catalogue.merge(other, into: book, evenIfTwoISBNs: false, origin: origin)
            }
            try catalogue.merge(other, into: book, evenIfTwoISBNs: true, origin: origin)
            let card = try #require(try catalogue.card(of: book, for: "Maria"))
            #expect(card.comments.map(\.id) == [number] && card.lists == ["owned"])
            #expect(card.book.otherISBNs == [try ISBN(Self.other)])
        }
    }

    @Test func `a merged book is found by its former id`() async throws {
        try await catalogue(.site, .librarian) { catalogue in
            let book = try BookSpecifier(Self.isbn)
            let twin = try catalogue.add(BookEdit([.title: ["Twin"]])).book
            let former = try BookSpecifier.id(#require(twin.id))
            try catalogue.add([book], to: "owned")
            try catalogue.merge(former, into: book, evenIfTwoISBNs: false, origin: Origin(.edited, ""))
            #expect(try catalogue.card(of: former, for: "Maria")?.book.isbn == book.isbn)
        }
    }

    @Test func `a new book may have the title of another`() async throws {
        try await catalogue(.site, .librarian) { catalogue in
            let edit = try BookEdit([.title: ["Twin"]])
            let (one, same) = (try catalogue.add(edit).book, try catalogue.add(edit).book)
            let new = try catalogue.add(new: edit)
            #expect(one.id != nil && same.id == one.id && new.id != nil && new.id != one.id)
        }
    }

    @Test func `librarians remove nothing that is a reader's own`() async throws {
        try await RunningSite.with { site in
            let (maria, tom) = (try site.catalogue(of: "Maria"), try site.catalogue(of: "Tom"))
            let kim = try site.catalogue(of: "Kim", .librarian)
            let book = try BookSpecifier(Self.isbn)
            let open = try maria.add(Comment(person: "", text: "Open."), to: book)
            let hidden = try maria.add(Comment(person: "", text: "Mine.", isPrivate: true), to: book)
            _ = try maria.add([BookSpecifier(Self.other)], to: "secret")
            for number in [open, hidden] {
                #expect(throws: CatalogueError.self) { try tom.removeComment(number, by: "") }
            }
            for reader in [maria, tom] {
                #expect(throws: CatalogueError.self) { try reader.remove(book, evenIfCommented: true) }
                #expect(throws: CatalogueError.self) {
                    try reader.merge(
                        book, into: BookSpecifier(Self.other), evenIfTwoISBNs: true,
                        origin: Origin(.edited, ""))
                }
            }
            try kim.removeComment(open, by: "")
            #expect(throws: CatalogueError.unknownComment(hidden)) { try kim.removeComment(hidden, by: "") }
            // A private note, or an entry on a reader's personal list, protects a book.
            for book in [book, try BookSpecifier(Self.other)] {
                #expect(throws: CatalogueError.self) { try kim.remove(book, evenIfCommented: true) }
            }
            #expect(try maria.comment(hidden, for: "") != nil)
            #expect(try maria.ids(on: "secret", for: "").count == 1)
        }
    }

    @Test func `pending look-ups are made by the site`() async throws {
        try await RunningSite.with { site in
            let shared = try site.catalogue(of: "Maria")
            #expect(try shared.pending() == [])
            let isbns = [try ISBN(Self.other), try ISBN(Self.isbn)]
            for isbn in isbns { #expect(try shared.save(isbn)) }
            #expect(try shared.pending().count == 2)
            let answers = try await shared.lookUp(shared.pending(), asking: .all)
            #expect(Set(answers.keys) == Set(isbns) && answers.values.allSatisfy { $0.status == .notAsked })
        }
    }

    @Test func `editions are found by title on the site`() async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        try await RunningSite.with(library: server) { site in
            let shared = try site.catalogue(of: "Maria")
            var found: [String: [String?]] = [:]
            try await shared.search(title: "lantern", author: nil, limit: 10) { source, answer in
                guard case .editions(let books) = answer else { return #expect(Bool(false), "\(answer)") }
                found[source] = books.map(\.isbn?.isbn13)
            }
            #expect(found == ["Open Library": ["9780306406157", "9780456789018"]])
            #expect(try site.store.info().books == 0, "most of what is found is not meant")
        }
        let broken = try LoopbackServer { _ in ServerAnswer(status: 400, body: .data(Data())) }
        try await RunningSite.with(library: broken) { site in
            var told: [String] = []
            try await site.catalogue(of: "Maria").search(title: "lantern", author: nil, limit: 10) {
                guard case .message(let words) = $1 else { return #expect(Bool(false), "\($1)") }
                told.append("\($0): \(words)")
            }
            #expect(told.count == 1 && told[0].hasPrefix("Open Library: "))
        }
    }

    @Test func `changes reach other clients`() async throws {
        try await RunningSite.with { site in
            let (maria, tom) = (try site.catalogue(of: "Maria"), try site.catalogue(of: "Tom"))
            let book = try BookSpecifier(Self.isbn)
            _ = try maria.add(Comment(person: "", text: "Open to all."), to: book)
            let hidden = try maria.add(Comment(person: "", text: "Mine.", isPrivate: true), to: book)
            _ = try maria.add([book], to: "owned")
            let card = try #require(try tom.card(of: book))
            #expect(card.comments.map(\.text) == ["Open to all."] && card.comments[0].person == "Maria")
            // Personal lists are not visible to others.
            #expect(card.lists == [])
            #expect(try tom.comment(hidden, for: "Maria") == nil)
            #expect(throws: CatalogueError.self) { try tom.removeComment(hidden, by: "Maria") }
            #expect(try maria.currentUser("whoever") == "Maria")
        }
    }

    @Test func `a revoked token is rejected`() async throws {
        try await RunningSite.with { site in
            let catalogue = try site.catalogue(of: "Maria")
            let account = try #require(try site.store.credentials(of: AccountName("Maria")!)?.account)
            for token in try site.store.tokens(of: account.id) {
                try site.store.removeToken(token.id, of: account.id)
            }
            #expect(throws: CatalogueError.wrongToken(address: site.address)) { try catalogue.lists() }
        }
    }

    @Test func `unsent changes are queued and arrive once`() async throws {
        let folder = try TemporaryFolder()
        let outbox = Outbox(path: folder.file("outbox.jsonl").path)
        try await RunningSite.with { site in
            let token = try site.token(of: "Maria")
            let book = try BookSpecifier(Self.isbn)
            let gone = try HeldPort()
            let away = SharedCatalogue(
                try SiteClient(gone.address, of: SiteAccount(name: "Maria"), token: token, outbox: outbox))
            #expect(throws: CatalogueError.self) {
                try away.add(Comment(person: "", text: "Said on a train."), to: book)
            }
            let line = try #require(folder.text("outbox.jsonl"))
            // As if the change had arrived and only the response was lost: it is sent again with its key.
            let there = line.replacing(
                gone.address.replacing("/", with: "\\/"), with: site.address.replacing("/", with: "\\/"))
            try folder.write(Data((there + there).utf8), to: "outbox.jsonl")
            let other = try SiteClient(
                site.address, of: SiteAccount(name: "Tom"), token: site.token(of: "Tom"), outbox: outbox)
            try other.sendWaiting()
            #expect(folder.text("outbox.jsonl") == there + there, "it is nobody else's to send")
            let client = try SiteClient(
                site.address, of: SiteAccount(name: "Maria"), token: token, outbox: outbox)
            let back = SharedCatalogue(client)
            try client.sendWaiting()
            #expect(try back.card(of: book)?.comments.map(\.text) == ["Said on a train."])
            #expect(folder.text("outbox.jsonl") == "")
            let mode = try FileManager.default.attributesOfItem(atPath: folder.file("outbox.jsonl").path)
            #expect(mode[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `what waits is sent by its account, whoever has its name by then`() async throws {
        let folder = try TemporaryFolder()
        let outbox = Outbox(path: folder.file("outbox.jsonl").path)
        try await RunningSite.with { site in
            func client(_ token: String) throws -> SiteClient {
                let user = try SiteClient(
                    site.address, of: SiteAccount(name: ""), token: token, outbox: outbox
                ).user()
                return try SiteClient(site.address, of: user, token: token, outbox: outbox)
            }
            let token = try site.token(of: "Rob")
            let account = try #require(try site.store.credentials(of: AccountName("Rob")!)?.account)
            let former = try client(token).user()
            #expect(former.name == "Rob" && former.mark == account.mark)
            let book = try BookSpecifier(Self.isbn)
            let message = try SiteAPI.encoder.encode(BooksMessage(books: [book]))
            try outbox.add([
                Outbox.Change(
                    address: site.address, by: former, method: "POST", path: "/lists/box",
                    body: String(decoding: message, as: UTF8.self))
            ])
            let line = try #require(folder.text("outbox.jsonl"))
            #expect(try site.store.set(name: #require(AccountName("Robert")), of: account.id))
            let other = try client(site.token(of: "Rob"))
            try other.sendWaiting()
            #expect(folder.text("outbox.jsonl") == line, "the new Rob is another person")
            #expect(try outbox.others(than: other.user(), waitingFor: site.address) == ["Rob"])
            let renamed = try client(token)
            #expect(try outbox.others(than: renamed.user(), waitingFor: site.address).isEmpty)
            try renamed.sendWaiting()
            #expect(folder.text("outbox.jsonl") == "")
            #expect(try site.store.ids(on: "box", of: "Robert").count == 1)
            #expect(try site.store.ids(keptBy: "Rob").isEmpty)
        }
    }

    @Test func `an undo that can't be sent is refused, and what was said before waits`() async throws {
        let folder = try TemporaryFolder()
        let outbox = Outbox(path: folder.file("outbox.jsonl").path)
        try await RunningSite.with { site in
            let token = try site.token(of: "Maria")
            let gone = try HeldPort()
            let away = SharedCatalogue(
                try SiteClient(gone.address, of: SiteAccount(name: "Maria"), token: token, outbox: outbox))
            for isWaiting in [false, true] {
                if isWaiting {
                    #expect(throws: CatalogueError.self) {
                        try away.add(Comment(person: "", text: "Said."), to: BookSpecifier(Self.isbn))
                    }
                }
                let saved = folder.text("outbox.jsonl")
                let error = #expect(throws: CatalogueError.self) { try away.undo(by: "Maria") }
                guard case .unreachable(gone.address, let words) = error else {
                    Issue.record("\(error as Any)")
                    continue
                }
                #expect(words.contains("nothing is sent later"))
                #expect(folder.text("outbox.jsonl") == saved)
            }
            // The latest change is the one that waited.
            let there = try #require(folder.text("outbox.jsonl")).replacing(
                gone.address.replacing("/", with: "\\/"), with: site.address.replacing("/", with: "\\/"))
            try folder.write(Data(there.utf8), to: "outbox.jsonl")
            let back = SharedCatalogue(
                try SiteClient(site.address, of: SiteAccount(name: "Maria"), token: token, outbox: outbox))
            #expect(try back.undo(by: "Maria")?.action == .comment)
            #expect(try site.store.comments(by: "Maria", for: "Maria").isEmpty)
            #expect(folder.text("outbox.jsonl") == "")
        }
    }

    @Test func `a reply in a table has its parent only if its author may reply to that`() async throws {
        let folder = try TemporaryFolder()
        try await RunningSite.with { site in
            let (book, other) = (try BookSpecifier(Self.isbn), try BookSpecifier(Self.other))
            let first = try site.store.add(Comment(person: "Tom", text: "First."), to: book)
            let hidden = try site.store.add(Comment(person: "Tom", text: "Mine.", isPrivate: true), to: book)
            let elsewhere = try site.store.add(Comment(person: "Tom", text: "Else."), to: other)
            let client = try SiteClient(
                site.address, of: SiteAccount(name: "Maria"), token: site.token(of: "Maria"),
                outbox: Outbox(path: folder.file("outbox.jsonl").path))
            let parents = ["Reply.": first, "Hidden.": hidden, "Elsewhere.": elsewhere, "Unknown.": 999]
            for (text, parent) in parents {
                let comment = CommentMessage(Comment(person: "", text: text, parent: parent))
                let row = TableMessage.Row(
                    isbn: try ISBN(Self.isbn), lists: [], readings: nil,
                    comments: [.init(comment: comment, written: .now)])
                let table = TableMessage(source: text, rows: [row], isDryRun: false)
                let imported = try client.change("POST", "/tables?of=me", table, as: ImportedMessage.self)
                #expect(imported.comments == 1, "\(text)")
            }
            let said = try site.store.comments(by: "Maria", for: "Maria")
            #expect(Set(said.map(\.text)) == Set(parents.keys))
            for comment in said {
                #expect(comment.parent == (comment.text == "Reply." ? first : nil), "\(comment.text)")
            }
            #expect(try site.store.check() == [])
        }
    }

    @Test func `sending does not block other programs`() throws {
        let folder = try TemporaryFolder()
        let outbox = Outbox(path: folder.file("outbox.jsonl").path)
        func made(_ key: String) throws -> Outbox.Change {
            try JSONDecoder().decode(
                Outbox.Change.self,
                from: JSONEncoder().encode([
                    "address": "a", "person": "Maria", "method": "POST", "path": "/", "body": "{}",
                    "key": key,
                ]))
        }
        let (second, third) = (try made("2"), try made("3"))
        try outbox.add([made("1"), second])
        var sent: [String] = []
        try outbox.send(to: "a", of: SiteAccount(name: "Maria")) { change throws(CatalogueError) in
            sent.append(change.key)
            // Meanwhile another program: what it adds is sent, too, and what it has sent is dropped.
            if change.key == "1" {
                let other = Outbox(path: folder.file("outbox.jsonl").path)
                try other.add([third])
                try other.remove(second)
            }
            return nil
        } refused: { _, _ in
        }
        #expect(sent == ["1", "3"])
        #expect(folder.text("outbox.jsonl") == "")
    }

    @Test func `all unsent changes are queued`() async throws {
        let folder = try TemporaryFolder()
        let outbox = Outbox(path: folder.file("outbox.jsonl").path)
        try await RunningSite.with { site in
            let token = try site.token(of: "Maria")
            let books = (0..<250).map { BookSpecifier.isbn(ISBN(twelve: 978_030_640_000 + $0)) }
            let gone = try HeldPort()
            let away = SharedCatalogue(
                try SiteClient(gone.address, of: SiteAccount(name: "Maria"), token: token, outbox: outbox))
            #expect(throws: CatalogueError.self) { try away.add(books, to: "box 7") }
            let lines = try #require(folder.text("outbox.jsonl"))
            let there = lines.replacing(
                gone.address.replacing("/", with: "\\/"), with: site.address.replacing("/", with: "\\/"))
            try folder.write(Data(there.utf8), to: "outbox.jsonl")
            let client = try SiteClient(
                site.address, of: SiteAccount(name: "Maria"), token: token, outbox: outbox)
            try client.sendWaiting()
            #expect(try SharedCatalogue(client).ids(on: "box 7", for: "").count == 250)
        }
    }

    @Test func `the description names every route`() async throws {
        try await RunningSite.with { site in
            let document = try JSONSerialization.jsonObject(
                with: Data(Repository.text("docs/openapi.json").utf8))
            let paths = try #require((document as? [String: Any])?["paths"] as? [String: [String: Any]])
            let described = Set(
                paths.flatMap { path, methods in
                    methods.keys.map { "\($0.uppercased()) \(SiteAPI.path)\(path)" }
                })
            let routed = Set(
                site.site.router().routes.map { "\($0.method.rawValue) \($0.path)" }
                    .filter { $0.contains(SiteAPI.path) && !$0.hasPrefix("HEAD") }
                    .map { $0.replacing(/:(\w+)/) { "{\($0.output.1)}" } })
            #expect(routed.subtracting(described) == ["GET \(SiteAPI.path)/openapi.json"])
            #expect(described.subtracting(routed) == [])
        }
    }
}

/// A site on its own port during a test.
struct RunningSite: Sendable {
    let site: Site
    let store: Store
    private let port: HeldPort
    private let folder: TemporaryFolder

    var address: String { port.address }

    /// - Parameter library: the only source that is asked; `nil` for none.
    static func with(
        library: LoopbackServer? = nil, _ body: @Sendable (RunningSite) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let port = try HeldPort()
        let store = try Store(path: folder.file("store.sqlite").path, readers: 4)
        let sources = try SourceSet(
            HTTPOptions(program: "BookZone"), keys: ["openlibrary"],
            addresses: ["openlibrary": library?.address ?? "http://127.0.0.1:1"])
        let options = SiteOptions(
            address: SiteAddress(port.address)!, listen: ("127.0.0.1", Int(port.number)),
            photos: folder.file("photos").path)
        let site = try Site(testing: options, store, sources: sources, isOffline: library == nil)
        let application = site.application(logger: .quiet)
        let running = RunningSite(site: site, store: store, port: port, folder: folder)
        try await withThrowingTaskGroup { group in
            // On its own threads, because other tests may occupy Swift's pool for long.
            group.addTask(executorPreference: BlockingTasks(threads: 2)) { try await application.run() }
            defer { group.cancelAll() }
            // Clients block their thread while they wait for the site, so it must not be one of the site's.
            let threads = BlockingTasks(threads: 1)
            try await withTaskExecutorPreference(threads) {
                try await running.isUp()
                try await body(running)
            }
        }
    }

    private func isUp() async throws {
        let session = try HTTPSession(HTTPOptions(program: "test"))
        for _ in 0..<5000 {
            let answer = try? session.perform(HTTPRequest(url: address + "/healthz", accept: "*/*"))
            if answer?.status == 200 { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("the site did not start")
    }

    /// A token of an account, which is created if there is none.
    func token(of name: String, _ role: Account.Role = .reader) throws -> String {
        let secret = Secret()
        let accountName = try #require(AccountName(name))
        if try store.credentials(of: accountName) == nil {
            _ = try store.makeAccount(accountName, password: "", ticket: nil)
        }
        let account = try #require(try store.credentials(of: accountName)?.account)
        if role != .reader { _ = try store.give(role, to: account.id) }
        try store.makeToken(secret.hash, name: "test", of: account.id)
        return secret.text
    }

    func catalogue(of name: String, _ role: Account.Role = .reader) throws -> SharedCatalogue {
        let outbox = Outbox(path: folder.file("outbox.jsonl").path)
        return SharedCatalogue(
            try SiteClient(address, of: SiteAccount(name: name), token: token(of: name, role), outbox: outbox)
        )
    }
}
#endif
