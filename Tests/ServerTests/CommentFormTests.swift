#if Server
// The form for comments.
import Books
import Catalogue
import Testing

@testable import Server

struct CommentFormTests {
    @Test func `a form that is sent twice adds one comment`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            _ = try site.store.save(ISBN("9780306406157"))
            let path = "/books/9780306406157"
            let page = try await maria.get(path)
            let key = try #require(page.text.firstMatch(of: /name="key" value="([\w-]{43})"/)?.1)
            let form = [("key", String(key)), ("text", "Fine."), ("stars", "4")]
            for _ in 0..<2 { #expect(try await maria.send(path + "/comments", form).status == 303) }
            func said() throws -> [String] { try site.store.comments(by: "Maria", for: "Maria").map(\.text) }
            #expect(try said() == ["Fine."])
            // From the same page, another text is another comment.
            _ = try await maria.send(path + "/comments", [("key", String(key)), ("text", "Better.")])
            #expect(try said().sorted() == ["Better.", "Fine."])
            // From a new page, so is the same text, and so is one of another person.
            let next = try #require(
                try await maria.get(path).text.firstMatch(of: /name="key" value="([\w-]{43})"/)?.1)
            #expect(next != key)
            _ = try await maria.send(path + "/comments", [("key", String(next)), ("text", "Fine.")])
            #expect(try said().count == 3)
            let tom = try await site.visitor("Tom")
            _ = try await tom.send(path + "/comments", form)
            #expect(try site.store.comments(by: "Tom", for: "Tom").count == 1)
        }
    }

    @Test func `halves are offered, and the quarters that a comment has stay`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let number = try site.store.add(
                Comment(person: "Maria", rating: Rating(4.25), text: "Fine."),
                to: .isbn(ISBN("9780306406157")))
            let page = try await maria.get("/books/9780306406157").text
            #expect(page.contains("★★★★½") && page.contains("4.25 of 5"))
            #expect(page.contains("value=\"4.5\"") && !page.contains("value=\"4.25\""))
            let path = "/comments/\(number)"
            let form = try await maria.get(path).text
            #expect(form.firstMatch(of: /value="4.25"\s+checked/) != nil && form.contains("value=\"4.5\""))
            for (stars, status) in [("3.75", 303), ("4.3", 400)] {
                let answer = try await maria.send(path, [("text", "Fine."), ("stars", stars)])
                #expect(answer.status == status)
            }
            #expect(try site.store.comment(number, for: "Maria")?.rating?.stars == 3.75)
        }
    }

    /// A stale window neither makes a comment public again nor overwrites what the other one has saved.
    @Test func `of two windows with one comment nothing is lost`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let number = try site.say("Fine.", by: "Maria")
            let path = "/comments/\(number)"
            func stored() throws -> Books.Comment {
                try #require(try site.store.comment(number, for: "Maria"))
            }
            let stars = [("stars", "4")]
            let first = try await maria.form(path).pairs + stars
            #expect(
                first.contains { $0 == ("former-text", "Fine.") }
                    && first.contains { $0 == ("former-private", "") })
            func changed(_ text: String) -> [(String, String)] {
                first.filter { $0.0 != "text" } + [("text", text)]
            }
            #expect(try await maria.send(path, first + [("private", "on")]).status == 303)
            #expect(try await maria.send(path, changed("One.\r\nTwo.")).status == 303)
            #expect(try stored().isPrivate && stored().text == "One.\nTwo.")
            let refused = try await maria.send(path, changed("Better."))
            #expect(refused.status == 409 && refused.text.contains("It is now: <b dir=\"auto\">One."))
            #expect(try stored().text == "One.\nTwo." && refused.text.contains(">Better.</textarea>"))
            #expect(refused.text.contains("name=\"private\" checked"))
            let both = PageForm(refused.text).pairs + stars + [("private", "on")]
            #expect(try await maria.send(path, both).status == 303)
            #expect(try stored().text == "Better." && stored().isPrivate && stored().rating?.stars == 4)
            let open = try await maria.form(path).pairs + stars
            #expect(try await maria.send(path, open).status == 303 && !stored().isPrivate)
        }
    }

    @Test func `a book read without a date has none, and the form says so`() async throws {
        try await TestSite.with { site in
            try site.store.save(Book(isbn: ISBN("9780306406157"), title: "Harbour lights"))
            let maria = try await site.visitor("Maria")
            let page = try await maria.get("/books/9780306406157").text
            #expect(page.contains("placeholder=\"if known\"") && !page.contains("placeholder=\"today\""))
            let id = try #require(try site.store.book(BookSpecifier("9780306406157"))?.id)
            func dates() throws -> [PartialDate?] {
                try site.store.readings(of: id, by: "Maria").map(\.ended)
            }
            _ = try await maria.send("/books/9780306406157/reading", [("state", "read")])
            #expect(try dates() == [nil])
            // One that was being read ends today.
            for state in ["reading", "read"] {
                _ = try await maria.send("/books/9780306406157/reading", [("state", state)])
            }
            #expect(try dates().compactMap(\.self).count == 1)
        }
    }

    @Test(arguments: [
        ("gestern", "A date is written as 2026"), ("2021-13", "A date is written as 2026"),
        ("2999-01-01", "A date must not be in the future"),
    ])
    func `a date of reading that is none is said beside the form, which keeps it`(
        date: String, words: String
    ) async throws {
        try await TestSite.with { site in
            try site.store.save(Book(isbn: ISBN("9780306406157"), title: "Harbour lights"))
            let maria = try await site.visitor("Maria")
            let answer = try await maria.send(
                "/books/9780306406157/reading", [("state", "abandoned"), ("date", date)])
            #expect(answer.status == 422 && answer.text.contains(words))
            #expect(answer.text.contains("name=\"date\" value=\"\(date)\""))
            #expect(answer.text.contains("<option value=\"abandoned\" selected>"))
            #expect(try await !maria.get("/books/9780306406157").text.contains("role=\"alert\""))
        }
    }
}
#endif
