// This program's own table: all that is kept of a book in one row, under heads that an import knows again.
import Books
import Catalogue
import Output

extension FileFormat {
    /// Also any other table whose heads say what its columns are.
    package static let csv = FileFormat(
        name: "csv", title: "CSV",
        recognises: { (try? TableLayout(header: $0.tableHeader)) != nil },
        reader: { file, source throws(CatalogueError) in
            let table = try TableFile(file)
            return try TableReader(table, TableLayout(header: table.header), from: source)
        },
        writer: { OwnTableWriter(options: $0) })
}

package struct OwnTableWriter: EntryWriter {
    let options: WriterOptions

    package init(options: WriterOptions = WriterOptions()) { self.options = options }

    package func beginning() -> String {
        (options.isForSpreadsheets ? "\u{FEFF}" : "") + CSVRow.line(Self.columns.map(\.head))
    }

    package func text(of book: KeptBook) -> String {
        CSVRow.line(
            Self.columns.map { column in
                let cell = column.cell(book)
                // A formula whose value is a text.
                guard options.isForSpreadsheets, column.isNumber, let cell, !cell.isEmpty else { return cell }
                return "=\"\(cell)\""
            })
    }

    private struct Column: Sendable {
        let head: String
        let isNumber: Bool
        let cell: @Sendable (KeptBook) -> String?

        init(
            _ head: String, isNumber: Bool = false, _ cell: @escaping @Sendable (KeptBook) -> String?
        ) {
            (self.head, self.isNumber, self.cell) = (head, isNumber, cell)
        }
    }

    private static func names(_ role: Contributor.Role) -> @Sendable (KeptBook) -> String? {
        { CSVRow.escaped($0.book.contributors.filter { $0.role == role }.map(\.name)) }
    }

    private static let columns: [Column] = [
        Column("isbn13", isNumber: true) { $0.book.isbn?.isbn13 },
        Column("isbn10", isNumber: true) { $0.book.isbn?.isbn10 },
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
        Column("goodreads_id") { $0.book.identifiers.first { $0.scheme == "goodreads" }?.value },
        Column("lists") { CSVRow.escaped($0.lists) },
        Column("date_started") { $0.readings.chronological.last?.started?.description },
        Column("date_read") { $0.readings.chronological.last?.ended?.description },
        Column("readings") { CSVRow.escaped($0.readings.chronological.map(\.cell)) },
        Column("rating") { $0.comment?.rating?.short },
        Column("review") { $0.comment?.text },
        Column("spoiler") { $0.comment.map { $0.isSpoiler ? "true" : "" } },
        Column("original_script_title") { $0.book.originalScriptTitle },
        Column("original_script_names") { CSVRow.escaped($0.book.originalScriptNames) },
    ]
}
