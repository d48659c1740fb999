// Stores from before lists ignored case, and before there were personal lists.
import Books
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue

struct SchemaListsTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("old.sqlite").path
    }

    /// A store of the previous version, with three books on lists of these names.
    private func old(_ entries: [(list: String, book: Int, added: Int)], commenters: [String]) throws {
        try OldStore.make(at: path, version: 5, OldStore.books(1...3))
        try DatabaseQueue(path: path).write { db in
            for (list, book, added) in entries {
                try db.execute(sql: "INSERT OR IGNORE INTO list (name) VALUES (?)", arguments: [list])
                try db.execute(
                    sql: "INSERT INTO list_entry SELECT id, ?, ? FROM list WHERE name = ?",
                    arguments: [book, added, list])
            }
            for name in commenters {
                try db.execute(
                    sql: """
                        INSERT INTO comment (book, author, text, spoiler, private, written) VALUES (1, ?, 'x', 0, 0, 0)
                        """, arguments: [name])
            }
        }
    }

    @Test func `lists of one name become one`() throws {
        try old(
            [
                ("Owned", 1, 5), ("owned", 1, 9), ("owned", 2, 1), ("OWNED", 3, 3), ("Your library", 2, 7),
                ("to-read", 3, 2), ("Sci-Fi", 1, 1), ("sci-fi", 2, 1),
            ], commenters: [])
        let store = try Store(path: path)
        #expect(
            try store.lists() == [
                BookList(name: "Sci-Fi", count: 2), BookList(name: "owned", count: 3),
                BookList(name: "wanted", count: 1),
            ])
        #expect(try store.books(on: "owned").map(\.id?.value) == [2, 3, 1], "each since it was first on one")
        #expect(try store.books(on: "SCI-FI").count == 2)
        #expect(try store.check() == [])
    }

    @Test func `lists of one name, with other letters for one, become one`() throws {
        try OldStore.make(
            at: path, version: 51,
            OldStore.books(1...3) + """
                INSERT INTO list (id, name, key) VALUES (7, 'STRASSE', 'strasse'), (8, 'Straße', 'straße');
                INSERT INTO list_entry (list, book, added) VALUES (7, 1, 0), (8, 1, 0), (8, 2, 0);
                INSERT INTO personal_entry (person, key, book, name, added)
                    VALUES ('ana', 'ερως', 1, 'Ερως', 0), ('ana', 'ερωσ', 1, 'ΕΡΩΣ', 0), ('ana', 'ερως', 3, 'Ερως', 0);
                INSERT INTO copy (book, list) VALUES (1, 'straße');
                INSERT INTO change (id, person, action, date) VALUES (1, 'ana', 'put_on_list', 0);
                INSERT INTO change_row (change, kind, book, after) VALUES (1, 'list', NULL,
                    '{"id":8,"name":"Straße","key":"straße"}'), (1, 'list_entry', 2, '{"list":8,"book":2}');
                """)
        let store = try Store(path: path)
        for name in ["Strasse", "straße"] {
            #expect(try Set(store.books(on: name).map(\.id?.value)) == [1, 2])
        }
        #expect(try store.lists().map(\.name) == ["STRASSE", "owned", "wanted"])
        #expect(try Set(store.ids(on: "ΕΡΩΣ", of: "ana").map(\.value)) == [1, 3])
        #expect(try store.copies(named: "copy:1").map(\.list) == ["strasse"])
        #expect(try store.undo(by: "ana") != nil && store.books(on: "strasse").map(\.id?.value) == [1])
    }

    @Test(
        arguments: [
            (["maria"], nil, ["read", "reading"]), ([], "read (everyone)", []),
            (["ion", "maria"], "read (everyone)", []),
        ] as [([String], String?, [String])])
    func `reading dates go to the only possible person`(
        people: [String], list: String?, states: [String]
    ) throws {
        try old([("read", 1, 1), ("Read", 2, 1), ("currently-reading", 3, 1)], commenters: people)
        let store = try Store(path: path)
        let lists = try store.lists()
        #expect(lists.filter { $0.person == "maria" }.map(\.name) == states)
        #expect(lists.contains { $0.name == list && $0.count == 2 } == (list != nil))
        #expect(try store.books(on: list ?? "read", for: "maria").count == 2)
        #expect(try store.check() == [])
    }
}
