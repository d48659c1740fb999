// Looks up books in references only, which needs no network and no options.
import Books
import Catalogue
import References

public struct ReferenceNames: Sendable {
    private let references: [ReferenceFile]

    /// The references of a store. Those that can't be used are left out.
    ///
    /// - Parameter unusable: called for each of those.
    /// - Returns: `nil` if there are none.
    public init?(besideStore path: String, unusable: UnusableReference) {
        references = ReferenceFolder(besideStore: path).open(unusable: unusable)
        if references.isEmpty { return nil }
    }

    /// The combined data of the references about a book; `nil` if none has it.
    public func book(_ isbn: ISBN) -> Book? {
        var book: Book?
        for reference in references {
            guard let found = try? reference.book(isbn)?.withoutEntities() else { continue }
            book =
                book.map { known in
                    var known = known
                    known.fill(ifSame: found)
                    return known
                } ?? found
        }
        return book
    }

    /// Books by Open Library's identifiers; reads the references completely.
    func books(numbered numbers: Set<String>) -> [String: Book] {
        references.reduce(into: [:]) { found, reference in
            let left = numbers.subtracting(found.keys)
            if left.isEmpty { return }
            found.merge((try? reference.books(numbered: left)) ?? [:]) { first, _ in first }
        }
    }

    /// The card; if the book has no title, with the data of the references, which is not stored.
    public func named(_ card: BookCard) -> BookCard {
        guard card.book.title == nil, let isbn = card.book.isbn, let found = book(isbn) else { return card }
        var card = card
        card.book.fill(from: found)
        card.lookupState = nil
        return card
    }

    /// Stores what the references have about those of these books without a title, as a look-up would.
    public func save(_ isbns: [ISBN], in store: Store) throws(CatalogueError) {
        for isbn in isbns where try store.hasTitle(isbn) == false {
            guard let found = book(isbn) else { continue }
            // A reference that has title and makers completes a pending look-up.
            var outcome = LookupOutcome(isbn: isbn, missesExpire: .now)
            outcome.found = found
            try store.save(outcome)
        }
    }
}

extension Store {
    public func referenceNames(unusable: UnusableReference) -> ReferenceNames? {
        ReferenceNames(besideStore: path, unusable: unusable)
    }

    public func nameByReferences(
        _ books: [BookSpecifier]?, unusable: UnusableReference
    ) throws(CatalogueError) {
        let isbns: [ISBN]
        if let books {
            isbns = books.compactMap { if case .isbn(let isbn) = $0 { isbn } else { nil } }
        } else {
            isbns = try waiting()
        }
        guard !isbns.isEmpty else { return }
        try referenceNames(unusable: unusable)?.save(isbns, in: self)
    }

    public func books(numbered numbers: [Identifier]) throws(CatalogueError) -> [Identifier: Book] {
        var found = try knownBooks(numbered: numbers)
        let asked = Set(numbers.filter { $0.scheme == "openlibrary" && found[$0] == nil }.map(\.value))
        guard !asked.isEmpty, let references = referenceNames(unusable: { _, _ in }) else { return found }
        for (number, book) in references.books(numbered: asked) {
            found[Identifier("openlibrary", number)] = book.withoutEntities()
        }
        return found
    }
}
