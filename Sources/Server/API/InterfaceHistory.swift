#if Server
// The interface for history and undo.
import Accounts
import Books
import Catalogue
import Foundation
import Hummingbird
import CatalogueAPI

struct InterfaceHistory {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("changes", use: changes)
        router.post("undo", use: undo)
    }

    @Sendable private func changes(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let query = request.query
        guard let limit = Int(query["limit"] ?? "100"), (1...10_000).contains(limit) else {
            throw SiteError.malformed
        }
        let book: BookSpecifier?
        do throws(ISBNError) {
            book = try query.text("book").map { text throws(ISBNError) in try BookSpecifier(text) }
        } catch {
            throw SiteError.malformed
        }
        let changes = try await site.store { store in
            try store.history(of: book, for: account.name, limit: limit)
        }
        return try json(ChangesMessage(changes: changes.map { $0.shown(to: account) }))
    }

    @Sendable private func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let change = try await site.changeOnce(request, context) { store, account throws(CatalogueError) in
            try store.undo(by: account.name, exceptShared: account.role < .librarian, date: .now)
        }
        return try json(ChangesMessage(changes: change.map { [$0] } ?? []))
    }
}

extension HistoryEntry {
    /// Photos' names are visible to their owners and to librarians, as the photos are.
    fileprivate func shown(to account: Account) -> HistoryEntry {
        guard action == .decide, person != account.name, account.role < .librarian else { return self }
        var shown = self
        shown.detail = nil
        return shown
    }
}
#endif
