#if Server
// Adds a book without an ISBN. It can be added from a photo, which then is evidence for it.
import Accounts
import Books
import Catalogue
import HTTPTypes
import Hummingbird
import Reading
import Sandbox
import Translation

struct NewBookController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("add", use: show)
        router.post("add", use: save)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require(.librarian)
        let photo = request.query.text("photo")
        return try await page(await suggestion(photo, for: account) ?? .new, photo: photo, context)
    }

    /// The book without an ISBN that has the photo's Library of Congress Control Number; `nil` if none is found now.
    private func suggestion(_ photo: String?, for account: Account) async throws -> BookForm? {
        let upload = try await site.store { store in try photo.flatMap { try store.upload($0) } }
        guard let lccn = upload?.record?.lccn else { return nil }
        let found = try? await site.lookupScheduler.editions(lccn: lccn, for: account.id)
        return found?.first { $0.isbn == nil }.map(BookForm.init(suggesting:))
    }

    private func page(
        _ form: BookForm, photo id: String?, _ context: SiteContext, usesCover: Bool = true,
        wrong: Phrase = "", status: HTTPResponse.Status = .unprocessableContent
    ) async throws -> Response {
        let upload = try await site.store { store in try id.flatMap { try store.upload($0) } }
        if id != nil, upload == nil { throw SiteError.notFound }
        let photo: Pages.Values? = upload.map {
            [
                "id": $0.id, "width": $0.record?.width ?? 0, "height": $0.record?.height ?? 0,
                "usesCover": usesCover, "decision": $0.decision,
            ]
        }
        return site.pages.response(
            "edit", title: "Add a book", context, status: wrong.isEmpty ? .ok : status,
            form.values.merging([
                "action": "/add", "isNew": true, "wrong": wrong, "photo": [photo].compactMap(\.self),
            ]) { $1 })
    }

    /// If the catalogue already has the book, the photo is linked to that one. The cover is part of the same change.
    @Sendable private func save(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require(.librarian)
        let sent = try await request.form(context)
        let form = BookForm(sent)
        let photo = sent.text("photo")
        do {
            let edit = try form.edit()
            let cover = sent.has("cover") ? try await coverSeen(in: photo, for: account) : nil
            let book = try await site.change(context, as: .librarian) { store, account in
                let upload = try photo.map { id in
                    guard let upload = try store.upload(id) else { throw SiteError.notFound }
                    try upload.checkDecision(is: sent["former-decision"])
                    return upload
                }
                // If another person deletes their account, their photo's file name must not remain in this history.
                let name = upload?.account == account.id ? upload?.name : nil
                let recordingStore = store.recordingChange(.add, name, by: account.name)
                let book = try recordingStore.add(edit).book
                if let upload, let id = book.id {
                    if let lccn = upload.record?.lccn {
                        try recordingStore.save(book: Book(id: id, identifiers: [lccn.identifier]))
                    }
                    if let record = upload.record, let sha256 = record.sha256,
                        try store.correctedBooks(in: record) == nil
                    {
                        try recordingStore.decide(.book(id), sha256: sha256, page: record.page)
                    }
                    if let cover {
                        let source = upload.record?.sha256 ?? ""
                        try recordingStore.setCover(
                            cover, as: BookCover(sha256: cover.sha256, kind: .photo, source: source),
                            of: .id(id))
                    }
                    try recordingStore.save(.confirmed, nil, of: upload.id)
                }
                return book
            }
            return site.pages.redirect(to: book.reference?.path ?? "/")
        } catch is DecidedMeanwhile {
            let upload = try await site.store { store in try photo.flatMap { try store.upload($0) } }
            return try await page(
                form, photo: photo, context, usesCover: sent.has("cover"),
                wrong: upload?.decidedMeanwhile ?? "", status: .conflict)
        } catch let error as CatalogueError {
            guard let words = error.ofForm else { throw error }
            return try await page(
                form, photo: photo, context, usesCover: sent.has("cover"), wrong: words)
        }
    }

    /// The cover that is seen in a photo; `nil` if there is none, or the photo has been deleted.
    private func coverSeen(in photo: String?, for account: Account) async throws -> CoverPicture? {
        guard let upload = try await site.store({ store in try photo.flatMap { try store.upload($0) } })
        else { return nil }
        let file = Photo(at: PhotoPath(site.scanQueue.path(.shown, of: upload.id)))
        return try await site.workers.withWorker(for: account.id, isAwaited: true) {
            (worker) throws(CancellationError) in await worker.cover(.found, of: file)
        }
    }
}
#endif
