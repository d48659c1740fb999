// Links, sessions and tokens: each is valid for one purpose, until it expires.
import Accounts
import Books
import Foundation
import GRDB
import Testing

@testable import Catalogue

struct StoreTicketsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private func account(_ name: String, by ticket: String? = nil, at date: Date = .now) throws -> Account? {
        let answer = try store.makeAccount(
            #require(AccountName(name)), password: "hash", ticket: ticket, date: date)
        return if case .made(let account) = answer { account } else { nil }
    }

    @Test(arguments: Account.Role.allCases)
    func `an invitation gives its role once`(role: Account.Role) throws {
        try store.save(Ticket(.invitation, role: role, until: .now + 60), hash: "a")
        #expect(try account("Maria", by: "a")?.role == role)
        #expect(try account("Tom", by: "a") == nil)
        #expect(try store.accounts().map(\.name) == ["Maria"])
    }

    @Test(arguments: [Ticket.Kind.setup, .invitation, .reset, .address])
    func `an expired link is invalid`(kind: Ticket.Kind) throws {
        let maria = try #require(try account("Maria"))
        let now = Date.now
        try store.save(
            Ticket(kind, account: maria.id, name: "Tom", role: .administrator, until: now + 60), hash: "a")
        #expect(try store.ticket("a", [kind], at: now + 59) != nil)
        #expect(try store.ticket("a", [kind], at: now + 61) == nil)
        #expect(try account("Tom", by: "a", at: now + 61) == nil)
        #expect(try store.reset(password: "new", by: "a", date: now + 61) == nil)
        #expect(try !store.verify(by: "a", date: now + 61))
    }

    @Test func `a link can be used for its purpose only`() throws {
        let maria = try #require(try account("Maria"))
        for kind in [Ticket.Kind.reset, .address] {
            try store.save(Ticket(kind, account: maria.id, until: .now + 60), hash: "\(kind)")
        }
        try store.save(Ticket(.invitation, until: .now + 60), hash: "invitation")
        #expect(try account("Tom", by: "reset") == nil)
        #expect(try account("Tom", by: "address") == nil)
        #expect(try store.reset(password: "new", by: "invitation") == nil)
        #expect(try store.reset(password: "new", by: "address") == nil)
        #expect(try !store.verify(by: "reset"))
        #expect(try store.credentials(of: #require(AccountName("Maria")))?.password == "hash")
    }

    @Test func `the setup link is valid while there is no administrator`() throws {
        let setup = Ticket(.setup, role: .administrator, until: .now + 60)
        try store.save(setup, hash: "first")
        try store.save(setup, hash: "second")
        #expect(try store.ticket("first", [.setup]) == nil, "a later one takes its place")
        let ana = try #require(try account("Ana"))
        _ = try store.give(.administrator, to: ana.id)
        #expect(try store.ticket("second", [.setup]) == nil)
        #expect(try account("Tom", by: "second") == nil)
    }

    @Test func `a new password by a link ends all sessions and other such links`() throws {
        let maria = try #require(try account("Maria"))
        let tom = try #require(try account("Tom"))
        for hash in ["a", "b"] {
            try store.beginSession("session \(hash)", of: maria.id)
            try store.save(Ticket(.reset, account: maria.id, until: .now + 60), hash: hash)
        }
        try store.beginSession("toms", of: tom.id)
        #expect(try store.reset(password: "new", by: "a")?.id == maria.id)
        #expect(try store.reset(password: "newer", by: "a") == nil)
        #expect(try store.reset(password: "newer", by: "b") == nil)
        #expect(try store.account(ofSession: "session a") == nil)
        #expect(try store.account(ofSession: "session b") == nil)
        #expect(try store.account(ofSession: "toms") == tom)
        #expect(try store.credentials(of: #require(AccountName("Maria")))?.password == "new")
    }

    @Test func `password links end when the password or the address changes`() throws {
        let maria = try #require(try account("Maria"))
        func save(_ hash: String) throws {
            try store.save(Ticket(.reset, account: maria.id, until: .now + 60), hash: hash)
        }
        try save("a")
        try store.set(password: "new", of: maria.id)
        #expect(try store.reset(password: "thief's", by: "a") == nil)
        try save("b")
        try store.set(email: "maria@new.test", of: maria.id)
        #expect(try store.reset(password: "thief's", by: "b") == nil)
        #expect(try store.password(of: maria.id) == "new")
    }

    @Test func `a session begins only with the current password`() throws {
        let maria = try #require(try account("Maria"))
        let known = try store.password(of: maria.id)
        try store.beginSession("former", of: maria.id)
        try store.set(password: "new", of: maria.id, keeping: "former")
        #expect(
            try !store.beginSession("late", of: maria.id, by: known, endingSession: "former"),
            "the old one was looked at before it was changed")
        #expect(try store.account(ofSession: "late") == nil)
        #expect(try store.account(ofSession: "former") == maria)
        #expect(try store.beginSession("right", of: maria.id, by: "new", endingSession: "former"))
        #expect(try store.account(ofSession: "former") == nil)
        _ = try store.deleteAccount(maria.id)
        #expect(try !store.beginSession("gone", of: maria.id))
    }

    @Test func `the number of tokens per account is limited, also for parallel requests`() async throws {
        let maria = try #require(try account("Maria"))
        let path = store.path
        await withTaskGroup { group in
            for connection in 0..<4 {
                group.addTask {
                    guard let store = try? Store(path: path) else { return }
                    for number in 0..<5 {
                        _ = try? store.makeToken(
                            "\(connection) \(number)", name: "x", of: maria.id, most: 7)
                    }
                }
            }
        }
        #expect(try store.tokens(of: maria.id).count == 7)
    }

    @Test func `changing the password ends all other sessions`() throws {
        let maria = try #require(try account("Maria"))
        for hash in ["here", "there"] { try store.beginSession(hash, of: maria.id) }
        try store.set(password: "new", of: maria.id, keeping: "here")
        #expect(try store.account(ofSession: "here")?.id == maria.id)
        #expect(try store.account(ofSession: "there") == nil)
        try store.set(password: "newer", of: maria.id)
        #expect(try store.account(ofSession: "here") == nil)
    }

    @Test func `a clock that was ahead lengthens no session that is used`() throws {
        let maria = try #require(try account("Maria"))
        let (start, day) = (Date.now, 86_400.0)
        try store.beginSession("a", of: maria.id, date: start + 365 * day)
        #expect(try store.account(ofSession: "a", date: start)?.id == maria.id)
        #expect(try store.account(ofSession: "a", date: start + 31 * day) == nil)
    }

    @Test func `a session is valid for a time after its last use`() throws {
        let maria = try #require(try account("Maria"))
        let (start, day) = (Date.now, 86_400.0)
        try store.beginSession("a", of: maria.id, date: start)
        #expect(try store.account(ofSession: "a", date: start + 29 * day)?.id == maria.id)
        #expect(try store.account(ofSession: "a", date: start + 58 * day)?.id == maria.id)
        #expect(try store.account(ofSession: "a", date: start + 89 * day) == nil)
        // A new session deletes expired ones.
        try store.beginSession("b", of: maria.id, date: start + 89 * day)
        let count = try store.query { try Int.fetchOne($0, sql: "SELECT count(*) FROM session") }
        #expect(count == 1)
    }

    @Test func `a session that ended is over`() throws {
        let maria = try #require(try account("Maria"))
        for hash in ["a", "b"] { try store.beginSession(hash, of: maria.id) }
        try store.endSession("a")
        #expect(try store.account(ofSession: "a") == nil)
        #expect(try store.account(ofSession: "b") != nil)
        #expect(try store.account(ofSession: "") == nil)
    }

    @Test func `a role counts from now on`() throws {
        let maria = try #require(try account("Maria"))
        try store.beginSession("a", of: maria.id)
        _ = try store.give(.librarian, to: maria.id)
        #expect(try store.account(ofSession: "a")?.role == .librarian)
    }

    @Test func `only its owner can revoke a token`() throws {
        let (maria, tom) = (try #require(try account("Maria")), try #require(try account("Tom")))
        try store.makeToken("a", name: "laptop", of: maria.id)
        let token = try #require(try store.tokens(of: maria.id).first)
        #expect(token.name == "laptop" && token.seen == nil)
        #expect(try store.account(ofToken: "a")?.id == maria.id)
        #expect(try store.tokens(of: maria.id).first?.seen != nil)
        try store.removeToken(token.id, of: tom.id)
        #expect(try store.account(ofToken: "a") != nil)
        try store.removeToken(token.id, of: maria.id)
        #expect(try store.account(ofToken: "a") == nil)
    }

    @Test func `a change with an idempotency key takes effect once`() throws {
        let (maria, tom) = (try #require(try account("Maria")), try #require(try account("Tom")))
        let book = try reference("9780306406157")
        func say(_ key: String?, _ account: Account) throws -> Int64 {
            try store.once(key, for: account.id) { store throws(CatalogueError) in
                try store.add(Comment(person: account.name, text: "Fine."), to: book)
            }
        }
        let first = try say("key", maria)
        #expect(try say("key", maria) == first)
        #expect(try say("key", tom) != first)
        #expect(try say("other", maria) != first)
        #expect(try store.comments(by: "Maria", for: "Maria").count == 2)
        // A change that failed was not made, and can be sent again.
        let empty = Comment(person: "Maria")
        #expect(throws: CatalogueError.emptyComment) {
            try store.once("third", for: maria.id) { store throws(CatalogueError) in
                try store.add(empty, to: book)
            }
        }
        _ = try say("third", maria)
        #expect(try store.comments(by: "Maria", for: "Maria").count == 3)
    }

    @Test func `a batch that somebody else interrupts is several changes`() throws {
        let maria = try #require(try account("Maria"))
        let (book, other) = (try reference("9780306406157"), try reference("9780439023481"))
        func put(_ book: BookSpecifier) throws {
            try store.inBatch("batch-of-mine", of: maria.id)
                .recordingChange(.putOnList, "zoo", by: "Maria").add([book], to: "zoo")
        }
        try put(book)
        try put(try reference("9780439554930"))
        #expect(try store.history(for: "Maria", limit: 9).count == 1)
        try store.recordingChange(.putOnList, "zoo", by: "Tom").add([other], to: "zoo")
        try store.recordingChange(.takeOffList, "zoo", by: "Tom").remove([other], from: "zoo")
        try put(other)
        _ = try store.undo(by: "Maria", date: .now)
        #expect(try store.ids(on: "zoo", for: "Maria").count == 2)
        _ = try store.undo(by: "Maria", date: .now)
        #expect(throws: CatalogueError.unknownList("zoo")) { try store.ids(on: "zoo", for: "Maria") }
    }

    @Test func `an idempotency key is refused for another request`() throws {
        let maria = try #require(try account("Maria"))
        func count(_ request: String?, _ result: Int) throws -> Int {
            try store.once("key", request: request, for: maria.id) { _ throws(CatalogueError) in result }
        }
        #expect(try count("a", 1) == 1)
        #expect(try count("a", 2) == 1)
        #expect(throws: CatalogueError.reusedKey) { try count("b", 3) }
        #expect(throws: CatalogueError.reusedKey) {
            try store.once("key", request: "b", for: maria.id) { _ throws(CatalogueError) in "other" }
        }
    }
}
