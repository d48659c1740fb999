#if Server
// Requests from other sites' pages, with other host names and with manipulated paths.
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct ForgeryTests {
    @Test(
        arguments: [
            // Headers of a form of Maria's, and whether it is accepted.
            ([:], true), (["Origin": "http://club.test"], true),
            (["Origin": "http://192.168.1.5:8080"], true),
            (["Sec-Fetch-Site": "same-origin"], true), (["Sec-Fetch-Site": "none"], true),
            (["Origin": "http://evil.test"], false), (["Origin": "null"], false), (["Origin": ""], true),
            (["Origin": "https://club.test"], false), (["Origin": "http://club.test.evil.test"], false),
            (["Origin": "http://club.test:81"], false), (["Origin": "http://CLUB.test"], false),
            (["Sec-Fetch-Site": "cross-site"], false), (["Sec-Fetch-Site": "same-site"], false),
            (["Origin": "http://club.test", "Sec-Fetch-Site": "cross-site"], false),
        ] as [([String: String], Bool)])
    func `forms of other sites are rejected`(headers: [String: String], counts: Bool) async throws {
        try await TestSite.with {
            $0.hosts = ["192.168.1.5:8080"]
        } _: { site in
            let maria = try await site.visitor("Maria")
            let answer = try await maria.send(
                "/books/9780306406157/comments", [("text", "Said.")], headers)
            #expect(answer.status == (counts ? 303 : 403))
            #expect(try site.store.comments(by: "Maria", for: "Maria").count == (counts ? 1 : 0))
        }
    }

    @Test func `a form needs the token of its own session`() async throws {
        try await TestSite.with { site in
            let (maria, tom) = (try await site.visitor("Maria"), try await site.visitor("Tom"))
            _ = try await maria.get("/")
            _ = try await tom.get("/")
            let secret = try #require(maria.cookies["bookzone"])
            let tokens = ["", "x", tom.token, secret, maria.token + "0", String(maria.token.dropLast())]
            for token in tokens {
                let fields = [("token", token), ("text", "Said.")]
                #expect(try await maria.send("/books/9780306406157/comments", fields).status == 403)
            }
            // Also a token from before signing in, and none.
            let early = site.visitor()
            _ = try await early.get("/sign-in")
            let before = early.token
            _ = try await early.signIn("Maria")
            let late = try await early.send("/sign-out", [("token", before)])
            #expect(late.status == 403)
            let bare = try await maria.ask(
                "POST", "/sign-out", ["Content-Type": "application/x-www-form-urlencoded"], body: [120])
            #expect(bare.status == 403)
            #expect(try await maria.get("/").status == 200)
            #expect(try site.store.comments(by: "Maria", for: "Maria").isEmpty)
        }
    }

    @Test(arguments: ["text/plain", "application/json", "multipart/form-data; boundary=x", ""])
    func `other content types are rejected`(type: String) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let answer = try await maria.send("/sign-out", [], ["Content-Type": type])
            #expect(answer.status == 400)
            #expect(try await maria.get("/").status == 200)
        }
    }

    @Test func `a form without a file has its size`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let long = [("text", String(repeating: "x", count: Form.limit))]
            #expect(try await maria.send("/books/9780306406157/comments", long).status == 413)
            let comment = [("text", String(repeating: "x", count: Books.Comment.limit + 1))]
            #expect(try await maria.send("/books/9780306406157/comments", comment).status == 422)
        }
    }

    @Test(arguments: [
        ("club.test", 200), ("CLUB.TEST", 200), ("192.168.1.5:8080", 200), ("evil.test", 421),
        ("club.test.evil.test", 421), ("club.test:81", 421), ("club.test@evil.test", 421), ("x", 421),
    ])
    func `other names are not served`(host: String, status: Int) async throws {
        try await TestSite.with {
            $0.hosts = ["192.168.1.5:8080"]
        } _: { site in
            let maria = try await site.visitor("Maria")
            let answer = try await maria.get("/", ["Host": host])
            #expect(answer.status == status)
            #expect(!answer.text.contains("evil.test"))
            // Monitoring may use any host name.
            #expect(try await maria.get("/healthz", ["Host": host]).status == 200)
        }
    }

    @Test(arguments: [
        "/%2e%2e/%2e%2e/etc/passwd", "/../../etc/passwd", "//etc/passwd", "/photos/..%2f..%2fstore.sqlite",
        "/photos/%2e%2e%2fstore.sqlite/picture", "/photos/../store.sqlite/picture", "/books/%00", "/%00",
        "/books/..%5c..", "/photos/\(String(repeating: "a", count: 43))/picture",
        "/comments/99999999999999999999",
        "/comments/-1", "/comments/1%20OR%201=1", "/list?of=me&name=%00", "/list?of=shared&name=%27%3B--",
        "/books/id:99999999999999999999", "/books/id:-1", "/books/<script>", "/people/1;DROP", "/.git/config",
        "/search/../people", "/style.css/../../store.sqlite", "/\(String(repeating: "a", count: 8000))",
        "/api/v1/..%2f..%2fpeople", "/list?of=me&name=x&from=99999999999999999999",
    ])
    func `path traversal finds nothing`(path: String) async throws {
        try await TestSite.with { site in
            try site.say("Said.", by: "Ana")
            let maria = try await site.visitor("Maria")
            let answer = try await maria.get(path)
            #expect((400..<500).contains(answer.status), "\(answer.status)")
            #expect(!answer.text.contains("root:") && !answer.text.contains("SQLite format"))
            #expect(answer["content-security-policy"] != nil || answer.body.isEmpty)
            #expect(try await maria.get("/").status == 200)
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: club.test\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n",
        "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: club.test\r\n\r\n",
        "GET / HTTP/1.1\r\n\(String(repeating: "X: y\r\n", count: 2000))\r\n\r\n",
        "GET /\0 HTTP/1.1\r\nHost: club.test\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "POST /sign-in HTTP/1.1\r\nHost: club.test\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
        "POST /sign-in HTTP/1.1\r\nHost: club.test\r\nContent-Length: -1\r\n\r\n",
        "POST /sign-in HTTP/1.1\r\nHost: club.test\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: club.test\r\nHost: evil.test\r\nConnection: close\r\n\r\n",
        "GET http://evil.test/ HTTP/1.1\r\nHost: club.test\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
    ])
    func `malformed requests are rejected`(bytes: String) async throws {
        try await TestSite.with { site in
            let wire = try Wire(site.port)
            do { try await wire.send(bytes.utf8) } catch is Wire.Closed {}
            let answer = try await wire.read(until: "\r\n\r\n")
            #expect(
                answer.isEmpty || answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.1 303"),
                "\(answer)")
            #expect(!answer.contains("evil.test"))
            #expect(try await site.visitor().get("/sign-in").status == 200)
        }
    }
}
#endif
