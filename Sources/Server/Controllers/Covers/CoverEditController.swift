#if Server
// Changes a book's cover: a picture is sent, cut and turned until it is right, then confirmed.
import Accounts
import Books
import Catalogue
import Foundation
import Hummingbird
import Reading
import Sandbox
import Translation

struct CoverEditController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("books/:book/cover", use: show)
        router.post("books/:book/cover", use: send)
        router.get("books/:book/cover/:picture", use: picture)
        router.post("books/:book/cover/change", use: change)
        router.post("books/:book/cover/confirm", use: confirm)
        router.post("books/:book/cover/discard", use: discard)
        router.post("books/:book/cover/remove", use: remove)
    }

    // MARK: The page

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await page(context)
    }

    /// - Parameters:
    ///   - typed: the form with corners that were refused.
    ///   - isChanged: whether nothing was saved because somebody else has changed the cover meanwhile.
    private func page(
        _ context: SiteContext, wrong: Phrase = "", typed: Form? = nil, isChanged: Bool = false
    ) async throws -> Response {
        let account = try context.require(.librarian)
        let reference = try await stored(context)
        let (book, cover) = try await site.store { store in
            (try store.book(reference), try store.cover(of: reference))
        }
        guard let book else { throw CatalogueError.unknownBook(reference) }
        return site.pages.response(
            "cover-edit", title: "Cover: \(book.heading)", context,
            status: isChanged ? .conflict : nil, wrong: isChanged ? Self.changed : wrong,
            [
                "path": book.reference?.path ?? "", "form": book.formPath, "heading": book.heading,
                "isChanged": isChanged, "former": cover?.sha256 ?? "",
                "cover": CoverView(reference, .large, words: book.heading).values,
                "origin": cover?.origin ?? ("This cover is drawn: the book has no picture yet." as Phrase),
                "canRemove": cover.map { $0.kind != .fetched } ?? false,
                "pending": pending(of: account, for: reference).map { [Self.values(of: $0, typed)] }
                    ?? [Pages.Values](),
            ])
    }

    /// The book of a request, by its id, whatever its address says.
    private func stored(_ context: SiteContext) async throws -> BookSpecifier {
        let reference = try BookController.reference(context)
        guard let book = try await site.store({ try $0.book(reference) })?.specifierInForms else {
            throw CatalogueError.unknownBook(reference)
        }
        return book
    }

    private func pending(of account: Account, for book: BookSpecifier) -> PendingCover? {
        site.pendingCovers.current(of: account.id).flatMap { $0.book == book ? $0 : nil }
    }

    private func pending(_ id: String?, of account: Account, for book: BookSpecifier) -> PendingCover? {
        pending(of: account, for: book).flatMap { $0.id == id ? $0 : nil }
    }

    private static func values(of pending: PendingCover, _ typed: Form?) -> Pages.Values {
        let isWhole = pending.request.part == .whole
        let isFound = pending.request.part == .found
        var outline = pending.found
        if case .outline(let chosen) = pending.request.part { outline = chosen }
        var places = CoverRequest.Corner.allCases.map { $0.usual }
        if let outline {
            places = outline.corners.map { (($0.x * 1000).rounded() / 10, ($0.y * 1000).rounded() / 10) }
        }
        if let corners = typed.flatMap(CoverRequest.Corner.percent) { places = corners }
        return [
            "id": pending.id, "isWhole": isWhole, "isCut": isFound, "isNotFound": pending.found == nil,
            "isFramed": !isWhole && !isFound, "canFind": pending.found != nil && !isFound,
            "corners": zip(CoverRequest.Corner.allCases, places).map { corner, place in
                [
                    "key": corner.rawValue, "name": corner.name, "x": "\(place.x)", "y": "\(place.y)",
                ] as Pages.Values
            },
            "points": places.map { "\($0.x),\($0.y)" }.joined(separator: " "),
        ]
    }

    /// The new cover, or the whole picture, in `large` size.
    @Sendable private func picture(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require(.librarian)
        let book = try await stored(context)
        guard let pending = pending(of: account, for: book) else { throw SiteError.notFound }
        let picture =
            switch context.parameters.get("picture") {
            case "new": pending.cover
            case "whole": pending.whole
            default: throw SiteError.notFound
            }
        let cover = BookCover(sha256: picture.sha256, kind: .chosen)
        return ShownCover(cover, picture.large, .large).response(to: request)
    }

    // MARK: The picture

    @Sendable private func send(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require(.librarian)
        let book = try await stored(context)
        let received = try await site.spool(upTo: site.options.photoLimit, for: account, context)
            .receive(request)
        guard received.files.count == 1,
            let pending = try await made(for: account, { await PendingCover(received, of: book, by: $0) })
        else {
            return try await page(
                context,
                wrong:
                    "This can't be a cover. Choose one undamaged photo or picture, at least 40 pixels wide and high."
            )
        }
        site.pendingCovers.put(pending, of: account.id)
        return site.pages.redirect(to: "\(book.path)/cover")
    }

    /// - Returns: `nil` if the picture gives no cover.
    private func made(
        for account: Account, _ make: (PhotoWorker) async -> PendingCover?
    ) async throws -> PendingCover? {
        try await site.workers.withWorker(for: account.id, isAwaited: true) {
            (worker) throws(CancellationError) in await make(worker)
        }
    }

    @Sendable private func change(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require(.librarian)
        let form = try await request.form(context)
        let book = try await stored(context)
        guard let pending = pending(form["id"], of: account, for: book) else {
            return try await page(context, wrong: Self.gone)
        }
        let requested: CoverRequest
        do {
            requested = try CoverRequest(form, from: pending.request)
        } catch let failure as CoverOutline.Failure {
            return try await page(context, wrong: failure.words, typed: form)
        }
        guard let changed = try await made(for: account, { await pending.changed(to: requested, by: $0) })
        else {
            return try await page(
                context, wrong: "This part can't be a cover. Move the corners farther apart.", typed: form)
        }
        site.pendingCovers.put(changed, of: account.id)
        return site.pages.redirect(to: "\(book.path)/cover")
    }

    @Sendable private func confirm(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require(.librarian)
        let form = try await request.form(context)
        let book = try await stored(context)
        guard let pending = pending(form["id"], of: account, for: book) else {
            return try await page(context, wrong: Self.gone)
        }
        guard try await set(pending.cover, of: book, form, context) else {
            return try await page(context, isChanged: true)
        }
        site.pendingCovers.take(pending.id, of: account.id)
        return site.pages.redirect(to: try BookController.reference(context).path)
    }

    /// - Returns: `false` if the form's author did not see the present cover, unless that was fetched, and so is nobody's
    ///   work.
    private func set(
        _ picture: CoverPicture?, of book: BookSpecifier, _ form: Form, _ context: SiteContext
    ) async throws -> Bool {
        try await site.change(context, as: .librarian, takesRoom: picture != nil) { store, account in
            let present = try store.cover(of: book)
            guard present?.kind == .fetched || [nil, present?.sha256 ?? ""].contains(form["former-cover"])
            else { return false }
            try store.recordingChange(.changeCover, by: account.name).setCover(picture, of: book)
            return true
        }
    }

    private static let changed: Phrase =
        "Somebody else has changed this cover meanwhile. Nothing is saved yet: look at both, then save."
    private static let gone: Phrase =
        "This picture is not here any more, or was changed in another window. Look again, or send it again."

    @Sendable private func discard(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require(.librarian)
        let form = try await request.form(context)
        site.pendingCovers.take(form["id"] ?? "", of: account.id)
        return site.pages.redirect(to: "\(try BookController.reference(context).path)/cover")
    }

    @Sendable private func remove(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .librarian)
        let book = try await stored(context)
        guard try await set(nil, of: book, form, context) else {
            return try await page(context, isChanged: true)
        }
        await site.covers?.add(book)
        return site.pages.redirect(to: "\(book.path)/cover")
    }
}

extension CoverRequest {
    /// What a form asks for: a turn, or another part of the picture.
    ///
    /// - Throws: `malformed`, `CoverOutline.Failure`.
    fileprivate init(_ form: Form, from present: CoverRequest) throws {
        self = present
        switch (form["turn"], form["part"]) {
        case ("left", _): quarters = (quarters + 3) % 4
        case ("right", _): quarters = (quarters + 1) % 4
        case (nil, "whole"): part = .whole
        case (nil, "found"): part = .found
        case (nil, nil):
            guard let corners = Corner.percent(form) else { throw SiteError.malformed }
            part = .outline(try CoverOutline(corners.map { .init(x: $0.x / 100, y: $0.y / 100) }))
        default: throw SiteError.malformed
        }
    }

    /// The corners in forms, in the order of `CoverOutline`.
    fileprivate enum Corner: String, CaseIterable {
        case upperLeft = "upper-left"
        case upperRight = "upper-right"
        case lowerRight = "lower-right"
        case lowerLeft = "lower-left"

        /// The corners in a form, in percent of the sides; `nil` if it has not all of them.
        static func percent(_ form: Form) -> [(x: Double, y: Double)]? {
            let places = allCases.compactMap { corner -> (x: Double, y: Double)? in
                guard let x = form.text("\(corner.rawValue)-x").flatMap(Double.init),
                    let y = form.text("\(corner.rawValue)-y").flatMap(Double.init)
                else { return nil }
                return (x, y)
            }
            return places.count == allCases.count ? places : nil
        }

        var name: Phrase {
            switch self {
            case .upperLeft: "Upper left corner"
            case .upperRight: "Upper right corner"
            case .lowerRight: "Lower right corner"
            case .lowerLeft: "Lower left corner"
            }
        }

        /// Where it is in a picture without a cover before anybody has moved it, in percent of the sides.
        var usual: (x: Double, y: Double) {
            switch self {
            case .upperLeft: (10, 10)
            case .upperRight: (90, 10)
            case .lowerRight: (90, 90)
            case .lowerLeft: (10, 90)
            }
        }
    }
}

extension CoverOutline.Failure {
    fileprivate var words: Phrase {
        switch self {
        case .outside: "A corner is outside the picture: both its numbers are between 0 and 100."
        case .crossing:
            "The corners are in the wrong order, so that the outline crosses itself or bends inwards."
        case .tooSmall: "The corners are too close together. Move them farther apart."
        }
    }
}

extension BookCover {
    /// Where it comes from.
    fileprivate var origin: Phrase {
        switch kind {
        case .fetched: "This cover comes from \(source)."
        case .photo: "This cover was found in a photo of the book."
        case .chosen: "This cover was chosen here."
        }
    }
}
#endif
