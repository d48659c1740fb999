#if Server
// A box of books: each is added immediately, only once, to the chosen place and list, and can be undone.
import Accounts
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Server

struct BoxTests {
    private static let isbns = ["9780439023481", "9780439554930", "9780306406157"]

    private struct Line: Decodable {
        struct Book: Decodable {
            var isbn: String
            var heading: String
            var known: Bool
            var pending: Bool
        }
        struct Added: Decodable {
            var isNew: Bool
            var copies: Int?
            var wasWanted: Bool
        }
        struct Candidate: Decodable { var isbn: String }
        var state: String
        var book: Book?
        var added: Added?
        var candidates: [Candidate]
        var reason: String?
        var add: String?
    }

    /// - Parameter path: below `/box`.
    private static func send(
        _ fields: [(String, String)], by visitor: Visitor, to path: String = ""
    ) async throws -> Line {
        let answer = try await visitor.send("/box" + path, fields)
        #expect(answer.status == 200, "\(answer.text)")
        return try JSONDecoder().decode(Line.self, from: Data(answer.body))
    }

    private static func key() -> (String, String) { ("key", Secret().text) }

    /// Sends one of the test photos.
    ///
    /// - Returns: its number on the site.
    private static func photograph(_ name: String, by visitor: Visitor) async throws -> String {
        _ = try await visitor.get("/")
        let photo = try Data(contentsOf: Repository.root.appending(path: "testimages/\(name).jpg"))
        let disposition = "Content-Disposition: form-data; name="
        let head =
            "--xYz\r\n\(disposition)\"token\"\r\n\r\n\(visitor.token)\r\n"
            + "--xYz\r\n\(disposition)\"photo\"; filename=\"a.jpg\"\r\n\r\n"
        let answer = try await visitor.ask(
            "POST", "/photos",
            ["Content-Type": "multipart/form-data; boundary=xYz", "Accept": "application/json"],
            body: Array(head.utf8) + Array(photo) + Array("\r\n--xYz--\r\n".utf8))
        return String(try #require(answer.text.firstMatch(of: /"id":"([^"]+)"/)?.1))
    }

    private static func waits(_ fields: [(String, String)], by visitor: Visitor) async throws -> Line {
        for _ in 0..<20 {
            let line = try await send(fields, by: visitor)
            if line.state != "waiting" { return line }
        }
        throw CancellationError()
    }

    @Test func `the page offers what the account may change`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            try site.store.add([BookSpecifier(Self.isbns[0])], to: "lent")
            try site.store.add([BookSpecifier(Self.isbns[0])], to: "gifts", of: "Maria")
            let page = try await maria.get("/box").text
            let values = page.matches(of: /<option value="([^"]+)"/).map { String($0.1) }
            #expect(values == ["me/owned", "me/wanted", "me/gifts"])
            let head = try await site.visitor("Ada", .librarian).get("/box").text
            let all = head.matches(of: /<option value="([^"]+)"/).map { String($0.1) }
            #expect(
                all == [
                    "copies/owned", "shared/owned", "shared/wanted", "shared/lent", "me/owned", "me/wanted",
                ])
        }
    }

    @Test func `a photo is a line, and the photo is not needed any more`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let photo = try await Self.photograph("cover-same-book-dark", by: maria)
            let fields = [Self.key(), ("to", "me/owned"), ("photo", photo)]
            let line = try await Self.waits(fields, by: maria)
            #expect(line.state == "added" && line.added?.isNew == true)
            let isbn = try #require(line.book?.isbn)
            #expect(try site.store.ids(on: "owned", of: "Maria").count == 1)
            #expect(try site.store.uploads(sentBefore: .distantFuture).isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.options.photos) == [])
            // Its answer was lost.
            let again = try await Self.send(fields, by: maria)
            #expect(again.state == "added" && again.book?.isbn == isbn && again.added?.isNew == true)
            #expect(try site.store.history(for: "Maria", limit: 10).count == 2, "the decision and the list")
        }
    }

    @Test func `a book that no library knows is looked up, and then no more`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let line = try await Self.send(
                [Self.key(), ("to", "me/owned"), ("isbn", Self.isbns[0])], by: maria)
            #expect(line.book?.known == false)
            var isPending = true
            while isPending {
                let answer = try await maria.get("/box/\(Self.isbns[0])")
                let now = try JSONDecoder().decode(Line.self, from: Data(answer.body))
                #expect(now.book?.known == false)
                isPending = try #require(now.book?.pending as Bool?)
            }
        }
    }

    @Test func `a book that was just counted is not counted again`() async throws {
        try await TestSite.with { site in
            let ada = try await site.visitor("Ada", .librarian)
            let photo = try await Self.photograph("cover-same-book-dark", by: ada)
            let first = try await Self.waits([Self.key(), ("to", "copies/owned"), ("photo", photo)], by: ada)
            let isbn = try #require(first.book?.isbn)
            let second = try await Self.photograph("cover-same-book-dark", by: ada)
            let fields = [Self.key(), ("to", "copies/owned"), ("photo", second)]
            let line = try await Self.waits(fields + [("recent", "9780439023481,\(isbn)")], by: ada)
            #expect(line.state == "again" && line.book?.isbn == isbn)
            // Its answer was lost.
            let lost = try await Self.send(fields, by: ada)
            #expect(lost.state == "again" && lost.book?.isbn == isbn && lost.added == nil)
            #expect(try site.store.uploads(sentBefore: .distantFuture).isEmpty)
            // Where it is asked for, it is.
            let more = try await Self.send([Self.key(), ("to", "copies/owned"), ("isbn", isbn)], by: ada)
            #expect(more.state == "added" && more.added?.copies == 2 && more.added?.isNew == false)
        }
    }

    @Test func `a doubtful photo waits until somebody says what it shows`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let photo = try await Self.photograph("neg-title-page", by: maria)
            let line = try await Self.waits([Self.key(), ("to", "me/owned"), ("photo", photo)], by: maria)
            #expect(line.state == "doubtful" && line.book == nil && line.reason?.isEmpty == false)
            #expect(line.add == nil, "readers add no books")
            #expect(throws: CatalogueError.unknownList("owned")) {
                try site.store.ids(on: "owned", of: "Maria")
            }
            let tom = try await site.visitor("Tom")
            let stolen = [Self.key(), ("to", "me/owned"), ("photo", photo), ("isbn", Self.isbns[0])]
            #expect(try await tom.send("/box", stolen).status == 404)
            #expect(try site.store.uploads(sentBefore: .distantFuture).count == 1)
            let chosen = try await Self.send(
                [Self.key(), ("to", "me/owned"), ("photo", photo), ("isbn", "0-439-02348-3")], by: maria)
            #expect(chosen.state == "added" && chosen.book?.isbn == Self.isbns[0])
            #expect(try site.store.uploads(sentBefore: .distantFuture).isEmpty)
        }
    }

    @Test(arguments: ["copies/owned", "me/gifts"]) func `a book without an ISBN is added and counted`(
        to list: String
    ) async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            let photo = try await Self.photograph("neg-title-page", by: kim)
            let fields = [Self.key(), ("to", list), ("photo", photo)]
            let line = try await Self.waits(fields, by: kim)
            #expect(line.state == "doubtful" && line.add == "/add?photo=\(photo)")
            let page = try await kim.get("/box").text
            #expect(page.contains("Add this book"))
            let added = try await kim.send(
                "/add",
                [
                    ("photo", photo), ("former-decision", ""), ("title", "The Harbour Almanack"),
                    ("former-title", ""),
                ])
            #expect(added.status == 303)
            let counted = try await Self.send(fields, by: kim)
            #expect(counted.state == "added" && counted.book?.isbn == "id:1")
            #expect(counted.book?.heading == "The Harbour Almanack" && counted.book?.known == true)
            #expect(try site.store.uploads(sentBefore: .distantFuture).isEmpty)
            if list.hasPrefix("copies") {
                let more = try await Self.send([Self.key(), ("to", list), ("isbn", "id:1")], by: kim)
                #expect(more.added?.copies == 2)
                let undone = try await Self.send(
                    [Self.key(), ("to", list), ("isbn", "id:1"), ("book", "1")], by: kim, to: "/undo")
                #expect(undone.state == "undone" && undone.added?.copies == 1)
            } else {
                #expect(try site.store.ids(on: "gifts", of: "Kim") == [BookID(1)])
            }
            let known = try await kim.get("/box/id:1")
            #expect(try JSONDecoder().decode(Line.self, from: Data(known.body)).book?.isbn == "id:1")
        }
    }

    @Test func `a photo that somebody has rejected is counted only if its taker says what it shows`()
        async throws
    {
        try await TestSite.with { site in
            let (maria, ada) = (try await site.visitor("Maria"), try await site.visitor("Ada", .librarian))
            let photo = try await Self.photograph("cover-same-book-dark", by: maria)
            try await site.site.scanQueue.wait(for: photo, timeout: .seconds(60))
            #expect(try await ada.send("/photos/\(photo)/reject", []).status == 303)
            let fields = [Self.key(), ("to", "me/owned"), ("photo", photo)]
            let line = try await Self.waits(fields, by: maria)
            #expect(line.state == "doubtful" && line.added == nil && !line.candidates.isEmpty)
            #expect(line.reason == "Somebody has decided that no ISBN is in the photo")
            #expect(try site.store.upload(photo)?.state == .rejected)
            let chosen = try await Self.send(fields + [("isbn", Self.isbns[0])], by: maria)
            #expect(chosen.state == "added" && chosen.book?.isbn == Self.isbns[0])
            #expect(try site.store.ids(on: "owned", of: "Maria").count == 1)
        }
    }

    @Test func `a librarian can't use a reader's photo`() async throws {
        try await TestSite.with { site in
            let (maria, kim) = (
                try await site.visitor("Maria"), try await site.visitor("Kim", .librarian)
            )
            let photo = try await Self.photograph("neg-title-page", by: maria)
            _ = try await Self.waits([Self.key(), ("to", "me/owned"), ("photo", photo)], by: maria)
            let used = [Self.key(), ("to", "me/owned"), ("photo", photo), ("isbn", Self.isbns[0])]
            #expect(try await kim.send("/box", used).status == 404)
            #expect(try site.store.upload(photo) != nil)
        }
    }

    @Test func `several ISBNs in a photo are candidates`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let photo = try await Self.photograph("cover-set-and-volume", by: maria)
            let line = try await Self.waits([Self.key(), ("to", "me/owned"), ("photo", photo)], by: maria)
            #expect(line.state == "doubtful" && line.candidates.count > 1)
        }
    }

    @Test func `a key that is sent with another book or list is refused`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let (to, isbn) = (("to", "me/owned"), ("isbn", Self.isbns[0]))
            for path in ["", "/undo"] {
                let key = Self.key()
                for recent in ["", Self.isbns[2]] {
                    let line = try await Self.send(
                        [key, to, isbn, ("new", ""), ("recent", recent)], by: maria, to: path)
                    #expect(line.book?.isbn == Self.isbns[0], "what the page sends again")
                }
                for others in [[to, ("isbn", Self.isbns[1])], [("to", "me/gifts"), isbn]] {
                    #expect(try await maria.send("/box" + path, [key] + others).status == 422)
                }
            }
            #expect(try site.store.lists(of: "Maria").isEmpty)
        }
    }

    @Test func `what is no form of the page's changes nothing`() async throws {
        try await TestSite.with { site in
            let (maria, ada) = (try await site.visitor("Maria"), try await site.visitor("Ada", .librarian))
            let isbn = ("isbn", Self.isbns[0])
            let wrong: [([(String, String)], Int)] = [
                ([Self.key(), isbn], 400), ([Self.key(), ("to", "x/owned"), isbn], 400),
                ([Self.key(), ("to", "me/a,b"), isbn], 422), ([Self.key(), ("to", "me/read"), isbn], 422),
                ([("to", "me/owned"), isbn], 400), ([Self.key(), ("to", "me/owned")], 422),
                ([Self.key(), ("to", "me/owned"), ("isbn", "978030640615")], 422),
                ([Self.key(), ("to", "me/owned"), ("photo", "x")], 404),
            ]
            for (fields, status) in wrong {
                #expect(try await ada.send("/box", fields).status == status, "\(fields)")
            }
            for to in ["copies/owned", "shared/owned"] {
                for path in ["/box", "/box/undo"] {
                    #expect(try await maria.send(path, [Self.key(), ("to", to), isbn]).status == 403)
                }
            }
            #expect(try site.store.books(on: "owned").isEmpty && site.store.lists(of: "Ada").isEmpty)
        }
    }

    @Test(arguments: ["copies/owned", "shared/lent", "me/owned"])
    func `what somebody removed meanwhile is not brought back`(to: String) async throws {
        try await TestSite.with { site in
            let ada = try await site.visitor("Ada", .librarian)
            let (account, book) = (try await site.account("Ada"), try BookSpecifier(Self.isbns[0]))
            _ = try site.store.add(book, to: BoxList(text: to), for: account)
            _ = try site.store.undo(by: "Ada", date: .now)
            #expect(try site.store.book(book) == nil)
            let fields = [Self.key(), ("to", to), ("isbn", Self.isbns[0]), ("new", ""), ("wanted", "")]
            #expect(try await Self.send(fields, by: ada, to: "/undo").state == "undone")
            #expect(try site.store.book(book) == nil)
            #expect(try site.store.history(for: "Ada", limit: 10).count == 1)
        }
    }

    @Test(arguments: ["copies/owned", "shared/owned", "me/owned"])
    func `an owned book that is wanted nevertheless is wanted again`(to: String) async throws {
        try await TestSite.with { site in
            let ada = try await site.visitor("Ada", .librarian)
            let (store, book) = (site.store, try BookSpecifier(Self.isbns[0]))
            if to == "me/owned" {
                for list in ["owned", "wanted"] { try store.add([book], to: list, of: "Ada") }
            } else {
                _ = try store.add(copies: 1, of: book, to: "owned")
                try store.add([book], to: "wanted")
            }
            let before = try Self.state(store)
            #expect(before.count == 2)
            var lines: [Line.Added] = []
            for _ in 0..<2 {
                let line = try await Self.send([Self.key(), ("to", to), ("isbn", Self.isbns[0])], by: ada)
                lines.append(try #require(line.added))
            }
            #expect(lines.map(\.wasWanted) == [true, false])
            // The earlier line first.
            for line in lines {
                let fields = [Self.key(), ("to", to), ("isbn", Self.isbns[0])]
                let wanted = line.wasWanted ? [("wanted", "")] : []
                #expect(try await Self.send(fields + wanted, by: ada, to: "/undo").state == "undone")
            }
            #expect(try Self.state(store) == before)
        }
    }

    /// What the lists hold, and how many.
    private static func state(_ store: Store) throws -> [String: [String: Int]] {
        var state: [String: [String: Int]] = [:]
        for list in try store.lists() where list.person == nil {
            for book in try store.books(on: list.name) {
                let entry = try store.stock(of: #require(book.id)).first { $0.list == list.name }
                state[list.name, default: [:]][book.isbn?.isbn13 ?? ""] = entry?.copies ?? 1
            }
        }
        for list in try store.lists(of: "Ada") {
            for id in try store.ids(on: list.name, of: "Ada") {
                state["Ada's \(list.name)", default: [:]][
                    try #require(try store.book(.id(id))?.isbn?.isbn13)] = 1
            }
        }
        return state
    }

    @Test(arguments: 0..<12)
    func `lines that are taken back leave what was there`(seed: Int) async throws {
        try await TestSite.with { site in
            var random = SeededGenerator(seed: UInt64(seed))
            let ada = try await site.visitor("Ada", .librarian)
            let store = site.store
            try store.add([BookSpecifier(Self.isbns[0])], to: "wanted")
            try store.add([BookSpecifier(Self.isbns[1])], to: "owned")
            try store.add([BookSpecifier(Self.isbns[2])], to: "wanted", of: "Ada")
            let before = try Self.state(store)
            let lists = ["copies/owned", "shared/lent", "me/owned", "me/gifts"]
            var lines: [(to: String, isbn: String, added: Line.Added)] = []
            for _ in 0..<8 {
                let to = try #require(lists.randomElement(using: &random))
                let isbn = try #require(Self.isbns.randomElement(using: &random))
                let line = try await Self.send([Self.key(), ("to", to), ("isbn", isbn)], by: ada)
                lines.append((to, isbn, try #require(line.added)))
            }
            while let line = lines.popLast() {
                var fields = [Self.key(), ("to", line.to), ("isbn", line.isbn)]
                if line.added.isNew { fields.append(("new", "")) }
                if line.added.wasWanted { fields.append(("wanted", "")) }
                let undone = try await Self.send(fields, by: ada, to: "/undo")
                #expect(undone.state == "undone")
                // An answer that was lost is asked for again.
                _ = try await Self.send(fields, by: ada, to: "/undo")
            }
            #expect(try Self.state(store) == before)
        }
    }
}
#endif
