// The catalogue that Calibre makes of a library as CSV (Convert books, Create a catalogue).
import Books
import Catalogue

extension FileFormat {
    static let calibreTable = table(
        "calibre-csv", "Calibre's catalogue in CSV", site: "Calibre", .calibreTable)
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
            // A book that says no year has that of Calibre's earliest date.
            entry.book.year = row["pubdate"]?.firstYear
            if entry.book.series == nil { entry.book.seriesNumber = nil }
        },
        isbns: { row in
            let named = CalibreTable.identifiers(row).filter { $0.scheme == "isbn" }.map(\.value)
            guard named.isEmpty, let number = row["isbn"]?.tidied else { return named }
            // All that is no digit was dropped, the check digit X too.
            return [number.utf8.count == 9 ? number + "X" : number]
        })
}

private enum CalibreTable {
    /// Earlier versions put commas between authors, which may be a part of a name: `author_sort`, where `&` stands between
    /// them, says how many there are.
    static func authors(_ cell: String, sortedAs sort: String?) -> [String] {
        let parts = cell.components(separatedBy: " & ")
        guard parts.count == 1, let count = sort?.components(separatedBy: " & ").count, count > 1 else {
            return parts
        }
        let names = cell.components(separatedBy: ", ")
        return names.count == count ? names : ContributorCell.list(cell).map(\.name)
    }

    /// `goodreads:39077187,isbn:9780756411800`: what has no name before it belongs to the one before.
    static func identifiers(_ row: TableRow) -> [Identifier] {
        (row["identifiers"] ?? "").split(separator: ",").compactMap { part in
            String(part).tidied.flatMap(Identifier.init(cell:))
        }
    }
}
