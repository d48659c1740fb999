// Photos that were sent: each once, whoever sends it again, and each its sender's.
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreUploadsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let maria: Account
    private let tom: Account

    init() throws {
        temporary = try TemporaryStore()
        func account(_ name: String, _ store: Store) throws -> Account {
            let answer = try store.makeAccount(#require(AccountName(name)), password: "x", ticket: nil)
            guard case .made(let account) = answer else { throw CatalogueError.nothingToAdd }
            return account
        }
        maria = try account("Maria", temporary.store)
        tom = try account("Tom", temporary.store)
    }

    private func upload(
        _ id: String, _ account: Account, key: String, made: Date = .now
    ) throws -> Upload {
        try store.keep(Upload(id: id, account: account.id, key: key, name: "\(id).jpg", made: made))
    }

    @Test func `the same sending twice is one`() throws {
        #expect(try upload("a", maria, key: "k").id == "a")
        #expect(try upload("b", maria, key: "k").id == "a")
        #expect(try upload("c", tom, key: "k").id == "c", "keys are each one's own")
        #expect(try upload("d", maria, key: "l").id == "d")
        #expect(Set(try store.uploads(of: maria.id).map(\.id)) == ["a", "d"])
        #expect(try store.upload("b") == nil)
    }

    @Test(arguments: Upload.State.allCases)
    func `what became of one is kept`(state: Upload.State) throws {
        var sent = try upload("a", maria, key: "k")
        sent.state = state
        sent.record = PhotoRecord(photo: "a.jpg", sha256: "0a", status: .uncertain)
        sent.part = "1,2,3,4"
        sent.isbn = try isbn("9780306406157")
        try store.update(sent)
        let kept = try #require(try store.upload("a"))
        #expect(kept.state == state && kept.part == sent.part && kept.isbn == sent.isbn)
        #expect(kept.record?.photo == "a.jpg" && kept.record?.sha256 == "0a")
        #expect(try store.uploads(in: state).map(\.id) == ["a"])
    }

    @Test func `one that is gone stays so`() throws {
        let sent = try upload("a", maria, key: "k")
        try store.removeUpload("a")
        try store.update(sent)
        #expect(try store.upload("a") == nil)
    }

    @Test func `old ones are let go but for what is to be looked at`() throws {
        let now = Date.now
        var review = try upload("review", maria, key: "1", made: now - 100)
        review.state = .review
        try store.update(review)
        _ = try upload("old", maria, key: "2", made: now - 100)
        _ = try upload("new", maria, key: "3", made: now)
        #expect(try store.uploads(sentBefore: now - 50).map(\.id) == ["old"])
        #expect(try store.uploads(of: maria.id).map(\.id).first == "new")
    }
}
