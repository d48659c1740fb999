#if Server
// Photos that nobody is sure about, for all keepers.
import Catalogue
import Hummingbird

struct ReviewController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("review", use: show)
        router.post("photos/:id/ask", use: ask)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.keeper)
        let (uploads, names) = try await site.store { store in
            let accounts = try store.accounts().map { ($0.id, $0.name) }
            return (try store.uploads(in: .review), Dictionary(accounts) { first, _ in first })
        }
        let photos = uploads.reversed().map { upload in
            upload.values.merging(["person": names[upload.account] ?? ""]) { $1 }
        }
        return site.pages.response(
            "review", title: "Review", context, ["photos": photos, "none": photos.isEmpty])
    }

    /// Leaves a photo of one's own to the keepers.
    @Sendable private func ask(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        _ = try await request.form(context)
        guard let id = context.parameters.get("id"),
            let upload = try await site.store({ try $0.upload(id) }),
            upload.account == account.id, upload.state == .read
        else { throw SiteError.notFound }
        try await site.store { store in try store.keep(.review, nil, of: upload.id) }
        return site.pages.redirect(to: "/photos")
    }
}
#endif
