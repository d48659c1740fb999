#if Server
// The interface for comments.
import Accounts
import Books
import Catalogue
import Hummingbird
import CatalogueAPI
import Formats

struct APIComments {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("books/:book/comments", use: ofBook)
        router.post("books/:book/comments", use: add)
        router.get("people/:person/comments", use: byPerson)
        router.get("comments/:id", use: show)
        router.put("comments/:id", use: edit)
        router.delete("comments/:id", use: remove)
    }

    @Sendable private func add(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let book = try BookController.reference(context)
        let message = try await request.message(CommentMessage.self)
        var comment = message.comment(by: account.name)
        comment.written = try request.made() ?? .now
        let id = try await site.changeOnce(request, context, with: message) {
            [comment] store, account throws(CatalogueError) in
            try store.recordingChange(.comment, by: account.name).add(
                comment.attributed(to: account), to: book)
        }
        return try json(NumberMessage(id: id))
    }

    /// The comments on all editions of a book that the reader may see.
    @Sendable private func ofBook(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let book = try BookController.reference(context)
        let position = try Self.position(request)
        return try await portion(for: context) { store, account throws(CatalogueError) in
            try store.comments(
                on: book, for: account.name, after: position, most: SiteAPI.mostPortionComments)
        }
    }

    private static func position(_ request: Request) throws -> CommentPosition? {
        guard let text = request.query["after"] else { return nil }
        guard let position = CommentPosition(text) else { throw SiteError.malformed }
        return position
    }

    private func portion(
        for context: SiteContext,
        _ read: @Sendable (Store, Account) throws(CatalogueError) -> CommentPortion
    ) async throws -> Response {
        let message = try await site.store(for: context) { store, account in
            let portion = try read(store, account)
            return CommentsMessage(
                comments: portion.comments.map { $0.shown(to: account.name) },
                next: portion.next?.description)
        }
        return try json(message)
    }

    /// The comments by a person that the reader may see.
    @Sendable private func byPerson(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        guard let person = context.parameters.get("person")?.removingPercentEncoding else {
            throw SiteError.malformed
        }
        let position = try Self.position(request)
        return try await portion(for: context) { store, account throws(CatalogueError) in
            try store.comments(
                by: store.spelling(of: person.tidied ?? ""), for: account.name, after: position,
                most: SiteAPI.mostPortionComments)
        }
    }

    private func number(_ context: SiteContext) throws -> Int64 {
        guard let id = context.parameters.get("id", as: Int64.self) else { throw SiteError.notFound }
        return id
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let id = try number(context)
        let comment = try await site.store(for: context) { store, account in
            guard let comment = try store.comment(id, for: account.name) else {
                throw CatalogueError.unknownComment(id)
            }
            return comment.shown(to: account.name)
        }
        return try json(CommentsMessage(comments: [comment]))
    }

    @Sendable private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let id = try number(context)
        let message = try await request.message(CommentMessage.self)
        var comment = message.comment(by: account.name)
        comment.id = id
        let changed = comment
        _ = try await site.changeOnce(request, context, with: message) {
            store, account throws(CatalogueError) in
            try store.recordingChange(.editComment, by: account.name).edit(changed.attributed(to: account))
            return id
        }
        return try json(NumberMessage(id: id))
    }

    @Sendable private func remove(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let id = try number(context)
        _ = try await site.changeOnce(request, context, takesRoom: false) {
            store, account throws(CatalogueError) in
            try store.recordingChange(.removeComment, by: account.name).removeComment(
                id, by: account.name, orOthers: account.role >= .librarian)
            return id
        }
        return try json(NumberMessage(id: id))
    }
}

extension Comment {
    private static let programs = Set(FileFormat.all.compactMap(\.site))

    /// A source that is the name of a file is visible to the author only; that of a program to everybody.
    func shown(to person: String) -> Comment {
        guard self.person != person, let source, !Self.programs.contains(source) else { return self }
        var shown = self
        shown.source = nil
        return shown
    }
}
#endif
