#if Server
// Dates and prices of a copy, as people type them on a page.
import Accounts
import Books
import Catalogue
import TestSupport
import Testing
import Translation

@testable import Server

struct CopyFieldTests {
    @Test func `a date with points and a price with a comma are saved`() async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            let copies = "/books/9780306406157/copies"
            try site.store.save(Book(isbn: ISBN("9780306406157"), title: "Harbour lights"))
            let sent = try await kim.send(
                copies, [("label", "K 1"), ("acquired", "14.3.1999"), ("price", "3,50 €")])
            #expect(sent.status == 303)
            let copy = try site.store.copy("K 1")
            #expect(copy.acquired?.description == "1999-03-14" && copy.price?.description == "3.50 EUR")
            let wrong = try await kim.send(copies, [("label", "K 2"), ("acquired", "14/3/1999")])
            #expect(wrong.status == 422 && wrong.text.contains("A date is written as 2026, 2026-03"))
            let future = try await kim.send(copies, [("label", "K 2"), ("acquired", "1.1.9000")])
            #expect(future.status == 422 && future.text.contains("must not be in the future"))
        }
    }

    @Test func `the day of a reading is typed with points, too`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            try site.store.save(Book(isbn: ISBN("9780306406157"), title: "Harbour lights"))
            let path = "/books/9780306406157/reading"
            let wrong = try await maria.send(path, [("state", "read"), ("date", "spring")])
            #expect(wrong.status == 422 && wrong.text.contains("A date is written as 2026, 2026-03"))
            #expect(try await maria.send(path, [("state", "read"), ("date", "3.1999")]).status == 303)
            #expect(try await maria.get("/books/9780306406157").text.contains("Mar 1999"))
        }
    }
}
#endif
