// A search of what a person has reads only what it finds.
import Accounts
import Books
import Synchronization
import Testing

@testable import Catalogue

struct StoreHoldingsTests {
    @Test func `a word is found among many books without reading them all`() throws {
        let temporary = try TemporaryStore()
        let store = temporary.store
        try store.write { db in
            let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
            for (table, values) in [
                ("work (id)", "i"), ("book (id, work, title, added)", "i, i, 'The book ' || i, 0"),
                ("search (rowid, title)", "i, 'The book ' || i"),
                ("list_entry (list, book, added)", "(SELECT id FROM list WHERE name = 'owned'), i, 0"),
            ] {
                try db.run("INSERT INTO \(table) \(numbers) SELECT \(values) FROM n")
            }
        }
        let parts = Atomic(0)
        /// - Returns: the ids, and about how many thousand steps of SQLite it took.
        func held(_ word: String) throws -> (ids: [Int64], steps: Int) {
            parts.store(0, ordering: .relaxed)
            let limit = QueryLimit(.seconds(600), interval: 1000) {
                parts.add(1, ordering: .relaxed)
                return false
            }
            let found = try QueryLimit.$current.withValue(limit) {
                try store.holdings(of: "Maria", with: [word], limit: 3)
            }
            return (found.compactMap(\.book.id?.value), parts.load(ordering: .relaxed))
        }
        for (word, ids) in [("heron", []), ("19999", [19_999]), ("the", [1, 2, 3])] as [(String, [Int64])] {
            let found = try held(word)
            #expect(found.ids == ids && found.steps < 10, "\(word): \(found.steps)")
        }
    }
}
