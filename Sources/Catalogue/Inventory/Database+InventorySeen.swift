// What an inventory's photos show by now.
import Books
import Foundation
internal import GRDB

extension Database {
    /// What the photos of inventory `?1` show, as the table `seen`: what was read, with the decisions on the photos applied as
    /// in `PhotoRecord.following(_:)`. The label of a copy stays, and a label that was given to a copy since settles what the
    /// photo shows, as in `sightings(in:)`; such copies are among the books that somebody corrected. Everything is joined, and
    /// nothing asked of each row, for large inventories. `?2` is `mergedBooks(in:)`: what was read is the book that it is by now.
    static let seen = """
        WITH \(merged), sighting AS (
            SELECT stored.photo, position, iif(present.id IS NULL, stored.isbn, present.isbn) AS isbn,
                iif(present.isbn IS NULL, present.id, NULL) AS book, sure, box, copy.id AS copy, stored.label, label_photo
            FROM inventory_photo AS taken JOIN inventory_sighting AS stored ON stored.photo = taken.id
            LEFT JOIN copy ON copy.id = stored.copy
            LEFT JOIN book AS present ON present.id = coalesce(copy.book, \(bookNow("stored")))
            WHERE taken.inventory = ?1 AND (stored.book IS NULL OR present.id NOT NULL)
        ), labelled AS (
            SELECT sighting.photo, position, copy.id AS copy, book.isbn, iif(book.isbn IS NULL, book.id, NULL) AS book
            FROM sighting JOIN copy ON copy.label = sighting.label JOIN book ON book.id = copy.book
        ), read AS (
            SELECT sighting.photo, sighting.position, coalesce(labelled.isbn, sighting.isbn) AS isbn,
                coalesce(labelled.book, sighting.book) AS book, sure OR labelled.copy NOT NULL AS sure, box,
                coalesce(labelled.copy, sighting.copy) AS copy, iif(labelled.copy IS NULL, label, NULL) AS label, label_photo
            FROM sighting
            LEFT JOIN labelled ON labelled.photo = sighting.photo AND labelled.position = sighting.position
            LEFT JOIN (SELECT DISTINCT photo FROM labelled) AS settled ON settled.photo = sighting.photo
            LEFT JOIN (SELECT DISTINCT photo, isbn FROM labelled) AS same
                ON same.photo = sighting.photo AND same.isbn = sighting.isbn
            WHERE sighting.copy NOT NULL OR label NOT NULL
                OR (sure OR settled.photo IS NULL) AND same.photo IS NULL
        ), known AS (
            SELECT photo, isbn, min(position) AS position, box, sum(sure AND position >= 0) > 0 AS stands
            FROM read WHERE isbn NOT NULL GROUP BY photo, isbn
        ), decided AS (
            SELECT taken.id AS photo, decision.sha256, decision.page,
                iif(book.id IS NULL, decision.isbn, book.isbn) AS isbn, iif(book.isbn IS NULL, book.id, NULL) AS book,
                books, decision.isbn NOT NULL AND (known.stands OR taken.id IN (
                    SELECT photo FROM read WHERE sure AND position >= 0 GROUP BY photo HAVING count(*) > 1)) AS keeps_others
            FROM inventory_photo AS taken JOIN decision USING (sha256, page)
            LEFT JOIN book ON book.id = \(bookNow("decision"))
            LEFT JOIN known ON known.photo = taken.id AND known.isbn = decision.isbn
            WHERE taken.inventory = ?1
        ), stays AS (
            SELECT read.photo, position, read.isbn, read.book, sure, box, copy, label, label_photo
            FROM read LEFT JOIN decided ON decided.photo = read.photo
            WHERE decided.photo IS NULL OR copy NOT NULL OR label NOT NULL OR keeps_others AND sure
        ), shown AS (
            SELECT decided.photo, json_extract(entry.value, '$.position') AS position,
                json_extract(entry.value, '$.isbn') AS isbn, json_extract(entry.value, '$.box') AS box,
                json_extract(entry.value, '$.isDoubtful') IS NULL AS sure,
                row_number() OVER (
                    PARTITION BY decided.photo, json_extract(entry.value, '$.isbn')
                    ORDER BY named.photo IS NULL, entry.key
                ) AS number
            FROM decided JOIN json_each(decided.books) AS entry
            LEFT JOIN (SELECT photo, position, isbn FROM stays WHERE copy NOT NULL) AS named
                ON named.photo = decided.photo AND named.isbn = json_extract(entry.value, '$.isbn')
                AND named.position = json_extract(entry.value, '$.position')
        ), seen AS (
            SELECT * FROM stays
            UNION ALL
            SELECT decided.photo, ifnull(known.position, 0), decided.isbn, decided.book, 1, ifnull(known.box, ''), NULL, NULL,
                NULL
            FROM decided LEFT JOIN known ON known.photo = decided.photo AND known.isbn = decided.isbn
            LEFT JOIN (SELECT DISTINCT photo, isbn FROM stays) AS same
                ON same.photo = decided.photo AND same.isbn = decided.isbn
            LEFT JOIN (SELECT DISTINCT photo, book FROM stays) AS named
                ON named.photo = decided.photo AND named.book = decided.book
            WHERE (decided.isbn NOT NULL OR decided.book NOT NULL) AND same.photo IS NULL AND named.photo IS NULL
            UNION ALL
            SELECT shown.photo, position, shown.isbn, NULL, sure, box, NULL, NULL, NULL
            FROM shown LEFT JOIN (SELECT photo, isbn, count(*) AS copies FROM stays WHERE copy NOT NULL GROUP BY photo, isbn)
                AS named ON named.photo = shown.photo AND named.isbn = shown.isbn
            WHERE number > ifnull(copies, 0) AND (sure OR shown.photo NOT IN (SELECT photo FROM labelled))
        )
        """

    /// `mergedBooks(in:)` as a table.
    static let merged = """
        merged AS MATERIALIZED (
            SELECT json_extract(value, '$[0]') AS isbn, json_extract(value, '$[1]') AS other,
                json_extract(value, '$[2]') AS book
            FROM json_each(?2))
        """

    /// The book of a row with an ISBN or a book. Few were merged: joined with `merged`, each row would read all of it.
    static func bookNow(_ row: String) -> String {
        """
        coalesce(
            iif(\(row).isbn IN (SELECT isbn FROM merged), (SELECT book FROM merged WHERE isbn = \(row).isbn), NULL),
            iif(\(row).book IN (SELECT other FROM merged), (SELECT book FROM merged WHERE other = \(row).book), NULL),
            \(row).book)
        """
    }

    /// What books of an inventory became by merges: a JSON array of arrays of the former ISBN, `null` if it does not lead
    /// there, the former id, and the id of the book that stays.
    func mergedBooks(in inventory: Int64) throws -> String {
        func named(_ column: String) -> String {
            """
            (SELECT \(column) FROM inventory_copy WHERE inventory = ?1 AND copy IS NULL
            UNION SELECT sighting.\(column) FROM inventory_photo AS taken
                JOIN inventory_sighting AS sighting ON sighting.photo = taken.id WHERE inventory = ?1
            UNION SELECT decision.\(column) FROM inventory_photo AS taken JOIN decision USING (sha256, page)
                WHERE inventory = ?1)
            """
        }
        let gone = try all(
            """
            SELECT DISTINCT gone.book, json_extract(gone.before, '$.isbn') AS isbn
            FROM change JOIN change_row AS gone ON gone.change = change.id
            WHERE action = 'merge' AND undone IS NULL AND gone.kind = 'book' AND gone.after IS NULL
                AND (json_extract(gone.before, '$.isbn') IN \(named("isbn")) OR gone.book IN \(named("book")))
            """, inventory
        ) { (book: BookID($0["book"]), isbn: Self.isbn($0["isbn"])) }
        var merged: [[Int64?]] = []
        for (other, isbn) in gone {
            guard try storedID(of: .id(other)) == nil, let book = try successor(of: .id(other)) else {
                continue
            }
            let former = try isbn.flatMap { isbn in
                try storedID(of: .isbn(isbn)) == nil
                    && storedBook(.id(book))?.otherISBNs.contains(isbn) == true ? isbn : nil
            }
            merged.append([former.map { Int64($0.value) }, other.value, book.value])
        }
        return String(decoding: try JSONEncoder().encode(merged), as: UTF8.self)
    }
}
