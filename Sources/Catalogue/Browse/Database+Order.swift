// Keeps each book's place in every order, and its terms.
import Books
internal import GRDB

/// What books have in common, and can be found by.
public enum BookTerm: String, Hashable, Sendable, CaseIterable {
    /// Those of whom a book is said to be: its authors, otherwise its editors, otherwise all contributors.
    case author
    case series, tag
    /// Two letters where there are any.
    case language
}

extension Database {
    /// Must be called after a change of a book.
    ///
    /// - Parameter isRated: whether there may be ratings of it already.
    func order(_ book: Book, isRated: Bool = true) throws {
        guard let id = book.id?.value else { return }
        let language = book.language.flatMap(LanguageCode.shortest)
        let rating =
            isRated ? Schema.ratingRanks(ofWork: "(SELECT work FROM book WHERE id = ?4)") : "SELECT 1, 0"
        try run(
            """
            INSERT INTO book_order (book, title, author, year_rank, added_rank, rating_rank, ratings_rank)
            SELECT id, ?, ?, coalesce(-year, ?), -added, rank.* FROM book,
                (\(rating)) AS rank WHERE id = ?4
            ON CONFLICT DO UPDATE SET title = excluded.title, author = excluded.author, year_rank = excluded.year_rank,
                added_rank = excluded.added_rank, rating_rank = excluded.rating_rank, ratings_rank = excluded.ratings_rank
            """, SortKey(title: book.title, language: language).bytes,
            SortKey(name: book.makers.first?.name).bytes, Self.unknownYearRank, id)
        var terms: [(BookTerm, String)] =
            book.makers.map { (.author, $0.name) } + book.tags.map { (.tag, $0) }
        if let series = book.series { terms.append((.series, series)) }
        if let language { terms.append((.language, language)) }
        try run("DELETE FROM book_term WHERE book = ?", id)
        for (kind, value) in terms {
            let key = SortKey(term: value, kind: kind, language: language)
            try run(
                "INSERT OR IGNORE INTO term (kind, value, key) VALUES (?, ?, ?)", kind.rawValue, value,
                key.bytes)
            try run(
                "INSERT OR IGNORE INTO book_term (kind, value, book) VALUES (?, ?, ?)", kind.rawValue, value,
                id)
        }
    }

    /// After all books whose year is known.
    static let unknownYearRank: Int64 = 1 << 32

    /// Whether the places in the file are of this version, or there are none yet.
    func isOrderCurrent() throws -> Bool {
        try !tableExists("order_version") || number("SELECT version FROM order_version") == SortKey.version
    }

    /// Makes all places anew: where there are none yet, and where those in the file are of another version.
    func renewOrder() throws {
        if try isOrderCurrent() { return }
        try run("DELETE FROM book_term")
        try run("DELETE FROM term")
        try run("DELETE FROM book_order")
        for batch in try all("SELECT id FROM book", decode: { BookID($0["id"]) }).inBatches() {
            func insert(_ book: Book) throws { try order(book, isRated: false) }
            // Named, so that this works between any two schema steps.
            let columns = "title, language, series, tags"
            try forEachBook(in: batch, columns, insert) { row in
                var book = Book(title: row["title"], language: row["language"])
                book.series = row["series"]
                book.tags = (row["tags"] as String?)?.split(separator: "\n").map { String($0) } ?? []
                return book
            }
        }
        // Each work once: its editions have the same.
        let works = try all("SELECT DISTINCT work FROM comment JOIN book ON book.id = comment.book") {
            $0["work"] as Int64
        }
        for work in works {
            try run(
                """
                UPDATE book_order SET (rating_rank, ratings_rank) = (\(Schema.ratingRanks(ofWork: "?1")))
                WHERE book IN (SELECT id FROM book WHERE work = ?1)
                """, work)
        }
        try run("DELETE FROM order_version")
        try run("INSERT INTO order_version (version) VALUES (?)", SortKey.version)
    }
}
