// Which column of a table means what: guessed from the header, or told.
import Books

/// Where a table's columns are.
public struct TableLayout: Sendable {
    public let header: [String]
    /// The table has the marks of a Goodreads export.
    public let isGoodreads: Bool
    private var places: [TableColumn: [Int]] = [:]

    /// - Parameter named: headers to take for a column instead of a guess, as they stand in the table.
    /// - Throws: `noColumn` when a named one is not there, `noISBNColumn` when there is none for ISBNs, nor for
    ///   titles and authors.
    public init(header: [String], named: [TableColumn: String] = [:]) throws(CatalogueError) {
        self.header = header
        let plain = header.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        for column in TableColumn.allCases {
            if let name = named[column] {
                guard let place = header.firstIndex(of: name) else { throw .noColumn(name, header: header) }
                places[column] = [place]
            } else {
                let taken = plain.indices.filter { place in
                    column.headers.contains(plain[place]) && !named.values.contains(header[place])
                }
                if !taken.isEmpty { places[column] = taken }
            }
        }
        // Elsewhere a `book_id` is a number of that table's own.
        isGoodreads = plain.contains("exclusiveshelf") && plain.contains("bookid")
        if isGoodreads, let place = plain.firstIndex(of: "bookid") { places[.goodreads] = [place] }
        guard hasISBNs || (places[.title] != nil && places[.authors] != nil) else {
            throw .noISBNColumn(header: header)
        }
    }

    /// Without them books are known by title and authors alone.
    public var hasISBNs: Bool { places[.isbn] != nil }

    /// Every one that is there and not empty, from left to right.
    func values(_ column: TableColumn, in record: DelimitedRecord) -> [String] {
        places[column, default: []].compactMap { place in
            guard record.fields.indices.contains(place) else { return nil }
            let value = Self.unguarded(record.fields[place])
            return value.allSatisfy(\.isWhitespace) ? nil : value
        }
    }

    /// The first that is not empty.
    func value(_ column: TableColumn, in record: DelimitedRecord) -> String? {
        values(column, in: record).first
    }

    /// Without the apostrophe that keeps a spreadsheet from running a text as a formula.
    private static func unguarded(_ text: String) -> String {
        guard text.hasPrefix("'"), let second = text.dropFirst().first, "=+-@\t\r".contains(second) else {
            return text
        }
        return String(text.dropFirst())
    }
}
