#if Server
// Several clients of one account in parallel, each with random requests: the site's guarantees hold in any order.
import Accounts
import Books
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalogue
@testable import Server

struct AccountInterleavingTests {
    private static let photoLimit = 20_000
    private static let (photosHeld, bytesHeld) = (4, 50_000)
    private static let names = ["Quillwort", "Flamingo", "Bandicoot"]

    /// What all clients know.
    private struct Shared {
        var name = names[0]
        /// Texts of comments that were saved, and of those for which some client requested removal.
        var comments: Set<String> = []
        var unwanted: Set<String> = []
        var deadSessions: [String] = []
        var tokens: [String] = []
        var deadTokens: [String] = []
        var words: Set<String> = Set(names)
        var statuses: [String: Int] = [:]
    }

    private final class Run: Sendable {
        let site: TestSite
        let account: Account
        let shared = Mutex(Shared())

        init(_ site: TestSite) async throws {
            self.site = site
            account = try await site.account(names[0])
        }
    }

    /// A client: a browser, and a program with a token.
    private struct Client {
        let run: Run
        let number: Int
        var random: SeededGenerator
        var visitor: Visitor
        var count = 0

        init(_ run: Run, _ number: Int, seed: UInt64) async throws {
            (self.run, self.number) = (run, number)
            random = SeededGenerator(seed: seed &* 1000 &+ UInt64(number))
            visitor = run.site.visitor(from: "203.0.113.\(number + 1)")
        }

        mutating func word(_ stem: String) -> String {
            count += 1
            let word = "\(stem)x\(number)x\(count)x"
            run.shared.withLock { _ = $0.words.insert(word) }
            return word
        }

        mutating func act(mayDelete: Bool) async throws {
            let acts: [(String, (inout Client) async throws -> Answer?)] = [
                ("sign in", { try await $0.signIn() }), ("upload", { try await $0.upload() }),
                ("upload", { try await $0.upload() }), ("confirm", { try await $0.confirm() }),
                ("remove photo", { try await $0.removePhoto() }), ("comment", { try await $0.comment() }),
                ("comment", { try await $0.comment() }), ("api comment", { try await $0.commentByToken() }),
                ("remove comment", { try await $0.removeComment() }), ("list", { try await $0.list() }),
                ("rename", { try await $0.rename() }), ("token", { try await $0.makeToken() }),
                ("revoke", { try await $0.revokeToken() }), ("sign out", { try await $0.signOut() }),
                ("page", { try await $0.visitor.get("/account") }),
            ]
            let (name, act) = acts[Int.random(in: 0..<acts.count, using: &random)]
            let isLast = mayDelete && Int.random(in: 0..<6, using: &random) == 0
            let answer = try await isLast ? delete() : act(&self)
            guard let answer else { return }
            run.shared.withLock {
                $0.statuses["\(isLast ? "delete" : name) \(answer.status)", default: 0] += 1
            }
            // A full queue of passwords is not a failure.
            #expect(answer.status < 500 || answer.status == 503, "\(name): \(answer.text)")
            try checkBounds()
        }

        private func checkBounds() throws {
            let held = try run.site.store.held(of: run.account.id)
            #expect(held.photos <= photosHeld && held.bytes <= bytesHeld)
            let folder = run.site.site.options.photos
            let sizes = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                !$0.contains(".")
            }
            .map { name -> Int in
                var file = stat()
                return stat("\(folder)/\(name)", &file) == 0 ? Int(file.st_size) : 0
            }
            // A removed photo's row disappears shortly before its file.
            #expect(sizes.reduce(0, +) <= bytesHeld + photoLimit, "\(sizes)")
        }

        private mutating func signIn() async throws -> Answer {
            let name = run.shared.withLock(\.name)
            visitor = run.site.visitor(from: "203.0.113.\(number + 1)")
            return try await visitor.signIn(name)
        }

        private mutating func upload() async throws -> Answer {
            _ = try await visitor.get("/")
            let file = word("dormouse")
            let size = Int.random(in: 1...Int(Double(photoLimit) * 1.1), using: &random)
            let boundary = "--xYz\r\nContent-Disposition: form-data; name="
            let body =
                "\(boundary)\"token\"\r\n\r\n\(visitor.token)\r\n\(boundary)\"photo\"; filename=\"\(file).jpg\"\r\n\r\n"
                + String(repeating: "z", count: size) + "\r\n--xYz--\r\n"
            return try await visitor.ask(
                "POST", "/photos", ["Content-Type": "multipart/form-data; boundary=xYz"],
                body: Array(body.utf8))
        }

        private mutating func photo() throws -> String? {
            try run.site.store.uploads(of: run.account.id).randomElement(using: &random)?.id
        }

        private mutating func confirm() async throws -> Answer? {
            guard let id = try photo() else { return nil }
            return try await visitor.send("/photos/\(id)/confirm", [("isbn", "9780306406157")])
        }

        private mutating func removePhoto() async throws -> Answer? {
            guard let id = try photo() else { return nil }
            return try await visitor.send("/photos/\(id)/remove")
        }

        private mutating func comment() async throws -> Answer {
            let text = word("aardvark")
            let answer = try await visitor.send("/books/9780306406157/comments", [("text", text)])
            if answer["location"]?.hasPrefix("/books/") == true {
                run.shared.withLock { _ = $0.comments.insert(text) }
            }
            return answer
        }

        private func bearer(_ token: String) -> [String: String] {
            ["Authorization": "Bearer \(token)", "Content-Type": "application/json"]
        }

        private mutating func commentByToken() async throws -> Answer? {
            let tokens = run.shared.withLock(\.tokens)
            guard let token = tokens.randomElement(using: &random) else { return nil }
            let text = word("capybara")
            let body = #"{"text":"\#(text)","isSpoiler":false,"isPrivate":false}"#
            let answer = try await run.site.visitor().ask(
                "POST", "/api/v1/books/9780306406157/comments", bearer(token), body: Array(body.utf8))
            if answer.status == 200 { run.shared.withLock { _ = $0.comments.insert(text) } }
            return answer
        }

        private mutating func removeComment() async throws -> Answer? {
            let name = run.shared.withLock(\.name)
            let comments = try run.site.store.comments(by: name, for: name)
            guard let comment = comments.randomElement(using: &random), let id = comment.id else {
                return nil
            }
            run.shared.withLock { _ = $0.unwanted.insert(comment.text) }
            return try await visitor.send("/comments/\(id)/remove")
        }

        private mutating func list() async throws -> Answer {
            try await visitor.send(
                "/books/9780306406157/list",
                [("list", word("gazelle")), ("do", Bool.random(using: &random) ? "add" : "remove")])
        }

        private mutating func rename() async throws -> Answer {
            let name = names.randomElement(using: &random) ?? names[0]
            let answer = try await visitor.send(
                "/account/name", [("name", name), ("password", TestSite.password)])
            if answer["location"] == "/account" {
                let now = try run.site.store.account(run.account.id)?.name
                run.shared.withLock { $0.name = now ?? name }
            }
            return answer
        }

        private mutating func makeToken() async throws -> Answer {
            let answer = try await visitor.send(
                "/account/tokens", [("name", word("echidna")), ("password", TestSite.password)])
            if answer.status == 200, let token = answer.text.firstMatch(of: /class="link">([\w-]{43})</)?.1 {
                run.shared.withLock { $0.tokens.append(String(token)) }
            }
            return answer
        }

        private mutating func revokeToken() async throws -> Answer? {
            let tokens = run.shared.withLock(\.tokens)
            guard let token = tokens.randomElement(using: &random),
                let id = try run.site.store.tokenNumber(Secret.hash(of: token))
            else { return nil }
            let answer = try await visitor.send("/account/tokens/\(id)/remove")
            if answer["location"] == "/account" {
                run.shared.withLock {
                    $0.tokens.removeAll { $0 == token }
                    $0.deadTokens.append(token)
                }
                #expect(try await run.site.visitor().get("/api/v1/me", bearer(token)).status == 401)
            }
            return answer
        }

        private mutating func signOut() async throws -> Answer? {
            guard let session = visitor.cookies["bookzone"], !session.isEmpty else { return nil }
            let answer = try await visitor.send("/sign-out")
            if answer["location"] == "/sign-in",
                answer.cookies.contains(where: { $0.hasPrefix("bookzone=;") })
            {
                run.shared.withLock { $0.deadSessions.append(session) }
                let thief = run.site.visitor()
                thief.keep("bookzone=\(session)")
                #expect(try await thief.get("/account").status == 303)
            }
            return answer
        }

        private mutating func delete() async throws -> Answer {
            try await visitor.send("/account/delete", [("password", TestSite.password)])
        }
    }

    private static func act(_ run: Run, seed: UInt64, turns: Int, mayDelete: Bool) async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<4 {
                group.addTask {
                    var client = try await Client(run, number, seed: seed)
                    _ = try await client.visitor.signIn(run.shared.withLock(\.name))
                    for _ in 0..<turns { try await client.act(mayDelete: mayDelete) }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(.timeLimit(.minutes(30)), arguments: [1, 2, 3] as [UInt64])
    func `in any order of requests, nothing is lost, left behind or let in`(seed: UInt64) async throws {
        try await TestSite.with {
            ($0.photosHeld, $0.bytesHeld, $0.photoLimit) = (Self.photosHeld, Self.bytesHeld, Self.photoLimit)
        } _: { site in
            let run = try await Run(site)
            try await Self.act(run, seed: seed, turns: 25, mayDelete: false)
            let shared = run.shared.withLock(\.self)
            let name = try #require(try site.store.account(run.account.id)?.name)
            let said = Set(try site.store.comments(by: name, for: name).map(\.text))
            #expect(
                shared.comments.subtracting(shared.unwanted).subtracting(said) == [],
                "answered with success, and lost")
            #expect(
                try Self.names.filter { $0 != name }.allSatisfy { former in
                    try site.store.comments(by: former, for: former).isEmpty
                })
            for token in shared.deadTokens {
                #expect(try site.store.account(ofToken: Secret.hash(of: token)) == nil)
            }
            for session in shared.deadSessions {
                #expect(try site.store.account(ofSession: Secret.hash(of: session)) == nil)
            }
            #expect(site.site.reservations.total == .init())

            try await Self.act(run, seed: seed &+ 100, turns: 12, mayDelete: true)
            // If no client deleted it.
            if try site.store.account(run.account.id) != nil { _ = try await site.site.remove(run.account) }
            try await Self.expectNothing(of: run)
        }
    }

    /// What an account leaves after deletion: no row, no byte of the store, no photo.
    private static func expectNothing(of run: Run) async throws {
        let folder = run.site.site.options.photos
        // A photo that was being read is removed afterwards.
        for _ in 0..<1200 where try !FileManager.default.contentsOfDirectory(atPath: folder).isEmpty {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        let bytes = ["", "-wal"].reduce(into: Data()) { all, end in
            all += (try? Data(contentsOf: URL(filePath: run.site.store.path + end))) ?? Data()
        }
        let text = String(decoding: bytes, as: Unicode.ASCII.self).lowercased()
        let shared = run.shared.withLock(\.self)
        #expect(shared.words.filter { text.contains($0.lowercased()) } == [], "\(shared.statuses)")
        #expect(run.site.site.reservations.total == .init())
    }
}

extension Store {
    /// The number of a token, by its hash.
    fileprivate func tokenNumber(_ hash: String) throws -> Int64? {
        try query { db in try db.number("SELECT id FROM token WHERE hash = ?", hash) }
    }
}
#endif
