// The book in one row of a table.
import Books
import Catalogue
import Foundation

extension ImportedEntry {
    init(_ row: TableRow, from source: TableSource) throws(RefusedRow.Reason) {
        try row.check()
        self.init(by: source.person)
        isExact = row.layout.isOwn
        readBook(row)
        if let dialect = row.layout.dialect {
            readNumbers(row, dialect)
            try dialect.book(&self, row)
        }
        try takeISBNs(row.layout.dialect?.isbns?(row) ?? row.values(.isbn))
        takeFurtherISBNs(row.values(.furtherISBNs))
        try credit(source)
        readPersonal(row, source)
        let average = row.stars(.average)
        if let average, average.stars == nil { remark(.rating, average.cell) }
        if let average = average?.stars, let count = row.value(.ratings).flatMap(CellText.count),
            count > 0
        {
            rating = SourceRating(source: source.name, average: average, count: count, date: source.date)
        }
    }

    private mutating func readBook(_ row: TableRow) {
        book.title = row.value(.title)
        book.subtitle = row.value(.subtitle)
        let contributors = (row.layout.dialect?.contributors ?? Self.contributors)(row)
        book.contributors = row.layout.isOwn ? contributors : contributors.uniqued
        book.originalScriptTitle = row.value(.originalScriptTitle)
        book.originalScriptNames = row.value(.originalScriptNames).map(row.layout.names) ?? []
        book.publisher = row.value(.publisher)
        takeYear(row.value(.year), isExact: row.layout.isOwn)
        takePages(row.value(.pages))
        book.language = row.value(.language)
        book.subjects = row.parts(.subjects)
        book.series = row.value(.series)
        book.seriesNumber = row.value(.seriesNumber)
        book.tags = row.parts(.tags)
        book.cover = value(of: row.value(.cover), .value) { $0.hasPrefix("http") ? $0 : nil }
        book.identifiers =
            (row.value(.goodreads).map { [Identifier("goodreads", $0)] } ?? [])
            + row.parts(.identifiers).compactMap { value(of: $0, .value, Identifier.init(cell:)) }
        // A key names its scheme, or is beside a number that does.
        let scheme = book.identifiers.first?.scheme
        book.works = row.parts(.work).compactMap { key in
            value(of: key, .value) { Identifier(cell: $0) ?? scheme.map { Identifier($0, key) } }
        }
    }

    private static func contributors(_ row: TableRow) -> [Contributor] {
        let roles: [(TableColumn, Contributor.Role)] = [
            (.authors, .author), (.editors, .editor), (.translators, .translator),
            (.illustrators, .illustrator),
            (.contributors, .contributor),
        ]
        return roles.flatMap { column, role in
            row.values(column).flatMap(row.layout.names).map { Contributor(name: $0, role: role) }
        }
    }

    /// In the order of the table's columns.
    private mutating func readNumbers(_ row: TableRow, _ dialect: TableDialect) {
        func numbers(_ schemes: [String: String]) -> [Identifier] {
            schemes.sorted { (row.layout.place(of: $0.key) ?? 0) < (row.layout.place(of: $1.key) ?? 0) }
                .compactMap { header, scheme in row[header]?.tidied.map { Identifier(scheme, $0) } }
        }
        book.identifiers += numbers(dialect.identifiers)
        book.works += numbers(dialect.works)
    }
}

extension Identifier {
    /// `openlibrary:OL1M`.
    init?(cell: String) {
        let parts = cell.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2,
            parts[0].utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) })
        else { return nil }
        self.init(parts[0], parts[1])
    }
}
