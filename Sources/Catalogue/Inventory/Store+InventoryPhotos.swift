// What photos, and people without a photo, show in an inventory.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Whether a photo was taken stock of; if so, its place is corrected if one is given.
    public func isInventoried(
        _ sha256: String, in name: String, at place: String?
    ) throws(CatalogueError) -> Bool {
        try write { db in
            let id = try db.openInventory(name)
            try BookCopy.checkLength(of: place)
            try db.run(
                """
                UPDATE inventory_photo SET place = ?1, recorded = ?2
                WHERE inventory = ?3 AND sha256 = ?4 AND place IS NOT ?1 AND ?1 NOT NULL
                """, place, Date.now.milliseconds, id, sha256)
            return try db.number(
                "SELECT 1 FROM inventory_photo WHERE inventory = ? AND sha256 = ?", id, sha256) != nil
        }
    }

    /// Stores what was read in a photo; the same photo replaces what was stored of it, but keeps its place if none is given.
    /// So does one that was read from the same file, if the former one showed no book for sure and nobody decided on it: file
    /// names are used again for other books, too. Decisions on the photo need not be applied.
    ///
    /// - Parameters:
    ///   - place: see `BookCopy.path(_:)`.
    ///   - file: an absolute path; `nil` if it is unknown.
    ///   - others: the files of the other photos, if it is of several photos of one book.
    /// - Returns: whether it shows the label of a copy.
    /// - Throws: `inventory`, if it is unknown or ended; `wrongCopy`, if the place is too long.
    @discardableResult
    public func take(
        _ record: PhotoRecord, into name: String, at place: String?, from file: String? = nil,
        others: [String] = [], on date: Date = .now
    ) throws(CatalogueError) -> Bool {
        guard let sha256 = record.sha256 else { return false }
        return try write { db in
            let id = try db.openInventory(name)
            try BookCopy.checkLength(of: place)
            let former = try db.first(
                "SELECT place, recorded FROM inventory_photo WHERE inventory = ? AND sha256 = ? AND page = ?",
                id,
                sha256, record.page
            ) { (place: $0["place"] as String?, recorded: $0["recorded"] as Int64?) }
            let replaced = try db.dropFormerPhotos(
                in: [file].compactMap(\.self) + others, of: id, unless: sha256)
            let known = try place ?? former?.place ?? replaced ?? db.place(ofPhoto: sha256, in: id)
            // A photo that is read again shows what it showed before.
            let recorded = former.map { $0.place == known ? $0.recorded : date.milliseconds }
            try db.run(
                "DELETE FROM inventory_photo WHERE inventory = ? AND sha256 = ? AND page = ?", id, sha256,
                record.page)
            try db.run(
                """
                INSERT INTO inventory_photo (inventory, sha256, page, name, place, recorded, file)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, id, sha256, record.page, record.photo, known, recorded ?? date.milliseconds, file)
            let photo = db.lastInsertedRowID
            let sightings = try db.sightings(in: record)
            for (position, seen) in sightings {
                try db.run(
                    """
                    INSERT INTO inventory_sighting (photo, position, isbn, book, sure, box, copy, label, label_photo)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """, photo, position, seen.isbn.map { Int64($0.value) },
                    seen.isbn == nil ? seen.book?.value : nil, seen.isSure, BoxText.encoded(seen.shownBox),
                    seen.copy?.value, seen.label, LabelPhotoText.encoded(seen.labelPhoto))
            }
            return sightings.contains { $0.seen.copy != nil }
        }
    }

    /// Stores that somebody has seen a copy without a photo; only the last place counts.
    ///
    /// - Parameter place: see `BookCopy.path(_:)`.
    /// - Throws: `inventory`, if it is unknown or ended; `unknownCopy`; `wrongCopy`, if the place is too long.
    public func see(
        _ copy: CopyID, in name: String, at place: String?, by person: String, on date: Date = .now
    ) throws(CatalogueError) {
        try write { db in
            let id = try db.openInventory(name)
            try BookCopy.checkLength(of: place)
            let copy = try db.copy(copy.description)
            let key = "\(copy.id.map { "\($0)" } ?? "")"
            try db.run(
                """
                INSERT INTO inventory_photo (inventory, sha256, page, name, place, recorded) VALUES (?, ?, 1, ?, ?, ?)
                ON CONFLICT DO UPDATE SET name = excluded.name, place = excluded.place, recorded = excluded.recorded
                """, id, key, Database.sightingName(of: person), place, date.milliseconds)
            try db.run(
                """
                INSERT OR REPLACE INTO inventory_sighting (photo, position, isbn, book, sure, box, copy)
                SELECT id, -1, ?, ?, 1, '', ? FROM inventory_photo WHERE inventory = ? AND sha256 = ?
                """, copy.isbn.map { Int64($0.value) }, copy.isbn == nil ? copy.book?.value : nil,
                copy.id?.value,
                id, key)
        }
    }
}

extension PhotoRecord {
    /// The own ISBN of each book in the photo; of an uncertain photo its candidates.
    fileprivate var ownReadings: [ISBNReading] {
        status == .found ? ownISBNs : status == .uncertain ? candidates : []
    }
}

/// A book in a photo, before it is stored.
private struct SeenBook {
    var isbn: ISBN?
    var book: BookID?
    var copy: CopyID?
    /// One that no copy has.
    var label: String?
    var box: [PhotoPoint]
    /// Of a book's photos; `nil` for the one that the record is named after.
    var photo: PhotoPage?
    /// Where its label is, if that is another of them.
    var labelPhoto: LabelPhoto?
    var isSure: Bool

    /// Empty if it is in a photo that is not shown.
    var shownBox: [PhotoPoint] { photo == labelPhoto?.photo ? box : [] }

    /// Between the centres of the boxes, in pixels; infinite if one is unknown or they are in different photos.
    func distance(to other: SeenBook) -> Double {
        if photo != other.photo || box.isEmpty || other.box.isEmpty { return .infinity }
        let (here, there) = (Bounds(of: box).middle, Bounds(of: other.box).middle)
        return hypot(here.x - there.x, here.y - there.y)
    }
}

extension Database {
    /// Removes what was read from files before, if none of their pages showed anything for sure, not even a label that no copy
    /// has, and nobody decided on them.
    ///
    /// - Returns: where they were taken, if that was said.
    fileprivate func dropFormerPhotos(
        in files: [String], of inventory: Int64, unless sha256: String
    ) throws -> String? {
        if files.isEmpty { return nil }
        let former = try all(
            """
            SELECT sha256 FROM inventory_photo AS taken
            WHERE inventory = ?1 AND file IN (SELECT value FROM json_each(?2)) AND sha256 <> ?3 AND NOT EXISTS (
                SELECT 1 FROM inventory_photo AS part
                LEFT JOIN inventory_sighting AS seen ON seen.photo = part.id
                LEFT JOIN decision ON decision.sha256 = part.sha256 AND decision.page = part.page
                WHERE part.inventory = ?1 AND part.sha256 = taken.sha256
                    AND (seen.sure OR seen.copy NOT NULL OR seen.label NOT NULL OR decision.sha256 NOT NULL))
            """, inventory, String(decoding: try JSONEncoder().encode(files), as: UTF8.self), sha256
        ) { $0["sha256"] as String }
        var place: String?
        for sha256 in former {
            place = try self.place(ofPhoto: sha256, in: inventory) ?? place
            try run("DELETE FROM inventory_photo WHERE inventory = ? AND sha256 = ?", inventory, sha256)
        }
        return place
    }

    /// Of any of its pages.
    fileprivate func place(ofPhoto sha256: String, in inventory: Int64) throws -> String? {
        try first(
            "SELECT place FROM inventory_photo WHERE inventory = ? AND sha256 = ? AND place NOT NULL LIMIT 1",
            inventory, sha256
        ) { $0["place"] as String }
    }

    /// In place of a photo's name.
    static func sightingName(of person: String) -> String { "\(sightingName) by \(person)" }
    static let sightingName = "seen"

    /// Changes a person's name in what was seen without a photo, also in the history. The key of that is a copy's number, and
    /// no hash.
    ///
    /// - Parameter newName: `nil` removes the name.
    /// - Returns: how often it was there.
    @discardableResult
    func renameSightings(by person: String, to newName: String?) throws -> Int {
        let former = Self.sightingName(of: person)
        let name = newName.map(Self.sightingName(of:)) ?? Self.sightingName
        for side in ["before", "after"] {
            try run(
                """
                UPDATE change_row SET \(side) = json_replace(\(side), '$.name', ?)
                WHERE kind = 'inventory_photo' AND json_extract(\(side), '$.name') = ?
                """, name, former)
        }
        try run("UPDATE inventory_photo SET name = ? WHERE name = ? AND length(sha256) < 64", name, former)
        return changesCount
    }

    /// The books that a photo shows, with their positions: the copies of known labels, and the books of ISBNs in the order
    /// in which they stand, once for each of several copies. A label settles what an uncertain photo shows. One whose book
    /// was read nowhere in the photo has a negative position, since its place among the others is unknown; so has one that
    /// no copy has.
    fileprivate func sightings(
        in record: PhotoRecord
    ) throws -> [(position: Int, seen: SeenBook)] {
        let labels = record.others.filter { $0.number.kind == .label }
        let hashes = Dictionary(record.photos.map { ($0.place, $0.sha256) }) { one, _ in one }
        func other(_ photo: PhotoPage?) -> PhotoPage? { photo == record.place ? nil : photo }
        func labelPhoto(_ label: OtherReading) -> LabelPhoto? {
            other(label.photo).map { LabelPhoto(photo: $0, sha256: hashes[$0] ?? nil) }
        }
        var unknown: [SeenBook] = []
        var labelled = try labels.compactMap { label -> SeenBook? in
            guard let copy = try copy(labelled: label.number.value) else {
                unknown.append(
                    SeenBook(
                        label: label.number.value, box: label.box, photo: other(label.photo),
                        labelPhoto: labelPhoto(label),
                        isSure: false))
                return nil
            }
            return SeenBook(
                isbn: copy.isbn, book: copy.book, copy: copy.id, box: label.box, photo: other(label.photo),
                labelPhoto: labelPhoto(label), isSure: true)
        }
        var seen: [SeenBook] = []
        if labelled.isEmpty || record.status == .found {
            let isSure = record.status == .found
            seen = record.ownReadings.flatMap { reading in
                let copies = isSure ? reading.copies : []
                return (copies.count > 1 ? copies : [reading.witnesses.first?.box ?? []]).map {
                    SeenBook(
                        isbn: reading.isbn, box: $0, photo: other(reading.witnesses.first?.photo),
                        isSure: isSure)
                }
            }
        }
        if seen.isEmpty, labelled.isEmpty, let chosen = record.chosenBook,
            let book = try storedBook(.id(chosen.id)), chosen.isSame(as: book)
        {
            seen = [SeenBook(isbn: book.isbn, book: book.id, box: [], isSure: true)]
        }
        // Of several copies of one book, the nearest bars and label are of one copy.
        let pairs = seen.indices.flatMap { place in
            labelled.indices.filter { labelled[$0].isbn == seen[place].isbn }.map { own in
                (distance: labelled[own].distance(to: seen[place]), place: place, own: own)
            }
        }
        var rest = Set(labelled.indices)
        for pair in pairs.sorted(by: <) where seen[pair.place].copy == nil && rest.remove(pair.own) != nil {
            let label = labelled[pair.own]
            seen[pair.place].copy = label.copy
            seen[pair.place].labelPhoto = label.labelPhoto
            if label.photo == seen[pair.place].photo { continue }
            (seen[pair.place].box, seen[pair.place].photo) = (label.box, label.photo)
        }
        labelled = rest.sorted().map { labelled[$0] }
        return seen.enumerated().map { ($0.offset, $0.element) }
            + (labelled + unknown).enumerated().map { (-1 - $0.offset, $0.element) }
    }
}
