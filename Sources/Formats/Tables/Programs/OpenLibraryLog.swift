// The reading log that Open Library exports, which has only its own identifiers of books.
import Books
import Catalogue

extension FileFormat {
    static let openLibrary = table(
        "openlibrary", "Open Library's reading log", inText: "the reading log of Open Library",
        site: "Open Library", .openLibraryLog, hasNumbersAlone: true)
}

extension TableDialect {
    fileprivate static let openLibraryLog = TableDialect(
        marks: ["Work Id", "Edition Id", "Bookshelf"],
        columns: ["Bookshelf": .lists, "Title": .title, "ISBN": .isbn, "Rating": .rating],
        identifiers: ["Edition Id": "openlibrary"],
        works: ["Work Id": "openlibrary"],
        others: ["Authors"],
        shelves: ["already read": "read"],
        contributors: { row in row["Authors"].map { ContributorCell.list($0) } ?? [] })
}
