#if Server
// Signing in and out, and attacks on it.
import Accounts
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Server

struct SignInTests {
    @Test func `signing in creates a new session`() async throws {
        try await TestSite.with { site in
            _ = try await site.account("Maria")
            let maria = site.visitor()
            _ = try await maria.get("/sign-in")
            let form = try #require(maria.cookies["bookzone-form"])
            #expect(try await maria.get("/").status == 303)
            let answer = try await maria.signIn("maria")
            #expect(answer.status == 303 && answer["location"] == "/")
            let first = try #require(maria.cookies["bookzone"])
            #expect(first != form)
            #expect(try await maria.get("/").status == 200)
            // Signing in again ends the session of that browser.
            _ = try await maria.signIn("Maria")
            let second = try #require(maria.cookies["bookzone"])
            #expect(second != first)
            let old = site.visitor()
            old.keep("bookzone=\(first)")
            #expect(try await old.get("/").status == 303)
            let kept = site.visitor()
            kept.keep("bookzone=\(second)")
            #expect(try await kept.get("/").status == 200)
            let out = try await maria.send("/sign-out")
            #expect(out.status == 303 && maria.cookies["bookzone"] == "")
            #expect(out["clear-site-data"] == "\"cache\"")
            #expect(try await kept.get("/").status == 303, "the server has ended it")
        }
    }

    @Test func `sign-in does not reveal whether a name exists`() async throws {
        try await TestSite.with { site in
            _ = try await site.account("Maria")
            var texts: Set<String> = []
            for name in ["Maria", "Tom", "-", String(repeating: "x", count: 50)] {
                let answer = try await site.visitor().signIn(name, "wrong password")
                #expect(answer.status == 422 && answer.text.contains("Name or password is wrong."))
                texts.insert(
                    answer.text.replacing(/value="[^"]*"/, with: "").replacing(
                        /data-token="[^"]*"/, with: ""))
            }
            #expect(texts.count == 1)
            let long = String(repeating: "x", count: 2000)
            #expect(try await site.visitor().signIn("Maria", long).status == 422)
            #expect(try await site.visitor().signIn("Maria", "").status == 422)
        }
    }

    @Test func `only the guessing client is slowed`() async throws {
        try await TestSite.with { site in
            _ = try await site.account("Maria")
            _ = try await site.account("Tom")
            let guesser = site.visitor(from: "2001:db8:1:2::1")
            // Longer than the delays of any busy machine.
            for _ in 0..<14 {
                site.site.rateLimiter.failed(
                    "maria",
                    from: ClientAddress(peer: ClientAddress("2001:db8:1:2::1"), forwarded: nil, proxies: []))
            }
            let answer = try await guesser.signIn("MARIA")
            #expect(answer.status == 429 && Int(answer["retry-after"] ?? "") ?? 0 > 0)
            #expect(try await site.visitor(from: "2001:db8:1:2:f::9").signIn("maria").status == 429)
            #expect(try await site.visitor(from: "2001:db8:1:3::1").signIn("maria").status == 303)
            #expect(try await guesser.signIn("tom").status == 303)
        }
    }

    @Test func `ten thousand guesses through the site are rate-limited`() async throws {
        try await TestSite.with { site in
            _ = try await site.account("Maria")
            let guesser = site.visitor()
            var counts: [Int: Int] = [:]
            for number in 0..<10_000 {
                counts[try await guesser.signIn("maria", "guess number \(number)").status, default: 0] += 1
            }
            // The first attempts are not delayed; the others hardly reach the hasher because of the waits.
            #expect(counts[422, default: 0] < 20)
            #expect(counts[422, default: 0] + counts[429, default: 0] == 10_000)
            #expect(site.site.rateLimiter.count == 1)
            #expect(try await site.visitor(from: "198.51.100.1").signIn("maria").status == 303)
        }
    }

    @Test func `a forged proxy header is not trusted`() async throws {
        try await TestSite.with {
            $0.proxies = []
        } _: { site in
            for number in 0..<8 {
                _ = try await site.visitor(from: "203.0.113.\(number)").signIn("maria", "wrong password")
            }
            for _ in 0..<8 {
                site.site.rateLimiter.failed(
                    "maria",
                    from: ClientAddress(peer: ClientAddress("127.0.0.1"), forwarded: nil, proxies: []))
            }
            #expect(site.site.rateLimiter.count == 1)
            #expect(try await site.visitor(from: "198.51.100.1").signIn("maria").status == 429)
        }
    }

    @Test func `session secrets are not in the store`() async throws {
        try await TestSite.with { site in
            _ = try await site.account("Maria")
            let maria = site.visitor()
            _ = try await maria.signIn("Maria")
            let token = try await maria.send(
                "/account/tokens", [("name", "laptop"), ("password", TestSite.password)])
            let link = try site.site.links.invitation(as: .reader, name: nil)
            let shown = try #require(token.text.firstMatch(of: /<code[^>]*>([\w-]{43})</)?.1)
            let secrets = [
                try #require(maria.cookies["bookzone"]), String(shown), String(link.suffix(43)),
                TestSite.password,
            ]
            let bytes = ["", "-wal"].reduce(into: Data()) { all, end in
                all += (try? Data(contentsOf: URL(filePath: site.store.path + end))) ?? Data()
            }
            for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
            #expect(bytes.range(of: Data("argon2id".utf8)) != nil)
        }
    }

    @Test func `changing an account needs its password`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let fields = ["new": "another good one", "name": "Mary"]
            for path in ["password", "name", "tokens", "delete"] {
                let given = fields.map { ($0.key, $0.value) } + [("password", "wrong password")]
                let answer = try await maria.send("/account/\(path)", given)
                #expect([422, 429].contains(answer.status), "\(path)")
            }
            #expect(try site.store.accounts().map(\.name) == ["Maria"])
            #expect(try await site.visitor(from: "192.0.2.7").signIn("Maria").status == 303)
        }
    }

    @Test func `changing the password signs out the other sessions`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let elsewhere = try await site.visitor("Maria")
            let changed = try await maria.send(
                "/account/password", [("password", TestSite.password), ("new", "another good one")])
            #expect(changed.status == 200)
            #expect(try await maria.get("/").status == 200)
            #expect(try await elsewhere.get("/").status == 303)
            #expect(try await site.visitor().signIn("Maria").status == 422)
            #expect(try await site.visitor().signIn("Maria", "another good one").status == 303)
        }
    }

    @Test(arguments: [
        ("/books/9780306406157", "/books/9780306406157"), ("/search?q=a%20b", "/search?q=a%20b"),
        ("//evil.test", "/"), ("https://evil.test/", "/"), (#"/\evil.test"#, "/"), ("\\/evil.test", "/"),
        ("/\t/evil.test", "/"), ("/ /evil.test", "/"), ("javascript:alert(1)", "/"), ("", "/"), ("/é", "/"),
        ("/a\r\nSet-Cookie: x=y", "/"), ("evil.test", "/"), ("/x\u{0}y", "/"),
    ])
    func `sign-in returns to a page of this site`(to: String, place: String) async throws {
        #expect(SignInController.local(to, "") == place)
        #expect(SignInController.local("/base" + to, "/base").hasPrefix("/"))
        #expect(!SignInController.local("/base" + to, "/base").hasPrefix("//"))
        #expect(SignInController.local("/bases/x", "/base") == "/")
    }

    @Test func `the form leads where the page was`() async throws {
        try await TestSite.with { site in
            _ = try await site.account("Maria")
            let maria = site.visitor()
            let away = try await maria.get("/search?q=a&x=<b>")
            #expect(away["location"] == "/sign-in?to=%2Fsearch%3Fq%3Da%26x%3D%3Cb%3E")
            _ = try await maria.get("/sign-in")
            let credentials = [("name", "Maria"), ("password", TestSite.password)]
            let back = try await maria.send("/sign-in", credentials + [("to", "/search?q=a")])
            #expect(back["location"] == "/search?q=a")
            let evil = try await maria.send("/sign-in", credentials + [("to", "//evil.test/")])
            #expect(evil["location"] == "/")
        }
    }
}
#endif
