#if Server
// Pages of lists: shared, personal and reading.
import Books
import Catalogue
import HTTP
import Hummingbird
import Translation

struct ListController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("lists", use: show)
        router.get("list", use: showOne)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (kinds, links) = try await site.store(for: context) { store, account in
            let lists = try store.listPreviews(
                for: account.name, books: Self.previewed, most: Self.mostPreviews)
            let kinds = try [("me", lists.own), ("reading", lists.readings), ("shared", lists.shared)].map {
                whose, lists in
                try lists.map { try Self.values($0, whose, in: store, for: account.name) }
            }
            return (kinds, try store.listLinks(of: account.id))
        }
        let own = kinds[0] + kinds[1]
        return site.pages.response(
            "lists", title: "Lists", context,
            [
                "own": own, "shared": kinds[2], "nothing": own.isEmpty,
                "formats": ExportController.formats, "hasLinks": !links.isEmpty,
                "links": links.map { ListLinkController.values(of: $0) },
            ])
    }

    /// The number of covers below a list's name.
    private static let previewed = 6
    /// The most lists of a kind that are shown with covers.
    private static let mostPreviews = 10

    private static func values(
        _ preview: ListPreview, _ whose: String, in store: Store, for person: String
    ) throws -> Pages.Values {
        let list = preview.list
        return [
            "name": Phrase(list: list.name), "count": list.count,
            "path": "/list?of=\(whose)&name=\(list.name.queryPart)", "hasBooks": !preview.books.isEmpty,
            "books": try store.listed(preview.books, for: person).map { BookRowView.values($0, .large) },
        ]
    }

    @Sendable private func showOne(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let query = request.query
        guard let name = query.text("name"), let whose = query.text("of") else {
            throw SiteError.notFound
        }
        let pagination = Pagination(request)
        let (count, rows) = try await site.store(for: context) { store, account in
            let ids =
                whose == "me"
                ? try store.ids(on: name, of: account.name) : try store.ids(on: name, for: account.name)
            var rows: [Pages.Values] = []
            let shown = pagination.rows(of: ids)
            for row in try BookRowView.rows(of: shown, in: store, for: account.name) { rows.append(row) }
            if whose == "shared" {
                for (place, id) in shown.enumerated() where place < rows.count {
                    let entry = try store.stock(of: id).first { $0.list == name }
                    rows[place]["shelf"] = entry?.shelf ?? ""
                    rows[place]["copies"] = entry?.copies ?? 0
                    rows[place]["hasCopies"] = entry?.copies != nil
                }
            }
            return (ids.count, rows)
        }
        let path = "/list?of=\(whose.queryPart)&name=\(name.queryPart)&from="
        return site.pages.response(
            "list", title: Phrase(list: name), context,
            [
                "books": rows, "count": count, "isOne": count == 1,
                "name": name, "of": whose, "formats": ExportController.formats,
                "whose": (whose == "shared" ? "shared list" : "your list") as Phrase,
                "isLinkable": whose == "me" || (whose == "shared" && account.role >= .librarian),
                "browse": BrowsePath.list(name, isOwn: whose == "me"),
                "pagination": pagination.links(count: count, path: path),
            ])
    }
}
#endif
