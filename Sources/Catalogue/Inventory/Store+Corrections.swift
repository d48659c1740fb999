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

    public init(sha256: String, page: Int = 1, wrong: Reading? = nil, right: ISBN? = nil) {
        (self.sha256, self.page, self.wrong, self.right) = (sha256, page, wrong, right)
    }
}

/// A book that a photo shows according to a decision, as it is stored.
struct DecidedBook: Codable {
    var isbn: Int64
    var position: Int
    /// See `BoxText`.
    var box: String

    init(isbn: ISBN, position: Int, box: String) {
        (self.isbn, self.position, self.box) = (Int64(isbn.value), position, box)
    }
}

extension Store {
    /// Decides what a photo of an inventory shows: what it shows by now, corrected. The labels of copies stay.
    ///
    /// - Throws: `inventory`, if it is unknown or ended, or if the photo doesn't show what is to be corrected.
    public func correct(
        _ correction: PhotoCorrection, in name: String, on date: Date = .now
    ) throws(CatalogueError) {
        try write { db in
            let id = try db.openInventory(name)
            guard let photo = try db.photo(correction.sha256, correction.page, in: id) else {
                throw CatalogueError.inventory(.notSeen(name))
            }
            var books = try db.booksSeen(in: photo, of: id)
            var position = min(books.map(\.position).min() ?? 0, 0) - 1
            var box = ""
            if let wrong = correction.wrong {
                let index = books.firstIndex { $0.position == wrong.position && $0.isbn == wrong.isbn13 }
                guard let index else { throw CatalogueError.inventory(.notSeen(name)) }
                (position, box) = (books[index].position, books[index].box)
                books.remove(at: index)
            }
            // One who names a book that was read as a candidate is sure of it; the other candidates are none.
            books.removeAll { !$0.isSure || (correction.wrong == nil && correction.right == nil) }
            var shown = books.compactMap { book in
                book.isbn.map { DecidedBook(isbn: $0, position: book.position, box: book.box) }
            }
            if let right = correction.right {
                shown.append(DecidedBook(isbn: right, position: position, box: box))
            }
            try db.decide(
                correction.sha256, correction.page,
                book: books.lazy.filter { $0.isbn == nil }.compactMap(\.book).first,
                books: shown.isEmpty ? nil : shown, date: date)
        }
    }

    /// What a person decided about an inventory's photos and didn't undo, the latest first.
    public func corrections(
        in inventory: Int64, by person: String, limit: Int
    ) throws(CatalogueError) -> [HistoryEntry] {
        try read { db in
            try db.all(
                """
                SELECT id, date, detail FROM change WHERE person = ?1 AND action = ?2 AND undone IS NULL AND EXISTS (
                    SELECT 1 FROM change_row JOIN inventory_photo AS taken
                    ON taken.sha256 = json_extract(coalesce(after, before), '$.sha256')
                        AND taken.page = json_extract(coalesce(after, before), '$.page')
                    WHERE change = change.id AND kind = 'decision' AND taken.inventory = ?3)
                ORDER BY id DESC LIMIT ?4
                """, person, HistoryEntry.Action.decide.rawValue, inventory, limit
            ) { row in
                HistoryEntry(
                    id: row["id"], date: Date(seconds: row["date"]), person: person, action: .decide,
                    detail: row["detail"], books: 0)
            }
        }
    }
}

extension Database {
    fileprivate func photo(_ sha256: String, _ page: Int, in inventory: Int64) throws -> Int64? {
        try number(
            """
            SELECT id FROM inventory_photo
            WHERE inventory = ? AND sha256 = ? AND page = ? AND length(sha256) = 64
            """, inventory, sha256, page)
    }

    /// Without the copies and other labels in it.
    fileprivate func booksSeen(
        in photo: Int64, of inventory: Int64
    ) throws -> [(position: Int, isbn: ISBN?, book: BookID?, isSure: Bool, box: String)] {
        try all(
            """
            \(Self.seen)
            SELECT position, isbn, book, sure, box FROM seen
            WHERE photo = ?2 AND copy IS NULL AND label IS NULL ORDER BY position
            """, inventory, photo
        ) { row in
            (
                position: row["position"], isbn: Self.isbn(row["isbn"]),
                book: (row["book"] as Int64?).map { BookID($0) }, isSure: row["sure"], box: row["box"]
            )
        }
    }
}
