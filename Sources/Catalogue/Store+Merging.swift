// Makes one book of two that are the same.
import Books
import Foundation
internal import GRDB

/// What a merge would do, as one person sees it.
public struct MergePreview: Hashable, Sendable {
    public struct Side: Hashable, Sendable {
        public var card: BookCard
        /// On the shared lists.
        public var stock: [StockEntry]
    }

    /// The book that stays, and the one that is removed, as they are now.
    public var kept: Side
    public var removed: Side
    /// What they would become.
    public var merged: Side
}

extension Store {
    /// Merges `other` into `book`, which takes missing fields, lists, copies, comments and readings from it.
    ///
    /// - Parameter evenIfTwoISBNs: whether two books that both have an ISBN may be merged; the other's ISBN is kept
    ///   as a further one.
    /// - Throws: `unknownBook`; `twoISBNs`.
    public func merge(
        _ other: BookSpecifier, into book: BookSpecifier, evenIfTwoISBNs: Bool, origin: Origin
    ) throws(CatalogueError) {
        try write { db in
            try db.merge(other, into: book, evenIfTwoISBNs: evenIfTwoISBNs, origin: origin)
        }
    }

    /// Merges the two and rolls back.
    ///
    /// - Throws: `unknownBook`.
    public func mergePreview(
        of other: BookSpecifier, into book: BookSpecifier, for person: String
    ) throws(CatalogueError) -> MergePreview {
        try write { db in
            func side(_ book: BookSpecifier) throws -> MergePreview.Side {
                guard let card = try db.card(of: book, for: person), let id = card.book.id else {
                    throw CatalogueError.unknownBook(book)
                }
                return MergePreview.Side(card: card, stock: try db.stock(of: id))
            }
            let (kept, removed) = (try side(book), try side(other))
            let merged = try db.dryRun {
                try db.merge(other, into: book, evenIfTwoISBNs: true, origin: .byHand)
                return try side(kept.card.book.id.map { .id($0) } ?? book)
            }
            return MergePreview(kept: kept, removed: removed, merged: merged)
        }
    }
}

extension Database {
    fileprivate func merge(
        _ other: BookSpecifier, into book: BookSpecifier, evenIfTwoISBNs: Bool, origin: Origin
    ) throws {
        guard let id = try bookID(book) else { throw CatalogueError.unknownBook(book) }
        guard let otherID = try bookID(other) else { throw CatalogueError.unknownBook(other) }
        guard id != otherID else { return }
        let before = try existingBook(id)
        let second = try existingBook(otherID)
        var merged = before
        merged.fill(from: second)
        merged.isbn = before.isbn ?? second.isbn
        if let first = before.isbn, let isbn = second.isbn {
            guard evenIfTwoISBNs else { throw CatalogueError.twoISBNs(first, isbn) }
            if !merged.otherISBNs.contains(isbn) { merged.otherISBNs.append(isbn) }
            merged.origins[.otherISBNs] = origin
        }
        try takeOver(from: otherID, to: id)
        try drop(otherID)
        try update(before, to: merged)
        try index(id)
    }

    /// If both are on a list, the entry of `id` stays.
    private func takeOver(from other: BookID, to id: BookID) throws {
        try joinReservations(of: id, other)
        for table in [
            "list_entry", "copy", "reservation", "personal_entry", "comment", "identifier", "decision",
            "inventory_copy", "inventory_sighting",
        ] {
            try run("UPDATE OR IGNORE \(table) SET book = ? WHERE book = ?", id.value, other.value)
        }
        try takeOverCover(from: other, to: id)
        try takeOverReadings(from: other, to: id)
        let (work, otherWork) = (try work(of: id), try work(of: other))
        if work != otherWork { try merge(otherWork, into: work) }
    }

    /// Whoever waits for both keeps the earlier place, and whoever has a copy of one does not wait for the other.
    private func joinReservations(of book: BookID, _ other: BookID) throws {
        try run(
            """
            DELETE FROM reservation WHERE book IN (?1, ?2) AND (
                id NOT IN (SELECT min(id) FROM reservation WHERE book IN (?1, ?2) GROUP BY person)
                OR person IN (SELECT person FROM loan JOIN copy ON copy.id = loan.copy
                    WHERE book IN (?1, ?2) AND gone IS NULL AND returned IS NULL))
            """, book.value, other.value)
    }
}
