#if Server
// Taking stock on pages: what inventories expect, what photos showed, and what follows.
import Accounts
import Books
import Catalogue
import Hummingbird
import Output
import Translation

struct InventoryController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("inventories", use: list)
        router.post("inventories", use: begin)
        router.get("inventories/:id", use: show)
        router.post("inventories/:id/seen", use: see)
        router.post("inventories/:id/correct", use: correct)
        router.post("inventories/:id/end", use: end)
        router.post("inventories/:id/remove", use: remove)
        router.post("inventories/take-back", use: takeBack)
    }

    @Sendable private func list(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await list(context, isHidden: request.query.has("hidden"))
    }

    private func list(
        _ context: SiteContext, typed: Form = Form(), wrong: Phrase = "", isHidden: Bool = false
    ) async throws -> Response {
        let (inventories, removals) = try await site.store(for: context, as: .librarian) { store, account in
            let changes = try store.history(for: account.name, limit: Self.recentChanges)
            let removals = changes.filter {
                $0.action == .removeInventory && $0.person == account.name && $0.undone == nil
            }
            return (try store.inventories(), removals)
        }
        return site.pages.response(
            "inventories", title: "Inventories", context, wrong: wrong,
            [
                "inventories": inventories.map(\.values), "none": inventories.isEmpty,
                "typedName": typed.text("name") ?? "", "typedPlace": typed.text("place") ?? "",
                "typedList": typed.text("list") ?? "", "key": Secret().text,
                "removals": removals.map(\.values), "isHidden": isHidden,
            ])
    }

    /// Among how many changes those are that can be taken back on the page.
    private static let recentChanges = 100

    /// Of all copies, of those in a place, or of those on a list.
    @Sendable private func begin(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .librarian)
        let place = BookCopy.path(form.text("place"))
        let list = form.text("list").map { ListName.stored($0, in: context.language) }
        guard place == nil || list == nil else {
            return try await self.list(context, typed: form, wrong: "Give a place or a list, not both.")
        }
        let scope: InventoryScope = place.map { .place($0) } ?? list.map { .list($0) } ?? .all
        let name = String((form.text("name") ?? "").prefix(100))
        let key = form.key(for: "/inventories")
        do {
            let id = try await site.change(context, as: .librarian) { store, account in
                try store.once(key, for: account.id) { store throws(CatalogueError) in
                    try store.beginInventory(name, of: scope).id
                }
            }
            return site.pages.redirect(to: Inventory.path(of: id))
        } catch CatalogueError.inventory(.nameless) {
            return try await self.list(context, typed: form, wrong: "Give it a name.")
        } catch CatalogueError.inventory(.taken) {
            return try await self.list(context, typed: form, wrong: "Another inventory has this name.")
        } catch CatalogueError.unknownList(let name) {
            let name = Phrase(list: name)
            return try await self.list(context, typed: form, wrong: "There is no list “\(name)”.")
        } catch let error as CatalogueError {
            guard let words = error.ofCopy else { throw error }
            return try await self.list(context, typed: form, wrong: words)
        }
    }

    private func inventory(_ context: SiteContext) async throws -> Inventory {
        guard let id = context.parameters.get("id", as: Int64.self),
            let inventory = try await site.store({ try $0.inventory(id) })
        else { throw SiteError.notFound }
        return inventory
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require(.librarian)
        let inventory = try await inventory(context)
        let order = request.query.text("order") ?? ""
        let (lines, lists) = try await found(in: inventory, order)
        let counts = Dictionary(grouping: lines, by: \.finding.status).mapValues(\.count)
        let chosen = request.query.text("status").flatMap(InventoryFinding.Status.init)
        let all = InventoryFinding.Status.allCases
        let statuses = chosen.map { [$0] } ?? all.filter { ![.present, .lent].contains($0) }
        let shown = lines.filter { statuses.contains($0.finding.status) }
        let ordered = order.isEmpty ? "" : "order=\(order.queryPart)&"
        let path =
            inventory.path + "?" + ordered + (chosen.map { "status=\($0.rawValue)&" } ?? "") + "from="
        let pagination = Pagination(request)
        let moved = lines.count { $0.finding.edit(losing: false) != nil }
        let lost = lines.count { $0.finding.edit(losing: true) != nil } - moved
        let outdated = lines.count { $0.finding.isOutdated(losing: true) }
        let places = Set(lines.compactMap { $0.finding.copy?.place }).sorted().prefix(Self.mostPlaces)
        let offered: [Pages.Values] = all.filter { counts[$0] != nil }.map { status in
            [
                "value": status.rawValue, "words": Phrase(word: status.words), "count": counts[status] ?? 0,
                "isChosen": status == chosen,
            ]
        }
        let orders: [Pages.Values] = Self.orders(lists).map { value, words in
            ["value": value, "words": words, "isChosen": value == order]
        }
        let values: Pages.Values = [
            "isOpen": inventory.ended == nil, "isAll": chosen == nil, "statuses": offered,
            "isHidden": request.query.has("hidden"), "isDone": shown.isEmpty,
            "ordered": ordered, "orders": orders, "moved": moved, "lost": lost,
            "outdated": outdated > 0 ? [Phrase(number: outdated)] : [Phrase](),
            "inventory": String(inventory.id), "places": places.map { ["name": $0] as Pages.Values },
            "place": request.query.text("place") ?? "",
            "pagination": pagination.links(count: shown.count, path: path),
        ]
        let rows = try await self.values(of: pagination.rows(of: shown), in: inventory, context)
        return site.pages.response(
            "inventory", title: Phrase(verbatim: inventory.name), context,
            inventory.values.merging(values) { $1 }.merging(rows) { $1 })
    }

    /// What there is to say of it, and the shared lists.
    private func found(
        in inventory: Inventory, _ order: String
    ) async throws -> (lines: [InventoryLine], lists: [String]) {
        try await site.store(times: 4) { store in
            do {
                let chosen = ShelfOrder(order)
                let disorder = try chosen.map { try store.disorder(in: inventory.name, by: $0) }
                return (
                    try store.findings(of: inventory.name) + (disorder ?? []),
                    try store.lists().filter { $0.person == nil }.map(\.name)
                )
            } catch CatalogueError.unknownList { throw SiteError.notFound }
        }
    }

    /// The lines of a page, and the changes that can be taken back on it.
    private func values(
        of rows: [InventoryLine], in inventory: Inventory, _ context: SiteContext
    ) async throws -> Pages.Values {
        try await site.store(for: context, as: .librarian) { store, account in
            let changes =
                inventory.ended == nil
                ? Array(
                    try
                        (store.corrections(in: inventory.id, by: account.name, limit: Self.mostChanges)
                        + store.copiesSeen(in: inventory.id, by: account.name, limit: Self.mostChanges))
                        .sorted { $0.id > $1.id }.prefix(Self.mostChanges))
                : [try store.ending(of: inventory.id, by: account.name)].compactMap(\.self)
            let photos = try store.uploads(of: Set(rows.compactMap(\.finding.sighting?.sha256)))
            let books = try inventory.ended == nil ? store.booksShown(in: inventory.id) : [:]
            let decided = try store.decided(by: changes, in: inventory.id)
            return [
                "lines": rows.map { line -> Pages.Values in
                    let shown = line.finding.sighting.flatMap { $0.values(in: photos) }
                    return line.values(books).merging(["shown": [shown].compactMap(\.self)]) { $1 }
                },
                "changes": changes.map { change -> Pages.Values in
                    change.values.merging(decided[change.id].map { ["words": $0.phrase] } ?? [:]) { $1 }
                },
            ]
        }
    }

    /// The values of `ShelfOrder`, and words for them.
    private static func orders(_ lists: [String]) -> [(String, Phrase)] {
        [("", "any order" as Phrase), ("author", "by author" as Phrase), ("title", "by title" as Phrase)]
            + lists.map { ("list:\($0)", "as on the list \(Phrase(list: $0))" as Phrase) }
    }

    /// How many corrections of photos and copies that were seen can be taken back on the page.
    private static let mostChanges = 10

    /// How many places are suggested.
    private static let mostPlaces = 500

    /// Somebody stands before the shelf and sees a copy, which needs no photo.
    @Sendable private func see(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .librarian)
        let inventory = try await inventory(context)
        guard let copy = form.text("copy").flatMap(Int64.init).map({ CopyID($0) }) else {
            throw SiteError.malformed
        }
        do {
            try await change(inventory, context) { store, account in
                let known = try store.copy(copy.description)
                try store.recordingChange(.see, known.label ?? "\(copy)", by: account.name).see(
                    copy, in: inventory.name, at: BookCopy.path(form.text("place")), by: account.name)
            }
        } catch CatalogueError.unknownCopy { throw SiteError.notFound }
        return site.pages.redirect(to: inventory.path)
    }

    /// One book of a photo is another one or none, there is one more, or there is none at all.
    @Sendable private func correct(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .librarian)
        let inventory = try await inventory(context)
        guard let sha256 = form.text("photo"), let page = form.text("page").flatMap(Int.init),
            let kind = form.text("do").flatMap(Correction.init)
        else { throw SiteError.malformed }
        var correction = PhotoCorrection(sha256: sha256, page: page)
        if [.other, .absent].contains(kind) {
            guard let position = form.text("position").flatMap(Int.init) else { throw SiteError.malformed }
            correction.wrong = PhotoCorrection.Reading(
                position: position, isbn13: form.text("isbn").flatMap { try? ISBN($0) })
        }
        if [.other, .further].contains(kind) { correction.right = try ISBN(typed: form.text("typed")) }
        if kind == .further {
            // One more than when the page was made, even if it is sent twice.
            let books = (form.text("books") ?? "").split(separator: " ").compactMap { try? ISBN(String($0)) }
            let copies = 1 + books.count { $0 == correction.right }
            correction.copies = min(copies, PhotoCorrection.mostCopies)
        }
        let saved = correction
        try await change(inventory, context) { store, account in
            try store.correct(saved, in: inventory.name, by: account)
        }
        return site.pages.redirect(to: inventory.path)
    }

    /// What the buttons of a correction say.
    private enum Correction: String {
        case other, further, absent, none
    }

    /// - Throws: `notFound`, if the inventory was removed meanwhile; `wrong`, if it has ended, or the copy can't be changed
    ///   so.
    private func change<Value: Sendable>(
        _ inventory: Inventory?, _ context: SiteContext, takesRoom: Bool = true,
        _ body: @escaping @Sendable (Store, Account) throws -> Value
    ) async throws -> Value {
        do {
            return try await site.change(context, as: .librarian, takesRoom: takesRoom) { store, account in
                // Another one may have its name by now.
                if let inventory, try store.inventory(inventory.id)?.name != inventory.name {
                    throw SiteError.notFound
                }
                return try body(store, account)
            }
        } catch CatalogueError.inventory(.ended) {
            throw SiteError.wrong("This inventory has ended.")
        } catch CatalogueError.inventory(.notSeen) {
            throw SiteError.wrong("The photo does not show that any more. Look at it again.")
        } catch let error as CatalogueError {
            throw error.ofCopy.map(SiteError.wrong) ?? error
        }
    }

    /// Moves misplaced copies; missing ones are lost if so chosen.
    @Sendable private func end(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .librarian)
        let inventory = try await inventory(context)
        try await change(inventory, context) { store, account in
            _ = try store.recordingChange(.endInventory, inventory.name, by: account.name)
                .endInventory(inventory.name, losing: form.has("lost"))
        }
        return site.pages.redirect(to: inventory.path)
    }

    @Sendable private func remove(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(context, as: .librarian)
        let inventory = try await inventory(context)
        try await change(inventory, context, takesRoom: false) { store, account in
            try store.recordingChange(.removeInventory, inventory.name, by: account.name)
                .removeInventory(inventory.name)
        }
        return site.pages.redirect(to: "/inventories")
    }

    /// Takes back the removal of an inventory, its end, or what somebody corrected or saw in it, of whoever did it.
    @Sendable private func takeBack(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .librarian)
        guard let id = form.text("change").flatMap(Int64.init) else { throw SiteError.malformed }
        let number = form.text("inventory").flatMap(Int64.init)
        let change = try await change(nil, context, takesRoom: false) { store, account in
            try store.undo(id, as: account)
        }
        let path = number.map { Inventory.path(of: $0) } ?? "/inventories"
        if change == nil, !(try await site.isUndone(id, context)) { throw SiteError.notFound }
        return site.pages.redirect(to: change?.hasEffect == false ? "\(path)?hidden=1" : path)
    }
}

extension HistoryEntry {
    fileprivate var values: Pages.Values {
        ["change": id, "words": action.phrase(detail), "date": Phrase(moment: date)]
    }
}

extension CorrectedPhoto {
    fileprivate var phrase: Phrase {
        let name = photo.page > 1 ? "\(photo.photo.shownPath), \(photo.page)" : photo.photo.shownPath
        let numbers = books.map(\.hyphenated)
        return numbers.isEmpty
            ? "decided that \(name) shows no book"
            : "decided that \(name) shows \(numbers.joined(separator: ", "))"
    }
}

extension Inventory {
    fileprivate static func path(of id: Int64) -> String { "/inventories/\(id)" }
    fileprivate var path: String { Self.path(of: id) }

    fileprivate var values: Pages.Values {
        [
            "path": path, "name": name, "scope": scopeWords, "begun": begun,
            "ended": [ended].compactMap(\.self), "isEnded": ended != nil, "copies": copies, "photos": photos,
        ]
    }
}

extension InventoryLine {
    /// - Parameter books: what the photos of the inventory show.
    fileprivate func values(_ books: [InventoryPhoto: [ISBN]]) -> Pages.Values {
        let specifier = isbn.map(BookSpecifier.isbn) ?? book.map(BookSpecifier.id)
        return [
            "status": Phrase(word: finding.status.words), "kind": finding.status.rawValue,
            "path": book == nil ? "" : specifier?.path ?? "", "cover": CoverView(specifier, .small).values,
            "heading": title ?? isbn?.hyphenated ?? finding.sighting?.label ?? "",
            "copy": finding.copy?.id.map { String($0.value) } ?? "",
            "copyName": finding.copy.flatMap { $0.label ?? $0.id.map { String($0.value) } } ?? "",
            "expected": finding.copy?.place ?? "", "seen": finding.sighting?.place ?? "",
            "canSee": finding.canBeTicked,
            "since": [finding.laterChange].compactMap { $0.map { Phrase(word: $0.words) } },
            "before": neighbour?.words ?? "",
            "photo": finding.sighting?.photo.photo.shownPath ?? "", "borrower": finding.copy?.borrower ?? "",
            "gone": [finding.copy.flatMap { CopyView.departure($0.reason, $0.gone) }].compactMap(\.self),
            "correctable": [finding.sighting?.correctable(isbn, books)].compactMap(\.self),
        ]
    }
}

extension InventorySighting {
    /// `nil` for a copy that somebody saw, or whose label was read.
    fileprivate func correctable(_ isbn: ISBN?, _ books: [InventoryPhoto: [ISBN]]) -> Pages.Values? {
        guard let sha256, canBeCorrected else { return nil }
        let shown = books[InventoryPhoto(sha256: sha256, page: photo.page)] ?? []
        return [
            "books": shown.map(\.isbn13).joined(separator: " "),
            "sha256": sha256, "page": photo.page, "isbn": isbn?.isbn13 ?? "",
            "reading": [position].compactMap(\.self).map { ["position": $0] as Pages.Values },
        ]
    }

    /// The photo, with its box, as long as the site has it.
    fileprivate func values(in uploads: [String: Upload]) -> Pages.Values? {
        guard let upload = sha256.flatMap({ uploads[$0] }), let record = upload.record,
            record.page == photo.page, let width = record.width, let height = record.height
        else { return nil }
        return [
            "id": upload.id, "width": width, "height": height,
            "points": box.count > 2 ? box.map { "\($0.x),\($0.y)" }.joined(separator: " ") : "",
            "kind": isSure ? "accepted" : "doubtful", "stroke": max(3, max(width, height) / 60),
        ]
    }
}
#endif
