#if Server
// Merges two records of the same book, after a preview.
import Accounts
import Books
import Catalogue
import Foundation
import HTTPTypes
import Hummingbird
import Translation

struct MergeController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("books/:book/merge", use: show)
        router.post("books/:book/merge", use: merge)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.librarian)
        let reference = try BookController.reference(context)
        guard let typed = request.query.text("other") else { return try await choice(of: reference, context) }
        guard let other = try? BookSpecifier(given: typed) else {
            return try await choice(
                of: reference, context, typed: typed,
                wrong:
                    "Enter the ISBN of another book or, if it has none, id:… as in the address of its page.")
        }
        do {
            return page(try await preview(of: other, into: reference, context), context)
        } catch CatalogueError.mergedWithItself {
            return try await choice(of: reference, context, typed: typed, wrong: Self.itself)
        } catch CatalogueError.unknownBook(other) {
            return try await choice(
                of: reference, context, typed: typed, wrong: "The catalogue has no such book.")
        }
    }

    private static let itself: Phrase = "A book can't be merged with itself."

    /// Asks for the other book, and suggests books with the same title.
    private func choice(
        of reference: BookSpecifier, _ context: SiteContext, typed: String = "", wrong: Phrase = ""
    ) async throws -> Response {
        let known = try await site.store(for: context, as: .librarian) { store, account in
            try store.card(of: reference, for: account.name)
        }
        guard let card = known, card.book.id != nil else { throw CatalogueError.unknownBook(reference) }
        let others = (card.namesakes + card.otherEditions).prefix(Pagination.size)
        return site.pages.response(
            "merge", title: "Merge: \(card.book.heading)", context, wrong: wrong,
            [
                "path": reference.path, "heading": card.book.heading, "typed": typed,
                "others": others.map { other -> Pages.Values in
                    [
                        "other": other.book.reference?.description ?? "", "heading": other.book.heading,
                        "facts": other.book.facts,
                    ]
                },
                "hasOthers": !others.isEmpty,
            ])
    }

    private func page(_ preview: MergePreview, _ context: SiteContext, wrong: Phrase = "") -> Response {
        site.pages.response(
            "merging", title: "Merge two books", context, status: wrong.isEmpty ? .ok : .conflict,
            MergeView(preview).values.merging(["wrong": wrong]) { $1 })
    }

    @Sendable private func merge(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .librarian)
        let reference = try BookController.reference(context)
        guard let other = form.text("other").flatMap({ try? BookSpecifier(given: $0) }) else {
            throw SiteError.malformed
        }
        let shown = form["shown"]
        do {
            let merged = try await site.change(context, as: .librarian) { store, account -> BookSpecifier in
                let (kept, removed) = try store.mergeSides(of: other, into: reference, for: account.name)
                guard MergeView.state(kept, removed) == shown else { throw Changed() }
                let name = "\(removed.card.book.reference ?? other)"
                try store.recordingChange(.merge, name, by: account.name).merge(
                    other, into: reference, evenIfTwoISBNs: form.has("same"), origin: .byHand)
                let isbn = kept.card.book.isbn ?? removed.card.book.isbn
                return isbn.map { .isbn($0) } ?? kept.card.book.reference ?? reference
            }
            return site.pages.redirect(to: merged.path)
        } catch is Changed {
            return page(
                try await preview(of: other, into: reference, context), context,
                wrong: "One of the two was changed meanwhile. Look again, then merge.")
        } catch CatalogueError.mergedWithItself {
            return try await choice(of: reference, context, typed: "\(other)", wrong: Self.itself)
        } catch CatalogueError.twoISBNs {
            return page(
                try await preview(of: other, into: reference, context), context,
                wrong: "Both have an ISBN. Confirm that they are the same book.")
        }
    }

    private func preview(
        of other: BookSpecifier, into book: BookSpecifier, _ context: SiteContext
    ) async throws -> MergePreview {
        try await site.store(for: context, as: .librarian) { store, account in
            try store.mergePreview(of: other, into: book, for: account.name)
        }
    }

    /// A merge would no longer do what the preview shows.
    private struct Changed: Error {}
}
#endif
