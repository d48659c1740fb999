#if Server
// The review of uncertain photos.
import Accounts
import Catalogue
import Hummingbird

struct ReviewController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("review", use: show)
        router.post("photos/:id/ask", use: ask)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.librarian)
        let pagination = Pagination(request)
        let (uploads, count, names) = try await site.store { store in
            let (uploads, count) = try store.uploads(in: .review, at: pagination.places)
            var names: [Int64: String] = [:]
            for id in Set(uploads.map(\.account)) { names[id] = try store.account(id)?.name }
            return (uploads, count, names)
        }
        let photos = zip(uploads, try await site.rows(of: uploads).values).map {
            upload, row in row.merging(["person": names[upload.account] ?? ""]) { $1 }
        }
        return site.pages.response(
            "review", title: "Review", context,
            [
                "photos": photos, "none": photos.isEmpty,
                "pagination": pagination.links(count: count, path: "/review?from="),
            ])
    }

    /// Asks the librarians to review one's own photo.
    @Sendable private func ask(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(context, as: .reader)
        guard let id = context.parameters.get("id") else { throw SiteError.notFound }
        try await site.change(context) { store, account in
            guard let upload = try store.upload(id), upload.account == account.id,
                [.read, .review].contains(upload.state)
            else { throw SiteError.notFound }
            try store.save(.review, nil, of: id)
        }
        return site.pages.redirect(to: "/photos")
    }
}
#endif
