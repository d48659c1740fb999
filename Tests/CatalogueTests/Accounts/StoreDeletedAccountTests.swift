// Deleting an account leaves no row and no byte of it in the file.
import Accounts
import Books
import Foundation
import GRDB
import TestSupport
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
        #expect(try store.clearPageGaps())
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
        #expect(try store.clearPageGaps())
        #expect(bytes(of: path).range(of: Data("Aardvark".utf8)) == nil)
        #expect(bytes(of: path).range(of: Data("Kept".utf8)) != nil)
        #expect(try store.check() == [])
        // Only once.
        let due = try store.query { try Int.fetchOne($0, sql: "SELECT count(*) FROM upkeep") }
        #expect(due == 0)
    }

    /// Three people write in turn, and rows grow, so that SQLite moves those of one between pages with those of others.
    private func crowd(_ store: Store, seed: UInt64) throws -> [Account] {
        var random = SeededGenerator(seed: seed)
        let accounts = try ["Quillwort", "Tomtit", "Annatto"].map { name in
            let answer = try store.makeAccount(#require(AccountName(name)), password: "hash", ticket: nil)
            guard case .made(let account) = answer else { throw CatalogueError.nothingToAdd }
            return account
        }
        let books = try ["9780306406157", "9780439023481", "9780439554930"].map(reference)
        var comments: [String: [Int64]] = [:]
        for number in 0..<160 {
            for account in accounts {
                let name = account.name
                func text(_ most: Int) -> String {
                    let length = Int.random(in: 0..<most, using: &random)
                    return "\(name)-\(number) " + String(repeating: "x", count: length)
                }
                let book = books[number % books.count]
                let comment = Comment(person: name, text: text(200))
                try comments[name, default: []].append(
                    store.recordingChange(.comment, by: name).add(comment, to: book))
                let id = comments[name]?.randomElement(using: &random)
                try store.recordingChange(.editComment, by: name).edit(
                    Comment(id: id, person: name, text: text(1500)))
                let list = "\(name)-list-\(number % 5)"
                try store.recordingChange(.putOnList, list, by: name).add([book], to: list, of: name)
                var upload = Upload(
                    id: "\(Int.random(in: 0..<Int.max, using: &random))-\(name)-id", account: account.id,
                    key: "\(name)-key-\(number)", name: "\(name)-\(number).jpg")
                upload = try store.keepUnbounded(upload)
                upload.record = PhotoRecord(photo: upload.name, status: .none)
                upload.record?.warnings = [text(800)]
                try store.save(read: upload)
            }
        }
        return accounts
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `no copy of a row stays in the gaps of pages`(seed: UInt64) throws {
        let store = try Store(path: temporary.path, readers: 8)
        let accounts = try crowd(store, seed: seed)
        #expect(try store.deleteAccount(accounts[0].id) != nil)
        // A restart does not forget it.
        #expect(try Store(path: temporary.path).clearPageGaps())
        let left = bytes()
        for word in ["Quillwort", "quillwort"] { #expect(left.range(of: Data(word.utf8)) == nil) }
        #expect(left.range(of: Data("Tomtit-159.jpg".utf8)) != nil)
        #expect(try store.check() == [])
        // A person without an account.
        #expect(try !store.forget(person: "Annatto").isEmpty && store.clearPageGaps())
        #expect(try store.comments(by: "Annatto", for: "Annatto") == [])
    }

    @Test func `a file in use is rewritten later`() throws {
        let store = try Store(path: temporary.path)
        let (account, _) = try fill(store)
        #expect(try store.deleteAccount(account.id) != nil)
        let other = try DatabaseQueue(path: temporary.path)
        try other.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            #expect(try !store.clearPageGaps())
            try db.execute(sql: "ROLLBACK")
        }
        #expect(try store.clearPageGaps())
        try #expect(store.query { try Int.fetchOne($0, sql: "SELECT count(*) FROM upkeep") } == 0)
    }

    private func tasks(_ store: Store) throws -> [String] {
        try store.query { try String.fetchAll($0, sql: "SELECT task FROM upkeep") }
    }

    @Test func `an upgraded store is rewritten only after a person is forgotten`() throws {
        let path = temporary.folder.appending(path: "earlier.sqlite").path
        try removeCarelessly(in: path)
        let store = try Store(path: path)
        let before = bytes(of: path)
        #expect(try store.clearPageGaps())
        #expect(bytes(of: path) == before)
        #expect(try tasks(store) == ["vacuum"])
        _ = try store.forget(person: "Annatto")
        #expect(try store.clearPageGaps() && tasks(store) == [])
    }

    @Test func `after a reader has kept the log, the file is not rewritten again`() throws {
        let store = try Store(path: temporary.path)
        _ = try store.forget(person: "Annatto")
        let reader = try DatabaseQueue(path: temporary.path)
        try reader.inDatabase { db in
            try db.execute(sql: "BEGIN; SELECT count(*) FROM book")
            #expect(try !store.clearPageGaps())
            try db.execute(sql: "COMMIT")
        }
        // Rewriting the file would remove its free pages.
        try store.write { db in
            try db.execute(sql: "CREATE TABLE spare AS SELECT zeroblob(100000); DROP TABLE spare")
        }
        let free = { try store.query { try Int.fetchOne($0, sql: "PRAGMA freelist_count") ?? 0 } }
        let count = try free()
        #expect(count > 20)
        #expect(try store.clearPageGaps() && tasks(store) == [])
        #expect(try free() == count)
        // Another person is a reason to.
        _ = try store.forget(person: "Annatto")
        #expect(try store.clearPageGaps() && tasks(store) == [])
        #expect(try free() == 0)
    }

    @Test func `the disk of temporary files needs space, too`() throws {
        let folder = temporary.folder.path
        #expect(temporary.store.hasRoomForCopies(temporary: folder))
        // A file system without space.
        #expect(!temporary.store.hasRoomForCopies(temporary: "/proc"))
        #expect(Store.temporaryFolder(["SQLITE_TMPDIR": folder, "TMPDIR": "/"]) == folder)
        #expect(Store.temporaryFolder(["SQLITE_TMPDIR": "\(folder)/none", "TMPDIR": folder]) == folder)
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
