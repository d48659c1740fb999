#if Server
// Covers over HTTP.
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct CoverTests {
    private static func keep(_ title: String, _ site: TestSite) throws {
        var book = Book(isbn: try ISBN("9780306406157"), title: title)
        book.credit(Origin(.edited, "Maria"))
        try site.store.save(book)
    }

    @Test func `a book without a picture has a drawn cover`() async throws {
        try await TestSite.with { site in
            try Self.keep("Heron", site)
            let maria = try await site.visitor("Maria")
            for size in ["", "?size=small", "?size=large"] {
                let cover = try await maria.get("/cover/9780306406157" + size)
                #expect(cover.status == 200 && cover["content-type"] == "image/svg+xml")
                #expect(cover.text.contains("Heron"))
                // Also if it is opened alone.
                #expect(cover["content-security-policy"]?.contains("default-src 'none'") == true)
            }
            #expect(try await maria.get("/cover/9780306406157?size=huge").status == 400)
            // An ISBN is displayed before its book is known.
            #expect(try await maria.get("/cover/9780439023481").text.contains("978-0-439-02348-1"))
            #expect(try await maria.get("/cover/id:77").status == 404)
            #expect(try await maria.get("/cover/heron").status == 404)
        }
    }

    @Test func `a browser that has it is not sent it again, until it changes`() async throws {
        try await TestSite.with { site in
            try Self.keep("Heron", site)
            let maria = try await site.visitor("Maria")
            let cover = try await maria.get("/cover/9780306406157")
            #expect(cover["cache-control"] == "private, no-cache")
            let tag = try #require(cover["etag"])
            for known in [tag, "\"x\", \(tag)", "W/\(tag)"] {
                let again = try await maria.get("/cover/9780306406157", ["If-None-Match": known])
                #expect(again.status == 304 && again.text.isEmpty && again["etag"] == tag)
            }
            // A browser's cached copy is not confirmed after signing out.
            let nobody = try await site.visitor().get("/cover/9780306406157", ["If-None-Match": tag])
            #expect(nobody.status == 303)
            try Self.keep("Crane", site)
            let changed = try await maria.get("/cover/9780306406157", ["If-None-Match": tag])
            #expect(changed.status == 200 && changed.text.contains("Crane"))
        }
    }

    @Test func `pages show covers`() async throws {
        try await TestSite.with { site in
            try Self.keep("Heron", site)
            try site.store.add([BookSpecifier("9780306406157")], to: "owned")
            let maria = try await site.visitor("Maria")
            for (path, size) in [
                ("/books/9780306406157", "large"), ("/search?q=heron", "small"),
                ("/list?of=shared&name=owned", "small"),
            ] {
                let page = try await maria.get(path).text
                #expect(page.contains("src=\"/cover/9780306406157?size=\(size)\""), "\(path)")
            }
        }
    }
}
#endif
