// Likely editions of one work that no source has told to be such: an imported library rarely names works.
import Books
internal import GRDB

/// The titles of all books on lists, as far as it takes to tell that a book has no namesake there.
struct ListedTitles {
    /// By a title's hash the book that has it; `nil` where there are several.
    private var books: [Int: BookID?] = [:]

    fileprivate mutating func insert(_ id: BookID, _ title: TitleWords) {
        for key in title.keys {
            if let present = books[key] {
                if present != id { books[key] = .some(nil) }
            } else {
                books[key] = id
            }
        }
    }

    /// Whether another book may be called the same.
    fileprivate func mayHold(_ title: TitleWords, besides id: BookID) -> Bool {
        title.keys.contains { key in books[key].map { $0 != id } ?? false }
    }
}

extension Database {
    func listedTitles() throws -> ListedTitles {
        var titles = ListedTitles()
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT id, title FROM book
                    WHERE title NOT NULL AND id IN (SELECT book FROM list_entry UNION SELECT book FROM personal_entry)
                    """
            ))
        while let row = try rows.next() { titles.insert(BookID(row["id"]), TitleWords(row["title"])) }
        return titles
    }

    /// Books on lists that have the title and the first contributor's surname of one of these, and are not of its work.
    /// Titles count as the same with and without a subtitle, a series in brackets, case and diacritics. None for a book
    /// without a title or contributors.
    ///
    /// - Parameter titles: see `cards`.
    func namesakes(of books: [BookID: Book], among titles: ListedTitles?) throws -> [BookID: [BookID]] {
        var namesakes: [BookID: [BookID]] = [:]
        for (id, book) in books {
            guard let title = book.title.map(TitleWords.init), !title.main.isEmpty,
                let surname = book.contributors.first?.name.split(separator: " ").last.map(SearchText.phrase),
                titles?.mayHold(title, besides: id) ?? true
            else { continue }
            let found = try all(
                """
                SELECT DISTINCT book.id, book.title FROM search JOIN book ON book.id = search.rowid
                WHERE search MATCH ? AND work <> ? AND
                    (EXISTS (SELECT 1 FROM list_entry WHERE book = book.id)
                        OR EXISTS (SELECT 1 FROM personal_entry WHERE book = book.id)) ORDER BY book.id LIMIT 100
                """, "title : ^ \(SearchText.phrase(title.main)) AND contributors : \(surname)", work(of: id)
            ) { (id: BookID($0["id"]), title: $0["title"] as String?) }
            let alike = found.filter { $0.title.map(TitleWords.init)?.isAlike(title) == true }
            if !alike.isEmpty { namesakes[id] = alike.map(\.id) }
        }
        return namesakes
    }
}
