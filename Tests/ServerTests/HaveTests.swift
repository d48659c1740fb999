#if Server
// “Do I have it?” without a script: the server answers as the copy on a device would.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct HaveTests {
    private static func fill(_ site: TestSite) throws {
        let books = [
            ("9780306406157", "The Winter’s Lanterns", "Zoë Ångström", "W1"),
            ("9780439023481", "Jenseits der Größe", "Łukasz Ødegård", "W2"),
            ("9780439554930", "Winter Lanterns, large print", "Zoë Ångström", "W1"),
            ("9780316015844", "Not yours", "Nobody", "W3"),
        ]
        for (isbn, title, maker, work) in books {
            var book = Book(
                isbn: try ISBN(isbn), title: title, contributors: [Contributor(name: maker)],
                works: [Identifier("openlibrary", work)])
            book.credit(Origin(.edited, "Maria"))
            try site.store.save(book)
        }
        try site.store.add([BookSpecifier("9780306406157")], to: "owned")
        try site.store.add([BookSpecifier("9780439023481")], to: "wanted", of: "Maria")
    }

    @Test(arguments: [
        ("9780306406157", "yours"), ("0-306-40615-2", "yours"), ("ISBN-13: 978-0-306-40615-7", "yours"),
        ("EAN 9780306406157", "yours"), ("9780306406157 (pbk)", "yours"), ("978-0-306-40615-7.", "yours"),
        ("978-0-439-02348-1", "wanted"),
        ("9780439554930", "you have another edition"), ("9780316015844", nil), ("9780306406158", nil),
        ("the winter's lanterns", "yours"), ("A WINTER", "yours"), ("angstrom lantern", "yours"),
        ("grosse", "wanted"), ("lukasz odegard", "wanted"), ("large print", nil), ("ntern", nil), ("", nil),
    ])
    func `a number or words are answered`(typed: String, mark: String?) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            try Self.fill(site)
            let page = try await maria.get("/have?q=\(typed.queryPart)")
            #expect(page.status == 200)
            let answers = try #require(page.text.firstMatch(of: /data-part="answers">(.*?)<\/ul>/)?.1)
            #expect(
                answers.firstMatch(of: /<span class="mark [^"]*">([^<]*)</)?.1 == mark.map { Substring($0) })
            let isDenied = page.text.contains("data-part=\"none\">")
            #expect(isDenied == (mark == nil && !typed.isEmpty))
        }
    }

    @Test func `words are found as on a device`() async throws {
        try await TestSite.with { site in
            let long = (0..<60).map { "word\($0)" }.joined(separator: " ") + " ending"
            for (isbn, title) in [("9780306406157", "Don’t Panic, O'Brien"), ("9780439023481", long)] {
                var book = Book(isbn: try ISBN(isbn), title: title)
                book.credit(Origin(.edited, "Maria"))
                try site.store.save(book)
                try site.store.add([BookSpecifier(isbn)], to: "owned")
            }
            let maria = try await site.visitor("Maria")
            let account = try await site.account("Maria")
            let copy = try site.store.holdings(of: account, since: nil).books.map(\.key)
            for (words, isFound) in [
                ("dont", true), ("obrien pan", true), ("don t", true), ("o'brien", true), ("ending", true),
                ("dont ending", false), ("ont", false),
            ] {
                let page = try await maria.get("/have?q=\(words.queryPart)").text
                #expect(page.contains("data-part=\"none\">") != isFound, "\(words)")
                // As holdings.js does.
                let folded = SearchText.wordsOfTitle(words)
                #expect(
                    copy.contains { key in folded.allSatisfy { " \(key)".contains(" \($0)") } } == isFound)
            }
        }
    }

    @Test func `others' wishes are not told`() async throws {
        try await TestSite.with { site in
            try Self.fill(site)
            let tom = try await site.visitor("Tom")
            #expect(try await !tom.get("/have?q=9780439023481").text.contains("Jenseits"))
            #expect(try await tom.get("/have?q=9780306406157").text.contains("Lanterns"))
        }
    }

    @Test func `a wrong number is explained, and markup is words`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            #expect(try await maria.get("/have?q=9780306406158").text.contains("Not an ISBN"))
            let page = try await maria.get("/have?q=%22%3E%3Cscript%3Ex").text
            #expect(!page.contains("<script>x") && page.contains("&lt;script&gt;x"))
            let offline = try await maria.get("/offline").text
            #expect(offline.contains("data-have") && offline.contains("data-offline"))
        }
    }
}
#endif
