#if Server
// Links by which guests see a list: what they show, whom they belong to, and when they end.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct GuestListTests {
    private static let isbn = "9780306406157"

    /// A list with one book, of which there are comments.
    private func fill(_ site: TestSite, of person: String?) throws {
        var book = Book(
            isbn: try ISBN(Self.isbn), title: "Harbour lights", contributors: [Contributor(name: "Ana Ruiz")])
        book.credit(Origin(.fetched, "a source", .now))
        try site.store.save(book)
        try site.say("Said in the open.", by: "Maria")
        try site.say("Kept private.", by: "Maria", isPrivate: true)
        let reference = try BookSpecifier(Self.isbn)
        if let person {
            try site.store.add([reference], to: "gifts", of: person)
        } else {
            try site.store.add([reference], to: "gifts")
        }
    }

    /// The path by which a guest sees a list, and the answer to who made it.
    private func link(_ visitor: Visitor, of whose: String = "me") async throws -> (
        path: String, answer: Answer
    ) {
        let answer = try await visitor.send("/list-links", [("name", "gifts"), ("of", whose)])
        let path = answer.text.firstMatch(of: /club\.test(\/guest\?link=[\w-]{43})/)?.1
        return (path.map(String.init) ?? "", answer)
    }

    @Test func `somebody who is signed in sees it in their language`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            try fill(site, of: "Maria")
            let path = try await link(maria).path
            try site.store.set(language: "de", of: try await site.account("Maria").id)
            for (visitor, code) in [(maria, "de"), (site.visitor(), "fr")] {
                let page = try await visitor.get(path, ["Accept-Language": "fr"])
                #expect(page.text.contains("lang=\"\(code)\"") && page.cookies.isEmpty)
                #expect(!page.text.contains("data-account") && !page.text.contains("Abmelden"))
            }
        }
    }

    @Test(arguments: ["me", "shared"])
    func `a guest sees titles and makers, and nothing that anybody said`(whose: String) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria", .librarian)
            try fill(site, of: whose == "me" ? "Maria" : nil)
            let path = try await link(maria, of: whose).path
            let guest = site.visitor()
            let page = try await guest.get(path)
            #expect(page.status == 200 && page.text.contains("Harbour lights"))
            #expect(page.text.contains("Ana Ruiz") && page.text.contains("gifts"))
            for word in ["Said in the open", "Kept private", "/books/", "Sign out", "★"] {
                #expect(!page.text.contains(word), "\(word)")
            }
            #expect(page.text.contains("Maria") == (whose == "me"))
            #expect(page["x-robots-tag"] == "noindex, nofollow" && page.text.contains("noindex"))
            #expect(page["cache-control"] == "no-store" && page.cookies.isEmpty)
            // Nothing else opens with it.
            #expect(try await guest.get("/books/\(Self.isbn)").status == 303)
            #expect(try await guest.get("/lists").status == 303)
            #expect(try await guest.ask("POST", path).status == 405)
        }
    }

    @Test func `a guest sees the covers of the list, and no others`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            try fill(site, of: "Maria")
            let other = try #require(try site.store.add(BookEdit([.title: ["Not listed"]])).book.reference)
            let path = try await link(maria).path
            let guest = site.visitor()
            let image = try #require(
                try await guest.get(path).text.firstMatch(of: /src="(\/guest\/cover\?[^"]*)"/)?.1)
            let address = String(image).replacing("&amp;", with: "&")
            let cover = try await guest.get(address)
            #expect(cover.status == 200 && cover["content-type"] == "image/svg+xml")
            #expect(cover["cache-control"] == "private, no-cache" && cover.cookies.isEmpty)
            let secret = String(path.suffix(43))
            #expect(try await guest.get("/guest/cover?link=\(secret)&book=\(other)").status == 404)
            #expect(try await guest.get("/guest/cover?link=\(Secret().text)&book=\(Self.isbn)").status == 403)
            #expect(try await guest.get("/guest/cover?book=\(Self.isbn)").status == 404)
            #expect(try await guest.get("/cover/\(Self.isbn)").status == 303)
        }
    }

    @Test func `a link is shown once, and its owner alone takes it back`() async throws {
        try await TestSite.with { site in
            let (maria, tom) = (try await site.visitor("Maria"), try await site.visitor("Tom"))
            try fill(site, of: "Maria")
            let path = try await link(maria).path
            let lists = try await maria.get("/lists").text
            #expect(!lists.contains(path.suffix(43)))
            let id = try #require(lists.firstMatch(of: /list-links\/([0-9a-f]+)\/remove/)?.1)
            #expect(try await !tom.get("/lists").text.contains("list-links"))
            _ = try await tom.send("/list-links/\(id)/remove")
            #expect(try await site.visitor().get(path).status == 200)
            #expect(try await maria.send("/list-links/\(id)/remove").status == 303)
            #expect(try await site.visitor().get(path).status == 403)
            for wrong in ["/guest", "/guest?link=x", "/guest?link=\(id)"] {
                #expect(try await site.visitor().get(wrong).status == 404)
            }
            #expect(try await site.visitor().get("/guest?link=\(Secret().text)").status == 403)
        }
    }

    @Test func `only what one may show can be linked`() async throws {
        try await TestSite.with { site in
            let (maria, tom) = (try await site.visitor("Maria"), try await site.visitor("Tom"))
            try fill(site, of: "Maria")
            try site.store.add([BookSpecifier(Self.isbn)], to: "gifts")
            #expect(try await link(tom).answer.status == 404, "he has no such list")
            #expect(try await link(tom, of: "shared").answer.status == 403)
            for (name, whose, status) in [
                ("nothing", "me", 404), ("read", "me", 422), ("gifts", "reading", 400), ("gifts", "", 400),
            ] {
                let answer = try await maria.send("/list-links", [("name", name), ("of", whose)])
                #expect(answer.status == status, "\(name) \(whose)")
            }
            for _ in 0..<20 { #expect(try await link(maria).answer.status == 200) }
            #expect(try await link(maria).answer.status == 422)
        }
    }

    @Test func `a link shows the list as it is now, under its owner's present name`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            try fill(site, of: "Maria")
            let path = try await link(maria).path
            let guest = site.visitor()
            try site.store.remove([BookSpecifier(Self.isbn)], from: "gifts", of: "Maria")
            let empty = try await guest.get(path)
            #expect(empty.status == 200 && empty.text.contains("0 books"))
            try site.store.add([BookSpecifier("9780439023481")], to: "gifts", of: "Maria")
            let account = try await site.account("Maria")
            #expect(try site.store.set(name: #require(AccountName("Mary")), of: account.id))
            let renamed = try await guest.get(path).text
            #expect(renamed.contains("978-0-439-02348-1") && renamed.contains("Mary"))
            #expect(!renamed.contains("Maria"))
            _ = try site.store.deleteAccount(account.id)
            let removed = try await guest.get(path)
            #expect(removed.status == 403 && removed.text.contains("It was taken back, or never existed."))
        }
    }

    @Test func `a link to a shared list ends while its maker is no librarian`() async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            try fill(site, of: nil)
            let path = try await link(kim, of: "shared").path
            let id = try await site.account("Kim").id
            _ = try site.store.give(.reader, to: id)
            #expect(try await site.visitor().get(path).status == 403)
            _ = try site.store.give(.administrator, to: id)
            #expect(try await site.visitor().get(path).status == 200)
        }
    }

    @Test func `markup in a list's name and titles is text`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let hostile = "<img src=x>&\"{{base}}"
            var book = Book(isbn: try ISBN(Self.isbn), title: hostile)
            book.credit(Origin(.fetched, "a source", .now))
            try site.store.save(book)
            try site.store.add([BookSpecifier(Self.isbn)], to: hostile, of: "Maria")
            let made = try await maria.send("/list-links", [("name", hostile), ("of", "me")])
            let path = try #require(made.text.firstMatch(of: /club\.test(\/guest\?link=[\w-]{43})/)?.1)
            for text in [made.text, try await site.visitor().get(String(path)).text] {
                #expect(!text.contains("<img src=x") && text.contains("&lt;img src=x"))
            }
        }
    }
}
#endif
