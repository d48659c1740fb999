// The export of a Libib library.
import Books
import Catalogue

extension FileFormat {
    static let libib = table("libib", "Libib", .libib)
}

extension TableDialect {
    fileprivate static let libib = TableDialect(
        marks: ["title", "creators", "ean_isbn13", "upc_isbn10"],
        columns: [
            "title": .title, "ean_isbn13": .isbn, "upc_isbn10": .isbn, "publisher": .publisher,
            "group": .series,
            "tags": .tags, "notes": .notes, "length": .pages, "rating": .rating, "review": .review,
            "review_date": .reviewed, "collection": .lists, "status": .lists, "copies": .owned,
            "began": .started, "completed": .date, "cover_url": .cover,
        ],
        noted: ["price", "call_number", "call_numbers"],
        others: [
            "item_type", "creators", "first_name", "last_name", "publish_date", "libib_title", "libib_author",
        ],
        separators: [.tags: ",", .lists: ""],
        shelves: [
            "not begun": "", "in progress": "reading", "completed": "read",
        ],
        contributors: { row in row["creators"].map { ContributorCell.list($0) } ?? [] },
        book: { (entry, row) throws(RefusedRow.Reason) in
            if let kind = row["item_type"]?.tidied, kind.lowercased() != "book" { throw .noBook(kind) }
            entry.takeYear(row["publish_date"])
        },
        note: { row, _ in
            row["copies"].flatMap(CellText.count).flatMap { $0 > 1 ? ["copies: \($0)"] : nil } ?? []
        })
}
