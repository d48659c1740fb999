// The schema step for copies on devices: an older store is upgraded, and tells what it did not tell before.
import Accounts
import Books
import Foundation
import GRDB
import Testing

@testable import Catalogue

struct SchemaHoldingsTests {
    @Test func `an older store tells of contributors and other editions once it is upgraded`() throws {
        let temporary = try TemporaryStore()
        let path = temporary.folder.appending(path: "old.sqlite").path
        try OldStore.make(
            at: path, version: 20,
            """
            INSERT INTO account (name, key, role, made) VALUES ('Maria', 'maria', 'reader', 0);
            INSERT INTO work (id) VALUES (1), (2);
            INSERT INTO book (id, isbn, work, title, added) VALUES (1, 9780439023481, 1, 'Kept', 0),
                (2, 9780439554930, 2, 'Another', 0);
            INSERT INTO list_entry (list, book, added) SELECT id, 1, 0 FROM list WHERE name = 'owned';
            """)
        let store = try Store(path: path)
        var position = try store.holdings(of: "Maria").position
        #expect(try store.holdings(of: "Maria").held.map(\.book.title) == ["Kept"])
        func changed(_ sql: String) throws -> [Holding] {
            try store.write { db in try db.execute(sql: sql) }
            let changes = try store.holdings(of: "Maria", since: position)
            #expect(!changes.isWhole)
            position = changes.position
            return changes.held
        }
        let made = try changed(
            "INSERT INTO contributor (book, position, name, role) VALUES (1, 0, 'Ana', 'author')")
        #expect(made.map(\.book.contributors) == [[Contributor(name: "Ana")]])
        let joined = try changed("UPDATE book SET work = 1 WHERE id = 2")
        #expect(try joined.map(\.editions) == [[ISBN("9780439554930")]])
        #expect(try changed("UPDATE book SET title = 'Other' WHERE id = 2") == [])
        #expect(try changed("UPDATE book SET isbn = 9780306406157 WHERE id = 2").count == 1)
        #expect(try changed("UPDATE book SET work = 2 WHERE id = 2").map(\.editions) == [[]])
        #expect(try changed("UPDATE book SET work = 1 WHERE id = 2").count == 1)
        #expect(try changed("DELETE FROM book WHERE id = 2").map(\.editions) == [[]])
        #expect(try changed("INSERT INTO book (work, isbn, added) VALUES (1, 9780316015844, 0)").count == 1)
    }
}
