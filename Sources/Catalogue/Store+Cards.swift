// Puts together what one screen says of a book, and of very many books in few statements: with statements for each book a
// long list would take minutes.
import Books
internal import GRDB

extension Store {
    /// `nil` when the store has no such book. All of it is as it was at one moment.
    ///
    /// - Parameter person: who asks, and sees private comments of their own.
    public func card(of book: BookReference, for person: String) throws(CatalogueError) -> BookCard? {
        try read { db in try db.card(of: book, for: person) }
    }

    /// Goes over the cards of any number of books, in their order. Books that are gone by then are left out.
    public func forEachCard(
        of ids: [BookID], for person: String, _ body: (BookCard) throws -> Void
    ) throws {
        for portion in ids.inPortions() {
            for card in try read({ db in try db.cards(of: portion, for: person) }) {
                try body(card)
            }
        }
    }

    /// The same with no more than the books.
    public func forEachBook(of ids: [BookID], _ body: (Book) throws -> Void) throws {
        for portion in ids.inPortions() {
            let books = try read { db in try db.books(in: portion) }
            for id in portion.ids { try books[id].map(body) }
        }
    }
}

extension Database {
    func card(of book: BookReference, for person: String) throws -> BookCard? {
        guard let id = try bookID(book) else { return nil }
        return try cards(of: CardPortion([id]), for: person).first
    }

    fileprivate func cards(of portion: CardPortion, for person: String) throws -> [BookCard] {
        let books = try books(in: portion)
        let lists = try lists(in: portion, for: person)
        let editions = try otherEditions(in: portion)
        let namesakes = try namesakes(of: books, in: portion)
        let others = CardPortion(Array(Set([editions, namesakes].flatMap { $0.values.joined() })))
        let otherBooks = try self.books(in: others)
        let otherLists = try self.lists(in: others, for: person)
        func shown(_ ids: [BookID]?) -> [BookCard.Edition] {
            (ids ?? []).compactMap { id in otherBooks[id].map { .init(book: $0, lists: otherLists[id] ?? []) }
            }
        }
        let ratings = try ratings(in: portion)
        let comments = try comments(in: portion, for: person)
        let readings = try readings(in: portion)
        let photos = try photos(in: portion)
        let incomplete = try incomplete(in: portion)
        let unnamed = try unnamedOnLists()
        return try portion.ids.compactMap { id in
            guard let book = books[id] else { return nil }
            let isCounted =
                book.title == nil && book.isbn != nil
                && lists[id]?.contains { [ListName.owned, ListName.wanted].contains($0) } == true
            return BookCard(
                book: book, lists: lists[id] ?? [], otherEditions: shown(editions[id]),
                // Those on lists of others alone are theirs to know.
                namesakes: shown(namesakes[id]).filter { !$0.lists.isEmpty }, ratings: ratings[id] ?? [],
                comments: comments[id] ?? [],
                readings: readings[id] ?? [], photos: photos[id] ?? [],
                unnamed: min(BookCard.mostUnnamed, unnamed - (isCounted ? 1 : 0)),
                inquiry: try inquiry(about: book), incomplete: incomplete[id] ?? [])
        }
    }
}
