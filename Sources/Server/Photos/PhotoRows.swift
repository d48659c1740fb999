#if Server
// Photos in a list, with the books that they show.
import Accounts
import Books
import Catalogue

extension Site {
    /// The rows of uploads for `photo-row.mustache`, and whether a book is still being looked up.
    func rows(
        of uploads: [Upload]
    ) async throws -> (values: [Pages.Values], isPending: Bool) {
        let books = try await previews(of: uploads.compactMap(\.shown), timeout: .zero)
        let rows = uploads.map { upload in upload.values(upload.shown.flatMap { books.known[$0] }) }
        return (rows, books.isPending)
    }

    /// The books that photos show, as far as they are known: from the store, or from a preview by references and
    /// sources.
    ///
    /// - Parameter timeout: how long to wait for the preview of each.
    /// - Returns: those with a title, and whether a preview is still under way.
    func previews(
        of books: [BookSpecifier], timeout: Duration
    ) async throws -> (known: [BookSpecifier: Book], isPending: Bool) {
        var known = try await store { store in try store.books(books).filter { $0.value.title != nil } }
        var isPending = false
        for book in books where known[book] == nil {
            guard let isbn = book.isbn else { continue }
            let preview = try await lookupScheduler.preview(isbn, timeout: timeout)
            known[book] = preview.book
            if !preview.isDone { isPending = true }
        }
        return (known, isPending)
    }
}
#endif
