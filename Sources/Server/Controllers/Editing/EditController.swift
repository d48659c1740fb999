#if Server
// Edits a book's data, or removes the book.
import Accounts
import Books
import Catalogue
import Formatting
import HTTPTypes
import Hummingbird
import Translation

struct EditController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("books/:book/edit", use: show)
        router.post("books/:book/edit", use: save)
        router.post("books/:book/remove", use: remove)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.librarian)
        let book = try await stored(BookController.reference(context))
        return page(BookForm(of: book), of: book, context)
    }

    private func stored(_ reference: BookSpecifier) async throws -> Book {
        guard let book = try await site.store({ try $0.book(reference) }) else {
            throw CatalogueError.unknownBook(reference)
        }
        return book
    }

    private func page(
        _ form: BookForm, of book: Book, _ context: SiteContext, status: HTTPResponse.Status = .ok,
        wrong: Phrase = ""
    ) -> Response {
        site.pages.response(
            "edit", title: "Edit: \(book.heading)", context, status: status,
            form.values.merging([
                "path": book.reference?.path ?? "", "heading": book.heading, "wrong": wrong,
                "form": book.formPath, "action": "\(book.formPath)/edit", "isNew": false,
            ]) { $1 })
    }

    @Sendable private func save(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = BookForm(try await request.form(context, as: .librarian))
        let reference = try BookController.reference(context)
        let now = try await stored(reference)
        do {
            let edit = try form.edit()
            guard !edit.isEmpty else { return site.pages.redirect(to: reference.path) }
            let id = now.id.map { BookSpecifier.id($0) } ?? reference
            let book = try await site.change(context, as: .librarian) { store, account in
                try store.recordingChange(.edit, by: account.name).edit(id, edit)
            }
            return site.pages.redirect(to: book.reference?.path ?? reference.path)
        } catch CatalogueError.changedMeanwhile {
            let now = try await stored(reference)
            return page(
                form.onto(now), of: now, context, status: .conflict,
                wrong:
                    "Somebody else has changed this book meanwhile. Nothing is saved yet: look at both, then save."
            )
        } catch let error as CatalogueError {
            guard let words = error.ofForm else { throw error }
            return page(form, of: now, context, status: .unprocessableContent, wrong: words)
        }
    }

    /// Books on readers' lists or with comments are not removed.
    @Sendable private func remove(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(context, as: .librarian)
        let reference = try BookController.reference(context)
        let id = try await site.change(context, as: .librarian, takesRoom: false) { store, account in
            let id = try store.book(reference)?.id
            try store.recordingChange(.remove, by: account.name).remove(reference, evenIfCommented: false)
            return id
        }
        let removed = reference.isbn.map(BookSpecifier.isbn) ?? id.map(BookSpecifier.id) ?? reference
        return site.pages.redirect(to: "\(removed.path)/history")
    }
}

extension CatalogueError {
    /// What is wrong with the form, as a sentence; `nil` for other errors.
    var ofForm: Phrase? {
        switch self {
        case .wrongEdit(let error): error.phrase
        case .nothingToAdd: "A book needs an ISBN or a title."
        case .takenISBN(let isbn): "Another book has the ISBN \(isbn.hyphenated)."
        default: nil
        }
    }
}

extension BookEditError {
    fileprivate var phrase: Phrase {
        switch self {
        case .year: "The year must be a number from -5000 to 9999."
        case .pages: "The number of pages must be from 1 to 1000000."
        case .language: "The language must be a name, such as German, or an ISO 639 code, such as de."
        case .cover: "The cover must be an address that begins with http:// or https://."
        case .isbn: "The ISBN is not valid."
        case .seriesNumber: "A number in a series needs the series."
        case .ownEdition: "A book is no other edition of itself."
        case .tooLong: "A text is too long; at most \(Phrase(limit: BookEdit.longestText)) are stored."
        }
    }
}
#endif
