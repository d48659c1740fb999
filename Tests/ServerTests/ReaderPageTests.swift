#if Server
// A reader's page: hidden until its reader shows it, and never with what is private.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct ReaderPageTests {
    private func fill(_ site: TestSite) throws {
        try site.say("Said in the open.", by: "Maria")
        try site.say("Kept private.", by: "Maria", on: "9780439023481", isPrivate: true)
        try site.store.mark([BookSpecifier("9780439554930")], as: .reading, by: "Maria")
        try site.store.add([BookSpecifier("9780439554930")], to: "secret gifts", of: "Maria")
    }

    @Test(arguments: [Account.Role.reader, .librarian, .administrator])
    func `others see a page once its reader shows it, and no more once it is hidden`(
        role: Account.Role
    ) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let tom = try await site.visitor("Tom", role)
            try fill(site)
            #expect(try await tom.get("/readers/Maria").status == 404)
            #expect(try await !tom.get("/readers").text.contains("Maria"))
            #expect(try await site.visitor().get("/readers/Maria").status == 303)
            _ = try await maria.get("/account")
            #expect(try await maria.send("/account/page", [("shown", "on")]).status == 303)
            let page = try await tom.get("/readers/Maria")
            #expect(page.status == 200 && page.text.contains("Said in the open."))
            #expect(page.text.contains("9780439554930") || page.text.contains("978-0-439-55493-0"))
            #expect(try await tom.get("/readers/maria").status == 200, "as names are compared")
            #expect(try await tom.get("/readers").text.contains("/readers/Maria"))
            #expect(try await site.visitor().get("/readers/Maria").status == 303)
            #expect(try await maria.send("/account/page").status == 303)
            #expect(try await tom.get("/readers/Maria").status == 404)
        }
    }

    @Test func `a page has nothing private, not even for its reader`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            try fill(site)
            try site.store.set(isShown: true, of: try await site.account("Maria").id)
            for visitor in [maria, try await site.visitor("Ana", .administrator)] {
                let page = try await visitor.get("/readers/Maria").text
                #expect(page.contains("Said in the open."))
                for word in ["Kept private.", "secret gifts"] { #expect(!page.contains(word)) }
            }
        }
    }

    @Test func `nobody shows another's page, and a deleted reader has none`() async throws {
        try await TestSite.with { site in
            let tom = try await site.visitor("Tom")
            let maria = try await site.account("Maria")
            _ = try await tom.get("/account")
            _ = try await tom.send(
                "/account/page", [("shown", "on"), ("name", "Maria"), ("id", "\(maria.id)")])
            #expect(try !site.store.isShown(maria.id))
            try site.store.set(isShown: true, of: maria.id)
            #expect(try await tom.get("/readers/Maria").status == 200)
            _ = try site.store.deleteAccount(maria.id)
            for name in ["Maria", "Nobody", "-", "%3Cb%3E"] {
                #expect(try await tom.get("/readers/\(name)").status == 404, "\(name)")
            }
        }
    }

    @Test(arguments: ["Anne Marie", "J. R. Ø", "a/b", "100%"])
    func `names of any letters have a page`(name: String) async throws {
        try await TestSite.with { site in
            let tom = try await site.visitor("Tom")
            try site.store.set(isShown: true, of: try await site.account(name).id)
            let list = try await tom.get("/readers").text
            let path = try #require(list.firstMatch(of: /href="(\/readers\/[^"]+)"/)?.1)
            #expect(try await tom.get(String(path)).status == 200)
        }
    }
}
#endif
