// A site's catalogue for commands, used with the rights of the token's account.
import Books
import Catalogue
import CatalogueAPI
import Foundation
import HTTP
import Lookup

/// The current user is always the owner of the token, whatever person a call names.
package struct SharedCatalogue: LookupCatalogue, LookupService {
    let client: SiteClient
    let savesResults: Bool

    /// - Parameter savesResults: whether the site saves the results of look-ups. Those of doubtful ISBNs should not be
    ///   saved.
    package init(_ client: SiteClient, savesResults: Bool = true) {
        self.client = client
        self.savesResults = savesResults
    }

    package var place: String { client.address }
    package var isReadOnly: Bool { false }
    package var isRemote: Bool { true }
    package var takesBookData: Bool { false }

    /// The name of the token's owner.
    package func currentUser(_ person: String) throws(CatalogueError) -> String {
        try client.user().name
    }

    /// Not needed: the token identifies the user.
    package func spelling(of person: String) -> String { person }

    /// Not needed: the site records the author of each change.
    package func catalogueRecording(
        _ action: HistoryEntry.Action, _ detail: String?, by person: String
    ) -> any BookCatalogue { self }

    // MARK: Books

    package func book(_ book: BookSpecifier) throws(CatalogueError) -> Book? {
        try cards(of: [book]).first?.card.book
    }

    package func card(of book: BookSpecifier, for person: String) throws(CatalogueError) -> BookCard? {
        try card(of: book)
    }

    package func card(of book: BookSpecifier) throws(CatalogueError) -> BookCard? {
        try cards(of: [book]).first.map(complete)
    }

    private func cards(of books: [BookSpecifier]) throws(CatalogueError) -> [CardMessage] {
        do throws(CatalogueError) {
            return try client.ask("/cards", BooksMessage(books: books), as: CardsMessage.self).cards
        } catch {
            // The cards may have more editions than one response can hold.
            guard case .refused = error, books.count > 1 else { throw error }
            let half = books.count / 2
            return try cards(of: Array(books[..<half])) + cards(of: Array(books[half...]))
        }
    }

    /// The card with all its comments.
    func complete(_ message: CardMessage) throws(CatalogueError) -> BookCard {
        var card = message.card
        if let next = message.nextComments, let id = card.book.id {
            card.comments += try comments(
                "/books/\(BookSpecifier.id(id).description.queryPart)/comments", after: next)
        }
        return card
    }

    /// - Parameter position: where the comments before ended; `nil` for all.
    func comments(_ path: String, after position: String? = nil) throws(CatalogueError) -> [Comment] {
        var (comments, position) = ([Comment](), position)
        repeat {
            let portion = try client.get(path, ["after": position], as: CommentsMessage.self)
            comments += portion.comments
            position = portion.next
        } while position != nil
        return comments
    }

    package func forEachCard(
        of books: [BookSpecifier], for person: String, _ body: (BookCard) throws -> Void
    ) throws {
        for batch in books.batches(of: SiteAPI.mostBooks) {
            for card in try cards(of: batch) { try body(complete(card)) }
        }
    }

    package func forEachBook(of ids: [BookID], _ body: (Book) throws -> Void) throws {
        for batch in ids.map(BookSpecifier.id).batches(of: SiteAPI.mostBooks) {
            for message in try cards(of: batch) { try body(message.card.book) }
        }
    }

    package func coverJPEG(
        of book: BookSpecifier, _ size: CoverPicture.Size
    ) throws(CatalogueError) -> Data? {
        try client.file("/books/\(book.description.queryPart)/cover", ["size": size.rawValue])
    }

    package func ids(found query: SearchQuery) throws(CatalogueError) -> [BookID] {
        try ids(
            "/search",
            [
                "words": query.words, "author": query.author, "from": query.years.map { "\($0.lowerBound)" },
                "to": query.years.map { "\($0.upperBound)" }, "list": query.list, "limit": "\(query.limit)",
            ])
    }

    func ids(
        _ path: String, _ query: KeyValuePairs<String, String?>
    ) throws(CatalogueError) -> [BookID] {
        try client.get(path, query, as: BooksMessage.self).books.compactMap {
            if case .id(let id) = $0 { id } else { nil }
        }
    }

    package func unnamed() throws(CatalogueError) -> UnnamedBooks {
        try client.get("/unnamed")
    }

    package func save(_ isbn: ISBN) throws(CatalogueError) -> Bool { try save([isbn]) > 0 }

    /// - Returns: how many are new.
    func save(_ isbns: [ISBN]) throws(CatalogueError) -> Int {
        let messages = isbns.batches(of: SiteAPI.mostBooks).map {
            BooksMessage(books: $0.map(BookSpecifier.isbn))
        }
        return try client.change("POST", "/books", messages, as: CountMessage.self)
            .reduce(0) { $0 + $1.count }
    }

    package func save(book: Book) throws(CatalogueError) -> Book {
        throw .refused(address: place, words: "accepts no book data; it looks books up itself")
    }

    package func edit(_ book: BookSpecifier, _ edit: BookEdit) throws(CatalogueError) -> Book {
        try client.change(
            "PATCH", "/books/\(book.description.queryPart)", EditMessage(edit), as: BookMessage.self
        ).book
    }

    /// Sends the large picture only; the site makes both sizes of it.
    package func setCover(_ picture: CoverPicture?, of book: BookSpecifier) throws(CatalogueError) {
        try client.change(
            "PUT", "/books/\(book.description.queryPart)/cover", CoverMessage(picture: picture?.large),
            as: CountMessage.self)
    }

    package func add(_ edit: BookEdit) throws(CatalogueError) -> (book: Book, change: Change) {
        let message = NewBooksMessage(book: EditMessage(edit))
        let added = try client.change("POST", "/books", message, as: AddedMessage.self)
        return (added.book, added.change)
    }

    package func add(new edit: BookEdit) throws(CatalogueError) -> Book {
        let message = NewBooksMessage(book: EditMessage(edit), isNew: true)
        return try client.change("POST", "/books", message, as: AddedMessage.self).book
    }

    package func keptBooks(after id: BookID?, for person: String) throws(CatalogueError) -> [KeptBook]? {
        let after = id.map { "\($0.value)" }
        let books = try client.get("/books", ["after": after], as: KeptBooksMessage.self).books
        return books.isEmpty ? nil : books
    }

    /// - Parameter evenIfCommented: ignored; a site always keeps its readers' comments.
    package func remove(_ book: BookSpecifier, evenIfCommented: Bool) throws(CatalogueError) {
        try client.change(
            "DELETE", "/books/\(book.description.queryPart)", BooksMessage(books: [book]),
            as: CountMessage.self)
    }

    /// - Parameter origin: ignored; the site sets it.
    package func merge(
        _ other: BookSpecifier, into book: BookSpecifier, evenIfTwoISBNs: Bool, origin: Origin
    ) throws(CatalogueError) {
        try client.change(
            "POST", "/books/\(book.description.queryPart)/merge",
            MergeMessage(other: other, evenIfTwoISBNs: evenIfTwoISBNs), as: CountMessage.self)
    }

    // MARK: History

    package func history(
        of book: BookSpecifier?, for person: String, limit: Int
    ) throws(CatalogueError) -> [HistoryEntry] {
        let path = book.map { "/books/\($0.description.queryPart)/history" } ?? "/changes"
        return try client.get(path, ["limit": "\(limit)"], as: ChangesMessage.self).changes
    }

    /// It is not sent later, when the latest change may be another one.
    package func undo(by person: String) throws(CatalogueError) -> HistoryEntry? {
        try client.changeNow("POST", "/undo", ChangesMessage(changes: []), as: ChangesMessage.self)
            .changes.first
    }
}
