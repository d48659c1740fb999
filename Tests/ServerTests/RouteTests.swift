#if Server
// Every route for every role: the expected results are in one table, and a route that is missing in it fails.
import Accounts
import Books
import Catalogue
import CatalogueAPI
import Foundation
import Testing

@testable import Server

struct RouteTests {
    enum Person: CaseIterable {
        /// Not signed in; the owner of the photo or comment; others.
        case nobody, owner, reader, librarian, administrator
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var method: String
        var path: String
        var fields: [(String, String)] = []
        var json: String?
        /// Whether it is about private data.
        var isPrivate = false
        /// In the order of `Person`.
        var statuses: [Int]

        var testDescription: String { "\(method) \(path)\(isPrivate ? " (private)" : "")" }

        init(
            _ method: String, _ path: String, _ fields: [(String, String)], isPrivate: Bool = false,
            _ statuses: [Int]
        ) {
            self.init(method, path, isPrivate: isPrivate, statuses)
            self.fields = fields
        }

        init(
            _ method: String, _ path: String, json: String? = nil, isPrivate: Bool = false,
            _ statuses: [Int]
        ) {
            self.method = method
            self.path = path
            self.json = json
            self.isPrivate = isPrivate
            self.statuses = statuses
        }
    }

    private static let password = ("password", TestSite.password)
    /// Public; signed in only; an action that redirects; and so on.
    private static let open = [200, 200, 200, 200, 200]
    private static let signedIn = [303, 200, 200, 200, 200]
    private static let done = [303, 303, 303, 303, 303]
    private static let librarians = [303, 403, 403, 303, 303]
    private static let administrators = [303, 403, 403, 403, 303]
    private static let forLibrarians = [303, 403, 403, 200, 200]
    /// A photo is visible to its sender and librarians only.
    private static let photo = [303, 200, 404, 200, 200]
    private static let photoDone = [303, 303, 404, 303, 303]
    private static let token = [401, 200, 200, 200, 200]
    /// Of a shared list.
    private static let box = [303, 403, 403, 200, 200]

    static let rows: [Row] = [
        Row("GET", "/healthz", open), Row("GET", "/style.css", open), Row("GET", "/script.js", open),
        Row("GET", "/device.js", open), Row("GET", "/queue.js", open), Row("GET", "/photos.js", open),
        Row("GET", "/lens.js", open), Row("GET", "/camera.js", open), Row("GET", "/isbn.js", open),
        Row("GET", "/holdings.js", open), Row("GET", "/have.js", open), Row("GET", "/box.js", open),
        Row("GET", "/manifest.webmanifest", open), Row("GET", "/icon.svg", open),
        Row("GET", "/worker.js", open), Row("GET", "/counting.js", open),
        Row("GET", "/offline", open), Row("GET", "/session", open),
        Row("GET", "/robots.txt", open), Row("GET", "/favicon.ico", [204, 204, 204, 204, 204]),
        Row("GET", "/", signedIn), Row("GET", "/liked", signedIn), Row("GET", "/figures", signedIn),
        Row("GET", "/figures/chart", signedIn), Row("GET", "/search", signedIn),
        Row("GET", "/isbn", signedIn), Row("GET", "/**", [404, 404, 404, 404, 404]),
        // Without the secret of a check.
        Row("GET", "/check", [404, 404, 404, 404, 404]), Row("POST", "/check", [404, 404, 404, 404, 404]),
        Row("GET", "/check/events", [404, 404, 404, 404, 404]),
        Row("GET", "/sign-in", open), Row("POST", "/sign-in", [("name", "x")], [422, 422, 422, 422, 422]),
        Row("POST", "/sign-out", done), Row("GET", "/sign-up", open),
        Row("POST", "/sign-up", [("name", "New"), password], [403, 403, 403, 403, 403]),
        Row("GET", "/reset", open), Row("POST", "/reset", [password], open), Row("GET", "/forgot", open),
        // Without a mail server.
        Row("POST", "/forgot", [("who", "Maria")], [404, 404, 404, 404, 404]),
        Row("GET", "/verify", open), Row("POST", "/verify", [("ticket", "x")], open),
        // Without a provider.
        Row("GET", "/sign-in/provider", [404, 404, 404, 404, 404]),
        Row("GET", "/sign-in/provider/again", [303, 404, 404, 404, 404]),
        Row("GET", "/sign-in/provider/return", [404, 404, 404, 404, 404]),
        Row("GET", "/sign-up/provider", [404, 404, 404, 404, 404]),
        Row("POST", "/sign-up/provider", [("name", "New")], [404, 404, 404, 404, 404]),
        Row("POST", "/account/provider", [password], [303, 404, 404, 404, 404]),
        Row("POST", "/account/provider/remove", [password], [303, 404, 404, 404, 404]),
        Row("GET", "/account", signedIn),
        Row("POST", "/account/password", [password, ("new", "another good one")], signedIn),
        Row("POST", "/account/name", [password, ("name", "Renamed")], done),
        Row("POST", "/account/email", [password, ("email", "a@b.test")], [303, 404, 404, 404, 404]),
        Row("POST", "/account/tokens", [password, ("name", "laptop")], signedIn),
        Row("POST", "/account/tokens/:id/remove", done),
        Row("POST", "/account/sessions/:id/end", done), Row("POST", "/account/sessions/end-others", done),
        Row("GET", "/account/export", signedIn), Row("POST", "/account/delete", [password], signedIn),
        Row("GET", "/mine", signedIn),
        Row("GET", "/people", [303, 403, 403, 403, 200]),
        Row("POST", "/people/invite", [("role", "administrator"), password], [303, 403, 403, 403, 200]),
        Row("POST", "/people/invitations/:id/remove", [password], administrators),
        Row("POST", "/people/:id/role", [("role", "administrator"), password], administrators),
        Row("POST", "/people/:id/reset", [password], [303, 403, 403, 403, 200]),
        Row("POST", "/people/:id/delete", [("name", "*owner*"), password], administrators),
        Row("GET", "/photos", signedIn), Row("POST", "/photos", [303, 400, 400, 400, 400]),
        Row("GET", "/photos/:id", photo), Row("GET", "/photos/:id/state", photo),
        Row("GET", "/photos/:id/picture", photo),
        Row("POST", "/photos/:id/confirm", [("isbn", "9780306406157")], photoDone),
        Row("POST", "/photos/:id/reject", photoDone),
        Row("POST", "/photos/:id/crop", [("whole", "1")], photoDone),
        Row("POST", "/photos/:id/remove", photoDone),
        // Librarians review photos themselves.
        Row("POST", "/photos/:id/ask", [303, 303, 404, 404, 404]),
        Row("GET", "/review", [303, 403, 403, 200, 200]),
        Row("GET", "/cover/:book", signedIn),
        Row("GET", "/books/:book/edit", forLibrarians), Row("GET", "/add", forLibrarians),
        Row("POST", "/books/:book/edit", [("title", "Fine"), ("former-title", "")], librarians),
        Row("POST", "/add", [("title", "Old"), ("former-title", "")], librarians),
        // A comment prevents its removal.
        Row("POST", "/books/:book/remove", [303, 403, 403, 409, 409]),
        Row("GET", "/books/:book/merge", forLibrarians),
        Row("POST", "/books/:book/merge", [("other", "9780439023481")], [303, 403, 403, 404, 404]),
        Row("GET", "/books/:book/cover", forLibrarians),
        Row("POST", "/books/:book/cover", [303, 403, 403, 403, 403]),
        // Where no picture waits.
        Row("GET", "/books/:book/cover/:picture", [303, 403, 403, 404, 404]),
        Row("POST", "/books/:book/cover/change", [303, 403, 403, 422, 422]),
        Row("POST", "/books/:book/cover/confirm", [303, 403, 403, 422, 422]),
        Row("POST", "/books/:book/cover/discard", librarians),
        Row("POST", "/books/:book/cover/remove", librarians),
        Row("GET", "/books/:book/history", signedIn),
        // Somebody else's change, or none.
        Row("POST", "/books/:book/history/:id/undo", [303, 422, 422, 422, 422]),
        Row("GET", "/have", signedIn), Row("GET", "/holdings", token),
        Row("GET", "/box", signedIn), Row("GET", "/box/:book", signedIn),
        Row("POST", "/box", [("key", "a new key"), ("to", "me/lent"), ("isbn", "9780306406157")], signedIn),
        Row("POST", "/box", [("key", "a new key"), ("to", "copies/lent"), ("isbn", "9780306406157")], box),
        Row("POST", "/box", [("key", "another key"), ("to", "shared/lent"), ("isbn", "9780306406157")], box),
        Row(
            "POST", "/box/undo", [("key", "a new key"), ("to", "me/lent"), ("isbn", "9780306406157")],
            signedIn),
        Row(
            "POST", "/box/undo", [("key", "a new key"), ("to", "copies/lent"), ("isbn", "9780306406157")], box
        ),
        Row("GET", "/books", signedIn), Row("GET", "/authors", signedIn), Row("GET", "/series", signedIn),
        Row("GET", "/tags", signedIn), Row("GET", "/author", [303, 404, 404, 404, 404]),
        Row("GET", "/books/:book", signedIn), Row("POST", "/books/:book/look-up", done),
        Row("POST", "/books/:book/list", [("list", "lent"), ("do", "add")], done),
        Row("POST", "/books/:book/list", [("list", "lent"), ("do", "add"), ("whose", "shared")], librarians),
        Row(
            "POST", "/books/:book/list", [("list", "lent"), ("do", "remove"), ("whose", "shared")], librarians
        ),
        Row("POST", "/books/:book/stock", [("list", "stock"), ("copies", "3")], librarians),
        Row("GET", "/copies", forLibrarians), Row("GET", "/copies/:id", forLibrarians),
        Row("POST", "/copies/:id", [("place", "hall")], librarians),
        Row("POST", "/copies/:id/remove", librarians),
        Row("POST", "/copies/:id/lend", [("person", "Tom")], librarians),
        // Of a copy that is not lent.
        Row("POST", "/copies/:id/return", [303, 403, 403, 422, 422]),
        Row("GET", "/books/:book/copies", forLibrarians),
        Row("POST", "/books/:book/copies", [("place", "hall")], librarians),
        Row("GET", "/inventories", forLibrarians), Row("GET", "/inventories/:id", forLibrarians),
        Row("POST", "/inventories", [("name", "Renamed")], librarians),
        // Of no copy.
        Row("POST", "/inventories/:id/seen", [303, 403, 403, 400, 400]),
        Row("POST", "/inventories/:id/correct", [303, 403, 403, 400, 400]),
        Row("POST", "/inventories/:id/end", librarians), Row("POST", "/inventories/:id/remove", librarians),
        Row("POST", "/inventories/take-back", [("change", "0")], [303, 403, 403, 404, 404]),
        Row("GET", "/loans", signedIn), Row("POST", "/books/:book/reserve", done),
        Row("POST", "/books/:book/reading", [("state", "read"), ("date", "2021-03")], done),
        Row("POST", "/books/:book/readings/:id/remove", done),
        Row("POST", "/books/:book/comments", [("text", "Fine.")], done),
        Row("GET", "/comments/:id", [303, 200, 403, 403, 403]),
        Row("GET", "/comments/:id", isPrivate: true, [303, 200, 404, 404, 404]),
        Row("POST", "/comments/:id", [("text", "Changed.")], [303, 303, 403, 403, 403]),
        Row("POST", "/comments/:id", [("text", "Changed.")], isPrivate: true, [303, 303, 404, 404, 404]),
        Row("POST", "/comments/:id/remove", [303, 303, 403, 303, 303]),
        Row("POST", "/comments/:id/remove", isPrivate: true, [303, 303, 404, 404, 404]),
        Row("GET", "/lists", signedIn), Row("GET", "/list", [303, 404, 404, 404, 404]),
        Row("GET", "/export", [303, 404, 404, 404, 404]), Row("GET", "/export/:format", signedIn),
        Row("GET", "/readers", signedIn), Row("GET", "/readers/:name", [303, 404, 404, 404, 404]),
        Row("POST", "/account/page", done), Row("POST", "/account/language", [("language", "de")], done),
        // Of a list that nobody has; with no link.
        Row("POST", "/list-links", [("name", "none"), ("of", "me")], [303, 404, 404, 404, 404]),
        Row("POST", "/list-links", [("name", "wanted"), ("of", "shared")], [303, 403, 403, 200, 200]),
        Row("POST", "/list-links/:id/remove", done), Row("GET", "/guest", [404, 404, 404, 404, 404]),
        Row("GET", "/guest/cover", [404, 404, 404, 404, 404]),
        Row("GET", "/import", signedIn), Row("POST", "/import", [303, 403, 403, 403, 403]),
        // Where no file waits.
        Row("POST", "/import/confirm", [("id", "x")], [303, 422, 422, 422, 422]),
        Row("POST", "/import/discard", done),
        Row("GET", "/live", signedIn),

        Row("GET", "/api/v1/openapi.json", open), Row("GET", "/api/v1/me", token),
        Row("POST", "/api/v1/cards", json: #"{"books":["9780306406157"]}"#, token),
        Row("GET", "/api/v1/books", token),
        Row("POST", "/api/v1/books", json: #"{"books":["9780306406157"]}"#, token),
        Row("POST", "/api/v1/books", json: #"{"book":{"title":"Old"}}"#, [401, 403, 403, 200, 200]),
        Row("PATCH", "/api/v1/books/:book", json: #"{"publisher":"Windward"}"#, [401, 403, 403, 200, 200]),
        Row("PUT", "/api/v1/books/:book/cover", json: "{}", [401, 403, 403, 200, 200]),
        Row("GET", "/api/v1/books/:book/history", token),
        Row("GET", "/api/v1/books/:book/cover", [401, 404, 404, 404, 404]),
        Row("POST", "/api/v1/changes/:id/undo", [401, 404, 404, 404, 404]),
        // Comments protect a book from removal.
        Row("DELETE", "/api/v1/books/:book", [401, 403, 403, 409, 409]),
        Row(
            "POST", "/api/v1/books/:book/merge",
            json: #"{"other":"9780439023481","evenIfTwoISBNs":false}"#, [401, 403, 403, 404, 404]),
        Row(
            "POST", "/api/v1/tables",
            json:
                #"{"source":"t","isDryRun":false,"rows":[{"isbn":"9780306406157","lists":[],"comments":[]}]}"#,
            token),
        Row("GET", "/api/v1/people/:person/comments", token),
        Row("GET", "/api/v1/changes", token), Row("POST", "/api/v1/undo", token),
        Row("GET", "/api/v1/search", token), Row("GET", "/api/v1/unnamed", token),
        Row("GET", "/api/v1/waiting", token), Row("POST", "/api/v1/scan", token),
        Row("POST", "/api/v1/lookups", json: #"{"isbns":[],"asking":"missing"}"#, token),
        Row("POST", "/api/v1/editions", json: #"{"title":"Heron"}"#, token),
        Row("POST", "/api/v1/evidence", json: "{}", [401, 400, 400, 400, 400]),
        Row("POST", "/api/v1/decisions", json: "{}", [401, 400, 400, 400, 400]),
        Row("GET", "/api/v1/holdings", token),
        Row("GET", "/api/v1/lists", token), Row("GET", "/api/v1/lists/:list", [401, 200, 200, 200, 200]),
        Row("POST", "/api/v1/lists/:list", json: #"{"books":["9780306406157"]}"#, token),
        Row("DELETE", "/api/v1/lists/:list", json: #"{"books":["9780306406157"]}"#, token),
        Row("GET", "/api/v1/books/:book/comments", token),
        Row(
            "POST", "/api/v1/books/:book/comments",
            json: #"{"text":"Fine.","isSpoiler":false,"isPrivate":false}"#, token),
        Row("GET", "/api/v1/comments/:id", token),
        Row("GET", "/api/v1/comments/:id", isPrivate: true, [401, 200, 404, 404, 404]),
        Row(
            "PUT", "/api/v1/comments/:id", json: #"{"text":"Changed.","isSpoiler":false,"isPrivate":false}"#,
            [401, 200, 403, 403, 403]),
        Row(
            "PUT", "/api/v1/comments/:id", json: #"{"text":"Changed.","isSpoiler":false,"isPrivate":false}"#,
            isPrivate: true,
            [401, 200, 404, 404, 404]),
        Row("DELETE", "/api/v1/comments/:id", [401, 200, 403, 200, 200]),
        Row("DELETE", "/api/v1/comments/:id", isPrivate: true, [401, 200, 404, 404, 404]),
    ]

    @Test func `every route has a row`() async throws {
        try await TestSite.with { site in
            let routed = Set(
                site.site.router().routes.map {
                    "\($0.method.rawValue) \($0.path)".replacing(/{(\w+)}/) { ":\($0.output.1)" }
                })
            #expect(routed.subtracting(Self.rows.map { "\($0.method) \($0.path)" }) == [])
            #expect(Set(Self.rows.map { "\($0.method) \($0.path)" }).subtracting(routed) == [])
        }
    }

    @Test func `each route requires its role`() async throws {
        try await TestSite.with { site in
            var number = 0
            for row in Self.rows {
                for (person, status) in zip(Person.allCases, row.statuses) {
                    number += 1
                    let asked = try await Self.ask(row, as: person, number, site)
                    #expect(asked == status, "\(row.testDescription) as \(person)")
                }
            }
        }
    }

    @Test(arguments: [
        ("DELETE", "/api/v1/me", "GET, HEAD"), ("PATCH", "/api/v1/comments/1", "DELETE, GET, HEAD, PUT"),
        ("GET", "/api/v1/cards", "POST"), ("DELETE", "/sign-in", "GET, HEAD, POST"),
        ("POST", "/healthz", "GET, HEAD"), ("GET", "/sign-out", "POST"), ("POST", "/no/such/page", ""),
    ])
    func `a wrong method is answered with the allowed ones`(
        method: String, path: String, allowed: String
    ) async throws {
        try await TestSite.with { site in
            let answer = try await site.visitor().ask(method, path)
            #expect(answer["allow"] ?? "" == allowed)
            #expect(answer.status == (allowed.isEmpty ? 404 : 405))
            #expect(answer["content-security-policy"] != nil)
        }
    }

    @Test func `a reader's own decision stays when others are rejected`() async throws {
        try await TestSite.with { site in
            let tom = try await site.visitor("Tom")
            let maria = try await site.account("Maria")
            let id = try site.say("Said.", by: "Maria")
            let hidden = try site.say("Hidden.", by: "Maria", isPrivate: true)
            try site.store.makeToken("hash", name: "laptop", of: maria.id)
            let token = try #require(try site.store.tokens(of: maria.id).first)
            for number in [id, hidden] {
                _ = try await tom.send("/comments/\(number)", [("text", "Changed.")])
                _ = try await tom.send("/comments/\(number)/remove")
            }
            _ = try await tom.send("/account/tokens/\(token.id)/remove")
            #expect(
                try site.store.comments(by: "Maria", for: "Maria").map(\.text).sorted() == [
                    "Hidden.", "Said.",
                ])
            #expect(try site.store.tokens(of: maria.id) == [token])
            let card = try await tom.get("/books/9780306406157").text
            #expect(card.contains("Said.") && !card.contains("Hidden."))
            #expect(try await !tom.get("/").text.contains("Hidden."))
            #expect(try await !tom.get("/search?q=Hidden").text.contains("Hidden."))
        }
    }

    @Test func `undo reverts one's own changes only`() async throws {
        try await TestSite.with { site in
            func client(_ name: String, _ role: Account.Role) async throws -> Visitor {
                let visitor = site.visitor()
                let secret = Secret()
                try await site.store.makeToken(secret.hash, name: "laptop", of: site.account(name, role).id)
                visitor.keep("token=\(secret.text)")
                return visitor
            }
            func send(_ visitor: Visitor, _ path: String, _ body: String = "{}") async throws -> Answer {
                let headers = [
                    "Authorization": "Bearer \(visitor.cookies["token"] ?? "")",
                    "Content-Type": "application/json",
                ]
                return try await visitor.ask("POST", path, headers, body: Array(body.utf8))
            }
            let books = #"{"books":["9780306406157"]}"#
            let librarian = try await client("Kim", .librarian)
            let reader = try await client("Maria", .reader)
            #expect(try await send(librarian, "/api/v1/lists/wanted?of=", books).status == 400)
            #expect(try await send(librarian, "/api/v1/lists/wanted?of=shared", books).status == 200)
            #expect(try await send(reader, "/api/v1/undo").text == #"{"changes":[]}"#)
            let book = try BookSpecifier("9780306406157")
            #expect(try site.store.lists(with: #require(site.store.book(book)?.id)).isEmpty == false)
            // A former librarian can no longer change shared lists and books.
            let path = "/api/v1/books/9780306406157/merge"
            let twin = #"{"other":"9780439023481","evenIfTwoISBNs":true}"#
            try site.store.save(ISBN("9780439023481"))
            #expect(try await send(librarian, path, twin).status == 200)
            _ = try site.store.give(.reader, to: try await site.account("Kim").id)
            #expect(try await send(librarian, "/api/v1/undo").status == 403)
            _ = try site.store.give(.librarian, to: try await site.account("Kim").id)
            #expect(try await send(librarian, "/api/v1/undo").text.contains("merge"))
            #expect(try await send(librarian, "/api/v1/undo").text.contains("put_on_list"))
            // A photo's name is visible to its owner and librarians.
            try site.store.recordingChange(.decide, "holiday.jpg", by: "Maria").decide(
                .rejected, sha256: String(repeating: "a", count: 64), page: 1)
            let tom = try await client("Tom", .reader)
            for (visitor, isTold) in [(tom, false), (reader, true), (librarian, true)] {
                let bearer = ["Authorization": "Bearer \(visitor.cookies["token"] ?? "")"]
                let told = try await visitor.get("/api/v1/changes", bearer).text
                #expect(told.contains("decide") && told.contains("holiday.jpg") == isTold)
            }
        }
    }

    @Test func `a reader's finished book stays on the shared list of wanted books`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let secret = Secret()
            try await site.store.makeToken(secret.hash, name: "laptop", of: site.account("Maria").id)
            let (first, second) = ("9780306406157", "9780439023481")
            let books = try [first, second].map { try BookSpecifier($0) }
            try site.store.add(books, to: "wanted")
            try site.store.add(books, to: "wanted", of: "Maria")
            _ = try await maria.send("/books/\(first)/reading", [("state", "read")])
            let bearer = ["Authorization": "Bearer \(secret.text)", "Content-Type": "application/json"]
            let message = #"{"books":["\#(second)"]}"#
            let answer = try await site.visitor().ask(
                "POST", "/api/v1/lists/read", bearer, body: Array(message.utf8))
            #expect(answer.status == 200)
            #expect(try site.store.ids(on: "wanted", for: "").count == 2)
            #expect(try site.store.lists(of: "Maria").isEmpty, "she wants neither any more")
            #expect(try site.store.ids(on: "read", for: "Maria").count == 2)
        }
    }

    @Test func `cookies don't work for the API, nor tokens for pages`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            #expect(try await maria.get("/api/v1/me").status == 401)
            let account = try await site.account("Maria")
            let secret = Secret()
            try site.store.makeToken(secret.hash, name: "laptop", of: account.id)
            let bearer = ["Authorization": "Bearer \(secret.text)"]
            #expect(try await site.visitor().get("/api/v1/me", bearer).status == 200)
            #expect(try await site.visitor().get("/account", bearer).status == 303)
            let session = ["Authorization": "Bearer \(try #require(maria.cookies["bookzone"]))"]
            #expect(try await site.visitor().get("/api/v1/me", session).status == 401)
        }
    }

    /// The status for `person`, with new data for each request.
    private static func ask(
        _ row: Row, as person: Person, _ number: Int, _ site: TestSite
    ) async throws -> Int {
        let owner = try await site.account("Owner \(number)")
        let name = person == .owner ? owner.name : "\(person) \(number)"
        let role: Account.Role =
            switch person {
            case .librarian: .librarian
            case .administrator: .administrator
            default: .reader
            }
        let visitor = person == .nobody ? site.visitor() : try await site.visitor(name, role)
        var path = row.path.replacing(":book", with: "9780306406157").replacing(":list", with: "wanted")
            .replacing(":person", with: "Maria").replacing(":format", with: "bibtex")
            .replacing("**", with: "no/such/page")
        let comment = try site.say("Said.", by: owner.name, isPrivate: row.isPrivate)
        if path.contains(":id") {
            let id =
                switch path.split(separator: "/").first(where: { $0 != "api" && $0 != "v1" }) {
                case "photos": try photo(of: owner, site)
                case "comments": String(comment)
                case "inventories":
                    String(try site.store.beginInventory("Inventory \(number)", of: .all).id)
                case "copies":
                    String(
                        try site.store.add(CopyEdit([:]), of: BookSpecifier("9780306406157")).id?.value ?? 0)
                case "people": String(owner.id)
                default: "1"
                }
            path = path.replacing(":id", with: id)
        }
        if path == "/list" { path += "?of=me&name=none" }
        var headers: [String: String] = [:]
        var body: [UInt8] = []
        if path.hasPrefix(SiteAPI.path) {
            if person != .nobody {
                let secret = Secret()
                let account = try #require(try site.store.credentials(of: AccountName(name)!)?.account)
                try site.store.makeToken(secret.hash, name: "test", of: account.id)
                headers["Authorization"] = "Bearer \(secret.text)"
            }
            headers["Content-Type"] = "application/json"
            body = Array((row.json ?? "").utf8)
        } else if row.method == "POST" {
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            _ = try await visitor.get("/sign-in")
            let fields = row.fields.map { field, value in
                // Names can be used once.
                let value = value == "*owner*" ? owner.name : value == "Renamed" ? "Renamed \(number)" : value
                return "\(field)=\(value.queryPart)"
            }
            body = Array((["token=\(visitor.token)"] + fields).joined(separator: "&").utf8)
        }
        if !body.isEmpty { headers["Content-Length"] = String(body.count) }
        let wire = try Wire(site.port)
        try await wire.send(Array(visitor.head(row.method, path, headers).utf8) + body)
        // Only the head: event streams have no end.
        let head = try await wire.read(until: "\r\n\r\n")
        return head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// A photo that was read, without a result.
    private static func photo(of account: Account, _ site: TestSite) throws -> String {
        var upload = Upload(id: Secret().text, account: account.id, key: Secret().text, name: "a.jpg")
        upload = try site.store.keepUnbounded(upload)
        for file in [ScanQueue.File.original, .shown] {
            try Data("no photo".utf8).write(to: URL(filePath: site.site.scanQueue.path(file, of: upload.id)))
        }
        upload.state = .read
        upload.record = PhotoRecord(
            photo: "a.jpg", sha256: String(repeating: "0", count: 64), status: .none)
        try site.store.save(read: upload)
        return upload.id
    }
}
#endif
