#if Server
// Imports on a page: confirming does what the preview announced, to one's own entries and to nothing else.
import Accounts
@testable import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Formats
@testable import Server

struct ImportPageTests {
    private static let isbn = "9780306406157"

    /// A file of each format that is read on a page: of other programs, and what an export writes.
    private static let files: [(format: String, text: String?)] =
        ProgramTable.all.map { ($0.format, $0.text) }
        + ["csv", "bibtex", "ris", "csl-json", "marc21", "marcxml"].map { ($0, nil) }

    private static func send(
        _ file: [UInt8], by visitor: Visitor, name: String = "books.csv", of whose: String? = nil,
        token: String? = nil
    ) async throws -> Answer {
        _ = try await visitor.get("/import")
        let boundary = "--xYz\r\nContent-Disposition: form-data; name="
        var head = "\(boundary)\"token\"\r\n\r\n\(token ?? visitor.token)\r\n"
        if let whose { head += "\(boundary)\"of\"\r\n\r\n\(whose)\r\n" }
        head += "\(boundary)\"file\"; filename=\"\(name)\"\r\nContent-Type: text/csv\r\n\r\n"
        return try await visitor.ask(
            "POST", "/import", ["Content-Type": "multipart/form-data; boundary=xYz"],
            body: Array(head.utf8) + file + Array("\r\n--xYz--\r\n".utf8))
    }

    private static func send(_ text: String, by visitor: Visitor, of whose: String? = nil) async throws
        -> Answer
    {
        try await send(Array(text.utf8), by: visitor, of: whose)
    }

    /// The form of the file that waits; `nil` if none does.
    private static func pending(_ visitor: Visitor) async throws -> (id: String, page: String)? {
        let page = try await visitor.get("/import").text
        return page.firstMatch(of: /name="id" value="([^"]+)"/).map { (String($0.1), page) }
    }

    private static func confirm(_ visitor: Visitor) async throws -> Answer {
        let id = try #require(try await pending(visitor)).id
        return try await visitor.send("/import/confirm", [("id", id)])
    }

    /// The lines of an outcome, as the page has them.
    private static func lines(_ page: String) -> [String] {
        page.matches(of: /<li dir="auto">([^<]*)<\/li>/).map { String($0.1) }
    }

    /// The bytes of an export in a format, of one book with everything on it.
    private static func exported(_ format: String) async throws -> [UInt8] {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            var book = Book(
                isbn: try ISBN(isbn), title: "Harbour lights", contributors: [Contributor(name: "Ana Ruiz")],
                year: 1987)
            book.credit(Origin(.fetched, "a source", .now))
            try site.store.save(book)
            try site.say("Fine.", by: "Maria")
            try site.store.add([BookSpecifier(isbn)], to: "gifts", of: "Maria")
            try site.store.mark([BookSpecifier(isbn)], as: .read, by: "Maria", on: PartialDate("1999"))
            return try await maria.get("/export/\(format)").body
        }
    }

    @Test(arguments: files, [Account.Role.reader, .librarian])
    func `every format is rehearsed, changes nothing, and is imported as rehearsed`(
        file: (format: String, text: String?), role: Account.Role
    ) async throws {
        let bytes = if let text = file.text { Array(text.utf8) } else { try await Self.exported(file.format) }
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria", role)
            let sent = try await Self.send(bytes, by: maria)
            #expect(sent.status == 303 && sent["location"] == "/import", "\(sent.text)")
            let title = try #require(FileFormat.all.named(file.format)?.title)
            let page = try #require(try await Self.pending(maria)).page
            #expect(page.contains("Format: \(title.replacing("'", with: "&#39;"))"), "\(page)")
            #expect(try site.store.info().books == 0 && site.store.history(for: "Maria", limit: 9).isEmpty)
            let done = try await Self.confirm(maria)
            #expect(done.status == 200 && done.text.contains("<h2>Imported</h2>"))
            #expect(!Self.lines(page).isEmpty && Self.lines(page) == Self.lines(done.text))
            // Nothing waits any more, and one change can be undone.
            #expect(try await Self.pending(maria) == nil)
            let books = try site.store.info().books
            #expect(file.format == "openlibrary" || books > 0)
            for list in ["owned", "wanted"] { #expect(try site.store.ids(on: list, for: "").isEmpty) }
            #expect(try site.store.history(for: "Maria", limit: 9).count == (books > 0 ? 1 : 0))
            if books > 0 { _ = try site.store.undo(by: "Maria", date: .now) }
            #expect(try site.store.info().books == 0)
        }
    }

    @Test func `a dry run does not wait for whoever writes, nor they for it`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            try await site.locked {
                let sent = try await Self.send("ISBN,Title\n9780306406157,x\n", by: maria)
                let pending = try await Self.pending(maria)
                #expect(sent.status == 303 && pending?.page.contains("/import/confirm") == true)
            }
            #expect(try await Self.confirm(maria).status == 200)
            #expect(try site.store.info().books == 1)
        }
    }

    @Test func `of a reader's file only what is theirs is taken, and of a librarian's the books too`()
        async throws
    {
        let csv = """
            ISBN,Title,Author,Lists,Rating,Review,Notes
            9780306406157,Harbour lights,Ana Ruiz,"gifts, attic",4,Fine.,hidden
            ,Without a number,A. Rider,gifts,,,
            """
        for role in [Account.Role.reader, .librarian, .administrator] {
            try await TestSite.with { site in
                let maria = try await site.visitor("Maria", role)
                #expect(try await Self.send(csv, by: maria).status == 303)
                let done = try await Self.confirm(maria).text
                let book = try #require(try site.store.book(BookSpecifier(Self.isbn)))
                #expect(book.title == (role == .reader ? nil : "Harbour lights"))
                #expect(try site.store.info().books == (role == .reader ? 1 : 2))
                #expect(done.contains("It has no ISBN.") == (role == .reader))
                #expect(Set(try site.store.lists(of: "Maria").map(\.name)) == ["gifts", "attic"])
                let comments = try site.store.comments(by: "Maria", for: "Maria")
                #expect(Set(comments.map(\.text)) == ["Fine.", "hidden"])
                #expect(try site.store.comments(by: "Maria", for: "Tom").map(\.text) == ["Fine."])
            }
        }
    }

    @Test func `only a librarian imports into shared lists, also at the time of the confirmation`()
        async throws
    {
        let csv = "ISBN,Lists\n9780306406157,attic\n"
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            #expect(try await Self.send(csv, by: maria, of: "shared").status == 403)
            #expect(try await Self.pending(maria) == nil)
            let kim = try await site.visitor("Kim", .librarian)
            #expect(try await Self.send(csv, by: kim, of: "shared").status == 303)
            let form = try #require(try await Self.pending(kim))
            #expect(form.page.contains("become shared lists"))
            let account = try await site.account("Kim")
            _ = try site.store.give(.reader, to: account.id)
            #expect(try await kim.send("/import/confirm", [("id", form.id)]).status == 403)
            #expect(try site.store.info().books == 0)
            _ = try site.store.give(.librarian, to: account.id)
            // What was not saved can be tried again.
            #expect(try await kim.send("/import/confirm", [("id", form.id)]).status == 200)
            #expect(try await Self.pending(kim) == nil)
            #expect(try site.store.lists(of: "Kim").isEmpty)
            #expect(try site.store.ids(on: "attic", for: "").count == 1)
        }
    }

    @Test func `a file that waits is its account's, and goes once it was taken, replaced or forgotten`()
        async throws
    {
        try await TestSite.with { site in
            let (maria, tom) = (try await site.visitor("Maria"), try await site.visitor("Tom"))
            #expect(try await Self.send("ISBN\n9780306406157\n", by: maria).status == 303)
            let first = try #require(try await Self.pending(maria)).id
            #expect(try await Self.pending(tom) == nil)
            for path in ["confirm", "discard"] {
                _ = try await tom.send("/import/\(path)", [("id", first)])
                #expect(try await Self.pending(maria)?.id == first)
            }
            #expect(try await Self.send("ISBN\n9780439023481\n", by: maria).status == 303)
            #expect(try await maria.send("/import/confirm", [("id", first)]).status == 422)
            #expect(try site.store.info().books == 0)
            let second = try #require(try await Self.pending(maria)).id
            #expect(try await maria.send("/import/discard", [("id", second)]).status == 303)
            #expect(try await maria.send("/import/confirm", [("id", second)]).status == 422)
            #expect(try await Self.send("ISBN\n9780439023481\n", by: maria).status == 303)
            let account = try await site.account("Maria")
            #expect(try await site.site.remove(account))
            #expect(site.site.imports.current(of: account.id) == nil)
        }
    }

    @Test func `a file waits for an hour`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let id = try await site.account("Maria").id
            _ = try await Self.send("ISBN\n9780306406157\n", by: maria)
            let file = try #require(site.site.imports.current(of: id))
            #expect(site.site.imports.current(of: id, at: file.made + 3599) != nil)
            #expect(site.site.imports.current(of: id, at: file.made + 3601) == nil)
            #expect(site.site.imports.take(file.id, of: id, at: file.made + 3601) == nil)
            #expect(site.site.imports.current(of: id) == nil)
        }
        try await TestSite.with {
            $0.importsHold = 0.05
        } _: { site in
            let maria = try await site.visitor("Maria")
            _ = try await Self.send("ISBN\n9780306406157\n", by: maria)
            for _ in 0..<18_000 where site.site.reservations.total.bytes > 0 {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(site.site.reservations.total.bytes == 0, "the file is closed without another request")
        }
    }

    @Test func `what changes in the store meanwhile is heeded when it is confirmed`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            #expect(try await Self.send("ISBN,Lists\n9780306406157,gifts\n", by: maria).status == 303)
            #expect(try await Self.pending(maria)?.page.contains("Books added: 1") == true)
            try site.store.add([BookSpecifier(Self.isbn)], to: "gifts", of: "Maria")
            let done = try await Self.confirm(maria).text
            #expect(
                done.contains("Books added: 0") && done.contains("Books known already: 1"),
                "\(Self.lines(done))")
            #expect(try site.store.lists(of: "Maria").map(\.count) == [1])
        }
    }

    @Test func `an account that is renamed meanwhile imports under its new name`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            _ = try await Self.send("ISBN,Review\n9780306406157,Fine.\n", by: maria)
            let id = try #require(try await Self.pending(maria)).id
            let account = try await site.account("Maria")
            #expect(try site.store.set(name: #require(AccountName("Mary")), of: account.id))
            #expect(try await maria.send("/import/confirm", [("id", id)]).status == 200)
            #expect(try site.store.comments(by: "Mary", for: "Mary").map(\.text) == ["Fine."])
            #expect(try site.store.comments(by: "Maria", for: "Maria").isEmpty)
        }
    }

    @Test func `numbers are grouped as in the reader's language`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let rows = String(repeating: "123,\n", count: 2000)
            #expect(try await Self.send("ISBN,Title\n\(rows)", by: maria).status == 303)
            let page = try await maria.get("/import", ["Accept-Language": "de"]).text
            #expect(page.contains(/und 1\.\d{3} weitere/) && page.contains("2.000"), "\(page)")
            let book = try BookSpecifier(Self.isbn)
            _ = try site.store.add(copies: 1200, of: book, to: "owned")
            let card = try await maria.get("/books/\(Self.isbn)", ["Accept-Language": "de"]).text
            #expect(card.contains("1.200 Exemplare"), "\(card)")
        }
    }

    @Test func `how letters were read is said in the reader's language`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let text = "ISBN,Review\n9780306406157,\"Žluťoučký kůň pěl ďábelské ódy. Caf"
            #expect(
                try await Self.send(Array(text.utf8) + [0xE9] + Array("\"\n".utf8), by: maria).status == 303)
            let words = [
                "en": "UTF-8 and, where it is not, Windows-1252", "de": "UTF-8 und, wo es das nicht ist",
            ]
            for (language, words) in words {
                let page = try await maria.get("/import", ["Accept-Language": language]).text
                #expect(page.contains(words), "\(language)")
            }
        }
    }

    @Test func `an import that was taken back is not said to be done`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            #expect(try await Self.send("ISBN,Review\n9780306406157,Fine.\n", by: maria).status == 303)
            let id = try #require(try await Self.pending(maria)).id
            func confirm() async throws -> Answer { try await maria.send("/import/confirm", [("id", id)]) }
            for _ in 0..<2 { #expect(try await confirm().status == 200) }
            _ = try site.store.undo(nil, as: try await site.account("Maria"))
            #expect(try site.store.comments(by: "Maria", for: "Maria").isEmpty)
            let again = try await confirm()
            #expect(again.status == 422 && again.text.contains("This import was taken back since."))
        }
    }

    @Test func `two confirmations of one file, and files of several readers at once`() async throws {
        try await TestSite.with { site in
            let names = ["Maria", "Tom", "Ion"]
            var visitors: [Visitor] = []
            for name in names { visitors.append(try await site.visitor(name)) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for visitor in visitors {
                    group.addTask {
                        let rows = (0..<200).map {
                            "\(ISBN(twelve: 978_030_640_000 + UInt64($0)).isbn13),gifts,Fine.\n"
                        }
                        let sent = try await Self.send("ISBN,Lists,Review\n" + rows.joined(), by: visitor)
                        #expect(sent.status == 303)
                        let id = try #require(try await Self.pending(visitor)).id
                        async let one = visitor.send("/import/confirm", [("id", id)])
                        async let two = visitor.send("/import/confirm", [("id", id)])
                        let statuses = try await [one.status, two.status].sorted()
                        // The other comes while it runs, or after it.
                        #expect(statuses == [200, 200] || statuses == [200, 429], "\(statuses)")
                        // What it did is shown again.
                        let again = try await visitor.send("/import/confirm", [("id", id)])
                        #expect(again.status == 200 && !again.text.contains("not here any more"))
                    }
                }
                try await group.waitForAll()
            }
            #expect(try site.store.info().books == 200)
            for name in names {
                #expect(try site.store.comments(by: name, for: name).count == 200)
                #expect(try site.store.lists(of: name).map(\.count) == [200])
            }
        }
    }

    @Test func `what is too large, or no file of books, is refused and leaves nothing`() async throws {
        try await TestSite.with {
            $0.importLimit = 10_000
            $0.importRows = 3
        } _: { site in
            let maria = try await site.visitor("Maria")
            let large = try await Self.send([UInt8](repeating: 65, count: 20_000), by: maria)
            #expect(large.status == 413)
            let rows = (0..<4).map { "\(ISBN(twelve: 978_030_640_000 + UInt64($0)).isbn13)\n" }.joined()
            let long = try await Self.send("ISBN\n" + rows, by: maria)
            #expect(long.status == 422 && long.text.contains("more than 3 books"))
            let zip = ArchiveFile.zip([.init("books.csv", Data("ISBN\n9780306406157\n".utf8))])
            let refused: [([UInt8], String)] = [
                ([], "The file is empty."),
                (Array(" \n".utf8), "The file is empty."),
                (Array("[]\n".utf8), "The file is empty."),
                (Array("{\"title\": \"x\",\n \"isbn\":\n".utf8), "damaged or cut short"),
                (Array("hello".utf8), "none of the formats"),
                (Array("Colour,Size\nred,2\n".utf8), "no column for ISBNs"),
                ([UInt8](repeating: 0, count: 500), "none of the formats"),
                (Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 500), "none of the formats"),
                (Array(zip), "unpack it first"),
            ]
            for (bytes, words) in refused {
                let answer = try await Self.send(bytes, by: maria)
                #expect(answer.status == 422 && answer.text.contains(words), "\(words): \(answer.text)")
            }
            #expect(
                try await Self.send(Array("ISBN\n9780306406157\n".utf8), by: maria, token: "x").status == 403)
            #expect(try await Self.pending(maria) == nil)
            #expect(site.site.reservations.total.bytes == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.options.photos).isEmpty)
        }
    }

    @Test func `a refused file takes the former one with it, and without usable rows nothing is imported`()
        async throws
    {
        try await TestSite.with {
            $0.importLimit = 10_000
        } _: { site in
            let maria = try await site.visitor("Maria")
            #expect(try await Self.send("ISBN,Title\n9780306406157,x\n", by: maria).status == 303)
            #expect(try await Self.pending(maria)?.page.contains("/import/confirm") == true)
            let refused = try await Self.send("hello", by: maria)
            #expect(refused.status == 422 && !refused.text.contains("What the import would do"))
            #expect(try await Self.pending(maria) == nil)
            #expect(try await Self.send("ISBN,Title\n9780306406157,x\n", by: maria).status == 303)
            let large = try await Self.send([UInt8](repeating: 65, count: 20_000), by: maria)
            #expect(large.status == 413)
            #expect(try await Self.pending(maria) == nil)
            #expect(try await Self.send("ISBN,Title\n9780306406158,x\n", by: maria).status == 303)
            let none = try #require(try await Self.pending(maria)).page
            #expect(none.contains("Rows with problems") && !none.contains("/import/confirm"))
            #expect(none.contains("/import/discard"))
        }
    }

    @Test func `markup in a file is text, and dates and ratings that are not understood are said`()
        async throws
    {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria", .librarian)
            let csv = """
                ISBN,Title,<b>Odd</b>,Rating,Date Read
                9780306406157,<script>x</script>,<i>lost</i>,eleven,someday
                """
            let sent = try await Self.send(Array(csv.utf8), by: maria, name: "<img src=x>.csv")
            #expect(sent.status == 303)
            let page = try #require(try await Self.pending(maria)).page
            for sign in ["<b>Odd", "<img", "<script>x", "<i>lost"] { #expect(!page.contains(sign)) }
            #expect(page.contains("&lt;b&gt;Odd") && page.contains("&lt;img"))
            for words in [
                "Columns that are left out: “&lt;b", "Ratings not understood", "Dates not understood",
            ] {
                #expect(page.contains(words), "\(words)")
            }
        }
    }
}
#endif
