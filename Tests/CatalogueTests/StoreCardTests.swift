// Cards contain all data of a book, from a single moment.
import Books
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Catalogue

struct StoreCardTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    /// A book with two other editions, two namesakes, comments, a rating and a photo.
    private func fill() throws -> BookSpecifier {
        let numbers = try [
            "9780439023481", "9780439023528", "9780439023498", "9780439554930", "9780316015844",
        ]
        .map(isbn)
        for (place, number) in numbers.enumerated() {
            let works = [Identifier("openlibrary", place < 3 ? "OL1W" : "OL\(place)W")]
            try store.save(
                Book(
                    isbn: number, title: "Atlas", contributors: [Contributor(name: "Maria Novak")],
                    year: 2000 + place, works: works
                ).credited(.source))
            try store.add([.isbn(number)], to: place == 0 ? "lent" : ListName.owned)
        }
        for (place, person) in ["ion", "ana"].enumerated() {
            try store.add(
                Books.Comment(person: person, text: "Word \(place)", isPrivate: place == 1),
                to: .isbn(numbers[place]))
        }
        var outcome = LookupOutcome(isbn: numbers[0], missesExpire: .now)
        outcome.found = Book(isbn: numbers[0])
        outcome.rating = SourceRating(source: "Open Library", average: 4, count: 9)
        try store.save(outcome, for: "ion")
        let reading = ISBNReading(isbn: numbers[0], confidence: 1)
        try store.saveScan(
            PhotoRecord(
                photo: "a.jpg", sha256: String(repeating: "a", count: 64), status: .found, isbns: [reading]))
        return .isbn(numbers[0])
    }

    @Test func `everything is on it`() throws {
        let card = try #require(try store.card(of: fill(), for: "maria"))
        #expect(card.book.year == 2000 && card.lists == ["lent"])
        #expect(card.otherEditions.map(\.book.year) == [2002, 2001])
        #expect(card.namesakes.map(\.book.year) == [2003, 2004])
        #expect((card.otherEditions + card.namesakes).allSatisfy { $0.lists == [ListName.owned] })
        #expect(card.ratings.map(\.count) == [9] && card.photos == [fromRoot("a.jpg")])
        #expect(card.comments.map(\.person) == ["ion"], "the other one is private")
        #expect(try store.card(of: fill(), for: "ana")?.comments.count == 4)
    }

    @Test func `a comment shows its edition`() throws {
        let card = try #require(try store.card(of: fill(), for: "ana"))
        let editions = card.comments.map { card.otherEdition(of: $0)?.book.year }
        #expect(Set(editions) == [nil, 2001])
    }

    @Test func `miss is nil`() throws {
        #expect(try store.card(of: reference("9780439023481"), for: "maria") == nil)
        #expect(try store.card(of: .id(BookID(7)), for: "maria") == nil)
    }

    @Test func `card is one read`() throws {
        let book = try fill()
        let statements = try store.statements { _ = try store.card(of: book, for: "maria") }
        #expect(statements.first == "BEGIN DEFERRED TRANSACTION")
        #expect(statements.last == "COMMIT TRANSACTION")
        #expect(statements.count { $0.hasPrefix("BEGIN") } == 1)
        #expect(statements.count > 5)
    }

    /// A card in a store of a million books must not read them all.
    @Test func `no statement of a card reads every book`() throws {
        let book = try fill()
        let statements = try store.statements { _ = try store.card(of: book, for: "maria") }
        for sql in statements where sql.hasPrefix("SELECT") {
            let plan = try store.plan(of: sql)
            #expect(
                !plan.contains { $0.wholeMatch(of: /SCAN (book|list_entry|comment|reading)/) != nil },
                "\(sql)")
        }
    }

    /// Ten thousand books are read in batches; each card equals the one that is read alone.
    @Test func `many cards are those of each`() throws {
        let book = try fill()
        try store.add([.isbn(isbn("9780306406157"))], to: ListName.owned)
        for place in 0..<(CardBatch.size + 20) {
            try store.save(
                Book(
                    title: "Volume \(place / 2)", contributors: [Contributor(name: "A. Rider")],
                    year: 1000 + place
                ).credited(
                    place.isMultiple(of: 2) ? .file : .source))
        }
        try store.add((1...40).map { .id(BookID($0 * 7)) }.filter { try store.book($0) != nil }, to: "lent")
        let ids = try store.ids(found: SearchQuery(limit: 10_000))
        #expect(ids.count > CardBatch.size)
        for asked in [ids, Array(ids.reversed()) + [BookID(1_000_000)]] {
            var cards: [BookCard] = []
            try store.forEachCard(of: asked, for: "ana") { cards.append($0) }
            #expect(cards == (try asked.compactMap { try store.card(of: .id($0), for: "ana") }))
        }
        var books: [Book] = []
        try store.forEachBook(of: ids) { books.append($0) }
        #expect(books.map(\.id) == ids)
        #expect(try store.card(of: book, for: "ana")?.namesakes.isEmpty == false)
    }

    @Test func `many found books are read with one statement`() throws {
        for number in 0..<20 {
            try store.save(Book(title: "Herons, part \(number)").credited(.source))
        }
        var found = 0
        let statements = try store.statements {
            found = try store.search(SearchQuery(words: "herons", limit: 50)).count
        }
        #expect(found == 20)
        #expect(statements.count { $0.hasPrefix(Database.selection) } == 1, "\(statements)")
    }

    @Test func `many cards take few statements`() throws {
        for place in 0..<CardBatch.size { try store.save(Book(title: "Volume \(place)").credited(.file)) }
        let ids = try store.ids(found: SearchQuery(limit: 10_000))
        let statements = try store.statements { try store.forEachCard(of: ids, for: "ana") { _ in } }
        #expect(statements.count < 60)
    }

    @Test func `concurrent writes are not visible on a card`() throws {
        let book = try fill()
        let other = try Store(path: temporary.path)
        let isWritten = Flag()
        let card = try store.read { db in
            let stored = try #require(try db.book(book))
            Thread.detachNewThread {
                _ = try? other.remove([book], from: "lent")
                _ = try? other.add([book], to: "given")
                isWritten.raise()
            }
            isWritten.wait()
            #expect(try db.lists(with: #require(stored.id), for: "") == ["lent"])
            return try #require(try db.card(of: book, for: "maria"))
        }
        #expect(card.lists == ["lent"])
        #expect(try store.card(of: book, for: "maria")?.lists == ["given"])
    }

    private final class Flag: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        func raise() { semaphore.signal() }
        func wait() { semaphore.wait() }
    }
}

extension Store {
    /// The SQL that the store executes during `body`, statement by statement.
    func statements(_ body: () throws -> Void) throws -> [String] {
        let log = Log()
        database.writeWithoutTransaction { db in
            db.trace { event in
                if case .statement(let statement) = event { log.add(statement.sql) }
            }
        }
        defer { database.writeWithoutTransaction { $0.trace(options: []) } }
        try body()
        return log.lines
    }

    /// How SQLite would execute a statement, step by step; nothing for those that begin and end transactions, whose
    /// explanation GRDB takes for the statement itself.
    func plan(of sql: String) throws -> [String] {
        if sql.starts(with: /BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE/) { return [] }
        return try read { db in
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
            statement.setUncheckedArguments(StatementArguments())
            return try Row.fetchAll(statement).map { $0["detail"] as String }
        }
    }
}

private final class Log: Sendable {
    private let kept = Mutex<[String]>([])
    var lines: [String] { kept.withLock { $0 } }
    func add(_ line: String) { kept.withLock { $0.append(line) } }
}
