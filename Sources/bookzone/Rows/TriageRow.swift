// What becomes of a book in a photo.
import Books
import Formatting
import Output

/// Its JSON is described by `docs/triage.schema.json`.
struct TriageRow: Row {
    let decision: String
    /// The rule that decided; `nil` if none did.
    let rule: String?
    /// Of a photo in doubt, the likeliest candidate.
    let name: BookSpecifier?
    let book: Book?
    let photo: PhotoPage

    /// `sell  978-0-306-40615-7 Title  box/1.jpg`.
    var textLines: [String] {
        let name = [name?.hyphenated, book?.title].compactMap(\.self).joined(separator: " ")
        let parts = [decision, name, photo.photo.shownPath].filter { !$0.isEmpty }
        return [parts.map(\.printable).joined(separator: "  ")]
    }

    /// What a report shows of the book: `sell · Title, Author`.
    var reported: String { [decision, book?.words].compactMap(\.self).joined(separator: " · ") }

    static let columns: [Column<TriageRow>] = [
        Column("decision") { $0.decision },
        Column("rule") { $0.rule },
        Column("isbn13") { $0.name?.isbn?.isbn13 },
        Column("title") { $0.book?.title },
        Column("authors") { $0.book?.makers.map(\.name) ?? [] },
        Column("photo", csv: { $0.photo.photo.shownPath }, json: { $0.photo }),
        Column("book") { $0.name?.isbn == nil ? $0.name?.description : nil },
    ]
}
