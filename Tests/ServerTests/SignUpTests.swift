#if Server
// Who may create an account, and links that can be used once.
import Accounts
import Catalogue
import Foundation
import Testing

@testable import Server

struct SignUpTests {
    private static let password = ("password", "a good long one")

    private static func ticket(_ link: String) throws -> String {
        String(try #require(link.split(separator: "ticket=").last))
    }

    @Test(arguments: [
        // The setting, and the status without a link, with an invitation, and with the first administrator's link.
        (SiteOptions.SignUp.open, [303, 303, 303]), (.invitation, [403, 303, 303]),
        (.closed, [403, 403, 303]),
    ])
    func `the sign-up setting is enforced`(rule: SiteOptions.SignUp, statuses: [Int]) async throws {
        try await TestSite.with {
            $0.signUp = rule
        } _: { site in
            let invitation = try site.site.links.invitation(as: .librarian, name: nil)
            let setup = try #require(try site.site.links.setup())
            let links = [nil, try Self.ticket(invitation), try Self.ticket(setup)]
            for (number, (ticket, status)) in zip(links, statuses).enumerated() {
                let visitor = site.visitor()
                let page = try await visitor.get("/sign-up" + (ticket.map { "?ticket=\($0)" } ?? ""))
                #expect(page.text.contains("name=\"password\"") == (status == 303))
                let fields = [("name", "Reader \(number)"), Self.password, ("ticket", ticket ?? "")]
                let answer = try await visitor.send("/sign-up", fields)
                #expect(answer.status == status, "\(rule) \(number)")
                #expect(try await visitor.get("/").status == (status == 303 ? 200 : 303))
            }
            let roles = try site.store.accounts().map(\.role)
            #expect(roles.count == statuses.count { $0 == 303 } && roles.contains(.administrator))
            #expect(try site.site.links.setup() == nil, "there is an administrator")
        }
    }

    @Test func `no account is made while the disk is almost full`() async throws {
        try await TestSite.with {
            ($0.signUp, $0.diskLeft) = (.open, 1 << 60)
        } _: { site in
            let answer = try await site.visitor().send("/sign-up", [("name", "Maria"), Self.password])
            #expect(answer.status == 507 && answer.text.contains("The disk is full"))
            #expect(try site.store.accounts().isEmpty)
        }
    }

    @Test func `nobody can impersonate another`() async throws {
        try await TestSite.with {
            $0.signUp = .open
        } _: { site in
            let ada = try await site.visitor("Ada", .administrator)
            try site.say("Welcome.", by: "Ada")
            for name in ["Ad\u{430}", "Аda (administrator)", "\u{391}da", "Ada\u{3164}"] {
                let answer = try await site.visitor().send("/sign-up", [("name", name), Self.password])
                #expect(answer.status == 422, "\(name)")
            }
            let other = try await site.visitor("Ada (administrator)")
            #expect(
                try await other.send("/books/9780306406157/comments", [("text", "Trust me.")]).status == 303)
            // The site displays the role beside the name.
            let card = try await ada.get("/books/9780306406157").text
            let mark = #"</b> <span class="mark">administrator</span>"#
            #expect(card.contains(#"<b dir="auto">Ada\#(mark)"#))
            #expect(card.components(separatedBy: mark).count == 2)
            #expect(try await ada.get("/").text.contains(mark))
        }
    }

    @Test func `a link makes one account`() async throws {
        try await TestSite.with { site in
            let ticket = try Self.ticket(try site.site.links.invitation(as: .reader, name: nil))
            let fields = [Self.password, ("ticket", ticket)]
            #expect(try await site.visitor().send("/sign-up", fields + [("name", "Maria")]).status == 303)
            #expect(try await site.visitor().send("/sign-up", fields + [("name", "Tom")]).status == 403)
            for ticket in ["", "x", String(repeating: "a", count: 43), "' OR 1=1 --"] {
                let other = [("name", "Tom"), Self.password, ("ticket", ticket)]
                #expect(try await site.visitor().send("/sign-up", other).status == 403)
            }
            #expect(try site.store.accounts().map(\.name) == ["Maria"])
        }
    }

    @Test func `an invitation's name is the one that is made`() async throws {
        try await TestSite.with { site in
            try site.say("Mine.", by: "maria")
            let ticket = try Self.ticket(try site.site.links.invitation(as: .reader, name: "Maria"))
            let fields = [("name", "Tom"), Self.password, ("ticket", ticket)]
            let maria = site.visitor()
            #expect(try await maria.send("/sign-up", fields).status == 303)
            #expect(try site.store.accounts().map(\.name) == ["Maria"])
            #expect(try await maria.get("/mine").text.contains("Mine."))
        }
    }

    @Test(arguments: [
        ("maria", "a good long one"), ("MARIA", "a good long one"), ("---", "a good long one"),
        ("", "a good long one"), ("Tom", "short"), ("Tom", "aaaaaaaaaaaaaa"), ("Ion", "a good long one"),
    ])
    func `invalid accounts are explained`(name: String, password: String) async throws {
        try await TestSite.with {
            $0.signUp = .open
        } _: { site in
            _ = try await site.account("Maria")
            try site.say("Fine.", by: "ion")
            let answer = try await site.visitor().send("/sign-up", [("name", name), ("password", password)])
            #expect(answer.status == 422)
            #expect(try site.store.accounts().count == 1)
        }
    }

    @Test func `a link for a new password works once and ends all sessions`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let librarian = try await site.visitor("Ana", .administrator)
            let account = try await site.account("Maria")
            let page = try await librarian.send(
                "/people/\(account.id)/reset", [("password", TestSite.password)])
            let link = try #require(page.text.firstMatch(of: /http:[^<]*ticket=([\w-]{43})/))
            #expect(link.0.hasPrefix("http://club.test/reset?"))
            let fields = [("ticket", String(link.1)), Self.password]
            let visitor = site.visitor()
            #expect(try await visitor.get("/reset?ticket=\(link.1)").text.contains("name=\"password\""))
            let weak = try await visitor.send("/reset", [("ticket", String(link.1)), ("password", "short")])
            #expect(weak.status == 422)
            #expect(try await visitor.send("/reset", fields).status == 303)
            #expect(try await visitor.get("/").status == 200)
            #expect(try await maria.get("/").status == 303)
            let again = try await site.visitor().send("/reset", fields)
            #expect(again.status == 200 && again.text.contains("already used"))
            #expect(try await site.visitor().get("/reset?ticket=\(link.1)").text.contains("already used"))
            #expect(try await site.visitor().signIn("Maria", Self.password.1).status == 303)
        }
    }

    @Test func `links begin with the site's own address, whatever a request says`() async throws {
        try await TestSite.with(address: "https://club.test/books") {
            $0.hosts = ["other.test"]
        } _: { site in
            let ana = try await site.visitor("Ana", .administrator)
            _ = try await ana.get("/books/people")
            let page = try await ana.send(
                "/books/people/invite", [("role", "reader"), ("password", TestSite.password)],
                [
                    "Host": "other.test", "X-Forwarded-Host": "evil.test", "Forwarded": "host=evil.test",
                    "X-Forwarded-Proto": "http",
                ])
            #expect(page.text.contains("https://club.test/books/sign-up?ticket="))
            #expect(!page.text.contains("evil.test") && !page.text.contains("other.test"))
        }
    }

    /// A device may be left signed in; with an administrator's session, any account could be taken over.
    @Test(arguments: ["invite", "role", "reset", "delete"])
    func `an administrator needs the password to change accounts`(act: String) async throws {
        try await TestSite.with { site in
            let ana = try await site.visitor("Ana", .administrator)
            let maria = try await site.account("Maria")
            let path = act == "invite" ? "/people/invite" : "/people/\(maria.id)/\(act)"
            let fields = act == "delete" ? [("name", "Maria")] : [("role", "administrator")]
            for password in [[], [("password", "wrong password")]] {
                let answer = try await ana.send(path, fields + password)
                #expect(answer.status == 422 && !answer.text.contains("ticket="))
            }
            #expect(try site.store.account(maria.id) == maria)
            #expect(try await ana.send(path, fields + [("password", TestSite.password)]).status < 400)
        }
    }

    @Test func `an open invitation is shown with its maker, and opens nothing once it is taken back`()
        async throws
    {
        try await TestSite.with { site in
            let ana = try await site.visitor("Ana", .administrator)
            let kim = try await site.visitor("Kim", .librarian)
            let administrators = ("password", TestSite.password)
            #expect(try await !ana.get("/people").text.contains("Open invitations"))
            let made = try await ana.send(
                "/people/invite", [("role", "librarian"), ("name", "Maria"), administrators])
            let link = try #require(
                made.text.firstMatch(of: /ticket=([\w-]{43})/)?.1, "\(made.status) \(made.text)")
            let page = try await ana.get("/people").text
            let id = try #require(page.firstMatch(of: /invitations\/([0-9a-f]+)\/remove/)?.1)
            let shown = try #require(
                page.firstMatch(of: /(?s)<section class="card" id="invitations">.*?<\/section>/))
            for word in ["Maria", "librarian", "Ana"] { #expect(shown.0.contains(word), "\(shown.0)") }
            #expect(!page.contains(link))
            let path = "/people/invitations/\(id)/remove"
            #expect(try await kim.send(path, [administrators]).status == 403)
            #expect(try await ana.send(path, [("password", "wrong password")]).status == 422)
            #expect(try await site.visitor().get("/sign-up?ticket=\(link)").text.contains("Maria"))
            #expect(try await ana.send(path, [administrators]).status == 303)
            let late = try await site.visitor().send(
                "/sign-up", [("ticket", String(link)), ("name", "Maria"), Self.password])
            #expect(late.status == 403)
            #expect(try await !ana.get("/people").text.contains("Open invitations"))
        }
    }

    @Test(arguments: ["role", "delete"])
    func `links of a former administrator open nothing`(act: String) async throws {
        try await TestSite.with { site in
            let ada = try await site.visitor("Ada", .administrator)
            let lob = try await site.visitor("Lob", .administrator)
            let administrators = ("password", TestSite.password)
            let (adas, lobs) = (try await site.account("Ada").id, try await site.account("Lob").id)
            func link(_ path: String) async throws -> String {
                let page = try await lob.send(path, [("role", "administrator"), administrators]).text
                return String(try #require(page.firstMatch(of: /ticket=([\w-]{43})/)?.1))
            }
            let (invitation, reset) = (
                try await link("/people/invite"), try await link("/people/\(adas)/reset")
            )
            let ended = try await ada.send(
                "/people/\(lobs)/\(act)", [("role", "reader"), ("name", "Lob"), administrators])
            #expect(ended.status == 303)
            let made = try await site.visitor().send(
                "/sign-up", [("ticket", invitation), ("name", "Lobby"), Self.password])
            #expect(made.status == 403)
            let page = try await site.visitor().get("/reset?ticket=\(reset)")
            #expect(!page.text.contains("name=\"password\""))
            _ = try await site.visitor().send("/reset", [("ticket", reset), Self.password])
            #expect(try await site.visitor().signIn("Ada", TestSite.password).status == 303)
            #expect(try site.store.accounts().count { $0.role == .administrator } == 1)
        }
    }

    @Test func `a used invitation says so`() async throws {
        try await TestSite.with { site in
            let link = try site.site.links.invitation(as: .reader, name: nil)
            let ticket = ("ticket", String(link.suffix(43)))
            let made = try await site.visitor().send("/sign-up", [ticket, ("name", "Maria"), Self.password])
            #expect(made.status == 303)
            for name in ["Maria", "Tom"] {
                let again = try await site.visitor().send(
                    "/sign-up", [ticket, ("name", name), Self.password])
                #expect(again.status == 403 && again.text.contains("This link is no longer valid"))
                #expect(!again.text.contains("required role"))
            }
            let page = try await site.visitor().get("/sign-up?ticket=\(ticket.1)")
            #expect(page.text.contains("already used"))
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", [], false), ("http://localhost", [], false),
        ("http://[::1]:8080", [], false),
        ("http://192.0.2.7:8080", [], true), ("http://127.0.0.1.example.org", [], true),
        ("http://localhost.example.org", [], true), ("http://[::10]:80", [], true),
        ("http://localhost:8080", ["192.0.2.7:8080"], true), ("https://club.test", ["192.0.2.7"], false),
    ])
    func `others in the network are spoken of where there may be some`(
        address: String, hosts: [String], isUnencrypted: Bool
    ) throws {
        let options = SiteOptions(
            address: try #require(SiteAddress(address)), hosts: Set(hosts), listen: ("localhost", 0),
            photos: "")
        #expect(options.isUnencrypted == isUnencrypted)
    }
}
#endif
