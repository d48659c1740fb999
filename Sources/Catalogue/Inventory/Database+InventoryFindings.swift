// What an inventory found out, from its copies and photos.
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
            WHERE (sighting.copy NOT NULL OR label NOT NULL
                OR (sure OR settled.photo IS NULL) AND same.photo IS NULL)
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

    private static let merged = """
        merged AS MATERIALIZED (
            SELECT json_extract(value, '$[0]') AS isbn, json_extract(value, '$[1]') AS other,
                json_extract(value, '$[2]') AS book
            FROM json_each(?2))
        """

    /// The book of a row with an ISBN or a book. Few were merged: joined with `merged`, each row would read all of it.
    private static func bookNow(_ row: String) -> String {
        """
        coalesce(
            iif(\(row).isbn IN (SELECT isbn FROM merged), (SELECT book FROM merged WHERE isbn = \(row).isbn), NULL),
            iif(\(row).book IN (SELECT other FROM merged), (SELECT book FROM merged WHERE other = \(row).book), NULL),
            \(row).book)
        """
    }

    /// What books of an inventory became by merges: a JSON array of arrays of an ISBN, or `null` and an id, and the book's id.
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
            merged.append([nil, other.value, book.value])
            guard let isbn, try storedID(of: .isbn(isbn)) == nil,
                try storedBook(.id(book))?.otherISBNs.contains(isbn) == true
            else { continue }
            merged.append([Int64(isbn.value), nil, book.value])
        }
        return String(decoding: try JSONEncoder().encode(merged), as: UTF8.self)
    }

    /// What identifies a book in an inventory.
    private struct BookKey: Hashable {
        var isbn: Int64?
        var book: Int64?

        init(_ row: Row) { (isbn, book) = (row["isbn"], row["book"]) }
    }

    func findings(in inventory: Int64) throws -> [InventoryLine] {
        var copies = try expectedCopies(in: inventory)
        let sightings = try sightings(in: inventory)
        for (key, others) in try otherCopies(in: inventory) { copies[key, default: []] += others }
        var lines: [InventoryLine] = []
        var doubts: Set<PhotoPage> = []
        for key in Set(copies.keys).union(sightings.keys) {
            let seen = sightings[key] ?? []
            let expected = copies[key] ?? []
            guard seen.contains(where: \.isSure) || expected.contains(where: \.isInScope) else { continue }
            let found = InventoryFinding.findings(of: expected, in: seen)
            for finding in found where finding.status == .doubtful {
                if let photo = finding.sighting?.photo { doubts.insert(photo) }
            }
            let book = try knownBook(key)
            lines += found.map {
                InventoryLine(
                    finding: $0.atLabel, isbn: key.isbn.flatMap { ISBN(value: UInt64($0)) }, book: book?.id,
                    title: book?.title)
            }
        }
        lines.sort()
        return lines
            + (try doubtfulPhotos(in: inventory).filter { line in
                line.finding.sighting.map { !doubts.contains($0.photo) } ?? true
            }) + (try unknownLabels(in: inventory))
    }

    /// Once for each place where it was seen.
    private func unknownLabels(in inventory: Int64) throws -> [InventoryLine] {
        try all(
            """
            \(Self.seen)
            SELECT min(taken.id), name, sha256, page, place, box, label, label_photo
            FROM seen JOIN inventory_photo AS taken ON taken.id = seen.photo WHERE label NOT NULL
            GROUP BY label, lower(place) ORDER BY min(taken.id), label
            """, inventory, mergedBooks(in: inventory)
        ) { row in
            InventoryLine(
                finding: InventoryFinding(
                    .unknownLabel,
                    sighting: InventorySighting(
                        photo: PhotoPage(photo: row["name"], page: row["page"]), sha256: row["sha256"],
                        place: row["place"], box: BoxText.decoded(row["box"]), label: row["label"],
                        labelPhoto: LabelPhotoText.decoded(row["label_photo"])
                    ).atLabel))
        }.filter { line in
            // No copy can have a label that is an ISBN.
            line.finding.sighting?.label.map { (try? BookSpecifier($0)) == nil } ?? false
        }
    }

    private func knownBook(_ key: BookKey) throws -> (id: BookID, title: String?)? {
        try all(
            "SELECT id, title FROM book WHERE \(key.isbn == nil ? "id" : "isbn") = ?", key.isbn ?? key.book
        ) { (id: BookID($0["id"]), title: $0["title"] as String?) }.first
    }

    /// Copies that are gone are not expected any more.
    private func expectedCopies(in inventory: Int64) throws -> [BookKey: [ExpectedCopy]] {
        try grouped(
            """
            WITH \(Self.merged)
            SELECT iif(present.id IS NULL, expected.isbn, present.isbn) AS isbn,
                iif(present.isbn IS NULL, present.id, NULL) AS book, copy.id AS copy, label, expected.place, person,
                1 AS expected, gone, reason, \(Self.times)
            FROM inventory_copy AS expected LEFT JOIN copy ON copy.id = expected.copy
            LEFT JOIN book AS present ON present.id = coalesce(copy.book, \(Self.bookNow("expected")))
            LEFT JOIN loan ON loan.copy = copy.id AND returned IS NULL
            WHERE inventory = ?1 AND gone IS NULL AND (expected.copy IS NULL OR copy.id NOT NULL)
                AND (expected.book IS NULL OR present.id NOT NULL)
            ORDER BY expected.id
            """, inventory)
    }

    /// Copies of the books that were seen, which are not expected.
    private func otherCopies(in inventory: Int64) throws -> [BookKey: [ExpectedCopy]] {
        try grouped(
            """
            \(Self.seen)
            SELECT book.isbn, iif(book.isbn IS NULL, book.id, NULL) AS book, copy.id AS copy, label, place, person,
                0 AS expected, gone, reason, \(Self.times)
            FROM copy JOIN book ON book.id = copy.book
            LEFT JOIN loan ON loan.copy = copy.id AND returned IS NULL
            WHERE (gone NOT NULL
                    OR copy.id NOT IN (SELECT copy FROM inventory_copy WHERE inventory = ?1 AND copy NOT NULL))
                AND book.id IN (
                    SELECT shown.id FROM seen JOIN book AS shown ON shown.isbn = seen.isbn OR shown.id = seen.book WHERE sure)
            ORDER BY copy.id
            """, inventory)
    }

    /// Of copies, in an inventory `?1`.
    private static let times = """
        moved, loan.lent, (SELECT max(returned) FROM loan AS former WHERE former.copy = copy.id) AS returned,
        (SELECT begun FROM inventory WHERE id = ?1) AS begun
        """

    private func grouped(_ sql: String, _ inventory: Int64) throws -> [BookKey: [ExpectedCopy]] {
        var copies: [BookKey: [ExpectedCopy]] = [:]
        let rows = try Row.fetchCursor(
            cachedStatement(sql: sql), arguments: [inventory, try mergedBooks(in: inventory)])
        while let row = try rows.next() {
            copies[BookKey(row), default: []].append(
                ExpectedCopy(
                    id: (row["copy"] as Int64?).map { CopyID($0) }, label: row["label"],
                    place: row["place"], isInScope: row["expected"],
                    gone: (row["gone"] as String?).flatMap { PartialDate($0) },
                    reason: (row["reason"] as String?).flatMap(BookCopy.Reason.init),
                    borrower: row["person"],
                    lent: (row["lent"] as Int64?).map { Date(seconds: $0) },
                    // In whole seconds: what was done within that second was done before.
                    counted: Date(milliseconds: row["begun"] * 1000 + 999),
                    moved: (row["moved"] as Int64?).map { Date(milliseconds: $0) },
                    returned: (row["returned"] as Int64?).map { Date(seconds: $0) }))
        }
        return copies
    }

    private func sightings(in inventory: Int64) throws -> [BookKey: [InventorySighting]] {
        var sightings: [BookKey: [InventorySighting]] = [:]
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    \(Self.seen)
                    SELECT isbn, book, sure, box, copy, position, name, sha256, page, place, recorded, label_photo,
                        length(sha256) < 64 AS by_hand
                    FROM seen JOIN inventory_photo AS taken ON taken.id = seen.photo WHERE label IS NULL
                    ORDER BY recorded, taken.id, position
                    """), arguments: [inventory, try mergedBooks(in: inventory)])
        while let row = try rows.next() {
            sightings[BookKey(row), default: []].append(
                InventorySighting(
                    photo: PhotoPage(photo: row["name"], page: row["page"]), sha256: row["sha256"],
                    place: row["place"],
                    box: BoxText.decoded(row["box"]), isSure: row["sure"],
                    copy: (row["copy"] as Int64?).map { CopyID($0) }, isByHand: row["by_hand"],
                    recorded: (row["recorded"] as Int64?).map { Date(milliseconds: $0) },
                    position: row["position"], labelPhoto: LabelPhotoText.decoded(row["label_photo"])))
        }
        return sightings
    }

    /// Photos without a sure book, with the likeliest candidate. One that shows none according to a decision is not in doubt.
    private func doubtfulPhotos(in inventory: Int64) throws -> [InventoryLine] {
        try all(
            """
            \(Self.seen)
            SELECT name, sha256, page, place, isbn, box, position FROM inventory_photo AS taken
            LEFT JOIN (
                SELECT photo, isbn, box, min(position) AS position FROM seen
                WHERE NOT sure AND isbn NOT NULL GROUP BY photo
            ) AS candidate ON candidate.photo = taken.id
            WHERE inventory = ?1 AND taken.id NOT IN (SELECT photo FROM seen WHERE sure)
                AND (candidate.photo NOT NULL OR taken.id NOT IN (SELECT photo FROM decided))
            ORDER BY taken.id
            """, inventory, mergedBooks(in: inventory)
        ) { row in
            InventoryLine(
                finding: InventoryFinding(
                    .doubtful,
                    sighting: InventorySighting(
                        photo: PhotoPage(photo: row["name"], page: row["page"]), sha256: row["sha256"],
                        place: row["place"], box: BoxText.decoded(row["box"] ?? ""), isSure: false,
                        position: row["position"])),
                isbn: (row["isbn"] as Int64?).flatMap { ISBN(value: UInt64($0)) })
        }
    }
}

/// The photo of a label as it is stored.
enum LabelPhotoText {
    static func encoded(_ photo: LabelPhoto?) throws -> String? {
        try photo.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    }

    static func decoded(_ text: String?) -> LabelPhoto? {
        text.flatMap { try? JSONDecoder().decode(LabelPhoto.self, from: Data($0.utf8)) }
    }
}

extension InventoryFinding {
    fileprivate var atLabel: InventoryFinding {
        var finding = self
        finding.sighting = sighting?.atLabel
        return finding
    }
}

/// A box as it is stored.
enum BoxText {
    static func encoded(_ box: [PhotoPoint]) -> String {
        box.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    }

    static func decoded(_ text: String) -> [PhotoPoint] {
        text.split(separator: " ").compactMap { point in
            let parts = point.split(separator: ",").compactMap { Int($0) }
            return parts.count == 2 ? PhotoPoint(x: parts[0], y: parts[1]) : nil
        }
    }
}

extension [InventoryLine] {
    /// By place, then by title.
    fileprivate mutating func sort() {
        let places = Set(map(\.place)).sorted(by: NaturalOrder.precedes)
        let ranks = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0.element, $0.offset) })
        func order(_ line: InventoryLine) -> (Int, String, UInt64, Int64) {
            (
                ranks[line.place] ?? 0, line.title ?? "", line.isbn?.value ?? 0,
                line.finding.copy?.id?.value ?? 0
            )
        }
        sort { order($0) < order($1) }
    }
}

extension InventoryLine {
    fileprivate var place: String { finding.copy?.place ?? finding.sighting?.place ?? "" }
}
