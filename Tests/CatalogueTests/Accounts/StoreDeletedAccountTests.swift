// Deleting an account leaves no row and no byte of it in the file.
import Accounts
import Books
import Foundation
import GRDB
import Testing

@testable import Catalogue

struct StoreDeletedAccountTests {
    private let temporary: TemporaryStore

    init() throws { temporary = try TemporaryStore() }

    /// Everything that can be found in the store's files.
    private func bytes(of path: String? = nil) -> Data {
        ["", "-wal"].reduce(into: Data()) { all, end in
            all += (try? Data(contentsOf: URL(filePath: (path ?? temporary.path) + end))) ?? Data()
        }
    }

    /// Also returns the words that must disappear.
    private func fill(_ store: Store) throws -> (account: Account, words: [String]) {
        let book = try reference("9780306406157")
        guard
            case .made(let account) = try store.makeAccount(
                #require(AccountName("Quillwort")), password: "hash-of-quill", ticket: nil),
            case .made(let other) = try store.makeAccount(
                #require(AccountName("Tom")), password: "hash", ticket: nil)
        else { throw CatalogueError.nothingToAdd }
        let id = account.id
        try store.set(email: "q@quagmire.test", of: id)
        #expect(try store.add(Identity(issuer: "https://a.test", subject: "subjectword"), to: id))
        try store.beginSession("sessionhash", of: id)
        try store.makeToken("tokenhash", name: "gadgetname", of: id)
        try store.save(Ticket(.reset, account: id, until: .now + 60), hash: "resethash")
        try store.save(
            Ticket(.address, account: id, name: "q@quagmire.test", until: .now + 60), hash: "proofhash")
        try store.save(Ticket(.invitation, name: "QUILLWORT", until: .now + 60), hash: "named")
        let recorded = store.recordingChange(.comment, by: "Quillwort")
        let number = try recorded.add(Comment(person: "Quillwort", text: "Zanzibar words"), to: book)
        try store.recordingChange(.comment, by: "Quillwort").add(
            Comment(person: "Quillwort", text: "Xylophone secret", isPrivate: true), to: book)
        try store.recordingChange(.editComment, by: "Quillwort").edit(
            Comment(id: number, person: "Quillwort", text: "Yesteryear words"))
        // A comment removed before the account, and an earlier name.
        let early = try store.add(Comment(person: "Quillwort", text: "Aardvark words"), to: book)
        try store.removeComment(early, by: "Quillwort", orOthers: false)
        try store.add([book], to: "bandicootlist", of: "Quillwort")
        try store.remove([book], from: "bandicootlist", of: "Quillwort")
        try store.makeToken("earlyhash", name: "capybaratoken", of: id)
        for token in try store.tokens(of: id) where token.name == "capybaratoken" {
            try store.removeToken(token.id, of: id)
        }
        try store.removeUpload(
            store.keepUnbounded(
                Upload(id: "dormouseid", account: id, key: "early", name: "echidna.jpg")
            ).id)
        #expect(try store.set(name: #require(AccountName("Flamingo")), of: id))
        try store.save(Ticket(.invitation, name: "FLAMINGO", until: .now + 60), hash: "formerinvitation")
        try store.add(Comment(person: "Flamingo", text: "Gazelle words"), to: book)
        #expect(try store.set(name: #require(AccountName("Quillwort")), of: id))
        let removed = try store.add(Comment(person: "Quillwort", text: "Vermilion words"), to: book)
        // Recorded in the history of the person who removed it.
        try store.recordingChange(.removeComment, by: "Tom").removeComment(removed, by: "Tom", orOthers: true)
        try store.recordingChange(.putOnList, "wombatlist", by: "Quillwort").add(
            [book], to: "wombatlist", of: "Quillwort")
        try store.recordingChange(.putOnList, "read", by: "Quillwort").mark(
            [book], as: .read, by: "Quillwort")
        var upload = Upload(id: "uploadid", account: id, key: "uploadkey", name: "holiday-snap.jpg")
        upload = try store.keepUnbounded(upload)
        upload.record = PhotoRecord(photo: "holiday-snap.jpg", status: .none)
        try store.save(read: upload)
        _ = try store.once("sendingkey", for: id) { _ throws(CatalogueError) in "answerword" }
        // Comments of others stay.
        try store.add(Comment(person: "Tom", text: "Steadfast words"), to: book)
        try store.add([book], to: "tomslist", of: "Tom")
        _ = try store.beginSession("toms", of: other.id)
        return (
            account,
            [
                "quillwort", "quagmire", "hash-of-quill", "subjectword", "sessionhash", "tokenhash",
                "gadgetname",
                "resethash",
                "proofhash", "zanzibar", "xylophone", "yesteryear", "vermilion", "wombatlist", "uploadid",
                "uploadkey", "holiday-snap", "sendingkey", "answerword",
            ]
        )
    }

    @Test(arguments: [1, 8])
    func `a deleted account leaves nothing behind`(readers: Int) throws {
        let store = try Store(path: temporary.path, readers: readers)
        let (account, words) = try fill(store)
        let early = [
            "aardvark", "bandicoot", "capybara", "dormouse", "echidna", "flamingo", "gazelle",
            "formerinvitation",
        ]
        func left() -> [String] {
            let text = String(decoding: bytes(), as: Unicode.ASCII.self).lowercased()
            return (words + early).filter(text.contains)
        }
        #expect(Set(left()).isSuperset(of: words), "or the test could not find what is left")
        #expect(try store.deleteAccount(account.id) != nil)
        #expect(left() == [])
        #expect(try store.check() == [])
        #expect(try store.account(ofSession: "sessionhash") == nil)
        #expect(try store.account(ofToken: "tokenhash") == nil)
        let book = try reference("9780306406157")
        let card = try #require(try store.card(of: book, for: "Quillwort"))
        #expect(card.comments.map(\.text) == ["Steadfast words"] && card.readings == [])
        #expect(try store.lists(of: "Tom").map(\.name) == ["tomslist"])
        #expect(try store.account(ofSession: "toms")?.name == "Tom")
        #expect(try store.history(for: "Tom", limit: 50).allSatisfy { ["", "Tom"].contains($0.person) })
        #expect(try store.undo(by: "Quillwort") == nil)
        // The name is available again.
        let again = try store.makeAccount(#require(AccountName("quillwort")), password: "x", ticket: nil)
        #expect(again != .taken)
    }

    @Test func `nobody can revert another person's change`() throws {
        let store = try Store(path: temporary.path)
        let (account, _) = try fill(store)
        #expect(try store.deleteAccount(account.id) != nil)
        // Tom removed one of their comments; it does not come back.
        while try store.undo(by: "Tom") != nil {}
        let book = try reference("9780306406157")
        #expect(try store.card(of: book, for: "Tom")?.comments.map(\.text) == ["Steadfast words"])
    }

    /// As by a program that does not clear what it removes, such as an earlier version.
    private func removeCarelessly(in path: String) throws {
        _ = try Store(path: path, version: 14)
        let queue = try DatabaseQueue(path: path)
        try queue.inDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA secure_delete = OFF;
                    INSERT INTO account (name, key, role, made) VALUES ('Quillwort', 'quillwort', 'reader', 0);
                    INSERT INTO work (id) VALUES (1);
                    INSERT INTO book (id, title, work, added) VALUES (1, 'Kept', 1, 0);
                    INSERT INTO search (rowid, title, contributors, publisher, comments)
                        VALUES (1, 'Kept', '', '', '');
                    INSERT INTO comment (book, author, text, spoiler, private, written)
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
                    SELECT 1, 'Quillwort', 'Aardvark ' || printf('%.500c', 'x') || n.i, 0, 0, 0 FROM n;
                    DELETE FROM comment WHERE id % 3 > 0;
                    PRAGMA wal_checkpoint(TRUNCATE);
                    """)
        }
    }

    @Test(arguments: [1, 8])
    func `data removed by earlier versions is cleared, too`(readers: Int) throws {
        let path = temporary.folder.appending(path: "earlier.sqlite").path
        try removeCarelessly(in: path)
        #expect(bytes(of: path).range(of: Data("Aardvark".utf8)) != nil)
        let store = try Store(path: path, readers: readers)
        try #expect(store.query { try Int.fetchOne($0, sql: "SELECT count(*) FROM upkeep") } == 1)
        let account = try #require(try store.accounts().first)
        #expect(try store.deleteAccount(account.id) != nil)
        #expect(bytes(of: path).range(of: Data("Aardvark".utf8)) == nil)
        #expect(bytes(of: path).range(of: Data("Kept".utf8)) != nil)
        #expect(try store.check() == [])
        // Only once: the store is not rewritten for the next one.
        let due = try store.query { try Int.fetchOne($0, sql: "SELECT count(*) FROM upkeep") }
        #expect(due == 0)
    }

    @Test func `a new store has nothing to clear`() throws {
        let due = try temporary.store.query { try Int.fetchOne($0, sql: "SELECT count(*) FROM upkeep") }
        #expect(due == 0)
    }

    @Test func `open pages receive removals`() throws {
        let store = try Store(path: temporary.path)
        let (account, _) = try fill(store)
        let last = try store.lastEvent()
        #expect(try store.deleteAccount(account.id) != nil)
        #expect(try store.events(after: last, for: "Tom", limit: 10).count == 1)
        #expect(try store.events(after: 0, for: "Quillwort", limit: 10).count == 1)
    }
}
