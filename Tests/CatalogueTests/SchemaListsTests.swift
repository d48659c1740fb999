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
