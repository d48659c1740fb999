// Likely editions of one work that no source has told to be such: an imported library rarely names works.
import Books
import Foundation
import GRDB

extension Store {
    /// Books on lists that have the title and the first contributor's surname of `book`, and are not of its work.
    /// Titles count as the same with and without a subtitle, a series in brackets, case and diacritics. Empty for a
    /// book without a title or contributors.
    public func namesakes(of book: Book) throws(CatalogueError) -> [Book] {
        guard let id = book.id, let title = book.title.map(TitleWords.init), !title.main.isEmpty,
            let surname = book.contributors.first?.name.split(separator: " ").last.map(SearchText.phrase)
        else { return [] }
        return try read { db in
            try db.all(
                """
                SELECT DISTINCT book.id FROM search JOIN book ON book.id = search.rowid
                    JOIN list_entry ON list_entry.book = book.id
                WHERE search MATCH ? AND work <> ? ORDER BY book.id LIMIT 100
                """, "title : ^ \(SearchText.phrase(title.main)) AND contributors : \(surname)",
                db.work(of: id)
            ) { BookID($0[0]) }
            .map(db.existingBook).filter { $0.title.map(TitleWords.init)?.isAlike(title) == true }
        }
    }
}

/// A title as it is compared.
private struct TitleWords {
    /// Without series and subtitle.
    let main: String
    private let whole: String

    init(_ title: String) {
        let text = title.prefix(upTo: title.firstRange(of: " (")?.lowerBound ?? title.endIndex)
        whole = Self.bare(text)
        main = Self.bare(text.prefix { $0 != ":" })
    }

    /// With a subtitle on both sides, these must be the same too.
    func isAlike(_ other: TitleWords) -> Bool {
        whole == other.whole || whole == other.main || main == other.whole
    }

    private static func bare(_ text: Substring) -> String {
        SearchText.folded(String(text)).folding(
            options: [.caseInsensitive, .diacriticInsensitive], locale: nil
        )
        .split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }
}
