// All that is kept of a book in one row of CSV, under heads that an import knows again.
import Books

package struct ExportedBook: Sendable {
    let book: Book
    let lists: [String]
    let comment: Comment?
    let reading: Reading?

    /// - Parameters:
    ///   - comment: the exporting person's own; `nil` when there is none, as with the next.
    ///   - reading: how far they have come with it.
    package init(_ book: Book, lists: [String], comment: Comment?, reading: Reading? = nil) {
        self.book = book
        self.lists = lists
        self.comment = comment
        self.reading = reading
    }

    private func names(_ role: Contributor.Role) -> String {
        CSVRow.joined(book.contributors.filter { $0.role == role }.map(\.name))
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
        Column("subjects") { CSVRow.joined($0.book.subjects) },
        Column("cover") { $0.book.cover },
        Column("works") { CSVRow.joined($0.book.works.map(\.description)) },
        Column("goodreads_id") { $0.book.identifiers.first { $0.scheme == "goodreads" }?.value },
        Column("lists") { CSVRow.joined($0.lists) },
        Column("date_started") { $0.reading?.started?.description },
        Column("date_read") { $0.reading?.ended?.description },
        Column("rating") { $0.comment?.rating?.short },
        Column("review") { $0.comment?.text },
        Column("spoiler") { $0.comment.map { $0.isSpoiler ? "true" : "" } },
        Column("original_script_title") { $0.book.originalScriptTitle },
        Column("original_script_names") { CSVRow.joined($0.book.originalScriptNames) },
    ]
}
