#if Server
// Links by which guests can see a list without an account.
import Accounts
import Books
import Catalogue
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Translation

struct ListLinkController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.post("list-links", use: make)
        router.post("list-links/:id/remove", use: remove)
    }

    /// The page for visitors without an account, and the covers on it.
    func addGuestPage(to router: some RouterMethods<SiteContext>) {
        router.get("guest", use: show)
        router.get("guest/cover", use: showCover)
    }

    /// The most links of an account.
    private static let most = 20

    @Sendable private func make(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .reader)
        guard let name = form.text("name"), let whose = form.text("of"), ["me", "shared"].contains(whose)
        else { throw SiteError.malformed }
        let (isShared, secret) = (whose == "shared", Secret())
        try await site.change(context, as: isShared ? .librarian : .reader) { store, account in
            let isMade = try store.makeListLink(
                secret.hash, to: name, isShared: isShared, of: account, most: Self.most)
            guard isMade else {
                throw SiteError.wrong("You already have \(Self.most) links to lists. Take one back first.")
            }
        }
        return site.pages.response(
            "list-link", title: "A link to the list", context,
            [
                "link": site.options.address("/guest?link=\(secret.text)"), "name": name,
                "path": "/list?of=\(whose)&name=\(name.queryPart)",
            ])
    }

    @Sendable private func remove(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(context)
        guard let id = context.parameters.get("id") else { throw SiteError.notFound }
        try await site.change(context, takesRoom: false) { store, account in
            try store.removeListLink(id, of: account.id)
        }
        return site.pages.redirect(to: "/lists#links")
    }

    /// The values for `lists.mustache`.
    static func values(of link: ListLink) -> Pages.Values {
        [
            "id": link.id, "name": Phrase(list: link.list), "made": link.made,
            "path": "/list?of=\(link.isShared ? "shared" : "me")&name=\(link.list.queryPart)",
        ]
    }

    // MARK: The guest's page

    /// Shows titles, contributors and editions, but nothing that readers have written about a book.
    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let secret = request.query.text("link").flatMap({ Secret($0) }) else {
            throw SiteError.notFound
        }
        let pagination = Pagination(request)
        let found = try await site.store { store -> (GuestList, [Book])? in
            guard let list = try store.guestList(secret.hash) else { return nil }
            var books: [Book] = []
            try store.forEachBook(of: pagination.rows(of: list.books)) { books.append($0) }
            return (list, books)
        }
        guard let (list, books) = found else { throw SiteError.removedLink }
        var response = site.pages.response(
            "guest", title: Phrase(list: list.name), context,
            [
                "person": list.person ?? "", "count": list.books.count, "isOne": list.books.count == 1,
                "books": books.map { book -> Pages.Values in
                    [
                        "heading": book.title ?? book.isbn?.hyphenated ?? "",
                        "byline": book.contributors.map(\.name).joined(separator: ", "), "facts": book.facts,
                        "cover": CoverView(book.reference, .small, link: secret).values,
                    ]
                },
                "pagination": pagination.links(
                    count: list.books.count, path: "/guest?link=\(secret.text)&from="),
            ])
        response.headers[.robots] = "noindex, nofollow"
        return response
    }

    /// The cover of a book on the list, and of no other.
    @Sendable private func showCover(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = request.query
        guard let secret = form.text("link").flatMap({ Secret($0) }),
            let reference = form.text("book").flatMap({ try? BookSpecifier($0) })
        else { throw SiteError.notFound }
        let size = try CoverPicture.Size(of: request)
        let cover = try await site.store { store -> ShownCover? in
            guard let list = try store.guestList(secret.hash) else { throw SiteError.removedLink }
            let (book, picture) = try store.shownCover(of: reference, size)
            guard let book, let id = book.id, list.books.contains(id) else { return nil }
            return picture ?? ShownCover(drawn: book, size)
        }
        guard let cover else { throw SiteError.notFound }
        var response = cover.response(to: request)
        response.headers[.robots] = "noindex, nofollow"
        return response
    }
}

extension HTTPField.Name {
    fileprivate static let robots = Self("X-Robots-Tag")!
}
#endif
