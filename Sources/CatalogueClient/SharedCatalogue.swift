// A site's catalogue for commands, with the rights of the token's account.
import Books
import Catalogue
import CatalogueAPI
import Foundation
import HTTP
import Lookup

/// The current user is always the token's owner, whatever person a call names.
package struct SharedCatalogue: LookupCatalogue, LookupService {
    private let client: SiteClient
    private let savesResults: Bool

    /// - Parameter savesResults: whether the site saves its sources' answers. Doubtful ISBNs should not be saved
    ///   there.
    package init(_ client: SiteClient, savesResults: Bool = true) {
        self.client = client
        self.savesResults = savesResults
    }

    /// The same catalogue, which does not save results of look-ups.
    private var withoutSaving: SharedCatalogue { SharedCatalogue(client, savesResults: false) }

    package var place: String { client.address }
    package var isReadOnly: Bool { false }
    package var isRemote: Bool { true }
    package var takesBookData: Bool { false }

    /// The token's owner.
    package func currentUser(_ person: String) throws(CatalogueError) -> String {
        try client.get("/me", as: PersonMessage.self).name
    }

    /// A site identifies the user by the token.
    package func spelling(of person: String) -> String { person }

    /// A site knows the author of a change by itself.
    package func recorded(
        _ action: HistoryEntry.Action, _ detail: String?, by person: String
    ) -> any BookCatalogue { self }

    // MARK: Books

    package func book(_ book: BookSpecifier) throws(CatalogueError) -> Book? { try card(of: book)?.book }

    package func card(of book: BookSpecifier, for person: String) throws(CatalogueError) -> BookCard? {
        try card(of: book)
    }

    package func card(of book: BookSpecifier) throws(CatalogueError) -> BookCard? {
        try cards(of: [book]).first
    }

    private func cards(of books: [BookSpecifier]) throws(CatalogueError) -> [BookCard] {
        do throws(CatalogueError) {
            return try client.ask("/cards", BooksMessage(books: books), as: CardsMessage.self).cards
        } catch {
            // Together they may have more comments than one answer holds.
            guard case .refused = error, books.count > 1 else { throw error }
            let half = books.count / 2
            return try cards(of: Array(books[..<half])) + cards(of: Array(books[half...]))
        }
    }

    package func forEachCard(
        of books: [BookSpecifier], for person: String, _ body: (BookCard) throws -> Void
    ) throws {
        for batch in books.batches(of: SiteInterface.mostBooks) {
            for card in try cards(of: batch) { try body(card) }
        }
    }

    package func forEachBook(of ids: [BookID], _ body: (Book) throws -> Void) throws {
        try forEachCard(of: ids, for: "") { try body($0.book) }
    }

    package func ids(found query: SearchQuery) throws(CatalogueError) -> [BookID] {
        try ids(
            "/search",
            [
                "words": query.words, "author": query.author, "from": query.years.map { "\($0.lowerBound)" },
                "to": query.years.map { "\($0.upperBound)" }, "list": query.list, "limit": "\(query.limit)",
            ])
    }

    private func ids(
        _ path: String, _ query: KeyValuePairs<String, String?>
    ) throws(CatalogueError) -> [BookID] {
        try client.get(path, query, as: BooksMessage.self).books.compactMap {
            if case .id(let id) = $0 { id } else { nil }
        }
    }

    package func unnamed() throws(CatalogueError) -> UnnamedBooks {
        let message: UnnamedMessage = try client.get("/unnamed")
        return UnnamedBooks(waiting: message.waiting, unknown: message.unknown)
    }

    package func save(_ isbn: ISBN) throws(CatalogueError) -> Bool {
        let message = BooksMessage(books: [.isbn(isbn)])
        return try client.change("POST", "/books", message, as: CountMessage.self).count > 0
    }

    package func save(book: Book) throws(CatalogueError) -> Book {
        throw .refused(address: place, words: "accepts no book data; it looks books up itself")
    }

    package func edit(_ book: BookSpecifier, _ edit: BookEdit) throws(CatalogueError) -> Book {
        try client.change(
            "PATCH", "/books/\(book.description.queryPart)", EditMessage(edit), as: BookMessage.self
        ).book
    }

    package func add(_ edit: BookEdit) throws(CatalogueError) -> (book: Book, change: Change) {
        let message = NewBooksMessage(book: EditMessage(edit))
        let added = try client.change("POST", "/books", message, as: AddedMessage.self)
        return (added.book, added.change)
    }

    package func keptBooks(after id: BookID?, for person: String) throws(CatalogueError) -> [KeptBook]? {
        let after = id.map { "\($0.value)" }
        let books = try client.get("/books", ["after": after], as: KeptBooksMessage.self).books
        return books.isEmpty ? nil : books
    }

    /// - Parameter evenIfCommented: ignored; a site always keeps its readers' comments.
    package func remove(_ book: BookSpecifier, evenIfCommented: Bool) throws(CatalogueError) {
        try client.change(
            "DELETE", "/books/\(book.description.queryPart)", BooksMessage(books: [book]),
            as: CountMessage.self)
    }

    /// - Parameter origin: ignored; the site sets it.
    package func merge(
        _ other: BookSpecifier, into book: BookSpecifier, evenIfTwoISBNs: Bool, origin: Origin
    ) throws(CatalogueError) {
        try client.change(
            "POST", "/books/\(book.description.queryPart)/merge",
            MergeMessage(other: other, evenIfTwoISBNs: evenIfTwoISBNs), as: CountMessage.self)
    }

    /// A site looks up books with its own sources: rows contain only ISBNs, lists, readings and comments. The shelves
    /// of a Goodreads export become personal lists; lists of other tables are treated as by `list add`.
    package func importEntries(
        _ reader: inout any EntryReader, isDryRun: Bool,
        refuse: (RefusedRow) -> Void
    ) throws(CatalogueError) -> ImportSummary {
        var rows: [TableMessage.Row] = []
        var summary = try reader.entries(needsISBN: true, refuse: refuse) {
            taken, summary throws(CatalogueError) in
            rows += taken.compactMap(TableMessage.Row.init)
            return summary.counting(taken)
        }
        let name = String(
            decoding: reader.source.name.utf8.prefix(SiteInterface.longestName - 3), as: UTF8.self)
        let messages = try batches(of: rows).map {
            TableMessage(source: name, rows: $0, isDryRun: isDryRun)
        }
        let path = "/tables" + (reader.isPersonal ? "?of=me" : "")
        var answers: [ImportedMessage] = []
        if isDryRun {
            for message in messages { answers.append(try client.ask(path, message)) }
        } else {
            answers = try client.change("POST", path, messages)
        }
        for answer in answers {
            summary.added += answer.added
            summary.unchanged += answer.unchanged
            summary.listed += answer.listed
            summary.comments += answer.comments
            summary.noLongerWanted += answer.noLongerWanted
        }
        return summary
    }

    /// Batches of as many rows as fit into a message.
    private func batches(of rows: [TableMessage.Row]) throws(CatalogueError) -> [[TableMessage.Row]] {
        var batches: [[TableMessage.Row]] = []
        var size = Int.max
        for row in rows {
            let bytes = try client.encoded(row).count + 1
            // The rest is for the message around the rows.
            let isFull = size > SiteInterface.sizeLimit - 2000 - bytes
            if isFull || batches.last?.count == SiteInterface.mostRows {
                batches.append([])
                size = 0
            }
            batches[batches.count - 1].append(row)
            size += bytes
        }
        return batches
    }

    // MARK: History

    package func history(
        of book: BookSpecifier?, for person: String, limit: Int
    ) throws(CatalogueError) -> [HistoryEntry] {
        let path = book.map { "/books/\($0.description.queryPart)/history" } ?? "/changes"
        return try client.get(path, ["limit": "\(limit)"], as: ChangesMessage.self).changes
    }

    package func undo(by person: String) throws(CatalogueError) -> HistoryEntry? {
        try client.change("POST", "/undo", ChangesMessage(changes: []), as: ChangesMessage.self).changes.first
    }

    // MARK: Lists

    package func count(of books: [BookSpecifier], on list: String) -> Int? { nil }

    package func lists() throws(CatalogueError) -> [BookList] {
        try client.get("/lists", as: ListsMessage.self).lists.map {
            BookList(name: $0.name, person: $0.person, count: $0.count, unnamed: $0.unnamed)
        }
    }

    package func ids(on list: String, for person: String) throws(CatalogueError) -> [BookID] {
        try ids("/lists/\(list.queryPart)", [:])
    }

    package func add(_ books: [BookSpecifier], to list: String) throws(CatalogueError) -> Int {
        try change("POST", list, ListingMessage(books: books))
    }

    package func remove(_ books: [BookSpecifier], from list: String) throws(CatalogueError) -> Int {
        try change("DELETE", list, ListingMessage(books: books))
    }

    package func mark(
        _ books: [BookSpecifier], as state: ReadingStatus.State, by person: String, on date: PartialDate?
    ) throws(CatalogueError) -> Int {
        try change("POST", state.rawValue, ListingMessage(books: books, date: date))
    }

    package func unmark(
        _ books: [BookSpecifier], as state: ReadingStatus.State, by person: String, on date: PartialDate?
    ) throws(CatalogueError) -> Int {
        try change("DELETE", state.rawValue, ListingMessage(books: books, date: date))
    }

    private func change(
        _ method: String, _ list: String, _ message: ListingMessage
    ) throws(CatalogueError) -> Int {
        let messages = message.books.batches(of: SiteInterface.mostBooks).map {
            ListingMessage(books: $0, date: message.date)
        }
        let answers = try client.change(
            method, "/lists/\(list.queryPart)", messages, as: CountMessage.self)
        return answers.reduce(0) { $0 + $1.count }
    }

    // MARK: Comments

    package func add(_ comment: Comment, to book: BookSpecifier) throws(CatalogueError) -> Int64 {
        try client.change(
            "POST", "/books/\(book.description.queryPart)/comments", CommentMessage(comment),
            as: NumberMessage.self
        ).id
    }

    package func comment(_ number: Int64, for person: String) throws(CatalogueError) -> Comment? {
        do throws(CatalogueError) {
            return try client.get("/comments/\(number)", as: CommentsMessage.self).comments.first
        } catch {
            guard case .unknownComment = error else { throw error }
            return nil
        }
    }

    package func comments(on id: BookID, for person: String) throws(CatalogueError) -> [Comment] {
        try card(of: .id(id))?.comments ?? []
    }

    package func comments(by writer: String, for person: String) throws(CatalogueError) -> [Comment] {
        try client.get("/people/\(writer.queryPart)/comments", as: CommentsMessage.self).comments
    }

    package func edit(_ comment: Comment) throws(CatalogueError) {
        try client.change(
            "PUT", "/comments/\(comment.id ?? 0)", CommentMessage(comment), as: NumberMessage.self)
    }

    package func removeComment(_ number: Int64, by person: String) throws(CatalogueError) {
        try client.change("DELETE", "/comments/\(number)", NumberMessage(id: number), as: NumberMessage.self)
    }

    // MARK: Photos

    package func withDecision(
        _ record: PhotoRecord, by reading: ScanSettingsKey?
    ) throws(CatalogueError) -> DecidedPhoto {
        let earlier = try decision(for: record, saves: false)
        let book: BookID? = if case .book(let id)? = earlier { id } else { nil }
        return DecidedPhoto(record: earlier.map(record.following) ?? record, book: book)
    }

    /// A site keeps no records of photos that were read elsewhere.
    package func hasPhotos(readBy key: String) -> Bool { false }

    package func records(sha256: String, readBy key: String) -> [PhotoRecord]? { nil }

    /// A site keeps nothing of photos that were read elsewhere, except decisions.
    package func decision(for record: PhotoRecord, saves: Bool) throws(CatalogueError) -> PhotoDecision? {
        var earlier: [PhotoDecision?] = []
        for photo in record.single {
            guard photo.sha256 != nil else {
                earlier.append(nil)
                continue
            }
            // A photo's path on this machine is not sent.
            var sent = photo
            sent.photo = photo.photo.lastPart
            let message = EvidenceMessage(record: sent)
            earlier.append(try client.ask("/evidence", message, as: DecidedPhotoMessage.self).decision)
        }
        return record.word(of: earlier)
    }

    package func decide(_ decision: PhotoDecision, on record: PhotoRecord) throws(CatalogueError) {
        let messages = record.single.compactMap { photo in
            photo.sha256.map {
                DecisionMessage(decision, sha256: $0, page: photo.page, name: photo.photo.lastPart)
            }
        }
        try client.change("POST", "/decisions", messages, as: CountMessage.self)
    }

    /// A site stores the books only, and chooses its sources by itself.
    package func take(
        _ records: [PhotoRecord], asking sources: (ISBN) -> [String]
    ) throws(CatalogueError) {
        var isbns: Set<ISBN> = []
        for record in records {
            isbns.formUnion(try withDecision(record, by: nil).record.isbns.map(\.isbn))
        }
        let messages = isbns.sorted().batches(of: SiteInterface.mostBooks).map {
            BooksMessage(books: $0.map(BookSpecifier.isbn))
        }
        try client.change("POST", "/books", messages, as: CountMessage.self)
    }

    /// A site knows photos by their content only.
    package func move(photo sha256: String, to path: String) throws(CatalogueError) {}

    // MARK: Look-ups

    package var hasReferences: Bool { false }
    package var referenceNames: ReferenceNames? { nil }

    /// A site has its own references.
    package func nameByReferences(_ books: [BookSpecifier]?) {}

    package func books(numbered numbers: [Identifier]) -> [Identifier: Book] { [:] }

    package func wantsContact(asking isbns: [ISBN]) -> Bool { false }

    /// A site has its own sources.
    package func lookupService(_ request: LookupRequest) throws -> any LookupService {
        if let choice = request.choice {
            throw CatalogueError.refused(
                address: place, words: "a shared catalogue uses its own sources; leave out \(choice)")
        }
        return request.savesResults ? self : withoutSaving
    }

    package func search(
        title: String, author: String?, limit: Int, answer: (String, TitleAnswer) throws -> Void
    ) async throws {
        let message = TitleMessage(
            title: title, author: author, limit: min(limit, SiteInterface.mostEditions))
        for answered in try client.ask("/editions", message, isLookup: true, as: EditionsMessage.self).answers
        {
            try answer(answered.source, answered.words.map { .message($0) } ?? .editions(answered.books))
        }
    }

    package func pending() throws(CatalogueError) -> [ISBN] {
        try client.get("/waiting", as: BooksMessage.self).books.compactMap {
            if case .isbn(let isbn) = $0 { isbn } else { nil }
        }
    }

    package func lookUp(
        _ isbns: [ISBN], asking: BookLookup.LookupScope, answer: (LookupAnswer) throws -> Void
    ) async throws {
        let asking: LookupMessage.LookupScope =
            switch asking {
            case .missing: .missing
            case .all: .all
            case .afresh: .afresh
            }
        for batch in isbns.batches(of: SiteInterface.mostAsked) {
            let message = LookupMessage(isbns: batch, asking: asking, isKept: savesResults)
            let answers = try client.ask("/lookups", message, isLookup: true, as: AnswersMessage.self).answers
            for received in answers { try answer(LookupAnswer(received)) }
        }
    }

    package func lookUp(
        _ isbns: [ISBN], asking: BookLookup.LookupScope
    ) async throws(CatalogueError) -> [ISBN: LookupAnswer] {
        var answers: [ISBN: LookupAnswer] = [:]
        do {
            try await lookUp(isbns, asking: asking) { answers[$0.isbn] = $0 }
        } catch let error as CatalogueError {
            throw error
        } catch {
            throw .unreachable(address: place, words: "\(error)")
        }
        return answers
    }
}

extension TableMessage.Row {
    /// `nil` without an ISBN.
    fileprivate init?(_ row: ImportedEntry) {
        guard let isbn = row.book.isbn else { return nil }
        self.init(
            isbn: isbn, lists: row.lists,
            readings: row.readings.map { .init(state: $0.state, started: $0.started, ended: $0.ended) },
            comments: row.comments.map {
                .init(comment: CommentMessage($0), written: $0.written, writtenOn: $0.writtenOn)
            })
    }
}

extension LookupAnswer {
    fileprivate init(_ received: AnswersMessage.Answer) {
        self.init(
            isbn: received.isbn, status: Status(rawValue: received.status) ?? .notAsked, card: received.card,
            unknownTo: received.unknownTo,
            unasked: received.unasked.map {
                Unasked(source: $0.source, cause: $0.words.map { .message($0) } ?? .offline)
            })
    }
}

extension String {
    /// Percent-encodes a path component.
    fileprivate var lastPart: String { split(separator: "/").last.map(String.init) ?? "-" }
}
