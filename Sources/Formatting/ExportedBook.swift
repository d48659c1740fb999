// All that is kept of a book in one row of CSV, under heads that an import knows again.
import Books
import Catalogue

package struct ExportedBook: Sendable {
    let kept: KeptBook
    let readings: [ReadingStatus]
    var book: Book { kept.book }

    /// - Parameter kept: with the exporting person's own comment and readings.
    package init(_ kept: KeptBook) {
        self.kept = kept
        readings = kept.readings.chronological
    }

    private func names(_ role: Contributor.Role) -> String {
        CSVRow.escaped(book.contributors.filter { $0.role == role }.map(\.name))
    }

    package static let columns: [Column<ExportedBook>] = [
        Column("isbn13") { $0.book.isbn?.isbn13 },
        Column("isbn10") { $0.book.isbn?.isbn10 },
        Column("title") { $0.book.title },
        Column("subtitle") { $0.book.subtitle },
        Column("authors") { $0.names(.author) },
        Column("editors") { $0.names(.editor) },
        Column("translators") { $0.names(.translator) },
        Column("illustrators") { $0.names(.illustrator) },
        Column("contributors") { $0.names(.contributor) },
        Column("publisher") { $0.book.publisher },
        Column("year") { $0.book.year.map(String.init) },
        Column("pages") { $0.book.pages.map(String.init) },
        Column("language") { $0.book.language },
        Column("subjects") { CSVRow.escaped($0.book.subjects) },
        Column("cover") { $0.book.cover },
        Column("works") { CSVRow.escaped($0.book.works.map(\.description)) },
        Column("goodreads_id") { $0.book.identifiers.first { $0.scheme == "goodreads" }?.value },
        Column("lists") { CSVRow.escaped($0.kept.lists) },
        Column("date_started") { $0.readings.last?.started?.description },
        Column("date_read") { $0.readings.last?.ended?.description },
        Column("readings") { CSVRow.escaped($0.readings.map(\.cell)) },
        Column("rating") { $0.kept.comment?.rating?.short },
        Column("review") { $0.kept.comment?.text },
        Column("spoiler") { $0.kept.comment.map { $0.isSpoiler ? "true" : "" } },
        Column("original_script_title") { $0.book.originalScriptTitle },
        Column("original_script_names") { CSVRow.escaped($0.book.originalScriptNames) },
    ]
}
