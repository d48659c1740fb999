#if Server
// The page of a book, and changes made on it.
import Accounts
import Books
import Catalogue
import Formatting
import Foundation
import Hummingbird
import Translation

struct BookController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("books/:book", use: show)
        router.post("books/:book/look-up", use: lookUp)
        router.post("books/:book/list", use: list)
        router.post("books/:book/reading", use: read)
        router.post("books/:book/readings/:id/remove", use: removeReading)
    }

    static func reference(_ context: SiteContext) throws -> BookSpecifier {
        guard let text = context.parameters.get("book")?.removingPercentEncoding,
            let book = try? BookSpecifier(text)
        else { throw SiteError.notFound }
        return book
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let reference = try Self.reference(context)
        // A book has one address, however its ISBN is written.
        if let isbn = reference.isbn, context.parameters.get("book") != isbn.isbn13 {
            return site.pages.redirect(to: reference.path)
        }
        return try await page(
            of: reference, context, Pagination(request),
            thread: request.query.text("thread").flatMap(Int64.init))
    }

    /// - Parameters:
    ///   - thread: the comment that is shown alone, with its replies.
    ///   - wrong: what is wrong with the form of a reading, which has this date and state.
    private func page(
        of reference: BookSpecifier, _ context: SiteContext, _ pagination: Pagination, thread: Int64? = nil,
        typed: (date: String, state: ReadingStatus.State)? = nil, wrong: Phrase = ""
    ) async throws -> Response {
        let found = try await site.store(for: context) { store, account in
            // Read before the card, so that the page is told of all later changes.
            let event = try store.lastEvent()
            // Comments come in portions.
            let found = try store.card(of: reference, for: account.name, mostComments: 0)
            return try found.map {
                (
                    event,
                    try CardView(
                        $0.card, of: store, reader: account, pagination: pagination, thread: thread)
                )
            }
        }
        guard let (event, card) = found else {
            guard let isbn = reference.isbn else { throw SiteError.notFound }
            return site.pages.response(
                "unknown", title: Phrase(verbatim: isbn.hyphenated), context, status: .notFound,
                ["path": reference.path, "isbn": isbn.hyphenated, "isRegistered": isbn.isRegistered])
        }
        let book = card.card.book
        // The address of a further ISBN leads to the book whose record has it.
        if book.id == nil, let other = card.card.otherEditions.first?.book.reference {
            return site.pages.redirect(to: other.path)
        }
        // A book has one address, to which its id leads, and that of a book that was merged into it.
        if wrong.isEmpty, let own = book.reference, own != reference {
            return site.pages.redirect(to: own.path)
        }
        return site.pages.response(
            "book", title: Phrase(verbatim: book.heading), context,
            status: wrong.isEmpty ? .ok : .unprocessableContent,
            card.values.merging([
                "event": event, "wrongDate": wrong, "typedDate": typed?.date ?? "",
            ]) { $1 }.merging(typed.map { ["states": CardView.states($0.state)] } ?? [:]) { $1 })
    }

    @Sendable private func lookUp(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        _ = try await request.form(context)
        let book = try Self.reference(context)
        let isbn = try await site.change(context) { store, _ in
            guard let isbn = try store.book(book)?.isbn ?? book.isbn else { throw SiteError.notFound }
            _ = try store.save(isbn)
            return isbn
        }
        try await site.lookupScheduler.ask(isbn, for: account.id)
        return site.pages.redirect(to: BookSpecifier.isbn(isbn).path)
    }

    /// Adds a book to a list, or removes it. Shared lists are for librarians.
    @Sendable private func list(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context)
        let isShared = form["whose"] == "shared"
        let role: Account.Role = isShared ? .librarian : .reader
        _ = try context.require(role)
        let book = try Self.reference(context)
        let typed = form.text("typed-list").map { ListName.stored($0, in: context.language) }
        guard let name = typed ?? form.text("list") else { throw SiteError.wrong("Enter a list name.") }
        let isOff = form["do"] == "remove"
        guard isOff || !name.contains(",") else { throw SiteError.wrong(.commaInList) }
        try await site.change(context, as: role, takesRoom: !isOff) { store, account in
            let store = store.recordingChange(isOff ? .takeOffList : .putOnList, name, by: account.name)
            switch (isShared, isOff) {
            case (true, false): try store.add([book], to: name)
            case (true, true): try store.remove([book], from: name)
            case (false, false): try store.add([book], to: name, of: account.name)
            case (false, true): try store.remove([book], from: name, of: account.name)
            }
        }
        return site.pages.redirect(to: book.path)
    }

    @Sendable private func read(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .reader)
        let book = try Self.reference(context)
        guard let state = form.text("state").flatMap(ReadingStatus.State.init) else {
            throw SiteError.malformed
        }
        let typed = form.text("date")
        let date = typed.flatMap { PartialDate(typed: $0) }
        if let typed, date?.isInFuture != false {
            return try await page(
                of: book, context, Pagination(from: 0), typed: (typed, state),
                wrong: date == nil ? .wrongDate : .futureDate)
        }
        _ = try await site.change(context) { store, account in
            try store.recordingChange(.putOnList, state.rawValue, by: account.name)
                .mark(
                    [book], as: state, by: account.name, on: date,
                    keepingLists: account.role >= .librarian)
        }
        return site.pages.redirect(to: book.path)
    }

    @Sendable private func removeReading(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        _ = try await request.form(context, as: .reader)
        let book = try Self.reference(context)
        guard let number = context.parameters.get("id", as: Int64.self) else {
            throw SiteError.malformed
        }
        _ = try await site.change(context, takesRoom: false) { store, account in
            try store.recordingChange(.takeOffList, by: account.name).removeReading(number, by: account.name)
        }
        return site.pages.redirect(to: book.path)
    }

    /// The ratings to choose from, ascending: halves, and the current rating, which may have quarters.
    static func choices(_ chosen: Rating?) -> [Pages.Values] {
        let halves = (0...10).compactMap { Rating(quarters: $0 * 2) }
        return Set(halves + [chosen].compactMap(\.self)).sorted().map { rating in
            [
                "value": rating.short, "isChosen": rating == chosen,
                "words": "\(rating.number) of 5 stars" as Phrase,
                // Half and whole stars are buttons; zero and quarters are words.
                "isStar": rating.quarters > 0 && rating.quarters.isMultiple(of: 2),
                "part": rating.quarters.isMultiple(of: 4) ? 12 : 0,
            ]
        }
    }
}
#endif
