// The words of titles and makers, for a search that chooses among their spellings itself.
import Books
internal import GRDB

extension Store {
    /// The ids of books whose titles and makers have all these words, folded and separated by spaces; the lowest first.
    package func postings(_ words: String, limit: Int) throws(CatalogueError) -> [Int] {
        let phrases = words.split(separator: " ").map(SearchText.phrase).joined(separator: " ")
        if phrases.isEmpty { return [] }
        return try query { db in
            try db.all(
                "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid LIMIT ?",
                "{title contributors} : (\(phrases))", limit
            ) { $0["rowid"] as Int }
        }
    }

    /// The words of the index with this beginning, also those of publishers, comments and tags.
    package func terms(beginningWith beginning: String) throws(CatalogueError) -> [String] {
        try query { db in
            // Beside the file: each connection has its own, also one that may not write.
            try db.execute(
                sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_term USING fts5vocab(main, search, row)")
            return try db.all(
                "SELECT term FROM temp.search_term WHERE term >= ? AND term < ? || char(0x10FFFF)", beginning,
                beginning
            ) { $0["term"] as String }
        }
    }

    /// The number of books in the store.
    package func bookCount() throws(CatalogueError) -> Int {
        try query { db in try db.count("SELECT count(*) FROM book") }
    }
}
