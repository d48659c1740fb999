#if Server
// Replies and spoilers on a book's page.
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct ReplyTests {
    private static let path = "/books/9780306406157"

    @Test func `replies stand below what they reply to, the earliest first`() async throws {
        try await TestSite.with { site in
            let (maria, tom) = (try await site.visitor("Maria"), try await site.visitor("Tom"))
            let first = try site.say("First of all.", by: "Maria")
            try site.say("Quite another.", by: "Ann")
            for text in ["Reply one.", "Reply two. <b>bold</b>"] {
                let answer = try await tom.send(
                    "\(Self.path)/comments", [("text", text), ("parent", "\(first)")])
                #expect(answer.status == 303)
            }
            let page = try await maria.get(Self.path).text
            let places = ["Quite another.", "First of all.", "Reply one.", "Reply two. &lt;b&gt;"].map {
                page.range(of: $0)?.lowerBound
            }
            #expect(
                places.allSatisfy { $0 != nil }
                    && places.compactMap(\.self) == places.compactMap(\.self).sorted())
            #expect(page.matches(of: /class="reply" id=/).count == 2)
            #expect(
                try await tom.send("\(Self.path)/comments", [("text", "x"), ("parent", "99")]).status == 404)
            #expect(
                try await tom.send("\(Self.path)/comments", [("text", "x"), ("parent", "y")]).status == 400)
            // What it replied to is gone: it stays, by itself.
            _ = try await maria.send("/comments/\(first)/remove")
            let after = try await maria.get(Self.path).text
            #expect(!after.contains("First of all.") && after.contains("Reply one."))
        }
    }

    @Test func `a reply to a comment that was removed or made private meanwhile keeps its text`() async throws
    {
        try await TestSite.with { site in
            let tom = try await site.visitor("Tom")
            for isPrivate in [true, false] {
                let first = try site.say("First of all.", by: "Maria", isPrivate: isPrivate)
                if !isPrivate { try site.store.removeComment(first, by: "Maria", orOthers: false) }
                let reply = [("text", "Not <i>so</i>."), ("parent", "\(first)"), ("spoiler", "on")]
                let refused = try await tom.send("\(Self.path)/comments", reply)
                #expect(refused.status == 404 && refused.text.contains("The comment is not there any more."))
                #expect(refused.text.contains("name=\"spoiler\" checked"))
                #expect(refused.text.contains("action=\"\(Self.path)/comments\""))
                let form = PageForm(refused.text)
                #expect(form.fields["text"] == "Not <i>so</i>." && form.fields["parent"] == nil)
                #expect(try await tom.send("\(Self.path)/comments", form.pairs).status == 303)
            }
            #expect(
                try site.store.comments(by: "Tom", for: "Tom").map(\.text) == [
                    "Not <i>so</i>.", "Not <i>so</i>.",
                ])
        }
    }

    @Test func `a spoiler is folded wherever it is shown`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let first = try site.say("Fine.", by: "Maria")
            let book = try BookSpecifier("9780306406157")
            try site.store.add(
                Comment(person: "Maria", text: "The heron did it.", isSpoiler: true, parent: first), to: book)
            try site.store.add(Comment(person: "Maria", text: "The eel did it.", isSpoiler: true), to: book)
            for path in [Self.path, "/", "/mine", "/search?q=heron", "/search?q=eel", "/books", "/liked"] {
                let page = try await maria.get(path).text
                let open = page.replacing(
                    /<details><summary>Spoiler: show<\/summary>[\s\S]*?<\/details>/, with: "")
                #expect(!open.contains("did it."), "\(path)")
            }
            #expect(try await maria.get(Self.path).text.contains("The heron did it."))
        }
    }

    @Test func `fifty comments are a page, with replies to them`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let book = try BookSpecifier("9780306406157")
            for number in 0..<60 {
                let written = Date(timeIntervalSince1970: Double(number))
                let id = try site.store.add(
                    Comment(person: "Tom", text: "Comment \(number).", written: written), to: book)
                try site.store.add(Comment(person: "Ann", text: "Reply \(number).", parent: id), to: book)
            }
            for (from, shown, hidden) in [(0, [59, 10], [9, 0]), (50, [9, 0], [10, 59])] {
                let page = try await maria.get("\(Self.path)?from=\(from)").text
                for number in shown {
                    #expect(page.contains("Comment \(number).") && page.contains("Reply \(number)."))
                }
                for number in hidden {
                    #expect(!page.contains("Comment \(number).") && !page.contains("Reply \(number)."))
                }
            }
        }
    }

    @Test func `further replies to a comment are on pages of their own`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let book = try BookSpecifier("9780306406157")
            let (first, _) = (try site.say("First.", by: "Maria"), try site.say("Another.", by: "Ann"))
            for number in 0..<60 {
                let written = Date(timeIntervalSince1970: Double(number))
                try site.store.add(
                    Comment(person: "Ann", text: "Reply \(number).", written: written, parent: first),
                    to: book)
            }
            let page = try await maria.get(Self.path).text
            #expect(page.contains("Reply 9.") && !page.contains("Reply 10.") && page.contains(">50 more<"))
            #expect(page.contains("href=\"\(Self.path)?thread=\(first)#comment-\(first)\""))
            for (from, shown, hidden) in [(0, [0, 49], 50), (50, [50, 59], 49)] as [(Int, [Int], Int)] {
                let thread = try await maria.get("\(Self.path)?thread=\(first)&from=\(from)").text
                #expect(
                    thread.contains("First.") && !thread.contains("Another.") && !thread.contains(" more<"))
                for number in shown { #expect(thread.contains("Reply \(number).")) }
                #expect(!thread.contains("Reply \(hidden)."))
            }
            #expect(try await maria.get("\(Self.path)?thread=\(first)").text.contains("from=50#comments"))
            #expect(try await maria.get("\(Self.path)?thread=999").status == 404)
        }
    }
}
#endif
