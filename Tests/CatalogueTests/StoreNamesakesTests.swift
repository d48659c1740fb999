// Books that may be editions of one work, by title and surname.
import Books
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

    /// As a card has them alone, which is how it has them among many.
    private func namesakes(of book: Book) throws -> [Book] {
        try store.read { db in
            let namesakes = try db.namesakes(of: book)
            #expect(try db.namesakes(of: book, among: db.listedTitles()) == namesakes)
            return namesakes
        }
    }

    @Test(arguments: [
        ("The Hunger Games", "Suzanne Collins", true),
        ("THE HÜNGER GAMES (The Hunger Games, #1)", "S. Collins", true),
        ("The Hunger Games: A Novel", "Collins", true),
        ("The Hunger Games", "Suzanne Other", false),
        ("The Hunger Games Trilogy", "Suzanne Collins", false),
        ("Hunger Games", "Suzanne Collins", false),
        ("the—hunger--GAMES!: x", "Suzanne Collins", true),
        ("the hunger/games: x (y: z)", "Suzanne Collins", true),
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

    @Test func `editions of the work are no namesakes`() throws {
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
}
