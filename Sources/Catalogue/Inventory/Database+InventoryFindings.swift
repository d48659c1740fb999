// What an inventory found out, from its copies and photos.
import Books
import Foundation
internal import GRDB

extension Database {
    /// What identifies a book in an inventory.
    private struct BookKey: Hashable {
        var isbn: Int64?
        var book: Int64?

        init(_ row: Row) { (isbn, book) = (row["isbn"], row["book"]) }
    }

    func findings(in inventory: Int64) throws -> [InventoryLine] {
        let merged = try mergedBooks(in: inventory)
        var copies = try expectedCopies(in: inventory, merged)
        let sightings = try sightings(in: inventory, merged)
        let isEnded = try number("SELECT ended FROM inventory WHERE id = ?", inventory) != nil
        for (key, others) in try otherCopies(in: inventory, merged) { copies[key, default: []] += others }
        var lines: [InventoryLine] = []
        var doubts: Set<PhotoPage> = []
        for key in Set(copies.keys).union(sightings.keys) {
            let seen = sightings[key] ?? []
            let expected = copies[key] ?? []
            guard seen.contains(where: \.isSure) || expected.contains(where: \.isInScope) else { continue }
            let found = try InventoryFinding.findings(of: expected, in: seen).map {
                isEnded ? try withoutOwnMove($0) : $0
            }
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
            + (try doubtfulPhotos(in: inventory, merged).filter { line in
                line.finding.sighting.map { !doubts.contains($0.photo) } ?? true
            }) + (try unknownLabels(in: inventory, merged))
    }

    /// The end of an inventory moved copies to where they were seen. Nobody has moved these since.
    private func withoutOwnMove(_ finding: InventoryFinding) throws -> InventoryFinding {
        guard finding.status == .misplaced, finding.laterChange == .moved, let seen = finding.sighting?.place,
            let copy = finding.copy?.id
        else { return finding }
        let place = try first("SELECT place FROM copy WHERE id = ?", copy.value) { $0["place"] as String? }
        guard place??.lowercased() == seen.lowercased() else { return finding }
        var finding = finding
        finding.copy?.moved = nil
        return finding
    }

    /// Once for each place where it was seen.
    private func unknownLabels(in inventory: Int64, _ merged: String) throws -> [InventoryLine] {
        try all(
            """
            \(Self.seen)
            SELECT min(taken.id), name, sha256, page, place, box, label, label_photo
            FROM seen JOIN inventory_photo AS taken ON taken.id = seen.photo WHERE label NOT NULL
            GROUP BY label, lower(place) ORDER BY min(taken.id), label
            """, inventory, merged
        ) { row in
            InventoryLine(finding: InventoryFinding(.unknownLabel, sighting: InventorySighting(row).atLabel))
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

    /// Copies that are gone are not expected any more, except those that the inventory marked as lost at its end.
    private func expectedCopies(in inventory: Int64, _ merged: String) throws -> [BookKey: [ExpectedCopy]] {
        try grouped(
            """
            WITH \(Self.merged)
            SELECT iif(present.id IS NULL, expected.isbn, present.isbn) AS isbn,
                iif(present.isbn IS NULL, present.id, NULL) AS book, copy.id AS copy, label, expected.place, person,
                1 AS expected, gone, reason, gone NOT NULL AS lost_at_end, \(Self.times)
            FROM inventory_copy AS expected LEFT JOIN copy ON copy.id = expected.copy
            LEFT JOIN book AS present ON present.id = coalesce(copy.book, \(Self.bookNow("expected")))
            LEFT JOIN loan ON loan.copy = copy.id AND returned IS NULL
            WHERE inventory = ?1 AND (gone IS NULL OR copy.id IN (\(Self.lostAtEnd)))
                AND (expected.copy IS NULL OR copy.id NOT NULL)
                AND (expected.book IS NULL OR present.id NOT NULL)
            ORDER BY expected.id
            """, inventory, merged)
    }

    /// Copies of the books that were seen, which are not expected.
    private func otherCopies(in inventory: Int64, _ merged: String) throws -> [BookKey: [ExpectedCopy]] {
        try grouped(
            """
            \(Self.seen)
            SELECT book.isbn, iif(book.isbn IS NULL, book.id, NULL) AS book, copy.id AS copy, label, place, person,
                0 AS expected, gone, reason, 0 AS lost_at_end, \(Self.times)
            FROM copy JOIN book ON book.id = copy.book
            LEFT JOIN loan ON loan.copy = copy.id AND returned IS NULL
            WHERE (gone NOT NULL AND copy.id NOT IN (\(Self.lostAtEnd))
                    OR copy.id NOT IN (SELECT copy FROM inventory_copy WHERE inventory = ?1 AND copy NOT NULL))
                AND book.id IN (
                    SELECT shown.id FROM seen JOIN book AS shown ON shown.isbn = seen.isbn OR shown.id = seen.book WHERE sure)
            ORDER BY copy.id
            """, inventory, merged)
    }

    /// The copies that the end of an inventory `?1` marked as lost, and that are still lost.
    private static let lostAtEnd = """
        SELECT missed.copy FROM inventory JOIN inventory_copy AS missed ON missed.inventory = inventory.id
        JOIN copy AS known ON known.id = missed.copy
        WHERE inventory.id = ?1 AND ended NOT NULL AND lost AND known.reason = 'lost'
        """

    /// Of copies, in an inventory `?1`.
    private static let times = """
        moved, loan.lent, (SELECT max(returned) FROM loan AS former WHERE former.copy = copy.id) AS returned,
        (SELECT begun FROM inventory WHERE id = ?1) AS begun
        """

    private func grouped(_ sql: String, _ inventory: Int64, _ merged: String) throws -> [BookKey:
        [ExpectedCopy]]
    {
        var copies: [BookKey: [ExpectedCopy]] = [:]
        let rows = try Row.fetchCursor(
            cachedStatement(sql: sql), arguments: [inventory, merged])
        while let row = try rows.next() {
            copies[BookKey(row), default: []].append(
                ExpectedCopy(
                    id: (row["copy"] as Int64?).map { CopyID($0) }, label: row["label"],
                    place: row["place"], isInScope: row["expected"],
                    gone: (row["gone"] as String?).flatMap { PartialDate($0) },
                    reason: (row["reason"] as String?).flatMap(BookCopy.Reason.init),
                    isLostAtEnd: row["lost_at_end"],
                    borrower: row["person"],
                    lent: (row["lent"] as Int64?).map { Date(seconds: $0) },
                    // In whole seconds: what was done within that second was done before.
                    counted: Date(milliseconds: row["begun"] * 1000 + 999),
                    moved: (row["moved"] as Int64?).map { Date(milliseconds: $0) },
                    returned: (row["returned"] as Int64?).map { Date(seconds: $0) }))
        }
        return copies
    }

    private func sightings(in inventory: Int64, _ merged: String) throws -> [BookKey: [InventorySighting]] {
        var sightings: [BookKey: [InventorySighting]] = [:]
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    \(Self.seen)
                    SELECT isbn, book, sure, box, copy, position, name, sha256, page, place, recorded, label_photo,
                        length(sha256) < 64 AS by_hand
                    FROM seen JOIN inventory_photo AS taken ON taken.id = seen.photo WHERE label IS NULL
                    ORDER BY recorded, taken.id, position
                    """), arguments: [inventory, merged])
        while let row = try rows.next() {
            sightings[BookKey(row), default: []].append(InventorySighting(row))
        }
        return sightings
    }

    /// Photos without a sure book, with the likeliest candidate. One that shows none according to a decision is not in doubt.
    private func doubtfulPhotos(in inventory: Int64, _ merged: String) throws -> [InventoryLine] {
        try all(
            """
            \(Self.seen)
            SELECT name, sha256, page, place, isbn, box, position, FALSE AS sure FROM inventory_photo AS taken
            LEFT JOIN (
                SELECT photo, isbn, box, min(position) AS position FROM seen
                WHERE NOT sure AND isbn NOT NULL GROUP BY photo
            ) AS candidate ON candidate.photo = taken.id
            WHERE inventory = ?1 AND taken.id NOT IN (SELECT photo FROM seen WHERE sure)
                AND (candidate.photo NOT NULL OR taken.id NOT IN (SELECT photo FROM decided))
            ORDER BY taken.id
            """, inventory, merged
        ) { row in
            InventoryLine(
                finding: InventoryFinding(.doubtful, sighting: InventorySighting(row)),
                isbn: (row["isbn"] as Int64?).flatMap { ISBN(value: UInt64($0)) })
        }
    }
}

extension InventorySighting {
    /// What the row has of it.
    init(_ row: Row) {
        self.init(
            photo: PhotoPage(photo: row["name"], page: row["page"]), sha256: row["sha256"],
            place: row["place"], box: BoxText.decoded(row["box"] ?? ""), isSure: row["sure"] ?? true,
            copy: (row["copy"] as Int64?).map { CopyID($0) }, isByHand: row["by_hand"] ?? false,
            label: row["label"], recorded: (row["recorded"] as Int64?).map { Date(milliseconds: $0) },
            position: row["position"], labelPhoto: LabelPhotoText.decoded(row["label_photo"]))
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
