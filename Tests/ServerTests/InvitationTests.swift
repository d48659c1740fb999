#if Server
// Invitations that nobody could use.
import Accounts
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Server

struct InvitationTests {
    private static let password = ("password", TestSite.password)

    @Test(arguments: [("Karin", "reset"), ("  karin ", "reset"), ("K a r i n", "confused")])
    func `nobody is invited by the name of an account, or one that looks like it`(name: String, word: String)
        async throws
    {
        try await TestSite.with { site in
            let ana = try await site.visitor("Ana", .administrator)
            _ = try await site.account("Karin")
            let page = try await ana.send(
                "/people/invite", [("role", "reader"), ("name", name), Self.password])
            #expect(page.status == 422 && !page.text.contains("ticket="))
            #expect(page.text.contains("Karin has an account") && page.text.contains(word), "\(page.text)")
            #expect(try site.store.invitations().isEmpty)
            #expect(throws: NameTaken.self) { try site.site.links.invitation(as: .reader, name: name) }
        }
    }

    @Test func `a name under which there are comments can be reserved`() async throws {
        try await TestSite.with { site in
            try site.store.add(
                Books.Comment(person: "Karin", text: "Fine."), to: BookSpecifier("9780306406157"))
            let ana = try await site.visitor("Ana", .administrator)
            let page = try await ana.send(
                "/people/invite", [("role", "reader"), ("name", "Karin"), Self.password])
            #expect(page.text.contains("ticket="))
        }
    }

    @Test func `a second invitation of a name ends when the first is used`() async throws {
        try await TestSite.with { site in
            let links = try (1...2).map { _ in try site.site.links.invitation(as: .reader, name: "Karin") }
            let ticket = ("ticket", String(links[0].suffix(43)))
            let made = try await site.visitor().send(
                "/sign-up", [ticket, ("name", "Karin"), ("password", "correct horse")])
            #expect(made.status == 303, "\(made.text)")
            #expect(try site.store.invitations().isEmpty)
        }
    }
}
#endif
