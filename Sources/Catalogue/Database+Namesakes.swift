// Likely editions of one work that no source has told to be such: an imported library rarely names works.
import Books
internal import GRDB

extension Database {
    /// Books on lists that have the title and the first contributor's surname of `book`, and are not of its work.
    /// Titles count as the same with and without a subtitle, a series in brackets, case and diacritics. Empty for a
    /// book without a title or contributors.
    func namesakes(of book: Book) throws -> [Book] {
        guard let id = book.id, let title = book.title.map(TitleWords.init), !title.main.isEmpty,
            let surname = book.contributors.first?.name.split(separator: " ").last.map(SearchText.phrase)
        else { return [] }
        return try books(
            """
            SELECT DISTINCT book.id FROM search JOIN book ON book.id = search.rowid
                JOIN list_entry ON list_entry.book = book.id
            WHERE search MATCH ? AND work <> ? ORDER BY book.id LIMIT 100
            """, "title : ^ \(SearchText.phrase(title.main)) AND contributors : \(surname)", work(of: id)
        ).filter { $0.title.map(TitleWords.init)?.isAlike(title) == true }
    }
}
