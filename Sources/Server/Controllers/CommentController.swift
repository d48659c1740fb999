#if Server
// Adds, changes and removes comments.
import Accounts
import Books
import Catalogue
import Hummingbird
import Translation

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
        do {
            _ = try await site.change(context) { store, account in
                let comment = draft.attributed(to: account)
                return try store.once(key, for: account.id) { store throws(CatalogueError) in
                    try store.recordingChange(.comment, by: account.name).add(comment, to: book)
                }
            }
        } catch CatalogueError.unknownComment {
            return try await page(ofReply: draft, to: book, context)
        }
        return site.pages.redirect(to: "\(book.path)#comments")
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let comment = try await own(context)
        return try page(comment, EditedFields(comment.texts), context)
    }

    private func page(
        _ comment: Comment, _ fields: EditedFields, _ context: SiteContext
    ) throws -> Response {
        let shown = try comment.with(fields)
        let isRefused = !fields.conflicts.isEmpty
        return site.pages.response(
            "comment", title: "Change your comment", context, status: isRefused ? .conflict : .ok,
            CommentView(shown, try context.require(), [:]).values.merging([
                "action": "/comments/\(comment.id ?? 0)",
                "choices": BookController.choices(shown.rating), "isUnrated": shown.rating == nil,
                "starsField": fields.values("stars"), "textField": fields.values("text"),
                "marks": [fields.values("spoiler"), fields.values("private")],
                "wrong": isRefused
                    ? "You have changed this comment meanwhile, in another window. Nothing is saved yet: look at both, then save."
                    : "" as Phrase,
            ]) { $1 })
    }

    /// The form of a reply to a comment that was removed or made private meanwhile, as one of its own.
    private func page(
        ofReply draft: Comment, to book: BookSpecifier, _ context: SiteContext
    ) async throws -> Response {
        var comment = draft
        comment.bookTitle = try await site.store { store in try store.book(book)?.heading }
        let form = try CommentView(comment, context.require(), [:]).values
        return site.pages.response(
            "comment", title: "Reply", context, status: .notFound,
            form.merging([
                "action": "\(book.path)/comments", "book": book.path,
                "reply": ["key": Secret().text] as Pages.Values,
                "choices": BookController.choices(draft.rating), "isUnrated": draft.rating == nil,
                "textField": EditedFields(["text": draft.text]).values("text"),
                "wrong": "The comment is not there any more. You can post your reply as a comment of its own."
                    as Phrase,
            ]) { $1 })
    }

    private func own(_ context: SiteContext, orOthersAs role: Account.Role? = nil) async throws -> Comment {
        guard let id = context.parameters.get("id", as: Int64.self) else { throw SiteError.notFound }
        return try await site.store(for: context) { store, account in
            guard let comment = try store.comment(id, for: account.name) else { throw SiteError.notFound }
            let isOther = comment.person != account.name
            if isOther, role.map({ account.role < $0 }) != false { throw SiteError.forbidden }
            return comment
        }
    }

    @Sendable private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .reader)
        let comment = try await own(context)
        // Of what was typed in another window meanwhile nothing is lost.
        let hides = form.has("private") && !comment.isPrivate
        let refused: (Comment, EditedFields)? = try await site.change(context, takesRoom: !hides) {
            store, account in
            guard let now = try comment.id.flatMap({ try store.comment($0, for: account.name) }) else {
                throw SiteError.notFound
            }
            let fields = EditedFields(now.texts, form)
            guard fields.conflicts.isEmpty else { return (now, fields) }
            try store.recordingChange(.editComment, by: account.name)
                .edit(now.with(fields).attributed(to: account))
            return nil
        }
        if let (now, fields) = refused { return try page(now, fields, context) }
        return redirect(to: comment)
    }

    private func redirect(to comment: Comment) -> Response {
        site.pages.redirect(to: (comment.specifier?.path ?? "/mine") + "#comments")
    }

    /// Removes the reader's own comment. Librarians can remove any comment that is not private.
    @Sendable private func remove(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(context, as: .reader)
        let comment = try await own(context, orOthersAs: .librarian)
        try await site.change(context, takesRoom: false) { store, account in
            guard let id = comment.id else { throw SiteError.notFound }
            try store.recordingChange(.removeComment, by: account.name).removeComment(
                id, by: account.name, orOthers: account.role >= .librarian)
        }
        return redirect(to: comment)
    }
}

extension Comment {
    /// Of its book.
    var specifier: BookSpecifier? { isbn.map(BookSpecifier.isbn) ?? book.map(BookSpecifier.id) }

    /// With the account's current name as the author.
    func attributed(to account: Account) -> Comment {
        var comment = self
        comment.person = account.name
        return comment
    }

    /// The texts of its form's fields; a box that is ticked sends `on`.
    fileprivate var texts: [String: String] {
        [
            "stars": rating?.short ?? "", "text": text, "spoiler": isSpoiler ? "on" : "",
            "private": isPrivate ? "on" : "",
        ]
    }

    /// - Throws: `malformed`.
    fileprivate func with(_ fields: EditedFields) throws -> Comment {
        func text(_ field: String) -> String { fields.texts[field] ?? "" }
        var comment = self
        comment.rating = try Self.rating(text("stars"))
        (comment.text, comment.isSpoiler) = (text("text"), !text("spoiler").isEmpty)
        comment.isPrivate = !text("private").isEmpty
        return comment
    }

    private static func rating(_ stars: String) throws -> Rating? {
        guard !stars.isEmpty else { return nil }
        guard let rating = Double(stars).flatMap({ Rating($0) }) else { throw SiteError.malformed }
        return rating
    }

    fileprivate init(_ form: Form, by person: String) throws {
        let rating = try Self.rating(form.text("stars") ?? "")
        let parent = form.text("parent").flatMap { Int64($0) }
        if form.text("parent") != nil, parent == nil { throw SiteError.malformed }
        self.init(
            person: person, rating: rating, text: form.text("text") ?? "", isSpoiler: form.has("spoiler"),
            isPrivate: form.has("private"), parent: parent)
    }
}
#endif
