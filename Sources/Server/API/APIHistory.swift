#if Server
// The interface for history and undo.
import Accounts
import Books
import Catalogue
import Foundation
import Hummingbird
import CatalogueAPI

struct APIHistory {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("changes", use: changes)
        router.get("books/:book/history", use: history)
        router.post("changes/:id/undo", use: undo)
        router.post("undo", use: undoLatest)
    }

    @Sendable private func changes(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await changes(of: nil, request, context)
    }

    @Sendable private func history(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await changes(of: BookController.reference(context), request, context)
    }

    private func changes(
        of book: BookSpecifier?, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        _ = try context.require()
        guard let limit = Int(request.query["limit"] ?? "100"), (1...10_000).contains(limit) else {
            throw SiteError.malformed
        }
        let changes = try await site.store(for: context) { store, account in
            try store.history(of: book, for: account.name, limit: limit).map { $0.shown(to: account) }
        }
        return try json(ChangesMessage(changes: changes))
    }

    /// One of the user's own changes.
    @Sendable private func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        guard let id = context.parameters.get("id", as: Int64.self) else { throw SiteError.notFound }
        guard let change = try await undo(id, request, context) else { throw SiteError.notFound }
        return try json(ChangesMessage(changes: [change]))
    }

    @Sendable private func undoLatest(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        return try json(ChangesMessage(changes: try await undo(nil, request, context).map { [$0] } ?? []))
    }

    private func undo(
        _ id: Int64?, _ request: Request, _ context: SiteContext
    ) async throws -> HistoryEntry? {
        try await site.changeOnce(request, context, takesRoom: false) {
            store, account throws(CatalogueError) in
            try store.undo(id, as: account)
        }
    }
}

extension Store {
    /// Reverts one of the account's own changes, the latest if `id` is `nil`. Changes of shared lists and books can be
    /// reverted only by accounts that are still librarians; see `undo(_:by:exceptShared:date:)`.
    func undo(_ id: Int64?, as account: Account) throws(CatalogueError) -> HistoryEntry? {
        try undo(id, by: account.name, exceptShared: account.role < .librarian, date: .now)
    }
}

extension HistoryEntry {
    /// Photos' names, also of those that a book was added from, are visible to their owners and to librarians, as the
    /// photos are; what changed in copies to librarians, as prices and notes are.
    func shown(to account: Account) -> HistoryEntry {
        guard account.role < .librarian else { return self }
        var shown = self
        shown.copies = []
        if [.add, .decide].contains(action), person != account.name { shown.detail = nil }
        return shown
    }
}
#endif
