#if Server
// On a disk that is nearly full, what takes away or protects still works.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct LittleRoomTests {
    private static let isbn = "9780306406157"
    private static let page = "/books/\(isbn)"
    private static let password = ("password", TestSite.password)

    private static func with(_ body: @Sendable (TestSite) async throws -> Void) async throws {
        try await TestSite.with {
            $0.diskLeft = 1 << 60
        } _: { site in
            try site.store.save(Book(isbn: ISBN(isbn), title: "Harbour lights"))
            try await body(site)
            let tom = try await site.visitor("Tom")
            #expect(try await tom.send("\(page)/comments", [("text", "More.")]).status == 507)
        }
    }

    @Test func `an account is protected`() async throws {
        try await Self.with { site in
            let ada = try await site.visitor("Ada", .administrator)
            let lee = try await site.account("Lee", .librarian)
            let roles = [("role", "reader"), Self.password]
            #expect(try await ada.send("/people/\(lee.id)/role", roles).status == 303)
            #expect(try site.store.account(lee.id)?.role == .reader)
            let reset = try await ada.send("/people/\(lee.id)/reset", [Self.password])
            #expect(reset.status == 200 && reset.text.contains("/reset?ticket="))
            let change = [Self.password, ("new", "another long secret")]
            #expect(try await ada.send("/account/password", change).status == 200)
        }
    }

    @Test func `a reader takes back what was added`() async throws {
        try await Self.with { site in
            let (maria, book) = (try await site.visitor("Maria"), try BookSpecifier(Self.isbn))
            let id = try #require(try site.store.book(book)?.id)
            _ = try site.store.mark([book], as: .read, by: "Maria", on: nil, keepingLists: false)
            let reading = try #require(try site.store.readings(of: id, by: "Maria").first?.id)
            #expect(try await maria.send("\(Self.page)/readings/\(reading)/remove").status == 303)
            #expect(try site.store.readings(of: id, by: "Maria").isEmpty)
            let comment = try site.say("Fine.", by: "Maria")
            let open = [("text", "Fine."), ("stars", "4")]
            #expect(try await maria.send("/comments/\(comment)", open).status == 507)
            #expect(try await maria.send("/comments/\(comment)", open + [("private", "on")]).status == 303)
            #expect(try site.store.comment(comment, for: "Maria")?.isPrivate == true)
            let kept = site.store.recordingChange(.putOnList, "gifts", by: "Maria")
            _ = try kept.add([book], to: "gifts", of: "Maria")
            let change = try site.latestChange(of: "Maria")
            #expect(try await maria.takeBack(change, of: book).status == 303)
            #expect(try site.store.lists(of: "Maria", with: id).allSatisfy { !$0.holds })
        }
    }

    @Test func `a copy comes back`() async throws {
        try await Self.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            try site.store.add(CopyEdit([.label: "K 1"]), of: BookSpecifier(Self.isbn))
            let copy = try site.store.copy("K 1")
            _ = try site.store.lend("K 1", to: "Maria", due: nil)
            #expect(try await kim.send("/copies/\(copy.id?.value ?? 0)/return").status == 303)
            #expect(try site.store.copy("K 1").loan == nil)
        }
    }
}
#endif
