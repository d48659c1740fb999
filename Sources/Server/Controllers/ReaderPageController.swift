#if Server
// A reader's page, which others see if the reader permits it.
import Accounts
import Books
import Catalogue
import Foundation
import HTTP
import Hummingbird
import Translation

struct ReaderPageController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("readers", use: showAll)
        router.get("readers/:name", use: show)
        router.post("account/page", use: change)
    }

    /// The most books for each reading state.
    private static let most = 20

    static func path(of name: String) -> String {
        "/readers/\(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }

    @Sendable private func showAll(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let pagination = Pagination(request)
        let readers = try await site.store { store in try store.shownAccounts() }
        return site.pages.response(
            "readers", title: "Readers", context,
            [
                "none": readers.isEmpty,
                "readers": pagination.rows(of: readers).map { reader -> Pages.Values in
                    ["name": reader.name, "path": Self.path(of: reader.name), "since": reader.made]
                },
                "pagination": pagination.links(count: readers.count, path: "/readers?from="),
            ])
    }

    /// Readers see their own page as others see it, even before it is public.
    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let viewer = try context.require()
        guard let name = context.parameters.get("name")?.removingPercentEncoding.flatMap(AccountName.init)
        else {
            throw SiteError.notFound
        }
        let pagination = Pagination(request)
        let found = try await site.store { store -> Pages.Values? in
            guard let reader = try store.credentials(of: name)?.account,
                try reader.id == viewer.id || store.isShown(reader.id)
            else { return nil }
            // The comments that anybody may see: even one's own private comments are left out here.
            let (comments, count) = try store.comments(
                by: reader.name, for: "", from: pagination.from, most: Pagination.size)
            let roles = try store.roles()
            return [
                "name": reader.name, "since": reader.made,
                "role": Phrase(word: roles[reader.name]?.rawValue ?? ""),
                "isMine": reader.id == viewer.id, "isHidden": try !store.isShown(reader.id),
                "states": try ReadingStatus.State.allCases.compactMap {
                    try Self.values($0, of: reader, in: store)
                },
                "comments": comments.map { CommentView($0, viewer, roles).values },
                "hasComments": count > 0,
                "pagination": pagination.links(
                    count: count, path: "\(Self.path(of: reader.name))?from=", part: "comments"),
            ]
        }
        guard let values = found else { throw SiteError.notFound }
        return site.pages.response(
            "reader-page", title: Phrase(verbatim: values["name"] as? String ?? ""), context, values)
    }

    private static func values(
        _ state: ReadingStatus.State, of reader: Account, in store: Store
    ) throws -> Pages.Values? {
        let ids = try store.ids(on: state.rawValue, for: reader.name)
        var books: [Pages.Values] = []
        try store.forEachBook(of: Array(ids.suffix(most).reversed())) { book in
            books.append([
                "heading": book.title ?? book.isbn?.hyphenated ?? "",
                "path": book.id.map { BookSpecifier.id($0).path } ?? "",
            ])
        }
        return ids.isEmpty
            ? nil : ["state": Phrase(word: state.rawValue), "count": ids.count, "books": books]
    }

    @Sendable private func change(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .reader)
        try await site.change(context, takesRoom: false) { store, account in
            try store.set(isShown: form.has("shown"), of: account.id)
        }
        return site.pages.redirect(to: "/account#page")
    }
}
#endif
