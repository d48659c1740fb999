#if Server
// Data in the browser for photos that wait on a device: whose they are, and a page without personal data.
import Accounts
import Catalogue
import Foundation
import Testing

@testable import Server

struct OfflineTests {
    private static func session(_ visitor: Visitor) async throws -> [String: String] {
        let answer = try await visitor.get("/session", ["Accept": "*/*"])
        #expect(answer.status == 200 && answer["content-type"]?.hasPrefix("application/json") == true)
        #expect(answer["cache-control"] == "no-store" && answer.cookies == [])
        return try JSONDecoder().decode([String: String].self, from: Data(answer.body))
    }

    @Test func `the session belongs to the current user`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let page = try await maria.get("/").text
            let session = try await Self.session(maria)
            let (account, token) = (try #require(session["account"]), try #require(session["token"]))
            #expect(page.contains("data-account=\"\(account)\"") && page.contains("data-token=\"\(token)\""))
            // Another device of the same person has a form token of its own.
            let other = try await Self.session(site.visitor("Maria"))
            #expect(other["account"] == account && other["token"] != token)
            #expect(try await Self.session(site.visitor("Tom"))["account"] != account)
            #expect(try await Self.session(site.visitor()) == [:])
            #expect(try await !site.visitor().get("/sign-in").text.contains("data-account"))
            _ = try await maria.send("/sign-out")
            #expect(try await Self.session(maria) == [:])
        }
    }

    @Test func `accounts are distinguished, also across stores`() async throws {
        try await TestSite.with { site in
            _ = try await site.account("Maria")
            let maria = try #require(try site.store.credentials(of: AccountName("Maria")!)?.account)
            var other = maria
            other.name = "Mary"
            #expect(other.mark == maria.mark)
            other.id += 1
            #expect(other.mark != maria.mark)
            other = maria
            other.made += 1
            #expect(other.mark != maria.mark)
        }
    }

    @Test(arguments: ["", "/books"])
    func `the offline cache contains no personal data`(base: String) async throws {
        try await TestSite.with(address: "https://club.test\(base)") { site in
            let maria = try await site.visitor("Maria", .administrator)
            let hers = try await maria.get(base + "/offline")
            let anybodys = try await site.visitor().get(base + "/offline")
            #expect(hers.body == anybodys.body && hers.cookies == [] && anybodys.cookies == [])
            #expect(hers.text.contains("data-token=\"\"") && !hers.text.contains("data-account"))
            #expect(!hers.text.contains("Maria") && !hers.text.contains("Sign out"))
        }
    }

    @Test func `the offline page is self-contained`() async throws {
        try await TestSite.with(address: "https://club.test/books") { site in
            let page = try await site.visitor().get("/books/offline").text
            let version = try #require(page.firstMatch(of: /data-version="([0-9a-f]{12}-en)"/)?.1)
            let links = page.matches(of: /(?:href|src)="\/books\/(\w+\.\w+)\?([0-9a-f]+-en)"/)
            #expect(links.allSatisfy { $0.2 == version })
            let worker = try await site.visitor().get("/books/worker.js")
            #expect(worker["content-type"] == "text/javascript; charset=utf-8")
            let kept = worker.text.matches(of: /"(\w+\.(?:css|js))"/).map { String($0.1) }
            #expect(Set(kept) == Set(links.map { String($0.1) }) && kept.count == Pages.assets.count)
            #expect(Set(kept) == Set(Pages.assets.keys))
            // In the language of the page that keeps it, whatever the browser prefers.
            #expect(worker.text.contains("offline?${version}"))
            let german = version.replacing("-en", with: "-de")
            let other = try await site.visitor().get("/books/offline?\(german)", ["Accept-Language": "fr"])
                .text
            #expect(other.contains("lang=\"de\"") && other.contains("data-version=\"\(german)\""))
            // Pages for signed-out people have the same version.
            let sign = try await site.visitor().get("/books/sign-in").text
            #expect(sign.contains("data-version=\"\(version)\""))
        }
    }
}
#endif
