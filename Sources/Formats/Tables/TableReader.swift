// Reads the rows of a table as books.
import Books
import Catalogue

/// Reads the rows of a delimited table as books.
package struct TableReader: EntryReader {
    package let header: [String]
    package let source: TableSource
    package let leftOut: [String]
    package let encoding: String?
    package var fraction: Double? { rows.fraction }
    package var isPersonal: Bool { layout.dialect != nil }
    /// See `TableLayout.hasISBNs`.
    package var hasISBNs: Bool { layout.hasISBNs }
    private let layout: TableLayout
    private var rows: DelimitedReader

    /// Reads the whole table first, to determine how its columns are read.
    ///
    /// - Throws: `unreadable`.
    package init(
        _ table: TableFile, _ layout: TableLayout, from source: TableSource
    ) throws(CatalogueError) {
        var layout = layout
        rows = try table.rows()
        leftOut = try layout.survey(&rows)
        rows = try table.rows()
        (header, encoding) = (table.header, table.encoding)
        (self.layout, self.source) = (layout, source)
    }

    package mutating func next() throws(CatalogueError) -> ReadEntry? {
        guard let record = try rows.next() else { return nil }
        let (layout, source) = (layout, source)
        return ReadEntry(
            line: record.line, fields: record.fields,
            entry: Result { () throws(RefusedRow.Reason) in
                try ImportedEntry(
                    TableRow(record: record, layout: layout), from: source)
            })
    }
}
