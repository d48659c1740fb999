#if Server
// The interface for books: cards, search, look-ups and decisions.
import Accounts
import Books
import Catalogue
import Formatting
import Foundation
import Hummingbird
import Lookup
import CatalogueAPI

struct APIBooks {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("me", use: person)
        router.post("cards", use: cards)
        router.get("search", use: search)
        router.get("unnamed", use: unnamed)
        router.get("waiting", use: waiting)
        router.get("books", use: all)
        router.get("books/:book/cover", use: cover)
        router.post("lookups", use: lookUp)
        router.post("editions", use: editions)
        router.post("evidence", use: evidence)
        router.post("decisions", use: decide)
    }

    @Sendable private func person(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        return try json(PersonMessage(name: account.name, role: account.role.rawValue, account: account.mark))
    }

    @Sendable private func cards(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let books = try await request.message(BooksMessage.self).books
        guard books.count <= SiteAPI.mostBooks else { throw SiteError.tooLarge(limit: 0) }
        let cards = try await site.store(for: context) { store, account in
            var (cards, editions) = ([CardMessage](), 0)
            for book in books {
                let found = try store.card(
                    of: book, for: account.name, mostComments: SiteAPI.mostCardComments)
                guard let (card, count) = found else { continue }
                editions += card.otherEditions.count
                guard editions <= SiteAPI.mostInCards || cards.isEmpty else {
                    throw SiteError.tooLarge(limit: SiteAPI.mostInCards)
                }
                cards.append(CardMessage(card.shown(to: account.name), commentCount: count))
            }
            return cards
        }
        return try json(CardsMessage(cards: cards))
    }

    @Sendable private func search(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let query = request.query
        func number(_ name: String, or usual: Int) throws -> Int {
            guard let text = query[name] else { return usual }
            guard let number = Int(text) else { throw SiteError.malformed }
            return number
        }
        let limit = try number("limit", or: 20)
        let (from, to) = (try number("from", or: 0), try number("to", or: 9999))
        guard limit >= 1, from <= to else { throw SiteError.malformed }
        let years = query.has("from") || query.has("to") ? from...to : nil
        // The answer may be large, so it is written in the account's turn, too.
        return try await site.store(for: context) { store, account in
            let searchQuery = SearchQuery(
                words: query["words"] ?? "", author: query.text("author"), years: years,
                list: query.text("list"), person: account.name, limit: limit)
            return try json(BooksMessage(books: store.ids(found: searchQuery).map(BookSpecifier.id)))
        }
    }

    @Sendable private func unnamed(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        return try json(await site.store { store in try store.unnamed() })
    }

    /// Pending look-ups, the longest waiting first.
    @Sendable private func waiting(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let isbns = try await site.store { store in try store.waiting() }
        return try json(BooksMessage(books: isbns.map(BookSpecifier.isbn)))
    }

    /// All books in batches, with the reader's own data of each: in the order in which they were added, or sorted and
    /// filtered as on the page of books.
    @Sendable private func all(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let query = request.query
        let limit = query["limit"].map { Int($0) } ?? 100
        guard let limit, (1...Store.mostKeptBooks).contains(limit) else { throw SiteError.malformed }
        if BrowseAddress.hasListingFields(query) { return try await sorted(query, limit: limit, context) }
        let after = query["after"]
        guard let last = Int64(after ?? "0"), last >= 0 else { throw SiteError.malformed }
        let books = try await site.store(for: context) { store, account in
            try store.keptBooks(after: BookID(last), for: account.name)
        }
        return try json(KeptBooksMessage(books: books ?? []))
    }

    private func sorted(_ query: Form, limit: Int, _ context: SiteContext) async throws -> Response {
        let (page, books) = try await site.store(for: context) { store, account in
            let address = try BrowseAddress(query, person: account.name)
            guard query.fields.allSatisfy({ !$0.value.isEmpty }), !address.isBackwards else {
                throw SiteError.malformed
            }
            let page = try store.browse(address.query, from: address.position, size: limit)
            return (page, try store.keptBooks(of: page.ids, for: account.name))
        }
        return try json(
            KeptBooksMessage(
                books: books, count: page.count, isCountCut: page.isCountCut, next: page.next?.description))
    }

    /// A JPEG file. Unlike pages, programs get no drawn cover in place of a missing one.
    @Sendable private func cover(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let reference = try BookController.reference(context)
        let size = try CoverPicture.Size(of: request)
        let shown = try await site.store { store in try store.shownCover(of: reference, size) }
        if shown.book != nil, shown.picture == nil { await site.covers?.add(reference) }
        guard let picture = shown.picture else { throw SiteError.notFound }
        return picture.response(to: request)
    }

    /// Looks books up in the site's references and sources.
    @Sendable private func lookUp(_ request: Request, _ context: SiteContext) async throws -> Response {
        let message = try await request.message(LookupMessage.self)
        guard message.isbns.count <= SiteAPI.mostAsked else { throw SiteError.tooLarge(limit: 0) }
        let asking: BookLookup.LookupScope =
            switch message.asking {
            case .missing: .missing
            case .all: .all
            case .afresh: .afresh
            }
        let answers = try await site.answers(
            message.isbns, asking: asking, for: context, isKept: message.isKept ?? true)
        return try json(AnswersMessage(answers: answers.map { AnswersMessage.Answer($0) }))
    }

    @Sendable private func editions(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let message = try await request.message(TitleMessage.self)
        let limit = message.limit ?? 10
        let isShort = [message.title, message.author].allSatisfy {
            $0?.unicodeScalars.count ?? 0 <= SiteAPI.longestTitle
        }
        guard let title = message.title.tidied, isShort, (1...SiteAPI.mostEditions).contains(limit)
        else { throw SiteError.malformed }
        var answers: [EditionsMessage.Answer] = []
        for (source, answer) in try await site.lookupScheduler.editions(
            title: title, author: message.author, limit: limit, for: account.id)
        {
            switch answer {
            case .editions(let books): answers.append(.init(source: source, books: books, words: nil))
            case .unable: break
            case .unusable(let error):
                // The error contains a local path.
                context.logger.error("reference \(source): \(error)")
                answers.append(.init(source: source, books: [], words: "its file can't be searched"))
            case .notAsked(let error): answers.append(.init(source: source, books: [], words: error.message))
            case .message(let words): answers.append(.init(source: source, books: [], words: words))
            }
        }
        return try json(EditionsMessage(answers: answers))
    }

    /// A photo's record with the decision made on this site.
    @Sendable private func evidence(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let record = try await request.message(EvidenceMessage.self).record
        guard let sha256 = record.sha256, sha256.count == 64 else { throw SiteError.malformed }
        let decision = try await site.store { store in try store.decision(on: sha256, page: record.page) }
        return try json(
            DecidedPhotoMessage(record: decision.map(record.following) ?? record, decision: decision))
    }

    @Sendable private func decide(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let message = try await request.message(DecisionMessage.self)
        guard message.sha256.count == 64, message.sha256.allSatisfy(\.isHexDigit), message.page > 0 else {
            throw SiteError.malformed
        }
        let count = try await site.changeOnce(request, context, with: message) {
            store, account throws(CatalogueError) in
            if let id = message.book, try store.book(.id(id)) == nil { throw .unknownBook(.id(id)) }
            try store.recordingChange(.decide, message.name, by: account.name).decide(
                message.decision, sha256: message.sha256.lowercased(), page: message.page)
            return 1
        }
        return try json(CountMessage(count: count))
    }
}

extension BookCard {
    /// Without the paths of photos on the server.
    func shown(to person: String) -> BookCard {
        var card = self
        card.photos = []
        card.comments = comments.map { $0.shown(to: person) }
        return card
    }
}

extension AnswersMessage.Answer {
    fileprivate init(_ answer: LookupAnswer) {
        self.init(
            isbn: answer.isbn, status: answer.status.rawValue,
            card: answer.card.map { CardMessage($0, commentCount: $0.comments.count) },
            unknownTo: answer.unknownTo,
            unasked: answer.unasked.map {
                .init(source: $0.source, words: $0.cause == .offline ? nil : $0.message)
            })
    }
}
#endif
