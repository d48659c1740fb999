// Batches of books: one statement reads many, but a bounded number.
import Books
internal import GRDB

struct CardBatch {
    static let size = 500

    let ids: [BookID]
    /// A JSON array for `json_each`, which passes any number of values as one. Each is in it once.
    let json: String

    init(_ ids: [BookID]) {
        self.ids = ids
        json = "[\(Set(ids).map { "\($0.value)" }.joined(separator: ","))]"
    }
}

extension [BookID] {
    func inBatches() -> [CardBatch] { batches(of: CardBatch.size).map(CardBatch.init) }
}

extension Array {
    /// Its elements in order, in batches of this size.
    package func batches(of most: Int) -> [Self] {
        stride(from: 0, to: count, by: most).map { Array(self[$0..<Swift.min($0 + most, count)]) }
    }
}

extension Database {
    /// The rows that a statement selects for a batch of books, each with its book, in the statement's order.
    ///
    /// - Parameter sql: the part after `FROM`, in which `asked.value` is the book's id; the statement selects that id
    ///   first.
    func grouped<Value>(
        _ batch: CardBatch, _ select: String, _ sql: String,
        _ values: [any DatabaseValueConvertible] = [],
        decode: (Row) throws -> Value?
    ) throws -> [BookID: [Value]] {
        var groups: [BookID: [Value]] = [:]
        guard !batch.ids.isEmpty else { return groups }
        let statement = try cachedStatement(
            sql: "SELECT asked.value AS asked, \(select) FROM json_each(?) AS asked CROSS JOIN \(sql)")
        let values: [(any DatabaseValueConvertible)?] = [batch.json] + values
        let rows = try Row.fetchCursor(statement, arguments: StatementArguments(values))
        while let row = try rows.next() {
            if let value = try decode(row) { groups[BookID(row["asked"]), default: []].append(value) }
        }
        return groups
    }
}
