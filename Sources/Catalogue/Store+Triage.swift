// What the store knows of a book to decide what becomes of it.
import Books
internal import GRDB

extension Store {
    /// The book, if the store has it, and what is known of it and its work. The price list is not the store's.
    public func triageFacts(
        of book: BookSpecifier
    ) throws(CatalogueError) -> (book: Book?, facts: TriageFacts) {
        try read { db in
            var facts = TriageFacts()
            guard let book = try db.book(book), let id = book.id else { return (nil, facts) }
            (facts.year, facts.publisher) = (book.year, book.publisher)
            facts.language = book.language.map { LanguageCode.shortest($0) ?? $0 }
            facts.copies = try db.count(
                "SELECT count(*) FROM copy WHERE book = ? AND list = ? AND gone IS NULL", id.value,
                ListName.owned)
            // An edition on the list of owned books is at least one copy.
            if facts.copies == 0, try db.isListed(id, on: ListName.owned) { facts.copies = 1 }
            if try db.isListed(id, on: ListName.wanted) { facts.wantedBy.append("") }
            facts.wantedBy += try db.all(
                "SELECT person FROM personal_entry WHERE book = ? AND key = ? ORDER BY person", id.value,
                ListName.wanted
            ) { $0["person"] }
            facts.rating = try db.all(
                "SELECT total / 2.0 / count AS mean FROM work_rating WHERE work = (SELECT work FROM book WHERE id = ?)",
                id.value
            ) { $0["mean"] as Double }.first
            return (book, facts)
        }
    }
}

extension Database {
    func isListed(_ book: BookID, on list: String) throws -> Bool {
        try number(
            "SELECT 1 FROM list_entry JOIN list ON list.id = list_entry.list WHERE book = ? AND key = ?",
            book.value, list) != nil
    }
}
