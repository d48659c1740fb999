// Stores from before there were accounts; and which parts of accounts are copied to another machine.
import Accounts
import Books
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue

struct SchemaReadersTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("old.sqlite").path
    }

    @Test func `a photo that waits in an older store is read`() throws {
        try OldStore.make(
            at: path, version: 52,
            """
            INSERT INTO account (id, name, key, role, password, made) VALUES (1, 'Maria', 'maria', 'reader', '', 5);
            INSERT INTO upload (id, account, key, name, state, made) VALUES ('a', 1, 'k', 'a.jpg', 'waiting', 5);
            """)
        let store = try Store(path: path)
        #expect(try store.uploads(sentBefore: .now).map(\.id) == ["a"])
        var read = try #require(try store.upload("a"))
        read.state = .read
        try store.save(read: read)
        #expect(try store.upload("a")?.state == .read)
    }

    @Test(arguments: [1, 8])
    func `lists and comments of an older store become shared`(readers: Int) throws {
        try OldStore.make(
            at: path, version: 11,
            """
            \(OldStore.books(1...2))
            INSERT INTO list (name, key) VALUES ('lent', 'lent');
            INSERT INTO list_entry (list, book, added) SELECT id, 1, 5 FROM list WHERE key = 'lent';
            INSERT INTO list_entry (list, book, added) SELECT id, 2, 5 FROM list WHERE key = 'owned';
            INSERT INTO reading (book, person, state, added) VALUES (1, 'maria', 'read', 0);
            INSERT INTO comment (book, author, text, spoiler, private, written)
                VALUES (1, 'maria', 'Fine.', 0, 0, 0);
            """)
        let store = try Store(path: path, readers: readers)
        #expect(try store.lists().map(\.name) == ["lent", "owned", "wanted", "read"])
        #expect(try store.stock(of: BookID(1)) == [StockEntry(list: "lent", copies: nil, shelf: nil)])
        #expect(try store.comments(by: "maria", for: "maria").map(\.text) == ["Fine."])
        #expect(try store.readings(of: BookID(1), by: "maria").first?.state == .read)
        #expect(try store.lists(of: "maria").isEmpty)
        #expect(try store.accounts().isEmpty && !store.hasAdministrator() && store.lastEvent() == 0)
        #expect(try store.info().version == Schema.version)
        #expect(try store.check() == [])
    }

    @Test func `readings stay, and can still be removed`() throws {
        try OldStore.make(
            at: path, version: 14,
            """
            INSERT INTO work (id) VALUES (1);
            INSERT INTO book (id, work, isbn, title, added) VALUES (1, 1, 9780439023481, 'One', 0);
            INSERT INTO search (rowid, title) VALUES (1, 'One');
            INSERT INTO reading (book, person, state, started, ended, added)
                VALUES (1, 'maria', 'read', '2020-01-02', '2020-02-03', 0), (1, 'ion', 'reading', NULL, NULL, 5);
            INSERT INTO change (id, person, action, date) VALUES (1, 'ion', 'put_on_list', 5);
            INSERT INTO change_row (change, kind, book, before, after)
                VALUES (1, 'reading', 1, NULL, '{"book":1,"person":"ion"}');
            INSERT INTO change (id, person, action, date) VALUES (2, 'maria', 'put_on_list', 6);
            INSERT INTO change_row (change, kind, book, before, after) VALUES (2, 'reading', 1,
                '{"book":1,"person":"maria","state":"reading","started":"2020-01-02","ended":null,"added":0}',
                '{"book":1,"person":"maria","state":"read","started":"2020-01-02","ended":"2020-02-03","added":0}');
            """)
        let store = try Store(path: path)
        #expect(
            try store.readings(of: BookID(1), by: "maria").map(\.cell) == ["read 2020-01-02 to 2020-02-03"])
        #expect(try store.readings(of: BookID(1), by: "ion").map(\.cell) == ["reading"])
        #expect(try store.undo(by: "maria", date: .now)?.id == 2)
        #expect(try store.undo(by: "ion", date: .now)?.id == 1)
        #expect(try store.readings(of: BookID(1), by: "maria").map(\.cell) == ["reading 2020-01-02 to"])
        #expect(try store.readings(of: BookID(1), by: "ion").isEmpty)
        #expect(try store.check() == [])
    }

    @Test(arguments: [
        "account", "session", "ticket", "token", "sending", "personal_entry", "upload", "event",
        "identity", "list_link",
    ])
    func `a missing table is reported`(table: String) throws {
        let store = try Store(path: path)
        try store.alone { try $0.execute(sql: "DROP TABLE \(table)") }
        #expect(try store.check().contains(.missing(.table, name: table)))
    }

    @Test func `a dump contains accounts and lists, but no secrets`() throws {
        let store = try Store(path: path)
        let book = try reference("9780306406157")
        guard
            case .made(let maria) = try store.makeAccount(
                #require(AccountName("Maria")), password: "hash", ticket: nil)
        else { return #expect(Bool(false)) }
        try store.beginSession("sessionhash", of: maria.id)
        try store.makeToken("tokenhash", name: "laptop", of: maria.id)
        try store.save(Ticket(.reset, account: maria.id, until: .now + 60), hash: "resethash")
        _ = try store.keepUnbounded(
            Upload(id: "upload", account: maria.id, key: "k", name: "a.jpg"))
        try store.add([book], to: "gifts", of: "Maria")
        try store.set(copies: 2, shelf: "B 12", of: book, on: "stock")
        try store.add(Comment(person: "Maria", text: "Mine.", isPrivate: true), to: book)
        var lines: [String] = []
        try store.dump { lines.append($0) }
        let text = lines.joined()
        for secret in ["sessionhash", "tokenhash", "resethash", "upload\""] {
            #expect(!text.contains(secret))
        }
        var next = lines.makeIterator()
        let copy = folder.file("copy.sqlite").path
        try Store.load({ next.next() }, to: copy)
        let loaded = try Store(path: copy, readers: 8)
        #expect(try loaded.accounts() == [maria])
        #expect(try loaded.credentials(of: #require(AccountName("maria")))?.password == "hash")
        #expect(try loaded.account(ofSession: "sessionhash") == nil)
        let id = try #require(try loaded.book(book)?.id)
        #expect(try loaded.ids(on: "gifts", of: "Maria") == [id])
        #expect(try loaded.stock(of: id) == [StockEntry(list: "stock", copies: 2, shelf: "B 12")])
        #expect(try loaded.comments(on: id, for: "Maria").count == 1)
        #expect(try loaded.check() == [])
        // Pages that listened to the former store receive later events.
        let last = try store.lastEvent()
        try loaded.add(Comment(person: "Maria", text: "Open."), to: book)
        #expect(try loaded.events(after: last, for: "Tom", limit: 10).count == 1)
    }

    @Test func `a copy made while others write is whole, accounts and all`() throws {
        let store = try Store(path: path, readers: 8)
        _ = try store.makeAccount(#require(AccountName("Maria")), password: "hash", ticket: nil)
        let copy = folder.file("copy.sqlite").path
        try store.backUp(to: copy)
        #expect(try Store(path: copy).accounts().map(\.name) == ["Maria"])
        #expect(try Store(path: copy).check() == [])
    }
}
