// Lists, reading states and comments on a site.

import Books
import Catalogue
import CatalogueAPI

extension SharedCatalogue {
    package func lists() throws(CatalogueError) -> [BookList] {
        try client.get("/lists", as: ListsMessage.self).lists
    }

    package func ids(on list: String, for person: String) throws(CatalogueError) -> [BookID] {
        guard let name = ListName(list), let path = path(name) else { throw .unknownList(list) }
        return try ids(path, [:])
    }

    package func put(
        _ books: [BookSpecifier], on list: String, by person: String, on date: PartialDate?
    ) throws(CatalogueError) -> ListChange {
        try change("POST", list, ListingMessage(books: books, date: date, leavesOutUnknown: true))
    }

    package func add(_ books: [BookSpecifier], to list: String) throws(CatalogueError) -> Int {
        try change("POST", list, ListingMessage(books: books)).count
    }

    package func remove(_ books: [BookSpecifier], from list: String) throws(CatalogueError) -> Int {
        try change("DELETE", list, ListingMessage(books: books)).count
    }

    package func mark(
        _ books: [BookSpecifier], as state: ReadingStatus.State, by person: String, on date: PartialDate?
    ) throws(CatalogueError) -> Int {
        try change("POST", state.rawValue, ListingMessage(books: books, date: date)).count
    }

    package func unmark(
        _ books: [BookSpecifier], as state: ReadingStatus.State, by person: String, on date: PartialDate?
    ) throws(CatalogueError) -> Int {
        try change("DELETE", state.rawValue, ListingMessage(books: books, date: date)).count
    }

    /// `nil` if it is longer than a site accepts an address. Older lists may have longer names than new ones.
    private func path(_ list: ListName) -> String? {
        let path = "/lists/\(list.text.queryPart)"
        return path.utf8.count <= 4096 ? path : nil
    }

    /// The name is checked before the change is saved for sending, because the site would never accept a wrong one.
    private func change(
        _ method: String, _ list: String, _ message: ListingMessage
    ) throws(CatalogueError) -> ListChange {
        guard let name = ListName(list) else { throw .listName(list) }
        if method != "DELETE" { try name.checkLength() }
        guard let path = path(name) else { throw .overlongListName(limit: ListName.limit) }
        let messages = message.books.batches(of: SiteAPI.mostBooks).map { books in
            var part = message
            part.books = books
            return part
        }
        let answers = try client.change(
            method, path, messages, as: ListChange.self)
        let left = answers.reduce(0) { $0 + ($1.noLongerWanted ?? 0) }
        let unknown = answers.flatMap { $0.unknown ?? [] }
        return ListChange(
            count: answers.reduce(0) { $0 + $1.count }, newList: answers.lazy.compactMap(\.newList).first,
            noLongerWanted: left > 0 ? left : nil, unknown: unknown.isEmpty ? nil : unknown)
    }
}

// Comments.
extension SharedCatalogue {
    package func add(_ comment: Comment, to book: BookSpecifier) throws(CatalogueError) -> Int64 {
        try client.change(
            "POST", "/books/\(book.description.queryPart)/comments", CommentMessage(comment),
            as: NumberMessage.self
        ).id
    }

    package func comment(_ number: Int64, for person: String) throws(CatalogueError) -> Comment? {
        do throws(CatalogueError) {
            return try client.get("/comments/\(number)", as: CommentsMessage.self).comments.first
        } catch {
            guard case .unknownComment = error else { throw error }
            return nil
        }
    }

    package func comments(on id: BookID, for person: String) throws(CatalogueError) -> [Comment] {
        try comments("/books/\(BookSpecifier.id(id).description.queryPart)/comments")
    }

    package func comments(by writer: String, for person: String) throws(CatalogueError) -> [Comment] {
        try comments("/people/\(writer.queryPart)/comments")
    }

    package func edit(_ comment: Comment) throws(CatalogueError) {
        try client.change(
            "PUT", "/comments/\(comment.id ?? 0)", CommentMessage(comment), as: NumberMessage.self)
    }

    package func removeComment(_ number: Int64, by person: String) throws(CatalogueError) {
        try client.change("DELETE", "/comments/\(number)", NumberMessage(id: number), as: NumberMessage.self)
    }
}
