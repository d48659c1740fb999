// The catalogue of a library that Calibre creates as CSV (Convert books, Create a catalogue).
import Books
import Catalogue

extension FileFormat {
    static let calibreTable = table(
        "calibre-csv", "Calibre's catalogue in CSV", inText: "the catalogue of Calibre in CSV",
        site: "Calibre", .calibreTable)
}

extension TableDialect {
    fileprivate static let calibreTable = TableDialect(
        marks: ["authors", "title", "author_sort", "title_sort"],
        columns: [
            "title": .title, "publisher": .publisher, "rating": .rating, "tags": .tags, "series": .series,
            "series_index": .seriesNumber,
        ],
        others: [
            "authors", "author_sort", "title_sort", "isbn", "identifiers", "languages", "pubdate", "id",
            "uuid",
        ],
        separators: [.tags: ", "],
        contributors: { row in
            CalibreTable.authors(row["authors"] ?? "", sortedAs: row["author_sort"]).map {
                Contributor(name: $0)
            }
        },
        book: { (entry, row) throws(RefusedRow.Reason) in
            entry.book.identifiers += CalibreTable.identifiers(row).filter { $0.scheme != "isbn" }
            entry.book.language = row["languages"]?.split(separator: ",").first?.description.tidied
            // A book without a date has Calibre's earliest date.
            entry.book.year = row["pubdate"]?.firstYear
            if entry.book.series == nil { entry.book.seriesNumber = nil }
        },
        isbns: { row in
            let named = CalibreTable.identifiers(row).filter { $0.scheme == "isbn" }.map(\.value)
            guard named.isEmpty, let number = row["isbn"]?.tidied else { return named }
            // Everything but digits was dropped, even the check digit X.
            return [number.utf8.count == 9 ? number + "X" : number]
        })
}

private enum CalibreTable {
    /// Earlier versions separated authors by commas, which may also be part of a name: the number of authors is known
    /// from `author_sort`, which uses `&`.
    static func authors(_ cell: String, sortedAs sort: String?) -> [String] {
        let parts = cell.components(separatedBy: " & ")
        guard parts.count == 1, let count = sort?.components(separatedBy: " & ").count, count > 1 else {
            return parts
        }
        let names = cell.components(separatedBy: ", ")
        return names.count == count ? names : ContributorCell.list(cell).map(\.name)
    }

    /// `goodreads:39077187,isbn:9780756411800`; a part without a scheme belongs to the value before it.
    static func identifiers(_ row: TableRow) -> [Identifier] {
        (row["identifiers"] ?? "").split(separator: ",").compactMap { part in
            String(part).tidied.flatMap(Identifier.init(cell:))
        }
    }
}
