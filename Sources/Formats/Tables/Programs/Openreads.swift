// The table that openreads exports for other programs.
import Books
import Catalogue

extension FileFormat {
    static let openreads = table("openreads", "Openreads", .openreads)
}

extension TableDialect {
    fileprivate static let openreads = TableDialect(
        marks: ["title", "author", "olid", "my_review", "readings"],
        columns: [
            "title": .title, "subtitle": .subtitle, "author": .authors, "status": .lists, "rating": .rating,
            "pages": .pages, "publication_year": .year, "isbn": .isbn, "tags": .tags,
            "my_review": .review, "notes": .notes,
        ],
        others: ["olid", "readings", "favourite", "deleted"],
        separators: [.tags: "|||||"],
        shelves: [
            "planned": "to-read", "for_later": "to-read", "in_progress": "reading", "finished": "read",
            "unfinished": "abandoned",
        ],
        book: { (entry, row) throws(RefusedRow.Reason) in
            if row["deleted"].flatMap(CellText.truth) == true { throw .deleted }
            if row["favourite"].flatMap(CellText.truth) == true { entry.lists.append("favourites") }
            guard let number = row["olid"]?.tidied else { return }
            let identifier = Identifier("openlibrary", number)
            if number.hasSuffix("W") {
                entry.book.works.append(identifier)
            } else {
                entry.book.identifiers.append(identifier)
            }
        },
        // `2023-10-27T00:00:00.000|2023-11-28T00:00:00.000|`, with the duration after the last bar.
        readings: { entry, row in
            entry.take(
                (row["readings"] ?? "").split(separator: ";").compactMap { reading in
                    let days = reading.split(separator: "|", omittingEmptySubsequences: false).map(
                        String.init)
                    return entry.dates(started: days.first, ended: days.count > 1 ? days[1] : nil)
                })
        })
}
