// Works, which connect editions.
import Books
internal import GRDB

extension Database {
    func newWork() throws -> Int64 {
        try run("INSERT INTO work DEFAULT VALUES")
        return lastInsertedRowID
    }

    func work(of id: BookID) throws -> Int64 {
        guard let work = try number("SELECT work FROM book WHERE id = ?", id.value) else {
            throw CatalogueError.unknownBook(.id(id))
        }
        return work
    }

    /// The other books of the same work, and those of which one's record has the other's ISBN; the latest first.
    func otherEditions(in batch: CardBatch) throws -> [BookID: [BookID]] {
        try grouped(
            batch, "other.id AS other",
            """
            book ON book.id = asked.value CROSS JOIN book AS other ON other.id IN (
                SELECT id FROM book AS edition WHERE edition.work = book.work
                UNION SELECT naming.book FROM further_isbn AS naming WHERE naming.isbn = book.isbn
                UNION SELECT own.id FROM further_isbn AS named CROSS JOIN book AS own ON own.isbn = named.isbn
                    WHERE named.book = book.id)
            WHERE other.id <> book.id ORDER BY other.year DESC, other.id
            """
        ) { BookID($0["other"]) }
    }

    /// Adds these keys to the book's work; works that have one of them are merged with it.
    ///
    /// - Returns: all keys of the work.
    func addKeys(_ keys: [Identifier], to id: BookID) throws -> [Identifier] {
        let work = try work(of: id)
        for key in keys {
            let holder = try number(
                "SELECT work FROM work_key WHERE scheme = ? AND value = ?", key.scheme, key.value)
            switch holder {
            case work: break
            case nil:
                try run(
                    "INSERT INTO work_key (scheme, value, work) VALUES (?, ?, ?)", key.scheme, key.value, work
                )
            case let other?: try merge(other, into: work)
            }
        }
        return try all("SELECT scheme, value FROM work_key WHERE work = ?", work) {
            Identifier($0["scheme"], $0["value"])
        }
    }

    func merge(_ other: Int64, into work: Int64) throws {
        try run("UPDATE book SET work = ? WHERE work = ?", work, other)
        try run("UPDATE work_key SET work = ? WHERE work = ?", work, other)
        try run("UPDATE OR IGNORE rating SET work = ? WHERE work = ?", work, other)
        try run("DELETE FROM work WHERE id = ?", other)
    }

    /// Also deletes its keys and ratings.
    func dropWork(_ work: Int64) throws {
        try run(
            "DELETE FROM work WHERE id = ? AND NOT EXISTS (SELECT 1 FROM book WHERE work = ?)", work, work)
    }
}
