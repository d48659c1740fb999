// All that is kept of a book in one row, under the headers that an import knows again.
import Books

public enum BookTable {
    private static let people: [(header: String, role: Contributor.Role)] = [
        ("authors", .author), ("editors", .editor), ("translators", .translator),
        ("illustrators", .illustrator),
        ("contributors", .contributor),
    ]

    public static let header = CSVRow.line(
        ["isbn13", "isbn10", "title", "subtitle"] + people.map(\.header)
            + [
                "publisher", "year", "pages", "language", "subjects", "cover", "works", "goodreads id",
                "lists",
                "rating", "review", "spoiler",
            ])

    /// Several values of one column are joined with `; `.
    ///
    /// - Parameter comment: the exporting person's own.
    public static func row(_ book: Book, lists: [String], comment: Comment?) -> String {
        let names = people.map { _, role in
            joined(book.contributors.filter { $0.role == role }.map(\.name))
        }
        let goodreads = book.identifiers.first { $0.scheme == "goodreads" }?.value
        return CSVRow.line(
            [book.isbn?.isbn13, book.isbn?.isbn10, book.title, book.subtitle] + names
                + [
                    book.publisher, book.year.map(String.init), book.pages.map(String.init), book.language,
                    joined(book.subjects), book.cover, joined(book.works.map(\.description)), goodreads,
                    joined(lists), comment?.rating?.short, comment?.text,
                    comment.map { $0.isSpoiler ? "true" : "" },
                ])
    }

    /// The mark at the end keeps a single name with a comma in it whole.
    private static func joined(_ values: [String]) -> String? {
        guard let first = values.first else { return nil }
        return values.count == 1 && first.contains(",") ? first + ";" : values.joined(separator: "; ")
    }
}
