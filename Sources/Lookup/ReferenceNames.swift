// Looks books up in references only, which needs no network and no option.
import Books
import Catalogue
import References

public struct ReferenceNames: Sendable {
    private let references: [ReferenceFile]

    /// Those beside a store. What can't be used is left out here; look-ups say so.
    ///
    /// - Returns: `nil` where there is none.
    public init?(besideStore path: String) {
        references = ReferenceFolder(besideStore: path).open { _, _ in }
        if references.isEmpty { return nil }
    }

    /// What the references know of a book, put together; `nil` when none has it.
    public func book(_ isbn: ISBN) -> Book? {
        var book: Book?
        for reference in references {
            guard let found = try? reference.book(isbn)?.withoutEntities() else { continue }
            book =
                book.map { known in
                    var known = known
                    known.fill(from: found)
                    return known
                } ?? found
        }
        return book
    }

    /// The card, with what references know of a book that has no title; nothing of it is kept.
    public func named(_ card: BookCard) -> BookCard {
        guard card.book.title == nil, let isbn = card.book.isbn, let found = book(isbn) else { return card }
        var card = card
        card.book.fill(from: found)
        card.inquiry = nil
        return card
    }

    /// Keeps what they know of those of these books that have no title, as a look-up does.
    public func save(_ isbns: [ISBN], in store: Store) throws(CatalogueError) {
        for isbn in isbns where try store.hasTitle(isbn) == false {
            guard let found = book(isbn) else { continue }
            // What waits to be asked of sources is answered by a reference that has title and makers.
            var outcome = LookupOutcome(isbn: isbn, missesExpire: .now)
            outcome.found = found
            try store.save(outcome)
        }
    }
}
