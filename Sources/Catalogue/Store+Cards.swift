// Reads cards of many books with a few statements; with statements for each book a long list would take minutes.
import Books
import Foundation
internal import GRDB

extension Store {
    /// `nil` if the store has no such book. The whole card is read in one transaction. An ISBN that is only in the
    /// records of other books has a card without an id, on which those are its other editions.
    ///
    /// - Parameter person: the current user, whose own private comments are included.
    public func card(of book: BookSpecifier, for person: String) throws(CatalogueError) -> BookCard? {
        try read { db in try db.card(of: book, orNaming: true, for: person) }
    }

    /// The card with no more than its `most` latest comments, and the number of all.
    package func card(
        of book: BookSpecifier, for person: String, mostComments most: Int
    ) throws(CatalogueError) -> (card: BookCard, comments: Int)? {
        try read { db in
            guard let card = try db.card(of: book, orNaming: true, for: person, mostComments: most) else {
                return nil
            }
            return (card, try card.book.id.map { try db.countComments(on: $0, for: person) } ?? 0)
        }
    }

    public func forEachCard(
        of books: [BookSpecifier], for person: String, _ body: (BookCard) throws -> Void
    ) throws {
        for batch in books.batches(of: CardBatch.size) {
            let cards = try read { db in
                try db.cards(of: CardBatch(db.bookIDs(batch)), for: person)
            }
            for card in cards { try body(card) }
        }
    }

    /// Those that the store has, or what they became by merges.
    public func books(_ books: [BookSpecifier]) throws(CatalogueError) -> [BookSpecifier: Book] {
        try read { db in
            let known = try books.uniqued.compactMap { book in try db.book(book).map { (book, $0) } }
            return Dictionary(uniqueKeysWithValues: known)
        }
    }

    /// As `forEachCard`, with the books only.
    public func forEachBook(of ids: [BookID], _ body: (Book) throws -> Void) throws {
        for batch in ids.inBatches() {
            let books = try read { db in try db.books(in: batch) }
            for id in batch.ids { try books[id].map(body) }
        }
    }
}

extension Database {
    /// - Parameters:
    ///   - isFurther: whether an ISBN that is only in the records of other books has a card, too.
    ///   - most: the most comments; `nil` for all.
    func card(
        of book: BookSpecifier, orNaming isFurther: Bool = false, for person: String,
        mostComments most: Int? = nil
    ) throws -> BookCard? {
        if let id = try bookID(book) {
            return try cards(of: CardBatch([id]), for: person, mostComments: most).first
        }
        return isFurther ? try book.isbn.flatMap { try card(ofFurther: $0, for: person) } : nil
    }

    fileprivate func card(ofFurther isbn: ISBN, for person: String) throws -> BookCard? {
        let batch = CardBatch(try books(naming: isbn))
        guard !batch.ids.isEmpty else { return nil }
        let (books, lists) = (try books(in: batch), try lists(in: batch, for: person))
        return BookCard(
            book: Book(isbn: isbn),
            otherEditions: batch.ids.compactMap { id in
                books[id].map { BookCard.Edition(book: $0, lists: lists[id] ?? []) }
            },
            unnamed: min(BookCard.mostUnnamed, try unnamedOnLists()))
    }

    /// - Parameter most: for each card; `nil` for all comments.
    fileprivate func cards(
        of batch: CardBatch, for person: String, mostComments most: Int? = nil
    ) throws -> [BookCard] {
        let books = try books(in: batch)
        let lists = try lists(in: batch, for: person)
        let editions = try otherEditions(in: batch)
        let namesakes = try namesakes(of: books, in: batch)
        let others = CardBatch(Array(Set([editions, namesakes].flatMap { $0.values.joined() })))
        let otherBooks = try self.books(in: others)
        let otherLists = try self.lists(in: others, for: person)
        func shown(_ ids: [BookID]?) -> [BookCard.Edition] {
            (ids ?? []).compactMap { id in otherBooks[id].map { .init(book: $0, lists: otherLists[id] ?? []) }
            }
        }
        let ratings = try ratings(in: batch)
        let comments =
            if let most {
                try Dictionary(
                    uniqueKeysWithValues: batch.ids.map {
                        ($0, try self.comments(on: $0, for: person, limit: most))
                    })
            } else {
                try comments(in: batch, for: person)
            }
        let readings = try readings(in: batch)
        let photos = try photos(in: batch)
        let incomplete = try incomplete(in: batch)
        let covers = try covers(in: batch)
        let unnamed = try unnamedOnLists()
        return try batch.ids.compactMap { id in
            guard let book = books[id] else { return nil }
            let isCounted =
                book.title == nil && book.isbn != nil
                && lists[id]?.contains { [ListName.owned, ListName.wanted].contains($0) } == true
            return BookCard(
                book: book, cover: covers[id], lists: lists[id] ?? [], otherEditions: shown(editions[id]),
                // Books that are only on other people's lists are private to them.
                namesakes: shown(namesakes[id]).filter { !$0.lists.isEmpty }, ratings: ratings[id] ?? [],
                comments: comments[id] ?? [],
                readings: readings[id] ?? [], photos: photos[id] ?? [],
                unnamed: min(BookCard.mostUnnamed, unnamed - (isCounted ? 1 : 0)),
                lookupState: try lookupState(about: book), incomplete: incomplete[id] ?? [])
        }
    }
}
