#if Server
// The page of all lists, with the first covers of each.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct ListsPageTests {
    /// Names of lists, with the titles below their covers.
    private static func lists(_ page: Answer) -> [String] {
        page.text.split(separator: "<h3>").dropFirst().map { part in
            let name = part.firstMatch(of: />([^<]*)<\/a>/)?.1 ?? ""
            let titles = part.matches(of: /class="title"[^>]*>([^<]*)</).map { String($0.1) }
            return "\(name): \(titles.joined(separator: " "))"
        }
    }

    @Test(arguments: [Account.Role.reader, .librarian])
    func `what was read is not wanted any more, on the shared list if a librarian read it`(
        role: Account.Role
    ) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria", role)
            let book = try BookSpecifier("9780306406157")
            try site.store.add([book], to: "wanted")
            for person in ["Maria", "Ion"] { try site.store.add([book], to: "wanted", of: person) }
            func isWanted(by owner: String?) throws -> Bool {
                try site.store.count(of: [book], on: "wanted", of: [owner]) == 1
            }
            _ = try await maria.send("/books/9780306406157/reading", [("state", "reading")])
            #expect(try isWanted(by: "Maria") && isWanted(by: nil))
            _ = try await maria.send("/books/9780306406157/reading", [("state", "read")])
            #expect(try !isWanted(by: "Maria") && isWanted(by: "Ion"))
            #expect(try isWanted(by: nil) == (role == .reader))
        }
    }

    @Test func `a new list's name has at most 200 bytes`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria", .librarian)
            for (count, status) in [(201, 422), (200, 303)] {
                let name = String(repeating: "x", count: count)
                for whose in ["me", "shared"] {
                    let answer = try await maria.send(
                        "/books/9780306406157/list", [("list", name), ("do", "add"), ("whose", whose)])
                    #expect(answer.text.contains("at most 200 bytes") == (status == 422), "\(answer.status)")
                }
            }
            #expect(try site.store.lists(of: "Maria").count == 1 && site.store.lists().count == 3)
        }
    }

    @Test func `each list shows its first books, its owner's alone`() async throws {
        try await TestSite.with { site in
            let (maria, ion) = (try await site.visitor("Maria"), try await site.visitor("Ion"))
            let books = try (1...8).map { number in
                try #require(try site.store.add(BookEdit([.title: ["T\(number)"]])).book.reference)
            }
            try site.store.add(books, to: "owned")
            try site.store.add([books[1]], to: "gifts", of: "Maria")
            try site.store.mark([books[2]], as: .reading, by: "Maria")
            let page = try await maria.get("/lists")
            #expect(
                Self.lists(page) == ["gifts: T2", "reading: T3", "owned: T1 T2 T3 T4 T5 T6", "wanted: "])
            #expect(page.text.contains("8 books") && page.text.contains("0 books"))
            #expect(page.text.contains("class=\"cover large\""))
            #expect(try await Self.lists(ion.get("/lists")) == ["owned: T1 T2 T3 T4 T5 T6", "wanted: "])
        }
    }
}
#endif
