#if Server
// The headers and cookies of every response.
import Catalogue
import Foundation
import Testing

@testable import Server

struct PageHeaderTests {
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "form-action 'self'",
        "frame-ancestors 'none'", "base-uri 'none'", "connect-src 'self'", "worker-src 'self'",
    ]

    @Test(arguments: [
        ("GET", "/sign-in", 200), ("GET", "/", 303), ("GET", "/no/such", 404), ("POST", "/no/such", 404),
        ("PUT", "/", 405), ("OPTIONS", "/sign-in", 405), ("HEAD", "/sign-in", 200), ("POST", "/sign-in", 400),
        ("GET", "/offline", 200), ("GET", "/worker.js", 200), ("GET", "/session", 200),
        ("GET", "/style.css", 200), ("GET", "/healthz", 200), ("GET", "/api/v1/me", 401),
        ("GET", "/api/v1/openapi.json", 200), ("POST", "/api/v1/no", 404), ("DELETE", "/people", 405),
    ])
    func `every answer has the security headers`(
        method: String, path: String, status: Int
    ) async throws {
        try await TestSite.with { site in
            let answer = try await site.visitor().ask(method, path)
            #expect(answer.status == status)
            let policy = try #require(answer["content-security-policy"])
            for rule in Self.policy { #expect(policy.contains(rule)) }
            #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
            #expect(answer["x-content-type-options"] == "nosniff")
            #expect(answer["referrer-policy"] == "same-origin")
            #expect(answer["cross-origin-opener-policy"] == "same-origin")
            #expect(answer["cross-origin-resource-policy"] == "same-origin")
            #expect(answer["server"] == nil && answer["strict-transport-security"] == nil)
            #expect(answer["access-control-allow-origin"] == nil)
            let caching = [
                "/style.css": "max-age=3600", "/api/v1/openapi.json": "max-age=3600",
                "/offline": "no-cache", "/worker.js": "no-cache",
            ]
            #expect(answer["cache-control"] == caching[path] ?? "no-store")
        }
    }

    @Test func `error responses have them too`() async throws {
        try await TestSite.with { site in
            let other = try await site.visitor().get("/", ["Host": "evil.test"])
            #expect(other.status == 421 && other["content-security-policy"] != nil)
            let forged = try await site.visitor().send("/sign-in", [], ["Origin": "http://evil.test"])
            #expect(forged.status == 403 && forged["content-security-policy"] != nil)
        }
    }

    @Test(arguments: [
        ("http://club.test", "", "", false), ("https://club.test:443/", "", "", true),
        ("https://club.test/books", "/books", "%2Fbooks", true),
        ("http://club.test:8090/a/b/", "/a/b", "%3A8090%2Fa%2Fb", false),
        ("http://club.test:8091", "", "%3A8091", false),
    ])
    func `cookies are the site's alone, also on other ports and paths of its host`(
        address: String, base: String, place: String, isSecure: Bool
    ) async throws {
        try await TestSite.with(address: address) { site in
            _ = try await site.account("Maria")
            let maria = site.visitor()
            let page = try await maria.get(base + "/sign-in")
            let answer = try await maria.signIn("Maria")
            #expect(answer.status == 303 && answer["location"] == base + "/")
            #expect((answer["strict-transport-security"] != nil) == isSecure)
            let prefix = isSecure ? "__Host-" : ""
            for (cookie, name) in [(page.cookies, "bookzone-form"), (answer.cookies, "bookzone")] {
                #expect(cookie.count == 1)
                let parts = cookie[0].components(separatedBy: "; ")
                #expect(parts[0].hasPrefix("\(prefix)\(name)\(place)="))
                #expect(parts.contains("Path=/") && parts.contains("HttpOnly"))
                #expect(parts.contains("SameSite=Lax") && parts.contains("Secure") == isSecure)
                #expect(!cookie[0].contains("Domain"))
            }
            #expect(try await maria.get(base + "/").status == 200)
            // With another prefix the cookie is ignored.
            let secret = try #require(maria.cookies["\(prefix)bookzone\(place)"])
            let other = site.visitor()
            other.keep("\(isSecure ? "" : "__Host-")bookzone\(place)=\(secret)")
            other.keep("\(prefix)bookzone%3A9=\(secret)")
            #expect(try await other.get(base + "/").status == 303)
        }
    }

    @Test func `a site with a base path is below it alone`() async throws {
        try await TestSite.with(address: "https://club.test/books") { site in
            let maria = try await site.visitor("Maria")
            for path in ["/", "/sign-in", "/booksy/sign-in", "/account"] {
                let answer = try await maria.get(path)
                #expect(answer.status == 404 && answer["content-security-policy"] != nil, "\(path)")
            }
            #expect(try await maria.get("/healthz").status == 200)
            for path in [
                "", "account", "lists", "photos", "liked", "mine", "search?q=x", "offline", "have", "box",
                "figures",
            ] {
                let page = try await maria.get("/books/" + path)
                #expect(page.status == 200)
                let links = page.text.matches(of: /(?:href|src|action)="([^"#]+)/).map { String($0.1) }
                #expect(!links.isEmpty)
                for link in links {
                    #expect(link.hasPrefix("/books/") || link == "/books", "\(path): \(link)")
                }
            }
            #expect(
                try await site.visitor().get("/books/account")["location"]?.hasPrefix("/books/sign-in")
                    == true)
        }
    }

    @Test func `pages ask no other host for anything`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria", .administrator)
            try site.say("Said.", by: "Maria")
            for path in [
                "/", "/account", "/books/9780306406157", "/people", "/photos", "/offline", "/style.css",
                "/script.js",
                "/device.js", "/queue.js", "/photos.js", "/lens.js", "/camera.js", "/isbn.js", "/holdings.js",
                "/have.js", "/box.js", "/worker.js", "/manifest.webmanifest", "/have", "/box",
            ] {
                let text = try await maria.get(path).text
                #expect(
                    text.firstMatch(of: /(src|href|action|url)\s*[=(]\s*["']?(https?:)?\/\//) == nil,
                    "\(path)")
                #expect(text.firstMatch(of: /<[^>]+\s(on\w+|style)=/) == nil, "\(path)")
            }
        }
    }
}
#endif
