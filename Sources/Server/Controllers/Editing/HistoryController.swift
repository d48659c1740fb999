#if Server
// The history of a book, and undo of one's own changes.
import Accounts
import Books
import Catalogue
import Formatting
import Foundation
import Hummingbird
import Translation

struct HistoryController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("books/:book/history", use: show)
        router.post("books/:book/history/:id/undo", use: undo)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let reference = try BookController.reference(context)
        let pagination = Pagination(request)
        let parted = request.query.text("parted").flatMap { Int64($0) }
        let (account, book, changes, barred, staying, keeper) = try await site.store(for: context) {
            store, account in
            let limit = min(pagination.places.upperBound, .max - 1) + 1
            let isMerged = try store.successor(of: reference) != nil
            let staying = try parted.flatMap { try store.staying(after: $0, for: account.name) }
            let changes = try store.history(of: reference, for: account.name, limit: limit)
            let own = pagination.rows(of: changes).filter { $0.person == account.name }.map(\.id)
            return (
                account, try isMerged ? nil : store.book(reference), changes,
                account.role < .librarian ? try store.changesOfLibrarians(among: own) : [], staying,
                try staying.flatMap { try store.book($0.book)?.heading }
            )
        }
        let heading = book?.heading ?? changes.lazy.compactMap(\.title).first ?? "\(reference)"
        return site.pages.response(
            "history", title: "History: \(heading)", context,
            [
                "path": reference.path, "heading": heading, "isGone": book == nil,
                "changes": pagination.rows(of: changes).map {
                    values(
                        of: $0.shown(to: account),
                        canUndo: $0.person == account.name && !barred.contains($0.id))
                },
                "none": changes.isEmpty, "isHidden": request.query.has("hidden"),
                "staying": [staying].compactMap(\.self).map { staying -> Pages.Values in
                    [
                        "path": staying.book.path, "heading": keeper ?? "\(staying.book)",
                        "items": staying.phrase,
                    ]
                },
                "pagination": pagination.links(count: changes.count, path: "\(reference.path)/history?from="),
            ])
    }

    /// - Parameter canUndo: whether the reader of the page can, if it is not undone yet.
    private func values(of change: HistoryEntry, canUndo: Bool) -> Pages.Values {
        [
            "id": change.id,
            "person": change.person.isEmpty ? "somebody" as Phrase : Phrase(verbatim: change.person),
            "words": change.action.phrase(change.detail), "date": Phrase(moment: change.date),
            "moment": change.date.formatted(.iso8601),
            "undone": change.undone.map(Phrase.init(moment:)) ?? "",
            "canUndo": canUndo && change.undone == nil, "count": change.books, "isMany": change.books > 1,
            "fields": change.fields.map { field -> Pages.Values in
                [
                    "name": field.field.label, "before": field.field.shown(field.before),
                    "after": field.field.shown(field.after),
                ]
            }
                + change.copies.map { copy in
                    [
                        "name": copy.field.label, "before": copy.before ?? "", "after": copy.after ?? "",
                    ]
                },
        ]
    }

    @Sendable private func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(context, as: .reader)
        let reference = try BookController.reference(context)
        guard let id = context.parameters.get("id", as: Int64.self) else { throw SiteError.malformed }
        let change = try await site.change(context, takesRoom: false) { store, account in
            try store.undo(id, as: account)
        }
        guard let change else {
            if try await site.isUndone(id, context) {
                return site.pages.redirect(to: "\(reference.path)/history")
            }
            throw SiteError.wrong(
                "Only your own changes can be taken back, once, and those of the catalogue only by librarians."
            )
        }
        let query =
            change.hasEffect == false
            ? "?hidden=1" : change.staying == nil ? "" : "?parted=\(change.id)"
        return site.pages.redirect(to: "\(reference.path)/history\(query)")
    }
}

extension Site {
    /// Whether a change is one of the reader's own that is taken back already, perhaps by the same form.
    func isUndone(_ change: Int64, _ context: SiteContext) async throws -> Bool {
        try await store(for: context) { store, account in try store.isUndone(change, by: account.name) }
    }
}
#endif
