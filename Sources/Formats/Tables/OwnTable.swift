// This program's own table: all data of a book in one row, with headers that an import recognises.
import Books
import Catalogue
import Output

extension FileFormat {
    /// Also any other table whose headers are recognised.
    package static let csv = FileFormat(
        name: "csv", title: "CSV",
        recognises: { (try? TableLayout(header: $0.tableHeader)) != nil },
        reader: { file, source throws(CatalogueError) in
            let table = try TableFile(file)
            return try TableReader(table, TableLayout(header: table.header), from: source)
        },
        writer: { options in
            TableWriter(
                columns: OwnTable.columns(isForSpreadsheets: options.isForSpreadsheets),
                mark: options.isForSpreadsheets ? "\u{FEFF}" : "")
        })
}

private enum OwnTable {
    /// - Parameter isForSpreadsheets: see `WriterOptions`.
    static func columns(isForSpreadsheets: Bool) -> [TableWriter.Column] {
        columns.map { column in
            guard isForSpreadsheets, column.head.contains("isbn") else { return column }
            return Column(column.head) { book in
                column.cell(book).map { $0.contains(";") ? $0 : CSVRow.digits($0) }
            }
        }
    }

    private typealias Column = TableWriter.Column

    private static func names(_ role: Contributor.Role) -> @Sendable (KeptBook) -> String? {
        { CSVRow.escaped($0.names(role)) }
    }

    private static let columns: [Column] = [
        Column("isbn13") { $0.book.isbn?.isbn13 },
        Column("isbn10") { $0.book.isbn?.isbn10 },
        Column("title") { $0.book.title },
        Column("subtitle") { $0.book.subtitle },
        Column("authors", names(.author)),
        Column("editors", names(.editor)),
        Column("translators", names(.translator)),
        Column("illustrators", names(.illustrator)),
        Column("contributors", names(.contributor)),
        Column("publisher") { $0.book.publisher },
        Column("year") { $0.book.year.map(String.init) },
        Column("pages") { $0.book.pages.map(String.init) },
        Column("language") { $0.book.language },
        Column("series") { $0.book.series },
        Column("series_number") { $0.book.seriesNumber },
        Column("tags") { CSVRow.escaped($0.book.tags) },
        Column("subjects") { CSVRow.escaped($0.book.subjects) },
        Column("cover") { $0.book.cover },
        Column("works") { CSVRow.escaped($0.book.works.map(\.description)) },
        Column("identifiers") { CSVRow.escaped($0.book.identifiers.map(\.description)) },
        Column("lists") { CSVRow.escaped($0.lists) },
        Column("date_started") { $0.readings.chronological.last?.started?.description },
        Column("date_read") { $0.readings.chronological.last?.ended?.description },
        Column("readings") { CSVRow.escaped($0.readings.chronological.map(\.cell)) },
        Column("rating") { $0.comment?.rating?.short },
        Column("review") { $0.comment?.text },
        Column("review_date") { $0.comment?.dateOfWriting?.description },
        Column("spoiler") { $0.comment.map { $0.isSpoiler ? "true" : "" } },
        Column("original_script_title") { $0.book.originalScriptTitle },
        Column("original_script_names") { CSVRow.escaped($0.book.originalScriptNames) },
        Column("further_isbns") {
            $0.book.otherISBNs.isEmpty ? nil : CSVRow.joined($0.book.otherISBNs.map(\.isbn13))
        },
    ]
}
