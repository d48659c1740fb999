#if Server
// “One after another”: counting a box of books, each photographed and added at once.
import Accounts
import Books
import Catalogue
import Formatting
import HTTPTypes
import Hummingbird
import Translation

struct BoxController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("box", use: show)
        router.post("box", use: add)
        router.post("box/undo", use: undo)
        router.get("box/:book", use: line)
    }

    /// How long a response waits for a photo to be read; after that the page asks again.
    private static let timeout = Duration.seconds(20)
    /// The most recently added books that the page may list.
    private static let mostRecent = 50

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (event, choices) = try await site.store(for: context) { store, account in
            (try store.lastEvent(), try BoxList.choices(for: account, in: store))
        }
        return site.pages.response(
            "box", title: "One after another", context, ["event": event, "choices": choices])
    }

    /// Adds a book by its ISBN, by the only accepted ISBN on a photo, by one chosen from a photo's candidates, or a book
    /// without an ISBN that a photo was decided to show.
    @Sendable private func add(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context)
        let list = try BoxList(text: form.text("to"))
        let account = try context.require(list.role)
        let key = try key(form)
        let request = Self.hash(of: form, ["to", "isbn", "photo"])
        let earlier: Counted? = try await site.store { store in
            try store.answer(to: key, request: request, for: account.id)
        }
        if let earlier { return try await answer(earlier) }
        let chosen = try form.text("isbn").map { try Self.book($0) }
        var book = chosen
        var upload: Upload?
        if let id = form.text("photo") {
            try await site.scanQueue.wait(for: id, timeout: Self.timeout)
            let known = try await site.store(for: context) { store, account in
                try store.upload(id, for: account)
            }
            // It is discarded once it is used, so a librarian can't use a reader's.
            guard known.account == account.id else { throw SiteError.notFound }
            if known.state == .waiting { return try json(BoxAnswer(state: .waiting)) }
            guard let found = book ?? known.clearBook else {
                return try json(BoxAnswer(doubtful: known, for: account, in: context.language))
            }
            (book, upload) = (found, known)
        }
        guard let book else { throw SiteError.wrong("Type the ISBN.") }
        let recent = form.text("recent")?.split(separator: ",").prefix(Self.mostRecent) ?? []
        let isAgain = recent.contains { (try? BookSpecifier($0)) == book }
        let photo = isAgain ? nil : upload?.id
        // What was chosen replaces a decision that was made meanwhile; what was read does not.
        let former = chosen == nil ? upload?.decision : nil
        let counted: Counted?
        do {
            counted = try await site.change(context, as: list.role) { store, account in
                if let photo, let isbn = book.isbn {
                    try store.confirm(isbn, on: photo, former: former, by: account)
                } else if let photo {
                    try store.upload(photo, for: account).checkDecision(is: former)
                }
                return try store.once(key, request: request, for: account.id) {
                    store throws(CatalogueError) in
                    try Counted(isbn: book, added: isAgain ? nil : store.add(book, to: list, for: account))
                }
            }
        } catch is DecidedMeanwhile { counted = nil }
        guard let counted else { return try json(BoxAnswer(state: .waiting)) }
        if let upload { try await discard(upload) }
        // If it can't be looked up now, its card says that the look-up is pending.
        if !isAgain, let isbn = book.isbn {
            try? await site.lookupScheduler.ask(isbn, for: account.id, timeout: .zero)
        }
        return try await answer(counted)
    }

    private static func book(_ text: String) throws -> BookSpecifier {
        if let id = BookID(text: text) { return .id(id) }
        return .isbn(try ISBN(typed: text))
    }

    /// What is remembered of a request that was answered.
    private struct Counted: Codable {
        /// Or `id:…` of a book without one.
        var isbn: BookSpecifier
        /// `nil` if the book was added a moment ago, and is not counted again.
        var added: Store.Added?
    }

    @Sendable private func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context)
        let list = try BoxList(text: form.text("to"))
        _ = try context.require(list.role)
        guard let book = form.text("isbn").flatMap({ try? BookSpecifier($0) }) else {
            throw SiteError.malformed
        }
        let key = try key(form)
        let request = Self.hash(of: form, ["to", "isbn", "new", "wanted"], of: "undo")
        let added = Store.Added(
            isbn: book, book: form.text("book").flatMap { Int64($0) }.map { BookID($0) },
            isNew: form.has("new"), wasWanted: form.has("wanted"))
        let left = try await site.change(context, as: list.role, takesRoom: false) { store, account in
            try store.once(key, request: request, for: account.id) { store throws(CatalogueError) in
                try store.takeBack(added, from: list, for: account)
            }
        }
        return try await answer(.undone, about: book, left)
    }

    /// What is known about a book; the page asks again when its look-up has ended.
    @Sendable private func line(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let book = try BookController.reference(context)
        let known = try await site.store { store in try store.book(book) }
        guard let name = known?.reference ?? book.isbn.map(BookSpecifier.isbn) else {
            throw SiteError.notFound
        }
        return try await answer(.known, about: name)
    }

    /// The page's idempotency key for a change.
    private func key(_ form: Form) throws -> String {
        guard let key = form.text("key"), (8...100).contains(key.utf8.count) else {
            throw SiteError.malformed
        }
        return "box \(key)"
    }

    /// A hash of what the page sends again with the same key; `recent` may differ then.
    private static func hash(of form: Form, _ fields: [String], of change: String = "add") -> String {
        let values = fields.map { form.has($0) ? "\($0)=\(form.text($0) ?? "")" : "" }
        return Secret.hash(of: ([change] + values).joined(separator: "\n"))
    }

    /// Removes a photo that is no longer needed, since an account may have a limited number of them.
    private func discard(_ upload: Upload) async throws {
        let scanQueue = site.scanQueue
        try await site.write { store in
            if let known = try store.upload(upload.id) { try scanQueue.discard(known) }
        }
    }

    private func answer(_ counted: Counted) async throws -> Response {
        try await answer(counted.added == nil ? .again : .added, about: counted.isbn, counted.added)
    }

    private func answer(
        _ state: BoxAnswer.State, about name: BookSpecifier, _ added: Store.Added? = nil
    ) async throws -> Response {
        // Asked first: a look-up that ends in between has saved its book.
        var isPending = false
        if let isbn = name.isbn { isPending = await site.lookupScheduler.isLookingUp(isbn) }
        let book = try await site.store { store in try store.book(name) }
        let line = BoxAnswer.Line(book ?? Book(isbn: name.isbn), name, isPending: isPending)
        return try json(BoxAnswer(state: state, book: line, added: added))
    }
}

/// The response to the page's requests.
struct BoxAnswer: Encodable, Sendable {
    enum State: String, Encodable, Sendable {
        case added
        /// It was added a moment ago, and is not counted again.
        case again
        /// The photo does not have exactly one accepted ISBN.
        case doubtful
        /// The photo has not been read yet, or somebody decided on it meanwhile: the page asks again.
        case waiting
        case undone, known
    }

    struct Line: Encodable, Sendable {
        var id: Int64?
        /// Or `id:…` of a book without one.
        var isbn: String
        var hyphenated: String
        var heading: String
        var byline: String?
        var path: String
        var known: Bool
        /// Whether it is being looked up.
        var pending: Bool

        init(_ book: Book, _ name: BookSpecifier, isPending: Bool) {
            id = book.id?.value
            (isbn, hyphenated) = (name.description, name.isbn?.hyphenated ?? "")
            (heading, byline) = (book.heading, book.byline)
            path = name.path
            known = book.title != nil
            pending = isPending && !known
        }
    }

    /// An ISBN to choose from.
    struct Candidate: Encodable, Sendable {
        var isbn: String
        var hyphenated: String
    }

    var state: State
    var book: Line?
    var added: Store.Added?
    var candidates: [Candidate] = []
    /// Why the photo is doubtful.
    var reason: String?
    /// The page that adds the photo's book without an ISBN; `nil` if the account can't, or it has one.
    var add: String?

    init(state: State, book: Line? = nil, added: Store.Added? = nil) {
        (self.state, self.book, self.added) = (state, book, added)
    }

    init(doubtful upload: Upload, for account: Account, in language: Language) {
        self.init(state: .doubtful)
        if account.role >= .librarian, upload.canAdd { add = "/add?photo=\(upload.id)" }
        let record = upload.record
        candidates = ((record?.isbns ?? []) + (record?.candidates ?? [])).prefix(3).map {
            Candidate(isbn: $0.isbn.isbn13, hyphenated: $0.isbn.hyphenated)
        }
        let phrase: Phrase? =
            upload.state == .rejected
            ? "Somebody has decided that no ISBN is in the photo"
            : record?.isbns.count ?? 0 > 1 ? "several ISBNs" : record?.reasonPhrase
        reason = phrase.map { language($0) }
    }
}

extension Upload {
    /// The confirmed book, or the only one whose ISBN was accepted.
    fileprivate var clearBook: BookSpecifier? {
        if state == .confirmed { return confirmed }
        // Somebody decided that it shows none.
        if state == .rejected { return nil }
        guard record?.status == .found, record?.isbns.count == 1 else { return nil }
        return record?.isbns.first.map { .isbn($0.isbn) }
    }
}
#endif
