#if Server
// Forms of a book that are sent after its ISBN was changed, and perhaps given to another book.
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct ChangedISBNTests {
    private static let wrong = "9780306406157"
    private static let right = "9780439023481"
    private static let old = "/books/\(wrong)"

    /// Where the form of an open page is sent whose address ends with `end`.
    private static func action(_ end: String, on page: String) throws -> String {
        let actions = page.matches(of: /action="([^"]+)"/).map { String($0.1) }
        return try #require(actions.first { $0.hasSuffix(end) }, "\(end)")
    }

    /// A book whose ISBN a librarian corrects after a page was opened; another book then gets the former one.
    private static func change(
        _ page: String = "", givesAway: Bool,
        _ body: @Sendable (TestSite, Visitor, String, BookID) async throws -> Void
    ) async throws {
        try await TestSite.with { site in
            try site.store.save(Book(isbn: ISBN(wrong), title: "Harbour lights"))
            let kim = try await site.visitor("Kim", .librarian)
            let open = try await kim.get(old + page).text
            let id = try #require(try site.store.book(BookSpecifier(wrong))?.id)
            try site.correct(.id(id), to: right)
            if givesAway {
                let other = try site.store.add(BookEdit([.title: ["Salt marsh"]])).book
                try site.correct(#require(other.reference), to: wrong)
            }
            try await body(site, kim, open, id)
            #expect(try site.store.book(BookSpecifier(wrong))?.title == (givesAway ? "Salt marsh" : nil))
            let other = try site.store.book(BookSpecifier(wrong))?.id
            if let other {
                #expect(try site.store.comments(on: other, for: "Kim").isEmpty)
                #expect(try site.store.stock(of: other).isEmpty)
                #expect(try site.store.readings(of: other, by: "Kim").isEmpty)
            }
        }
    }

    @Test(arguments: [false, true])
    func `what a reader says and keeps is of the book whose page is open`(givesAway: Bool) async throws {
        try await Self.change(givesAway: givesAway) { site, kim, open, id in
            let forms: [(String, [(String, String)])] = [
                ("/comments", [("text", "Fine."), ("stars", "1")]), ("/reading", [("state", "read")]),
                ("/list", [("list", "gifts"), ("whose", "me")]),
            ]
            for (end, fields) in forms {
                let sent = try await kim.send(Self.action(end, on: open), fields)
                let path = try #require(sent["location"]?.split(separator: "#").first.map { String($0) })
                #expect(sent.status == 303)
                #expect(try await kim.get(path)["location"] == "/books/\(Self.right)")
            }
            #expect(try site.store.comments(on: id, for: "Kim").map(\.text) == ["Fine."])
            #expect(try site.store.readings(of: id, by: "Kim").count == 1)
            #expect(try site.store.lists(of: "Kim", with: id).contains { $0.name == "gifts" && $0.holds })
        }
    }

    @Test(arguments: [false, true])
    func `copies are counted of the book whose page is open`(givesAway: Bool) async throws {
        try await Self.change("/copies", givesAway: givesAway) { site, kim, open, id in
            let (stock, copies) = (try Self.action("/stock", on: open), try Self.action("/copies", on: open))
            #expect(try await kim.send(stock, [("list", "owned"), ("copies", "3")]).status == 303)
            #expect(try await kim.send(copies, [("label", "K-1")]).status == 303)
            let owned = try site.store.stock(of: .id(id), on: "owned")
            #expect(owned?.copies == 4, "three were counted, then one was added")
            #expect(try site.store.copies(named: "K-1").first?.isbn?.isbn13 == Self.right)
        }
    }

    @Test(arguments: [false, true])
    func `the form of a book's data is its own`(givesAway: Bool) async throws {
        try await Self.change("/edit", givesAway: givesAway) { site, kim, open, id in
            let (edit, remove) = (try Self.action("/edit", on: open), try Self.action("/remove", on: open))
            let form = PageForm(open).with([.publisher: "Heron"])
            let saved = try await kim.send(edit, form.pairs)
            #expect(saved["location"] == "/books/\(Self.right)")
            #expect(try site.store.book(.id(id))?.publisher == "Heron")
            #expect(try await kim.send(remove).status == 303)
            #expect(try site.store.book(.id(id)) == nil)
        }
    }

    @Test func `a look-up is of the book whose page is open`() async throws {
        try await TestSite.with { site in
            _ = try site.store.save(ISBN(Self.wrong))
            let kim = try await site.visitor("Kim")
            let action = try Self.action("/look-up", on: try await kim.get(Self.old).text)
            try site.correct(BookSpecifier(Self.wrong), to: Self.right)
            #expect(try await kim.send(action)["location"] == "/books/\(Self.right)")
            #expect(try site.store.book(BookSpecifier(Self.wrong)) == nil)
            // A book that is not in the catalogue yet has no other name.
            let other = try await kim.get(Self.old)
            #expect(try Self.action("/look-up", on: other.text) == "\(Self.old)/look-up")
        }
    }

    @Test(arguments: ["copies/owned", "shared/lent", "me/owned"])
    func `a book of a box is taken back`(to: String) async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            let add = [("to", to), ("isbn", Self.wrong), ("key", Secret().text)]
            let added = try await kim.send("/box", add)
            let number = try #require(added.text.firstMatch(of: /"added":\{[^}]*"book":(\d+)/)?.1)
            let id = BookID(try #require(Int64(number)))
            try site.correct(.id(id), to: Self.right)
            let line = try await kim.get("/box/id:\(number)")
            #expect(line.text.contains("\"isbn\":\"\(Self.right)\""))
            let undo = [
                ("to", to), ("isbn", Self.wrong), ("book", String(number)), ("new", ""),
                ("key", Secret().text),
            ]
            #expect(try await kim.send("/box/undo", undo).status == 200)
            #expect(try site.store.stock(of: id).isEmpty)
            #expect(try site.store.lists(of: "Kim", with: id).allSatisfy { !$0.holds })
        }
    }

    @Test func `forms of a merged book are of the one that it became, or say what is wrong`() async throws {
        try await TestSite.with { site in
            try site.store.save(Book(isbn: ISBN(Self.right), title: "Harbour lights"))
            let id = try #require(try site.store.add(BookEdit([.title: ["Harbour light"]])).book.id)
            let kim = try await site.visitor("Kim", .librarian)
            try site.store.recordingChange(.merge, by: "Lee").merge(
                .id(id), into: BookSpecifier(Self.right), evenIfTwoISBNs: false, origin: .byHand)
            let path = BookSpecifier.id(id).path
            let refused = try await kim.send("\(path)/reading", [("state", "read"), ("date", "gestern")])
            #expect(refused.status == 422 && refused.text.contains("name=\"date\" value=\"gestern\""))
            #expect(try await kim.send("\(path)/look-up")["location"] == "/books/\(Self.right)")
            // The book that was seen is gone; the other one was not meant.
            #expect(try await kim.send("\(path)/remove").status == 404)
        }
    }
}

extension TestSite {
    fileprivate func correct(_ book: BookSpecifier, to isbn: String) throws {
        _ = try store.recordingChange(.edit, by: "Lee").edit(book, BookEdit([.isbn: [isbn]]))
    }
}
#endif
