#if Server
// Copies: which there are, one of them, and the steps of a loan.
import Accounts
import Books
import Catalogue
import HTTPTypes
import Hummingbird
import Translation

struct CopyController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("copies", use: list)
        router.get("copies/:id", use: show)
        router.post("copies/:id", use: save)
        router.post("copies/:id/remove", use: remove)
        router.post("copies/:id/lend", use: lend)
        router.post("copies/:id/return", use: takeBack)
        router.get("books/:book/copies", use: listOfBook)
        router.post("books/:book/copies", use: add)
        router.post("books/:book/stock", use: count)
    }

    private static func id(_ context: SiteContext) throws -> CopyID {
        guard let number = context.parameters.get("id", as: Int64.self), number > 0 else {
            throw SiteError.notFound
        }
        return CopyID(number)
    }

    // MARK: Lists

    /// All copies, or those at a place. With a label, a number or an ISBN, the one that it names.
    @Sendable private func list(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require(.librarian)
        if let text = request.query.text("named") {
            // A copy without a label is shown by its number alone, which may be the label of another.
            let found = try await site.store { store in
                try (store.copies(named: text) + store.copies(named: CopyID.prefix + text)).uniqued
            }
            if found.count == 1, let id = found[0].id {
                return site.pages.redirect(to: "/copies/\(id.value)")
            }
            return site.pages.response(
                "copies", title: "Copies", context,
                [
                    "named": text,
                    "copies": found.prefix(Pagination.size).map { CopyView($0, for: account).values },
                    "count": found.count, "none": found.isEmpty,
                ])
        }
        var query = CopyQuery()
        query.place = request.query.text("place")
        query.includesGone = request.query.has("gone")
        let pagination = Pagination(request)
        query.range = pagination.places
        let (all, shown) = (query, query)
        let (count, copies) = try await site.store { store in
            (try store.count(of: all), try store.copies(shown))
        }
        let path =
            "/copies?" + (query.place.map { "place=\($0.queryPart)&" } ?? "")
            + (query.includesGone ? "gone=1&" : "") + "from="
        return site.pages.response(
            "copies", title: "Copies", context,
            [
                "place": query.place ?? "", "isWithGone": query.includesGone, "count": count,
                "none": copies.isEmpty, "copies": copies.map { CopyView($0, for: account).values },
                "pagination": pagination.links(count: count, path: path),
            ])
    }

    @Sendable private func listOfBook(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await page(of: BookController.reference(context), context)
    }

    /// The copies of a book, a form for a new one, and the form of their number and shelf.
    ///
    /// - Parameters:
    ///   - wrong: what is wrong with the form for a new one.
    ///   - counted: the form of their number, if somebody else has counted them otherwise meanwhile.
    private func page(
        of reference: BookSpecifier, _ context: SiteContext, typed: CopyEdit? = nil, wrong: Phrase = "",
        counted: StockForm? = nil
    ) async throws -> Response {
        let account = try context.require(.librarian)
        var query = CopyQuery()
        (query.book, query.includesGone) = (reference, true)
        query.range = 0..<Pagination.size
        let shown = query
        let (book, copies, stock) = try await site.store { store in
            guard let book = try store.book(reference) else { throw CatalogueError.unknownBook(reference) }
            let stock =
                try counted ?? StockForm(store.stock(of: reference, on: ListName.owned), ListName.owned)
            return (book, try store.copies(shown), stock)
        }
        return site.pages.response(
            "copies", title: "Copies: \(book.heading)", context,
            status: counted == nil ? nil : .conflict, wrong: wrong,
            [
                "book": [
                    "path": book.reference?.path ?? "", "form": book.formPath, "heading": book.heading,
                ] as Pages.Values,
                "stock": stock.values,
                "fields": CopyEdit.values(of: BookCopy(), typed: typed), "count": copies.count,
                "key": Secret().text,
                "copies": copies.map { CopyView($0, for: account).values },
            ])
    }

    @Sendable private func add(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .librarian)
        let edit = CopyEdit(form, in: context.language)
        let book = try BookController.reference(context)
        let key = form.key(for: "\(book.path)/copies")
        do {
            let specifier = try await site.change(context, as: .librarian) { store, account in
                try store.once(key, for: account.id) { store throws(CatalogueError) in
                    try store.recordingChange(.addCopy, edit.texts[.label]?.tidied, by: account.name)
                        .add(edit, of: book).specifier
                }
            }
            return site.pages.redirect(to: specifier?.path ?? book.path)
        } catch let error as CatalogueError {
            guard let words = error.ofCopy else { throw error }
            return try await page(of: book, context, typed: edit, wrong: words)
        }
    }

    /// Sets how many copies are on a list, and their shelf.
    @Sendable private func count(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .librarian)
        let book = try BookController.reference(context)
        let typed = form.text("copies")
        if typed != nil, typed.flatMap(Int.init).map({ (0...StockEntry.mostCopies).contains($0) }) != true {
            throw SiteError.wrong("The number of copies must be from 0 to \(StockEntry.mostCopies).")
        }
        guard let list = form.text("list").map({ ListName.stored($0, in: context.language) }) else {
            throw SiteError.wrong("Enter a list name.")
        }
        let refused: StockForm? = try await site.change(context, as: .librarian) { store, account in
            let stock = StockForm(try store.stock(of: book, on: list), list, form)
            guard stock.fields.conflicts.isEmpty else { return stock }
            try store.recordingChange(.putOnList, list, by: account.name)
                .set(copies: stock.copies, shelf: stock.shelf, of: book, on: list)
            return nil
        }
        guard let refused else { return site.pages.redirect(to: book.path) }
        return try await page(of: book, context, counted: refused)
    }

    // MARK: One copy

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await page(of: Self.id(context), context)
    }

    /// - Parameter conflicts: what somebody else has changed meanwhile; `nil` if that is not what is wrong.
    private func page(
        of id: CopyID, _ context: SiteContext, typed: CopyEdit? = nil, wrong: Phrase = "",
        conflicts: [CopyEdit.Field]? = nil
    ) async throws -> Response {
        let account = try context.require(.librarian)
        let (copy, people) = try await site.store { store in
            (try store.copies(named: id.description).first, try store.people())
        }
        guard let copy else { throw SiteError.notFound }
        return site.pages.response(
            "copy", title: "Copy \(copy.shownName)", context,
            status: wrong.isEmpty ? .ok : conflicts == nil ? .unprocessableContent : .conflict,
            CopyView(copy, for: account).values.merging([
                "wrong": wrong,
                "fields": CopyEdit.values(of: copy, typed: typed, conflicts: conflicts ?? []),
                "people": people.prefix(Self.mostPeople).map { ["name": $0] as Pages.Values },
            ]) { $1 })
    }

    /// How many names are suggested.
    private static let mostPeople = 500
    /// The most bytes of a borrower's name.
    private static let longestName = 200

    @Sendable private func save(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (edit, former) = CopyEdit.changes(
            in: try await request.form(context, as: .librarian), context.language)
        return try await step(.editCopy, context, typed: edit) {
            try $0.edit(copy: $1, edit, former: former)
        }
    }

    @Sendable private func remove(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(context, as: .librarian)
        return try await step(.removeCopy, context) { try $0.removeCopy($1) }
    }

    /// Lends it to a reader, who need not have an account.
    @Sendable private func lend(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .librarian)
        let id = try Self.id(context)
        guard let person = form.text("person")?.tidied else {
            return try await page(of: id, context, wrong: "Enter who borrows it.")
        }
        guard person.utf8.count <= Self.longestName else {
            return try await page(
                of: id, context, wrong: "The name of a borrower has at most \(Self.longestName) bytes.")
        }
        let due = form.text("due").flatMap { Day($0) }
        if form.text("due") != nil, due.flatMap({ due in Day.today.map { due >= $0 } }) != true {
            return try await page(
                of: id, context, wrong: "The last day must be today or later, such as 2026-12-24.")
        }
        return try await step(.lend, context) { store, copy in
            try store.lend(copy, to: person, due: due)
        }
    }

    @Sendable private func takeBack(_ request: Request, _ context: SiteContext) async throws -> Response {
        let loan = try await request.form(context, as: .librarian).text("loan").flatMap { Int64($0) }
        return try await step(.takeBack, context) { try $0.takeBack($1, loan: loan) }
    }

    /// Changes a copy, and goes on to its book's page.
    private func step(
        _ action: HistoryEntry.Action, _ context: SiteContext, typed: CopyEdit? = nil,
        _ body: @Sendable (Store, String) throws -> BookCopy
    ) async throws -> Response {
        let id = try Self.id(context)
        do {
            let isOff = [.removeCopy, .takeBack].contains(action)
            let copy = try await site.change(context, as: .librarian, takesRoom: !isOff) { store, account in
                let name = try store.copy(id.description).shownName
                return try body(store.recordingChange(action, name, by: account.name), id.description)
            }
            return site.pages.redirect(to: copy.specifier?.path ?? "/copies")
        } catch CatalogueError.unknownCopy {
            throw SiteError.notFound
        } catch let error as CatalogueError {
            guard let words = error.ofCopy else { throw error }
            let conflicts: [CopyEdit.Field]? =
                switch error {
                case .wrongCopy(.changedMeanwhile(let fields)): fields
                case .notAllowed(.takeBack, let copy) where copy.loan != nil: []
                default: nil
                }
            return try await page(of: id, context, typed: typed, wrong: words, conflicts: conflicts)
        }
    }
}
#endif
