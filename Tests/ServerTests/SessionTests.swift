#if Server
// Sessions on the account page: where somebody is signed in, and what is left when they end one.
import Accounts
import Catalogue
import Foundation
import Testing

@testable import Server

struct SessionTests {
    private static let phone =
        "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"

    /// Somebody else's browser, signed in to the account of this name.
    private static func other(_ name: String, _ site: TestSite, _ agent: String = phone) async throws
        -> Visitor
    {
        let visitor = site.visitor(from: "203.0.113.7")
        let answer = try await visitor.send(
            "/sign-in", [("name", name), ("password", TestSite.password)], ["User-Agent": agent])
        #expect(answer.status == 303)
        return visitor
    }

    @Test(arguments: [
        (phone, "Firefox, Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
            "Safari, iPhone"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1",
            "Chrome, iPhone"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0",
            "Edge, Windows"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
            "Chrome, macOS"
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
            "Samsung Internet, Android"
        ),
        ("curl/8.5.0", nil), ("", nil), ("<b>Firefox/</b>", "Firefox"), (nil, nil),
    ])
    func `a device is named by its browser and system alone`(agent: String?, words: String?) {
        #expect(Device.words(agent) == words)
    }

    @Test func `each session is shown with its device, and ends by itself`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let tom = try await site.visitor("Tom")
            let phone = try await Self.other("Maria", site)
            let page = try await maria.get("/account").text
            #expect(page.contains("Firefox, Android") && page.contains("this device"))
            #expect(!page.contains("203.0.113.7") && !page.contains("Gecko"))
            #expect(page.contains(/last used [^<]*\d\d:\d\d UTC/))
            #expect(try await !tom.get("/account").text.contains("Firefox, Android"))
            let id = try #require(page.firstMatch(of: /account\/sessions\/([^"\/]+)\/end"/)?.1)
            // Nobody ends another account's, and no form without its token does.
            _ = try await tom.send("/account/sessions/\(id)/end")
            #expect(try await maria.send("/account/sessions/\(id)/end", [("token", "x")]).status == 403)
            #expect(try await phone.get("/account").status == 200)
            let ended = try await maria.send("/account/sessions/\(id)/end")
            #expect(ended.status == 303 && ended["location"] == "/account#sessions")
            #expect(try await phone.get("/account").status == 303)
            #expect(try await maria.get("/account").status == 200)
            #expect(try await !maria.get("/account").text.contains("Firefox, Android"))
        }
    }

    @Test func `all others end at once; tokens stay, and pages sent before no longer work`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let tom = try await site.visitor("Tom")
            let others = [try await Self.other("Maria", site), try await Self.other("Maria", site)]
            let secret = Secret()
            try site.store.makeToken(
                secret.hash, name: "laptop", of: try await site.account("Maria").id)
            _ = try await others[0].get("/")
            #expect(try await maria.send("/account/sessions/end-others").status == 303)
            for other in others {
                // As a page that is still open sends it.
                let answer = try await other.send("/books/9780306406157/comments", [("text", "Late.")])
                #expect(answer.status != 200 && answer["location"]?.hasPrefix("/books/") != true)
                #expect(try await other.get("/account").status == 303)
            }
            #expect(try site.store.comments(by: "Maria", for: "Maria").isEmpty)
            for visitor in [maria, tom] { #expect(try await visitor.get("/account").status == 200) }
            let bearer = ["Authorization": "Bearer \(secret.text)"]
            #expect(try await site.visitor().get("/api/v1/me", bearer).status == 200)
        }
    }

    @Test(arguments: ["one", "others"])
    func `an ended session hears of no more events, and its upload on the way leaves nothing`(
        way: String
    ) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let phone = try await Self.other("Maria", site)
            let events = try Wire(site.port)
            try await events.send(phone.head("GET", "/live", ["Accept": "text/event-stream"]).utf8)
            _ = try await events.read(until: "\n\n")
            // A photo of which the end is still to come.
            _ = try await phone.get("/")
            func part(_ name: String, _ value: String) -> String {
                "--xYz\r\nContent-Disposition: form-data; name=\(name)\r\n\r\n\(value)"
            }
            let photo = part("\"photo\"; filename=\"a.jpg\"", String(repeating: "x", count: 50_000))
            let body = part("\"token\"", phone.token + "\r\n") + photo + "\r\n--xYz--\r\n"
            let upload = try Wire(site.port)
            let head = phone.head(
                "POST", "/photos",
                [
                    "Content-Type": "multipart/form-data; boundary=xYz",
                    "Content-Length": "\(body.utf8.count)",
                ])
            try await upload.send((head + body.dropLast(100)).utf8)
            let folder = site.site.options.photos
            func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }
            for _ in 0..<18_000 where try files().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
            let own = try #require(maria.cookies["bookzone"].flatMap { Secret($0) })
            let sessions = try site.store.sessions(of: try await site.account("Maria").id)
            let id = try #require(sessions.first { $0.id != Session.id(ofHash: own.hash) }?.id)
            let path = way == "one" ? "\(id)/end" : "end-others"
            #expect(try await maria.send("/account/sessions/\(path)").status == 303)
            try await upload.send(body.suffix(100).utf8)
            #expect(try await upload.answer()["location"]?.hasPrefix("/sign-in") == true)
            for _ in 0..<18_000 where try !files().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
            #expect(try files().isEmpty && site.store.uploads(sentBefore: .distantFuture).isEmpty)
            try site.say("Said.", by: "Tom")
            let rest = String(decoding: try await events.readToEnd(), as: UTF8.self)
            #expect(!rest.contains("event: book"))
        }
    }
}
#endif
