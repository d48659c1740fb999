// Copies of books.
import Books
import Foundation
internal import GRDB

/// Which copies are meant; without a condition, all that are there.
public struct CopyQuery: Hashable, Sendable {
    public var book: BookSpecifier?
    public var list: String?
    /// This place and all places in it.
    public var place: String?
    /// Whether those that are gone are included.
    public var includesGone = false
    /// The places of those that are wanted, in the order of their numbers; `nil` for all.
    public var range: Range<Int>?

    public init() {}
}

extension Store {
    /// The copy of a number, or those with a label or of a book.
    public func copies(named text: String) throws(CatalogueError) -> [BookCopy] {
        try read { db in try db.named(text) }
    }

    /// How many there are, whatever the range.
    ///
    /// - Throws: `unknownBook`.
    public func count(of query: CopyQuery) throws(CatalogueError) -> Int {
        try read { db in
            let (condition, values) = try db.condition(query)
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM copy WHERE \(condition)", arguments: StatementArguments(values)
            ) ?? 0
        }
    }

    /// In the order of their numbers.
    ///
    /// - Throws: `unknownBook`.
    public func copies(_ query: CopyQuery) throws(CatalogueError) -> [BookCopy] {
        try read { db in try db.copies(query) }
    }

    /// - Parameter text: `copy:12`, a label, or an ISBN or `id:…` of a book with one copy.
    /// - Throws: `unknownCopy`; `severalCopies` if it names more than one.
    public func copy(_ text: String) throws(CatalogueError) -> BookCopy {
        try read { db in try db.copy(text) }
    }
}

extension Database {
    /// A condition on a copy, with the result of `places(in:)` as its value.
    static let isInPlace = "place IN (SELECT value FROM json_each(?))"

    /// The places of copies that are a place or in it, as a JSON array.
    func places(in place: String?) throws -> String {
        let all = try all("SELECT DISTINCT place FROM copy WHERE place NOT NULL") { $0["place"] as String }
        let inside = all.filter { known in place.map { known.isPlace(in: $0) } ?? false }
        return String(decoding: try JSONEncoder().encode(inside), as: UTF8.self)
    }

    func copies(_ query: CopyQuery) throws -> [BookCopy] {
        var (condition, values) = try self.condition(query)
        if let range = query.range {
            condition += " ORDER BY id LIMIT ? OFFSET ?"
            values += [range.count, range.lowerBound]
        }
        return try copies(condition, values)
    }

    /// - Throws: `unknownBook`.
    fileprivate func condition(
        _ query: CopyQuery
    ) throws -> (sql: String, values: [(any DatabaseValueConvertible)?]) {
        var (conditions, values): ([String], [(any DatabaseValueConvertible)?]) = ([], [])
        if !query.includesGone { conditions.append("gone IS NULL") }
        if let book = query.book {
            let id = try existingID(of: book)
            (conditions, values) = (conditions + ["book = ?"], values + [id.value])
        }
        if let list = query.list {
            (conditions, values) = (conditions + ["list = ?"], values + [ListName(list)?.key])
        }
        if let place = query.place {
            conditions.append(Self.isInPlace)
            values.append(try places(in: BookCopy.path(place)))
        }
        return ((["1"] + conditions).joined(separator: " AND "), values)
    }

    /// - Parameter condition: on columns of `copy`, in SQL; an order and a limit may follow.
    func copies(
        _ condition: String, _ values: [(any DatabaseValueConvertible)?]
    ) throws -> [BookCopy] {
        let statement = try cachedStatement(
            sql: """
                SELECT copy.*, book.isbn, book.title, loan.id AS loan, loan.person, loan.lent,
                    loan.due, (SELECT name FROM list WHERE key = copy.list) AS list_name
                FROM (SELECT * FROM copy WHERE \(condition)) AS copy JOIN book ON book.id = copy.book
                LEFT JOIN loan ON loan.copy = copy.id AND loan.returned IS NULL ORDER BY copy.id
                """)
        let copies = try Row.fetchAll(statement, arguments: StatementArguments(values)).map(Self.copy)
        let reserved = Set(try all("SELECT DISTINCT book FROM reservation") { BookID($0["book"]) })
        var next: [CopyID: String] = [:]
        for book in reserved.intersection(copies.compactMap(\.book)) {
            next.merge(try takers(of: book)) { first, _ in first }
        }
        return copies.map { copy in
            var copy = copy
            copy.reservedFor = copy.id.flatMap { next[$0] }
            return copy
        }
    }

    private static func copy(_ row: Row) -> BookCopy {
        var copy = BookCopy()
        (copy.id, copy.book) = (CopyID(row["id"]), BookID(row["book"]))
        (copy.isbn, copy.title) = (isbn(row["isbn"]), row["title"])
        (copy.list, copy.label, copy.place) = (row["list"], row["label"], row["place"])
        copy.listName = row["list_name"]
        (copy.condition, copy.notes) = (row["condition"], row["notes"])
        if let price = row["price"] as Int?, let currency = row["currency"] as String? {
            copy.price = Price(minorUnits: price, currency: currency)
        }
        (copy.acquired, copy.gone) = (date(row["acquired"]), date(row["gone"]))
        copy.reason = (row["reason"] as String?).flatMap(BookCopy.Reason.init)
        copy.loan = (row["person"] as String?).map {
            Loan(
                person: $0, lent: Date(seconds: row["lent"]), due: (row["due"] as String?).flatMap { Day($0) }
            )
        }
        copy.loan?.id = row["loan"]
        return copy
    }

    private static func date(_ text: String?) -> PartialDate? { text.flatMap { PartialDate($0) } }

    /// - Throws: `unknownCopy`, `severalCopies`.
    func copy(_ text: String) throws -> BookCopy {
        let found = try named(text)
        guard let copy = found.first else { throw CatalogueError.unknownCopy(text) }
        guard found.count == 1 else { throw CatalogueError.severalCopies(text, found.map(\.name)) }
        return copy
    }

    /// The copy of a number, or those with a label or of a book.
    func named(_ text: String) throws -> [BookCopy] {
        if let id = CopyID(text: text) { return try copies("id = ?", [id.value]) }
        let labelled = try copies(labelled: text)
        guard let book = try? BookSpecifier(given: text.tidied ?? ""), let id = try bookID(book) else {
            return labelled
        }
        let present = try copies("book = ? AND gone IS NULL", [id.value])
        return present + labelled.filter { copy in !present.contains { $0.id == copy.id } }
    }

}
