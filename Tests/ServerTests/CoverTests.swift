#if Server
// Covers over HTTP.
import Books
import Catalogue
import Foundation
import HTTP
import Providers
import Servers
import TestSupport
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

    @Test func `a picture is fetched once it is looked at, and shown in both sizes`() async throws {
        let photo = try Data(
            contentsOf: Repository.root.appending(path: "testimages/imprint-cip-same-book-sideways.jpg"))
        let server = try LoopbackServer { request in
            request.path == "/cover.jpg"
                ? ServerAnswer(headers: ["Content-Type": "image/jpeg"], body: .data(photo))
                : .html("not here", status: 404)
        }
        let sources = try SourceSet(
            HTTPOptions(program: "Test/1"), addresses: ["openlibrary": server.address])
        try await TestSite.with(covers: sources) { site in
            var book = Book(isbn: try ISBN("9780306406157"), title: "Heron")
            book.cover = server.address + "/cover.jpg"
            book.credit(Origin(.fetched, "Open Library"))
            try site.store.save(book)
            let maria = try await site.visitor("Maria")
            #expect(try await maria.get("/cover/9780306406157")["content-type"] == "image/svg+xml")
            await site.site.covers?.finish()
            var tags: Set<String> = []
            for size in CoverPicture.Size.allCases {
                let cover = try await maria.get("/cover/9780306406157?size=\(size.rawValue)")
                #expect(cover.status == 200 && cover["content-type"] == "image/jpeg")
                #expect(
                    cover.body.starts(with: [0xFF, 0xD8, 0xFF])
                        && Data(cover.body).range(of: Data("Exif".utf8)) == nil)
                let tag = try #require(cover["etag"])
                #expect(tags.insert(tag).inserted)
                let again = try await maria.get(
                    "/cover/9780306406157?size=\(size.rawValue)", ["If-None-Match": tag])
                #expect(again.status == 304)
            }
            #expect(server.requests.count == 1)
            #expect(try await site.visitor().get("/cover/9780306406157").status == 303)
        }
    }

    @Test func `what is no picture costs nothing, and its cover stays drawn`() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/dot.gif":
                ServerAnswer(body: .data(Data(base64Encoded: "R0lGODlhAQABAAAAACwAAAAAAQABAAA=") ?? Data()))
            // A PNG that promises 60,000 × 60,000 pixels.
            case "/bomb.png":
                ServerAnswer(
                    body: .data(
                        Data([
                            137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0xEA, 0x60, 0,
                            0,
                            0xEA, 0x60, 8, 2, 0, 0, 0, 0, 0, 0, 0,
                        ])))
            default: .html("<svg onload=alert(1)>")
            }
        }
        let sources = try SourceSet(
            HTTPOptions(program: "Test/1"), addresses: ["openlibrary": server.address])
        try await TestSite.with(covers: sources) { site in
            let maria = try await site.visitor("Maria")
            for (isbn, path) in [
                ("9780306406157", "/dot.gif"), ("9780439023481", "/bomb.png"), ("9780439554930", "/page"),
            ] {
                var book = Book(isbn: try ISBN(isbn), title: "Heron")
                book.cover = server.address + path
                book.credit(Origin(.fetched, "Open Library"))
                try site.store.save(book)
                for _ in 0..<4 {
                    let cover = try await maria.get("/cover/\(isbn)")
                    #expect(cover["content-type"] == "image/svg+xml")
                    await site.site.covers?.finish()
                }
            }
            #expect(server.requests.count == 6, "each twice")
        }
    }
}
#endif
