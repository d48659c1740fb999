// Books that may be editions of one work, by title and surname.
import Books
import Foundation
import GRDB
import Testing

@testable import Catalogue

struct StoreNamesakesTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private func save(_ title: String?, _ makers: [String], _ number: String? = nil) throws -> Book {
        try store.save(
            Book(
                isbn: number.map(isbn), title: title, contributors: makers.map { Contributor(name: $0) }
            ).credited(.source)
        ).book
    }

    private func namesakes(of book: Book) throws -> [Book] {
        try store.read { db in try db.namesakes(of: book) }
    }

    @Test(arguments: [
        ("The Hunger Games", "Suzanne Collins", true),
        ("THE HÜNGER GAMES (The Hunger Games, #1)", "S. Collins", true),
        ("The Hunger Games: A Novel", "Collins", true),
        ("The Hunger Games", "Suzanne Other", false),
        ("The Hunger Games Trilogy", "Suzanne Collins", false),
        ("Hunger Games", "Suzanne Collins", true),
        ("the—hunger--GAMES!: a tale", "Suzanne Collins", true),
        ("the hunger/games: a tale (y: z)", "Suzanne Collins", true),
        ("The Hunger Games: X", "Suzanne Collins", false),
        ("The Hunger Games: Volume 2", "Suzanne Collins", false),
    ])
    func `title and surname decide`(title: String, maker: String, isNamesake: Bool) throws {
        let book = try save("The Hunger Games", ["Suzanne Collins"], "9780439023481")
        let other = try save(title, [maker], "9780439023528")
        #expect(try namesakes(of: book) == [], "on no list")
        try store.add([.isbn(isbn("9780439023528")), .isbn(isbn("9780439023481"))], to: ListName.owned)
        #expect(try namesakes(of: book) == (isNamesake ? [other] : []))
        #expect(try namesakes(of: other) == (isNamesake ? [book] : []))
    }

    @Test func `two subtitles are two books`() throws {
        let book = try save("Atlas: The North", ["Maria Novak"], "9780439023481")
        let other = try save("Atlas: The South", ["Maria Novak"], "9780439023528")
        try store.add([.isbn(isbn("9780439023528"))], to: ListName.owned)
        #expect(try namesakes(of: book) == [])
        try store.group(book.id ?? BookID(0), withEditionsOf: other.id, origin: .person)
        #expect(try store.read { try $0.otherEditions(of: book.id ?? BookID(0)) }.map(\.id) == [other.id])
    }

    @Test func `a volume is found by its number, with its title or without`() throws {
        let book = try save("Naruto: Volume 2", ["Masashi Kishimoto"], "9780439023481")
        let other = try save("Naruto, Vol. 2: The Worst Client", ["Kishimoto, Masashi"], "9780439023528")
        let first = try save("Naruto: Volume 1", ["Masashi Kishimoto"], "9780439554930")
        try store.add([other, first].compactMap { $0.isbn.map(BookSpecifier.isbn) }, to: ListName.owned)
        #expect(try namesakes(of: book).map(\.id) == [other.id])
    }

    @Test func `editions of the work are not namesakes`() throws {
        let book = try save("Atlas", ["Maria Novak"], "9780439023481")
        let other = try save("Atlas", ["Maria Novak"], "9780439023528")
        try store.add([.isbn(isbn("9780439023528"))], to: ListName.owned)
        #expect(try namesakes(of: book).map(\.id) == [other.id])
        try store.group(book.id ?? BookID(0), withEditionsOf: other.id, origin: .person)
        #expect(try namesakes(of: book) == [])
    }

    @Test(arguments: [(nil, ["A"]), ("Atlas", []), ("!", ["A"]), ("\"", ["\" OR \""]), ("Atlas", ["*"])])
    func `odd names find nothing`(title: String?, makers: [String]) throws {
        let book = try save(title, makers, "9780439023481")
        _ = try save("Atlas", ["Maria Novak"], "9780439023528")
        try store.add([.isbn(isbn("9780439023528"))], to: ListName.owned)
        #expect(try namesakes(of: book) == [])
    }

    @Test func `an edit of the title or the makers is noticed`() throws {
        let book = try save("Atlas", ["Maria Novak"], "9780439023481")
        var other = try save("Something", ["Ada Okafor"], "9780439023528")
        try store.add([.isbn(isbn("9780439023528"))], to: ListName.owned)
        #expect(try namesakes(of: book) == [])
        other.title = "The Atlas"
        other.contributors = [Contributor(name: "Novak, M.")]
        try store.save(other.credited(.person))
        #expect(try namesakes(of: book).map(\.id) == [other.id])
    }

    @Test(arguments: [14, 37, 47])
    func `a store from before has its books hashed`(version: Int) throws {
        let path = temporary.path + "-older"
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            let old = try Store(path: path, version: version)
            try old.write { db in
                for (id, title) in [(1, "The Hobbit, or There and Back Again"), (2, "Hobbit, The")] {
                    try db.execute(
                        sql: """
                            INSERT INTO work (id) VALUES (\(id));
                            INSERT INTO book (id, isbn, work, title, added) VALUES (\(id), NULL, \(id), '\(title)', 0);
                            INSERT INTO contributor (book, position, name, role)
                                VALUES (\(id), 0, 'J. R. R. Tolkien', 'author');
                            INSERT INTO list_entry (list, book, added) SELECT id, \(id), 0 FROM list WHERE name = 'owned';
                            """)
                }
            }
        }
        let store = try Store(path: path)
        for (id, other) in [(1, 2), (2, 1)] {
            let card = try #require(try store.card(of: .id(BookID(Int64(id))), for: "ana"))
            #expect(card.namesakes.map(\.book.id) == [BookID(Int64(other))])
        }
        try store.write { db in
            let hashes = try Row.fetchAll(db, sql: "SELECT * FROM work_hash ORDER BY hash, book")
            try db.hashWorks()
            #expect(try Row.fetchAll(db, sql: "SELECT * FROM work_hash ORDER BY hash, book") == hashes)
            for id in [1, 2] { try db.index(BookID(Int64(id))) }
            #expect(try Row.fetchAll(db, sql: "SELECT * FROM work_hash ORDER BY hash, book") == hashes)
        }
    }
}
