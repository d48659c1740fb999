#if Server
// People can export and delete everything that is stored about them.
import Accounts
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Server

struct LeavingTests {
    private static let password = ("password", TestSite.password)

    private func fill(_ site: TestSite) async throws -> (maria: Visitor, account: Account, upload: Upload) {
        let maria = try await site.visitor("Maria")
        _ = try await site.visitor("Tom")
        let account = try await site.account("Maria")
        try site.say("Said in the open.", by: "Maria")
        try site.say("Said in secret.", by: "Maria", isPrivate: true)
        try site.say("Said by another.", by: "Tom")
        let book = try BookSpecifier("9780306406157")
        try site.store.add([book], to: "gifts", of: "Maria")
        try site.store.add([book], to: "toms", of: "Tom")
        try site.store.mark([book], as: .read, by: "Maria")
        let upload = try site.store.keepUnbounded(
            Upload(id: Secret().text, account: account.id, key: "k", name: "a.jpg"))
        for file in ScanQueue.File.allCases {
            try Data("photo".utf8).write(to: URL(filePath: site.site.scanQueue.path(file, of: upload.id)))
        }
        return (maria, account, upload)
    }

    @Test func `an export contains the account's comments and lists`() async throws {
        try await TestSite.with { site in
            let (maria, _, _) = try await fill(site)
            let answer = try await maria.get("/account/export")
            let told = try #require(
                try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
            #expect(told["name"] as? String == "Maria" && told["role"] as? String == "reader")
            let comments = try #require(told["comments"] as? [[String: Any]])
            #expect(
                Set(comments.compactMap { $0["text"] as? String }) == [
                    "Said in the open.", "Said in secret.",
                ])
            let lists = try #require(told["lists"] as? [String: [[String: Any]]])
            #expect(Set(lists.keys) == ["gifts"])
            #expect(lists["gifts"]?.first?["isbn"] as? String == "9780306406157")
            let readings = try #require(told["readings"] as? [[String: Any]])
            #expect(readings.map { $0["state"] as? String } == ["read"])
            #expect((told["photos"] as? [[String: Any]])?.count == 1)
            #expect(!answer.text.contains("another") && !answer.text.contains("argon2"))
        }
    }

    @Test(arguments: [false, true])
    func `deleting an account deletes its photos too`(isMadeTo: Bool) async throws {
        try await TestSite.with { site in
            let (maria, account, upload) = try await fill(site)
            if isMadeTo {
                let ana = try await site.visitor("Ana", .administrator)
                let wrong = try await ana.send("/people/\(account.id)/delete", [("name", "Tom")])
                #expect(wrong.status == 422)
                let unproved = try await ana.send("/people/\(account.id)/delete", [("name", "Maria")])
                #expect(unproved.status == 422)
                let done = try await ana.send(
                    "/people/\(account.id)/delete", [("name", "Maria"), Self.password])
                #expect(done.status == 303)
            } else {
                let wrong = try await maria.send("/account/delete", [("password", "no")])
                #expect(wrong.status == 422)
                let gone = try await maria.send("/account/delete", [Self.password])
                #expect(gone.status == 200 && gone.text.contains("gone"))
                #expect(maria.cookies["bookzone"] == "")
                #expect(gone["clear-site-data"] == "\"cache\"")
            }
            #expect(try site.store.account(account.id) == nil)
            #expect(try site.store.upload(upload.id) == nil)
            for file in ScanQueue.File.allCases {
                #expect(access(site.site.scanQueue.path(file, of: upload.id), F_OK) != 0)
            }
            let bytes = ["", "-wal"].reduce(into: Data()) { all, end in
                all += (try? Data(contentsOf: URL(filePath: site.store.path + end))) ?? Data()
            }
            let text = String(decoding: bytes, as: Unicode.ASCII.self)
            for word in ["Maria", "in the open", "in secret", "gifts", upload.id] {
                #expect(!text.contains(word), "\(word)")
            }
            #expect(text.contains("Said by another.") && text.contains("toms"))
            #expect(try await maria.get("/").status == 303)
            #expect(try await site.visitor().signIn("Maria").status == 422)
        }
    }

    @Test func `the store's file is rewritten after an account was deleted`() async throws {
        try await TestSite.with { site in
            let (_, account, _) = try await fill(site)
            let isDue = {
                try site.store.read { db in
                    try db.number("SELECT 1 FROM upkeep WHERE task GLOB 'vacuum*'") != nil
                }
            }
            #expect(try await site.site.remove(account))
            let end = ContinuousClock.now + .seconds(60)
            while try isDue(), .now < end { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try !isDue())
            #expect(try site.store.check() == [])
        }
    }

    /// Runs `body` while another program writes to the store.
    private func whileLocked(_ other: Store, _ body: () async throws -> Void) async throws {
        let (isLocked, lock) = AsyncStream.makeStream(of: Void.self)
        let end = DispatchSemaphore(value: 0)
        defer { end.signal() }
        Thread.detachNewThread {
            _ = try? other.write { _ in
                lock.finish()
                end.wait()
            }
            lock.finish()
        }
        for await _ in isLocked {}
        try await body()
    }

    /// Rewriting the file waits for the other program here.
    @Test func `who signs out while the store can't be changed is signed out on the device`() async throws {
        try await TestSite.with { site in
            let (maria, session) = (try await site.visitor("Maria"), "bookzone")
            _ = try await maria.get("/account")
            let secret = try #require(maria.cookies[session])
            _ = try site.store.forget(person: "Annatto")
            try await whileLocked(site.otherStore()) {
                site.site.pageGaps.begin()
                let end = ContinuousClock.now + .seconds(60)
                while !site.store.isBeingRewritten, .now < end { try await Task.sleep(for: .milliseconds(5)) }
                let answer = try await maria.send("/sign-out")
                #expect(answer.status == 303 && answer["clear-site-data"] == "\"cache\"")
                #expect(maria.cookies[session]?.isEmpty == true)
                let page = try await maria.get(#require(answer["location"]))
                #expect(page.text.contains("the site could not end the session"))
            }
            // The page tells the truth: who has the cookie can end the session.
            let thief = site.visitor()
            thief.keep("\(session)=\(secret)")
            #expect(try await thief.get("/account").status == 200)
            let ended = try await thief.send("/sign-out")
            #expect(ended.status == 303 && ended["location"] == "/sign-in")
        }
    }

    @Test func `pages can be read while the store's file is rewritten, and changes are refused`()
        async throws
    {
        try await TestSite.with { site in
            let visitors = [try await site.visitor("Maria"), try await site.visitor("Tom")]
            let (account, secret) = (try await site.account("Tom"), Secret())
            try site.store.makeToken(secret.hash, name: "laptop", of: account.id)
            try site.say("Said.", by: "Tom")
            for visitor in visitors { #expect(try await visitor.get("/books/9780306406157").status == 200) }
            _ = try site.store.forget(person: "Annatto")
            try site.store.write { try $0.run("UPDATE session SET seen = seen - 600") }
            let seen = { try site.store.sessions(of: account.id).first?.seen ?? .distantPast }
            let old = try seen()
            try await whileLocked(site.otherStore()) {
                site.site.pageGaps.begin()
                let end = ContinuousClock.now + .seconds(60)
                while !site.store.isBeingRewritten, .now < end { try await Task.sleep(for: .milliseconds(5)) }
                #expect(site.store.isBeingRewritten)
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<8 {
                        group.addTask { try await visitors[number % 2].get("/books/9780306406157").status }
                    }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }
                #expect(statuses == [200])
                let refused = try await visitors[1].send("/books/9780306406157/comments", [("text", "Said.")])
                #expect(refused.status == 503 && refused["retry-after"] == "5")
                let problem = try await site.visitor().ask(
                    "POST", "/api/v1/undo", ["Authorization": "Bearer \(secret.text)"])
                #expect(problem.status == 503 && problem["retry-after"] == "5")
            }
            // The last use is saved later.
            let end = ContinuousClock.now + .seconds(60)
            while try seen() == old, .now < end {
                _ = try await visitors[1].get("/books/9780306406157")
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(try seen() > old)
        }
    }

    @Test func `the last administrator stays`() async throws {
        try await TestSite.with { site in
            let ana = try await site.visitor("Ana", .administrator)
            let account = try await site.account("Ana")
            #expect(try await ana.send("/account/delete", [Self.password]).status == 422)
            for (act, field) in [("delete", ("name", "Ana")), ("role", ("role", "reader"))] {
                let answer = try await ana.send("/people/\(account.id)/\(act)", [field, Self.password])
                #expect(answer.status == 422 && answer.text.contains("at least one administrator"))
            }
            #expect(try site.store.hasAdministrator())
            _ = try await site.account("Maria", .administrator)
            #expect(try await ana.send("/account/delete", [Self.password]).status == 200)
        }
    }

    /// A librarian's history would keep the name of a photo after its owner's account is deleted.
    @Test func `a photo's name does not stay in the history of a librarian who reviewed it`()
        async throws
    {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            let account = try await site.account("Maria")
            var upload = try site.store.keepUnbounded(
                Upload(id: Secret().text, account: account.id, key: "k", name: "dormouse.jpg"))
            (upload.state, upload.record) = (
                .review,
                PhotoRecord(photo: "dormouse.jpg", sha256: String(repeating: "0", count: 64), status: .none)
            )
            try site.store.save(read: upload)
            #expect(try await kim.send("/photos/\(upload.id)/reject").status == 303)
            #expect(try await site.site.remove(account))
            let bytes = ["", "-wal"].reduce(into: Data()) { all, end in
                all += (try? Data(contentsOf: URL(filePath: site.store.path + end))) ?? Data()
            }
            #expect(bytes.range(of: Data("dormouse".utf8)) == nil)
            #expect(try site.store.history(for: "Kim", limit: 10).map(\.action) == [.decide])
        }
    }

    /// Its row is gone before its picture is made.
    @Test func `a photo that is removed while it is read leaves no file`() async throws {
        try await TestSite.with { site in
            let account = try await site.account("Maria")
            for number in 0..<6 {
                let upload = try site.store.keepUnbounded(
                    Upload(id: Secret().text, account: account.id, key: "\(number)", name: "a.heic"))
                let photo = Repository.root.appending(path: "testimages/imprint-heic-turned.heic")
                try Data(contentsOf: photo).write(
                    to: URL(filePath: site.site.scanQueue.path(.original, of: upload.id)))
                await site.site.scanQueue.enqueue(upload, isAwaited: true)
                // Each time at another moment of its reading.
                try await Task.sleep(for: .milliseconds(40 * number))
                try site.store.removeUpload(upload.id)
                site.site.scanQueue.remove(ScanQueue.File.allCases, of: upload.id)
            }
            let folder = site.site.options.photos
            try await site.site.scanQueue.finish()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }
}
#endif
