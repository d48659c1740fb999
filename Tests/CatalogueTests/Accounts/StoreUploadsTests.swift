// Uploaded photos: each is stored once, and belongs to its uploader.
import Accounts
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
        try store.keepUnbounded(Upload(id: id, account: account.id, key: key, name: "\(id).jpg", made: made))
    }

    @Test func `sending the same upload twice adds it once`() throws {
        #expect(try upload("a", maria, key: "k").id == "a")
        #expect(try upload("b", maria, key: "k").id == "a")
        #expect(try upload("c", tom, key: "k").id == "c", "keys are each one's own")
        #expect(try upload("d", maria, key: "l").id == "d")
        #expect(Set(try store.uploads(of: maria.id).map(\.id)) == ["a", "d"])
        #expect(try store.upload("b") == nil)
    }

    @Test(arguments: Upload.State.allCases)
    func `the outcome of a photo is stored`(state: Upload.State) throws {
        var sent = try upload("a", maria, key: "k")
        sent.state = state
        sent.record = PhotoRecord(photo: "a.jpg", sha256: "0a", status: .uncertain)
        sent.part = "1,2,3,4"
        sent.isbn = try isbn("9780306406157")
        try store.save(read: sent)
        try store.save(state, sent.isbn, of: "a")
        let kept = try #require(try store.upload("a"))
        #expect(kept.state == state && kept.part == sent.part && kept.isbn == sent.isbn)
        #expect(kept.record?.photo == "a.jpg" && kept.record?.sha256 == "0a")
        #expect(try store.uploads(in: state).map(\.id) == ["a"])
    }

    @Test func `a deleted photo stays deleted`() throws {
        let sent = try upload("a", maria, key: "k")
        try store.removeUpload("a")
        try store.save(read: sent)
        try store.save(.confirmed, nil, of: "a")
        #expect(try store.upload("a") == nil)
    }

    @Test func `a decision made during reading is kept, and so is the result`() throws {
        var read = try upload("a", maria, key: "k")
        try store.save(.confirmed, isbn("9780306406157"), of: "a")
        (read.state, read.record) = (.read, PhotoRecord(photo: "a.jpg", sha256: "0a", status: .none))
        try store.save(read: read)
        let kept = try #require(try store.upload("a"))
        #expect(try kept.state == .confirmed && kept.isbn == isbn("9780306406157"))
        #expect(kept.record?.sha256 == "0a")
        #expect(try store.readAgain(kept))
        #expect(try store.upload("a")?.state == .waiting)
        #expect(try !store.readAgain(kept), "it waits already")
        #expect(try store.held(of: maria.id) == (1, 0, 0))
    }

    @Test(arguments: [Upload.State.review, .read])
    func `a photo under review is kept while it is read again`(state: Upload.State) throws {
        var read = try upload("a", maria, key: "k")
        read.state = state
        read.record = PhotoRecord(photo: "a.jpg", sha256: "0a", status: .none)
        try store.save(read: read)
        #expect(try store.readAgain(read))
        #expect(try store.uploads(sentBefore: .now + 9).map(\.state) == (state == .review ? [] : [.waiting]))
        read.state = .read
        try store.save(read: read)
        #expect(try store.upload("a")?.state == state)
    }

    @Test func `a key that is sent with another file is refused`() throws {
        let limits = Upload.Limits(photos: 5, bytes: 100, allBytes: 100)
        let hashes = ["a", "b"].map { String(repeating: $0, count: 64) }
        let photo = Upload(id: "1", account: maria.id, key: "k", name: "a.jpg")
        _ = try store.save(photo, sha256: hashes[0], within: limits)
        var again = photo
        again.id = "2"
        #expect(try store.save(again, sha256: hashes[0], within: limits)?.id == "1")
        #expect(throws: CatalogueError.reusedKey) { try store.save(again, sha256: hashes[1], within: limits) }
        (again.account, again.id) = (tom.id, "3")
        #expect(try store.save(again, sha256: hashes[1], within: limits)?.id == "3", "a key is an account's")
    }

    @Test func `limits hold for simultaneous uploads`() async throws {
        let limits = Upload.Limits(photos: 5, bytes: 100, allBytes: 150)
        let accounts = [maria.id, tom.id]
        let path = temporary.path
        await withTaskGroup { group in
            for connection in 0..<8 {
                group.addTask {
                    guard let store = try? Store(path: path) else { return }
                    for number in 0..<10 {
                        var upload = Upload(
                            id: "\(connection) \(number)", account: accounts[number % 2],
                            key: "\(connection) \(number)", name: "a.jpg")
                        upload.bytes = number % 2 == 0 ? 30 : 10
                        _ = try? store.save(upload, within: limits)
                    }
                }
            }
        }
        let held = try accounts.map { try store.uploads(of: $0) }
        #expect(held[0].count == 3 && held[1].count == 5, "bytes bound Maria, photos Tom")
        #expect(held.joined().map(\.bytes).reduce(0, +) == 140)
        var big = Upload(id: "big", account: tom.id, key: "big", name: "a.jpg")
        big.bytes = 11
        try store.removeUpload(held[1][0].id)
        #expect(try store.save(big, within: Upload.Limits(photos: 5, bytes: 100, allBytes: 140)) == nil)
        #expect(try store.save(big, within: limits) != nil)
    }

    @Test func `old photos are deleted unless they are under review`() throws {
        let now = Date.now
        _ = try upload("review", maria, key: "1", made: now - 100)
        try store.save(.review, nil, of: "review")
        _ = try upload("old", maria, key: "2", made: now - 100)
        _ = try upload("new", maria, key: "3", made: now)
        #expect(try store.uploads(sentBefore: now - 50).map(\.id) == ["old"])
        #expect(try store.uploads(of: maria.id).map(\.id).first == "new")
    }
}
