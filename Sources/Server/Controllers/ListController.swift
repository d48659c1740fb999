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
        let account = try context.require()
        let (all, own, links) = try await site.store { store in
            (
                try store.lists(), try store.lists(of: account.name), try store.listLinks(of: account.id)
            )
        }
        func values(_ list: BookList, _ whose: String) -> Pages.Values {
            [
                "name": Phrase(list: list.name), "count": list.count, "isOne": list.count == 1,
                "path": "/list?of=\(whose)&name=\(list.name.queryPart)",
            ]
        }
        let shared = all.filter { $0.person == nil }
        let readings = all.filter { $0.person == account.name }
        return site.pages.response(
            "lists", title: "Lists", context,
            [
                "own": own.map { values($0, "me") }, "readings": readings.map { values($0, "reading") },
                "shared": shared.map { values($0, "shared") }, "nothing": own.isEmpty && readings.isEmpty,
                "formats": ExportController.formats, "hasLinks": !links.isEmpty,
                "links": links.map { ListLinkController.values(of: $0) },
            ])
    }

    @Sendable private func showOne(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let query = request.query
        guard let name = query.text("name"), let whose = query.text("of") else {
            throw SiteError.notFound
        }
        let pagination = Pagination(request)
        let (count, rows) = try await site.store { store in
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
