// Finds likely editions of one work by title and contributor, because imported tables rarely name works.
import Books
internal import GRDB

extension Database {
    /// Stores a hash for each title and contributor of a book, so that similar books are found without comparing all.
    /// The hashes are derived data; when `WorkKey` changes, a schema step recomputes them.
    static let workHashes = """
        CREATE TABLE work_hash (
            hash INTEGER NOT NULL, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE, whole INTEGER NOT NULL,
            PRIMARY KEY (hash, book)) WITHOUT ROWID;
        CREATE INDEX work_hash_book ON work_hash (book);
        """

    /// Recomputes all hashes: after a change of `WorkKey`, and if they were not saved with the rest. Names the
    /// columns that it reads, so that it works between any two schema steps.
    func hashWorks() throws {
        try run("DELETE FROM work_hash")
        for batch in try all("SELECT id FROM book WHERE title NOT NULL", decode: { BookID($0["id"]) })
            .inBatches()
        {
            let columns = "title, subtitle, original_script_title, original_script_names"
            try forEachBook(in: batch, columns, insertHashes) { row in
                var book = Book(title: row["title"], subtitle: row["subtitle"])
                book.originalScriptTitle = row["original_script_title"]
                let names = row["original_script_names"] as String?
                book.originalScriptNames = names?.split(separator: "\n").map { String($0) } ?? []
                return book
            }
        }
    }

    /// Passes on books with these columns and their contributors, whatever other columns there are.
    func forEachBook(
        in batch: CardBatch, _ columns: String, _ body: (Book) throws -> Void, decode: (Row) -> Book
    ) throws {
        let makers = try grouped(
            batch, "name, role",
            "contributor ON contributor.book = asked.value ORDER BY asked.value, position"
        ) { Contributor(name: $0["name"], role: Contributor.Role(rawValue: $0["role"]) ?? .contributor) }
        let books = try grouped(batch, columns, "book ON book.id = asked.value", decode: decode)
        for (id, found) in books {
            for var book in found {
                book.id = id
                book.contributors = makers[id] ?? []
                try body(book)
            }
        }
    }

    /// Must be called after a change of a book's title or contributors.
    func hashWork(_ book: Book) throws {
        try run("DELETE FROM work_hash WHERE book = ?", book.id?.value)
        try insertHashes(of: book)
    }

    private func insertHashes(of book: Book) throws {
        for hash in WorkKey(book).hashes {
            try run(
                """
                INSERT INTO work_hash (hash, book, whole) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET whole = max(whole, excluded.whole)
                """, hash.value, book.id?.value, hash.isWhole)
        }
    }

    /// Books on lists with similar titles and contributors (`WorkKey`) that do not belong to the same work.
    func namesakes(of books: [BookID: Book], in batch: CardBatch) throws -> [BookID: [BookID]] {
        let found = try grouped(
            batch, "other.id AS other",
            """
            work_hash AS mine ON mine.book = asked.value
            CROSS JOIN work_hash AS theirs ON theirs.hash = mine.hash AND theirs.book <> mine.book
                AND (theirs.whole OR mine.whole)
            CROSS JOIN book ON book.id = mine.book
            CROSS JOIN book AS other ON other.id = theirs.book AND other.work <> book.work
            WHERE EXISTS (SELECT 1 FROM list_entry WHERE book = other.id)
                OR EXISTS (SELECT 1 FROM personal_entry WHERE book = other.id)
            GROUP BY asked.value, other.id ORDER BY asked.value, other.id
            """
        ) { BookID($0["other"]) }
        let others = try self.books(in: CardBatch(Array(Set(found.values.joined()))))
        var keys: [BookID: WorkKey] = [:]
        func key(_ id: BookID) -> WorkKey? {
            if let known = keys[id] { return known }
            keys[id] = (books[id] ?? others[id]).map(WorkKey.init)
            return keys[id]
        }
        var namesakes: [BookID: [BookID]] = [:]
        for (id, candidates) in found {
            let alike = candidates.filter { other in
                guard let mine = key(id), let theirs = key(other) else { return false }
                return mine.isAlike(theirs)
            }
            if !alike.isEmpty { namesakes[id] = Array(alike.prefix(Self.mostNamesakes)) }
        }
        return namesakes
    }

    /// More would not help the user.
    private static let mostNamesakes = 100
}
