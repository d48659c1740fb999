#if Server
// Uploads of photos, their results, and decisions on them.
import Accounts
import Books
import Catalogue
import Formatting
import Foundation
import HTTPTypes
import Hummingbird
import Reading
import Translation

struct PhotoController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("photos", use: list)
        router.post("photos", use: send)
        router.get("photos/:id", use: show)
        router.get("photos/:id/state", use: state)
        router.get("photos/:id/picture", use: picture)
        router.post("photos/:id/confirm", use: confirm)
        router.post("photos/:id/reject", use: reject)
        router.post("photos/:id/crop", use: crop)
        router.post("photos/:id/remove", use: remove)
    }

    // MARK: Uploads

    @Sendable private func send(_ request: Request, _ context: SiteContext) async throws -> Response {
        let uploads = try await UploadReader(site, context).read(request)
        guard let first = uploads.first else { throw SiteError.wrong("Choose a photo first.") }
        if request.headers[.accept]?.hasPrefix("application/json") == true {
            struct Sent: ResponseEncodable {
                struct Photo: Encodable {
                    var id: String
                    var path: String
                    /// Why it does not count in its inventory.
                    var note: String?
                }
                var photos: [Photo]
            }
            return try Sent(
                photos: uploads.map {
                    .init(
                        id: $0.id, path: "\(site.pages.base)/photos/\($0.id)",
                        note: $0.exclusion.map { context.language($0.phrase) })
                }
            ).response(from: request, context: context)
        }
        return site.pages.redirect(to: uploads.count == 1 ? "/photos/\(first.id)" : "/photos")
    }

    // MARK: Pages

    @Sendable private func list(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let uploads = try await site.store { store in try store.uploads(of: account.id) }
        let rows = try await site.rows(of: uploads)
        return site.pages.response(
            "photos", title: "Your photos", context,
            [
                "photos": rows.values, "none": uploads.isEmpty,
                "isWaiting": rows.isPending || uploads.contains { $0.state == .waiting },
                "keepsPhotos": site.options.keepsPhotos,
            ])
    }

    /// The photo with the id in the path, if it belongs to the account, or for librarians.
    private func upload(_ context: SiteContext) async throws -> Upload {
        guard let id = context.parameters.get("id") else { throw SiteError.notFound }
        return try await site.store(for: context) { store, account in try store.upload(id, for: account) }
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await page(upload(context), context)
    }

    private func page(
        _ upload: Upload, _ context: SiteContext, typed: String = "", wrong: Phrase = "",
        status: HTTPResponse.Status = .unprocessableContent
    ) async throws -> Response {
        var values: Pages.Values = [
            "id": upload.id, "name": upload.name, "heading": upload.heading, "typed": typed,
            "wrong": wrong, "excluded": [upload.exclusion?.phrase].compactMap(\.self),
            "isWaiting": upload.state == .waiting, "isReview": upload.state == .review,
            "canAdd": upload.canAdd, "decision": upload.decision, "hasFindings": upload.hasFindings,
            "isPart": upload.part != nil, "isTheirs": upload.account == context.account?.id,
            "hasOriginal": access(site.scanQueue.path(.original, of: upload.id), R_OK) == 0,
        ]
        if upload.state == .waiting {
            values["place"] = await site.scanQueue.place(of: upload.id).map { [$0 + 1] } ?? [Int]()
        } else if let read = upload.record {
            let corrected = try await site.store { store in try store.correctedBooks(in: read) }
            let record = corrected.map { read.following(.several($0)) } ?? read
            values["is\(record.status.rawValue.capitalized)"] = true
            values["reason"] = record.reasonPhrase
            values["warnings"] = record.warnings.map { Phrase(message: $0) }
            let previewed = (record.isbns + record.candidates).prefix(Self.mostPreviewed)
            let books = try await site.previews(
                of: previewed.map { .isbn($0.isbn) }, timeout: .milliseconds(300))
            values["isPending"] = books.isPending
            let own = record.ownISBNs
            let several = own.count > 1 ? own : []
            func rows(_ readings: [ISBNReading], isAccepted: Bool) -> [Pages.Values] {
                readings.map { reading in
                    let book = books.known[.isbn(reading.isbn)]
                    var values = reading.values(isAccepted: isAccepted)
                    if !several.isEmpty, isAccepted { values["book"] = reading.book }
                    return values.merging([
                        "title": book?.title == nil ? "" : book?.heading ?? "", "byline": book?.byline ?? "",
                        "facts": book.map { [$0.publisher, $0.year.map(String.init)].compactMap(\.self) }
                            ?? [],
                    ]) { $1 }
                }
            }
            values["readings"] =
                rows(record.isbns, isAccepted: true) + rows(record.candidates, isAccepted: false)
            if let width = record.width, let height = record.height, record.status != .failed {
                values["picture"] =
                    [
                        "width": width, "height": height, "accepted": record.isbns.flatMap(\.outlines),
                        "doubtful": record.candidates.flatMap(\.outlines),
                        "books": several.compactMap(\.place),
                        "letters": max(24, max(width, height) / 18),
                        // The width of the outlines, in proportion to the picture.
                        "stroke": max(3, max(width, height) / 160),
                    ] as Pages.Values
            }
        }
        values["labelled"] = try await labelled(upload.record, context)
        if let book = upload.confirmed, let words = upload.confirmedWords {
            values["confirmed"] = ["words": words, "path": book.path] as Pages.Values
        }
        return site.pages.response(
            "photo", title: upload.name.isEmpty ? "Photo" : Phrase(verbatim: upload.name), context,
            status: wrong.isEmpty ? .ok : status, values)
    }

    /// For librarians, the copies whose labels a photo shows.
    private func labelled(_ record: PhotoRecord?, _ context: SiteContext) async throws -> [Pages.Values] {
        let account = try context.require(.reader)
        let labels = record?.others.filter { $0.number.kind == .label }.map(\.number.value) ?? []
        guard account.role >= .librarian, !labels.isEmpty else { return [] }
        let copies = try await site.store { store in try labels.flatMap { try store.copies(named: $0) } }
        return copies.map { CopyView($0, for: account).values }
    }

    /// The most ISBNs of a photo whose books are shown before one is confirmed.
    private static let mostPreviewed = 4

    /// `{"state": "waiting", "place": 2}`.
    @Sendable private func state(_ request: Request, _ context: SiteContext) async throws -> Response {
        struct State: ResponseEncodable {
            var state: String
            var place: Int?
        }
        let upload = try await upload(context)
        return try State(
            state: upload.state.rawValue, place: await site.scanQueue.place(of: upload.id).map { $0 + 1 }
        ).response(from: request, context: context)
    }

    @Sendable private func picture(_ request: Request, _ context: SiteContext) async throws -> Response {
        let upload = try await upload(context)
        let whole: ScanQueue.File = upload.part == nil ? .shown : .part
        // A photo that was read by an earlier version has no small picture.
        let files = request.query.text("size") == "small" ? [.small, whole] : [whole]
        let paths = files.map { site.scanQueue.path($0, of: upload.id) }
        let bytes = try await site.store { _ in
            paths.lazy.compactMap { try? Data(contentsOf: URL(filePath: $0)) }.first
        }
        guard let bytes else { throw SiteError.notFound }
        var response = ShownCover(jpeg: bytes).response(to: request)
        response.headers[.contentDisposition] = "inline"
        return response
    }

    // MARK: Decisions

    /// Confirms an ISBN, and looks the book up.
    @Sendable private func confirm(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let form = try await request.form(context)
        let upload = try await upload(context)
        let text = form.text("isbn") ?? form.text("typed")
        let isbn: ISBN
        do {
            isbn = try ISBN(typed: text)
        } catch SiteError.wrong(let words) {
            return try await page(upload, context, typed: text ?? "", wrong: words)
        }
        do {
            try await site.change(context) { store, account in
                try store.confirm(isbn, on: upload.id, former: form["former-decision"], by: account)
            }
        } catch is DecidedMeanwhile {
            return try await conflict(context, typed: text ?? "")
        }
        // If it can't be looked up now, its card says that the look-up is pending.
        try? await site.lookupScheduler.ask(isbn, for: account.id)
        return site.pages.redirect(to: BookSpecifier.isbn(isbn).path)
    }

    /// Decides that the photo shows no ISBN.
    @Sendable private func reject(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let form = try await request.form(context)
        let upload = try await upload(context)
        do {
            try await site.change(context) { store, account in
                try store.decide(
                    .rejected, on: upload.id, as: .rejected, former: form["former-decision"], by: account)
            }
        } catch is DecidedMeanwhile {
            return try await conflict(context)
        }
        return site.pages.redirect(to: upload.account == account.id ? "/photos" : "/review")
    }

    private func conflict(_ context: SiteContext, typed: String = "") async throws -> Response {
        let upload = try await upload(context)
        return try await page(
            upload, context, typed: typed, wrong: upload.decidedMeanwhile, status: .conflict)
    }

    /// Has a crop of the photo read, or the whole photo again.
    @Sendable private func crop(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .reader)
        var upload = try await upload(context)
        guard access(site.scanQueue.path(.original, of: upload.id), R_OK) == 0 else {
            throw SiteError.wrong("The photo has been deleted; send it again.")
        }
        guard upload.state != .waiting else { return site.pages.redirect(to: "/photos/\(upload.id)") }
        if form.has("whole") {
            upload.part = nil
        } else {
            guard let part = form.text("part").flatMap(PictureRequest.Part.init(text:)),
                let width = upload.record?.width, let height = upload.record?.height, upload.part == nil,
                part.x < width, part.y < height
            else { throw SiteError.malformed }
            upload.part = part.text
        }
        (upload.state, upload.isbn) = (.waiting, nil)
        let changed = upload
        let isChanged = try await site.change(context) { store, _ in try store.readAgain(changed) }
        if isChanged { await site.scanQueue.enqueue(changed, isAwaited: true) }
        return site.pages.redirect(to: "/photos/\(upload.id)")
    }

    @Sendable private func remove(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(context, as: .reader)
        let upload = try await upload(context)
        let scanQueue = site.scanQueue
        try await site.change(context, takesRoom: false) { store, _ in try store.removeUpload(upload.id) }
        scanQueue.remove(ScanQueue.File.allCases, of: upload.id)
        return site.pages.redirect(to: "/photos")
    }
}
#endif
