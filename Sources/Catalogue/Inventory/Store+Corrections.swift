// Corrections of what an inventory's photos show, book by book.
import Books
import Foundation
internal import GRDB

/// What somebody says of a photo: that it shows a book instead of another one, one more, or one less; with neither, that it
/// shows none.
public struct PhotoCorrection: Hashable, Codable, Sendable {
    /// A book that a photo seems to show.
    public struct Reading: Hashable, Codable, Sendable {
        /// See `InventorySighting.position`.
        public var position: Int
        /// `nil` for a book without one.
        public var isbn13: ISBN?

        public init(position: Int, isbn13: ISBN?) {
            (self.position, self.isbn13) = (position, isbn13)
        }
    }

    /// Of the photo's bytes.
    public var sha256: String
    public var page: Int
    /// `nil` if nothing was misread.
    public var wrong: Reading?
    /// `nil` if there is no book.
    public var right: ISBN?
    /// How many copies of one more book the photo shows then, at least. So it makes no difference to say that twice.
    public var copies: Int

    /// Of one book in a photo.
    public static let mostCopies = 100

    public init(sha256: String, page: Int = 1, wrong: Reading? = nil, right: ISBN? = nil, copies: Int = 1) {
        (self.sha256, self.page, self.wrong, self.right) = (sha256, page, wrong, right)
        self.copies = copies
    }

    /// - Throws: `DecodingError`, also if there are too many copies.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            sha256: try keys.decode(String.self, forKey: .sha256),
            page: try keys.decode(Int.self, forKey: .page),
            wrong: try keys.decodeIfPresent(Reading.self, forKey: .wrong),
            right: try keys.decodeIfPresent(ISBN.self, forKey: .right),
            copies: try keys.decodeIfPresent(Int.self, forKey: .copies) ?? 1)
        guard (1...Self.mostCopies).contains(copies) else {
            throw DecodingError.dataCorruptedError(forKey: .copies, in: keys, debugDescription: "")
        }
    }
}

/// A photo that was taken for an inventory.
public struct InventoryPhoto: Hashable, Sendable {
    /// Of the photo's bytes.
    public var sha256: String
    public var page: Int

    public init(sha256: String, page: Int) {
        (self.sha256, self.page) = (sha256, page)
    }
}

/// A book that a photo shows according to a decision, as it is stored.
struct DecidedBook: Codable {
    var isbn: Int64
    var position: Int
    /// See `BoxText`.
    var box: String
    /// Of a candidate that nobody has decided on; `nil` otherwise.
    var isDoubtful: Bool?

    init(isbn: ISBN, position: Int, box: String, isDoubtful: Bool = false) {
        (self.isbn, self.position, self.box) = (Int64(isbn.value), position, box)
        self.isDoubtful = isDoubtful ? true : nil
    }
}

/// What a correction changes among the books of a photo, as the history keeps it: others may be taken back, and this one
/// stays.
struct PhotoBooksChange: Codable {
    /// The positions of books that are not in the photo.
    var dropped: [Int]
    var added: [DecidedBook]
}

extension Store {
    /// Decides what a photo of an inventory shows: what it shows by now, corrected. The labels of copies stay, and so do
    /// candidates that nothing was said of. What was corrected so before stays as it is.
    ///
    /// - Throws: `inventory`, if it is unknown or ended, or if the photo doesn't show what is to be corrected.
    public func correct(
        _ correction: PhotoCorrection, in name: String, on date: Date = .now
    ) throws(CatalogueError) {
        try write { db in
            let id = try db.openInventory(name)
            let (sha256, page) = (correction.sha256, correction.page)
            guard let books = try db.booksSeen(in: sha256, page, of: id) else {
                throw CatalogueError.inventory(.notSeen(name))
            }
            if correction.wrong == nil, correction.right == nil {
                guard try db.decision(sha256, page) != .rejected else { return }
                try db.decide(sha256, page, date: date)
                return try db.recordCorrection(nil, in: id)
            }
            guard !correction.holds(in: books) else { return }
            guard let change = correction.change(of: books) else {
                throw CatalogueError.inventory(.notSeen(name))
            }
            try db.decide(sha256, page, change, in: id, date: date)
            try db.recordCorrection(change, in: id)
        }
    }

    /// The books that each photo of an inventory surely shows, as often as it shows them; of those with an ISBN.
    public func booksShown(in inventory: Int64) throws(CatalogueError) -> [InventoryPhoto: [ISBN]] {
        try read { db in
            var books: [InventoryPhoto: [ISBN]] = [:]
            let rows = try db.all(
                """
                \(Database.seen)
                SELECT sha256, page, isbn FROM seen JOIN inventory_photo AS taken ON taken.id = seen.photo
                WHERE sure AND isbn NOT NULL ORDER BY taken.id, position
                """, inventory, db.mergedBooks(in: inventory)
            ) { row in
                (
                    photo: InventoryPhoto(sha256: row["sha256"], page: row["page"]),
                    isbn: Database.isbn(row["isbn"])
                )
            }
            for (photo, isbn) in rows { isbn.map { books[photo, default: []].append($0) } }
            return books
        }
    }
}

extension Database {
    /// Decides that a photo of an inventory shows what it shows by now, with a change.
    func decide(
        _ sha256: String, _ page: Int, _ change: PhotoBooksChange, in inventory: Int64, date: Date
    ) throws {
        var books = try booksSeen(in: sha256, page, of: inventory) ?? []
        let added = change.added.map {
            SeenInPhoto(isbn: Self.isbn($0.isbn), position: $0.position, box: $0.box)
        }
        books.removeAll { book in
            !book.isCopy && change.dropped.contains(book.position)
                || !book.isSure && added.contains { $0.isbn == book.isbn }
        }
        books += added
        let shown = books.compactMap(\.decided)
        let unnumbered = books.filter { $0.isbn == nil && $0.book != nil }
        try decide(
            sha256, page, book: (unnumbered.first { !$0.isCopy } ?? unnumbered.first)?.book,
            books: shown.isEmpty ? nil : shown, date: date)
    }

    /// Notes in the history what the last decision changed, and in which inventory.
    ///
    /// - Parameter change: `nil` if it is about the whole photo.
    fileprivate func recordCorrection(_ change: PhotoBooksChange?, in inventory: Int64) throws {
        guard try canRecord() else { return }
        let json = try change.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        try run(
            """
            UPDATE change_row SET after = json_set(after, '$.inventory', ?, '$.correction', json(?))
            WHERE id = (SELECT max(id) FROM change_row
                WHERE kind = 'decision' AND change = (SELECT change FROM temp.recording))
            """, inventory, json)
    }

    /// Without labels that no copy has; `nil` if the photo is not in the inventory.
    fileprivate func booksSeen(
        in sha256: String, _ page: Int, of inventory: Int64
    ) throws -> [SeenInPhoto]? {
        let photo = try number(
            """
            SELECT id FROM inventory_photo
            WHERE inventory = ? AND sha256 = ? AND page = ? AND length(sha256) = 64
            """, inventory, sha256, page)
        guard let photo else { return nil }
        return try all(
            """
            \(Self.seen)
            SELECT position, isbn, book, sure, box, copy FROM seen
            WHERE photo = ?3 AND label IS NULL ORDER BY position
            """, inventory, mergedBooks(in: inventory), photo
        ) { row in
            SeenInPhoto(
                isbn: Self.isbn(row["isbn"]), book: (row["book"] as Int64?).map { BookID($0) },
                position: row["position"], isSure: row["sure"], isCopy: (row["copy"] as Int64?) != nil,
                box: row["box"])
        }
    }
}

/// A book that a photo shows by now.
private struct SeenInPhoto {
    var isbn: ISBN?
    var book: BookID?
    var position: Int
    var isSure = true
    /// Whether the label of a copy tells so.
    var isCopy = false
    var box = ""

    var decided: DecidedBook? {
        isbn.map { DecidedBook(isbn: $0, position: position, box: box, isDoubtful: !isSure) }
    }
}

extension PhotoCorrection {
    /// What it changes among the books that a photo shows; `nil` if the photo doesn't show what is to be corrected.
    fileprivate func change(of books: [SeenInPhoto]) -> PhotoBooksChange? {
        let misread = books.first { book in
            guard let wrong else { return !book.isSure && book.isbn == right }
            return !book.isCopy && book.position == wrong.position && book.isbn == wrong.isbn13
        }
        if wrong != nil, misread == nil { return nil }
        var dropped = misread.map { [$0.position] } ?? []
        // The candidates of a photo are readings of one book, which is known now.
        if wrong != nil, right != nil, misread?.isSure == false {
            dropped = books.filter { !$0.isSure }.map(\.position)
        }
        let next = min(books.map(\.position).min() ?? 0, 0) - 1
        let count = wrong == nil ? copies - books.count { $0.isSure && $0.isbn == right } : 1
        var added: [DecidedBook] = []
        if let right {
            added = (0..<count).map { DecidedBook(isbn: right, position: next - $0, box: "") }
            if let misread { (added[0].position, added[0].box) = (misread.position, misread.box) }
        }
        return PhotoBooksChange(dropped: dropped, added: added)
    }

    /// Whether a photo that shows these books needs no correction.
    fileprivate func holds(in books: [SeenInPhoto]) -> Bool {
        guard let right else { return !books.contains { !$0.isCopy && $0.position == wrong?.position } }
        let known = books.filter { $0.isSure && $0.isbn == right }
        return wrong.map { wrong in known.contains { $0.position == wrong.position } }
            ?? (known.count >= copies)
    }
}
