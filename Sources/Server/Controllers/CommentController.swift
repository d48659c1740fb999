#if Server
// Adds, changes and removes comments.
import Accounts
import Books
import Catalogue
import Hummingbird

struct CommentController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.post("books/:book/comments", use: write)
        router.get("comments/:id", use: show)
        router.post("comments/:id", use: edit)
        router.post("comments/:id/remove", use: remove)
    }

    @Sendable private func write(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let form = try await request.form(context)
        let book = try BookController.reference(context)
        let draft = try Comment(form, by: account.name)
        let key = form.key(for: "\(book.path)/comments")
        _ = try await site.change(context) { store, account in
            let comment = draft.attributed(to: account)
            return try store.once(key, for: account.id) { store throws(CatalogueError) in
                try store.recordingChange(.comment, by: account.name).add(comment, to: book)
            }
        }
        return site.pages.redirect(to: "\(book.path)#comments")
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let comment = try await own(context, account)
        var values = CommentView(comment, account, [:]).values
        values["text"] = comment.text
        values["choices"] = BookController.choices(comment.rating)
        values["isUnrated"] = comment.rating == nil
        return site.pages.response("comment", title: "Change your comment", context, values)
    }

    private func own(_ context: SiteContext, _ account: Account) async throws -> Comment {
        guard let id = context.parameters.get("id", as: Int64.self),
            let comment = try await site.store({ try $0.comment(id, for: account.name) })
        else { throw SiteError.notFound }
        guard comment.person == account.name else { throw SiteError.forbidden }
        return comment
    }

    @Sendable private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let form = try await request.form(context)
        let former = try await own(context, account)
        var comment = try Comment(form, by: account.name)
        (comment.id, comment.language) = (former.id, former.language)
        let changed = comment
        try await site.change(context) { store, account in
            try store.recordingChange(.editComment, by: account.name).edit(changed.attributed(to: account))
        }
        let book = former.isbn.map(BookSpecifier.isbn) ?? former.book.map(BookSpecifier.id)
        return site.pages.redirect(to: (book?.path ?? "/mine") + "#comments")
    }

    /// Removes the reader's own comment. Librarians can remove any comment that is not private.
    @Sendable private func remove(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        _ = try await request.form(context)
        guard let id = context.parameters.get("id", as: Int64.self),
            let comment = try await site.store({ try $0.comment(id, for: account.name) })
        else { throw SiteError.notFound }
        guard comment.person == account.name || account.role >= .librarian else { throw SiteError.forbidden }
        try await site.change(context, takesRoom: false) { store, account in
            try store.recordingChange(.removeComment, by: account.name).removeComment(
                id, by: account.name, orOthers: account.role >= .librarian)
        }
        let book = comment.isbn.map(BookSpecifier.isbn) ?? comment.book.map(BookSpecifier.id)
        return site.pages.redirect(to: (book?.path ?? "/mine") + "#comments")
    }
}

extension Comment {
    /// With the account's current name as the author.
    func attributed(to account: Account) -> Comment {
        var comment = self
        comment.person = account.name
        return comment
    }

    fileprivate init(_ form: Form, by person: String) throws {
        let stars = form.text("stars")
        let rating = stars.flatMap(Double.init).flatMap { Rating($0) }
        if stars != nil, rating == nil { throw SiteError.malformed }
        let parent = form.text("parent").flatMap { Int64($0) }
        if form.text("parent") != nil, parent == nil { throw SiteError.malformed }
        self.init(
            person: person, rating: rating, text: form.text("text") ?? "", isSpoiler: form.has("spoiler"),
            isPrivate: form.has("private"), parent: parent)
    }
}
#endif
