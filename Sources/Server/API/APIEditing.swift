#if Server
// The interface for adding, editing, removing and merging books.
import Accounts
import Books
import Catalogue
import CatalogueAPI
import Hummingbird
import Reading
import Sandbox

struct APIEditing {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.post("books", use: add)
        router.patch("books/:book", use: edit)
        router.put("books/:book/cover", use: setCover)
        router.delete("books/:book", use: remove)
        router.post("books/:book/merge", use: merge)
    }

    /// Adds books by ISBN, to be looked up later; or, for librarians, one book by its data.
    @Sendable private func add(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let message = try await request.message(NewBooksMessage.self)
        switch (message.books, message.book) {
        case (let books?, nil): return try await save(books, of: message, request, context)
        case (nil, let book?):
            _ = try context.require(.librarian)
            let edit = try book.edit()
            let added = try await site.changeOnce(request, context, with: message, as: .librarian) {
                store, account throws(CatalogueError) in
                let recorded = store.recordingChange(.add, by: account.name)
                if message.isNew == true {
                    return AddedMessage(book: try recorded.add(new: edit), change: .added)
                }
                let (book, change) = try recorded.add(edit)
                return AddedMessage(book: book, change: change)
            }
            return try json(added)
        default: throw SiteError.malformed
        }
    }

    private func save(
        _ books: [BookSpecifier], of message: NewBooksMessage, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        guard books.count <= SiteAPI.mostBooks else { throw SiteError.tooLarge(limit: 0) }
        let isbns = try books.map { book in
            guard case .isbn(let isbn) = book else { throw SiteError.malformed }
            return isbn
        }
        let count = try await site.changeOnce(request, context, with: message) {
            store, account throws(CatalogueError) in
            let recordingStore = store.recordingChange(.add, by: account.name)
            var count = 0
            for isbn in isbns where try recordingStore.save(isbn) { count += 1 }
            return count
        }
        return try json(CountMessage(count: count))
    }

    /// For librarians only.
    @Sendable private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.librarian)
        let book = try BookController.reference(context)
        let message = try await request.message(EditMessage.self)
        var edit = try message.edit()
        edit.made = try request.made()
        let edited = try await site.changeOnce(request, context, with: message, as: .librarian) {
            [edit] store, account throws(CatalogueError) in
            BookMessage(book: try store.recordingChange(.edit, by: account.name).edit(book, edit))
        }
        return try json(edited)
    }

    /// For librarians only. The picture is taken as it is: no cover is looked for in it.
    @Sendable private func setCover(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require(.librarian)
        let book = try BookController.reference(context)
        var cover: CoverPicture?
        let message = try await request.message(CoverMessage.self)
        if let file = message.picture {
            cover = try await site.workers.withWorker(for: account.id, isAwaited: true) {
                (worker) throws(CancellationError) in
                await worker.cover(.whole, of: Photo(name: "cover", content: .streamed(file)))
            }
            if cover == nil {
                throw SiteError.wrong(
                    "This can't be a cover. Choose one undamaged photo or picture, at least 40 pixels wide and high."
                )
            }
        }
        let picture = cover
        let count = try await site.changeOnce(
            request, context, with: message, as: .librarian, takesRoom: picture != nil
        ) {
            store, account throws(CatalogueError) in
            try store.recordingChange(.changeCover, by: account.name).setCover(picture, of: book)
            return 1
        }
        if picture == nil { await site.covers?.add(book) }
        return try json(CountMessage(count: count))
    }

    /// For librarians only. Books on readers' lists or with comments are not removed.
    @Sendable private func remove(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.librarian)
        let book = try BookController.reference(context)
        let count = try await site.changeOnce(request, context, as: .librarian, takesRoom: false) {
            store, account throws(CatalogueError) in
            try store.recordingChange(.remove, by: account.name).remove(book, evenIfCommented: false)
            return 1
        }
        return try json(CountMessage(count: count))
    }

    /// For librarians only: merges two records of the same book.
    @Sendable private func merge(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.librarian)
        let book = try BookController.reference(context)
        let message = try await request.message(MergeMessage.self)
        let count = try await site.changeOnce(request, context, with: message, as: .librarian) {
            store, account throws(CatalogueError) in
            try store.recordingChange(.merge, "\(message.other)", by: account.name).merge(
                message.other, into: book, evenIfTwoISBNs: message.evenIfTwoISBNs,
                origin: .byHand)
            return 1
        }
        return try json(CountMessage(count: count))
    }
}
#endif
