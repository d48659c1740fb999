// The stock of an older store becomes copies.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct SchemaCopiesTests {
    private let path: String
    private let folder: TemporaryFolder

    private static let stock = """
        \(OldStore.books(1...3))
        INSERT INTO list (id, name, key) VALUES (10, 'Lent', 'lent');
        INSERT INTO list_entry (list, book, added, copies, shelf) SELECT id, 1, 5, 3, 'B & 12' FROM list WHERE key = 'owned';
        INSERT INTO list_entry (list, book, added, copies, shelf) VALUES (10, 1, 5, NULL, 'A 1'), (10, 2, 5, 0, 'C');
        INSERT INTO list_entry (list, book, added, copies, shelf) SELECT id, 3, 5, 1000000000, NULL FROM list WHERE key = 'owned';
        INSERT INTO list_entry (list, book, added) SELECT id, 2, 5 FROM list WHERE key = 'owned';
        INSERT INTO change (id, person, action, detail, date) VALUES (1, 'maria', 'put_on_list', 'Lent', 5);
        INSERT INTO change_row (change, kind, book, before, after) VALUES (1, 'list_entry', 1,
            '{"list":10,"book":1,"added":5,"copies":2,"shelf":"Z"}', '{"list":10,"book":1,"added":5,"copies":null,"shelf":"A 1"}');
        """

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("old.sqlite").path
    }

    private func expectCopies(in store: Store) throws {
        #expect(
            try store.stock(of: BookID(1)) == [
                StockEntry(list: "owned", copies: 3, shelf: "B & 12"),
                StockEntry(list: "Lent", copies: 1, shelf: "A 1"),
            ])
        #expect(
            try store.stock(of: BookID(2)) == [
                StockEntry(list: "owned", copies: nil, shelf: nil),
                StockEntry(list: "Lent", copies: nil, shelf: nil),
            ])
        #expect(try store.stock(of: BookID(3)).map(\.copies) == [StockEntry.mostCopies])
        #expect(try store.places(limit: 9) == ["A 1", "B & 12"])
        #expect(try store.check() == [])
    }

    @Test(arguments: [1, 8]) func `each counted copy becomes one`(readers: Int) throws {
        try OldStore.make(at: path, version: 29, Self.stock)
        let store = try Store(path: path, readers: readers)
        try expectCopies(in: store)
        // What the history says of the former columns is left out.
        #expect(try store.undo(by: "maria", date: .now)?.id == 1)
        try expectCopies(in: store)
    }

    @Test func `an older dump is upgraded as well`() throws {
        try OldStore.make(at: path, version: 29, Self.stock)
        var lines: [String] = []
        try Store(path: path, version: 29).dump { lines.append($0) }
        var next = lines.makeIterator()
        let copy = folder.file("copy.sqlite").path
        try Store.load({ next.next() }, to: copy)
        try expectCopies(in: Store(path: copy))
    }
}
