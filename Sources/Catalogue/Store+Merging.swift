// Makes one book of two that are the same.
import Books
import Foundation
internal import GRDB

/// What a merge would do, as one person sees it.
public struct MergePreview: Hashable, Sendable {
    public struct Side: Hashable, Sendable {
        /// Without comments, of which a book may have very many.
        public var card: BookCard
        public var comments: CommentTally
        /// On the shared lists.
        public var stock: [StockEntry]
        /// `nil` if it has none, or its picture has yet to be fetched.
        public var cover: BookCover?
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
    /// - Throws: `unknownBook`; `mergedWithItself`; `twoISBNs`.
    public func merge(
        _ other: BookSpecifier, into book: BookSpecifier, evenIfTwoISBNs: Bool, origin: Origin
    ) throws(CatalogueError) {
        try write { db in
            try db.merge(other, into: book, evenIfTwoISBNs: evenIfTwoISBNs, origin: origin)
        }
    }

    /// The book that another one became, by one merge or several that were not undone; `nil` if the other is in the
    /// store, or was not merged.
    public func successor(of book: BookSpecifier) throws(CatalogueError) -> BookSpecifier? {
        try read { db in
            guard try db.storedID(of: book) == nil, let id = try db.successor(of: book) else { return nil }
            return try db.existingBook(id).reference
        }
    }

    /// Merges the two in a copy of the store, which is not kept.
    ///
    /// - Throws: `unknownBook`; `mergedWithItself`.
    public func mergePreview(
        of other: BookSpecifier, into book: BookSpecifier, for person: String
    ) throws(CatalogueError) -> MergePreview {
        let (kept, removed) = try mergeSides(of: other, into: book, for: person)
        let copy = try temporaryCopy()
        try copy.merge(other, into: book, evenIfTwoISBNs: true, origin: .byHand)
        let merged = try copy.read { db in
            try db.mergeSide(kept.card.book.id.map { .id($0) } ?? book, for: person)
        }
        return MergePreview(kept: kept, removed: removed, merged: merged)
    }

    /// The two as they are now.
    ///
    /// - Throws: `unknownBook`; `mergedWithItself`.
    public func mergeSides(
        of other: BookSpecifier, into book: BookSpecifier, for person: String
    ) throws(CatalogueError) -> (kept: MergePreview.Side, removed: MergePreview.Side) {
        let (kept, removed) = try read { db in
            (try db.mergeSide(book, for: person), try db.mergeSide(other, for: person))
        }
        if kept.card.book.id == removed.card.book.id { throw .mergedWithItself }
        return (kept, removed)
    }
}

extension Database {
    fileprivate func mergeSide(_ book: BookSpecifier, for person: String) throws -> MergePreview.Side {
        guard let card = try card(of: book, for: person, mostComments: 0), let id = card.book.id
        else { throw CatalogueError.unknownBook(book) }
        return MergePreview.Side(
            card: card, comments: try commentTally(of: id, for: person), stock: try stock(of: id),
            cover: try cover(of: id))
    }
}

extension Database {
    fileprivate func merge(
        _ other: BookSpecifier, into book: BookSpecifier, evenIfTwoISBNs: Bool, origin: Origin
    ) throws {
        let (id, otherID) = (try existingID(of: book), try existingID(of: other))
        guard id != otherID else { throw CatalogueError.mergedWithItself }
        let before = try existingBook(id)
        let second = try existingBook(otherID)
        var merged = before
        merged.fill(from: second)
        merged.isbn = before.isbn ?? second.isbn
        merged.addOtherISBNs(of: second)
        if let first = before.isbn, let isbn = second.isbn {
            guard evenIfTwoISBNs else { throw CatalogueError.twoISBNs(first, isbn) }
            merged.addOtherISBNs([isbn])
            merged.origins[.otherISBNs] = origin
        }
        try takeOver(from: otherID, to: id)
        try drop(otherID)
        try update(before, to: merged)
        try index(id)
        try record(successor: id)
    }

    /// If both are on a list, the entry of `id` stays.
    private func takeOver(from other: BookID, to id: BookID) throws {
        try joinReservations(of: id, other)
        for table in [
            "list_entry", "copy", "reservation", "personal_entry", "comment", "identifier", "decision",
        ] {
            try run("UPDATE OR IGNORE \(table) SET book = ? WHERE book = ?", id.value, other.value)
        }
        try takeOverCover(from: other, to: id)
        try takeOverReadings(from: other, to: id)
        let (work, otherWork) = (try work(of: id), try work(of: other))
        if work != otherWork { try merge(otherWork, into: work) }
    }

    /// Names the book that stays in the history of a merge, also if none of its rows changed.
    private func record(successor id: BookID) throws {
        guard try canRecord() else { return }
        try run(
            "INSERT INTO change_row (change, kind, book) SELECT change, 'successor', ? FROM temp.recording",
            id.value)
    }

    /// The book that one that is not in the store became, by one merge or several that were not undone; `nil` if it
    /// was not merged, or is specified by an ISBN that the other does not have any more.
    func successor(of book: BookSpecifier) throws -> BookID? {
        var (next, seen) = (try mergedInto(book), Set<BookID>())
        while let id = next, seen.insert(id).inserted {
            if let kept = try storedBook(.id(id)) {
                return book.isbn.map { $0 == kept.isbn || kept.otherISBNs.contains($0) } == false ? nil : id
            }
            next = try mergedInto(.id(id))
        }
        return nil
    }

    /// The book into which a removed one was last merged.
    private func mergedInto(_ book: BookSpecifier) throws -> BookID? {
        let (column, value) =
            switch book {
            case .id(let id): ("gone.book", id.value)
            case .isbn(let isbn): ("json_extract(gone.before, '$.isbn')", Int64(isbn.value))
            }
        return try number(
            """
            SELECT kept.book FROM change_row AS gone CROSS JOIN change ON change.id = gone.change
            CROSS JOIN change_row AS kept ON kept.change = change.id
            WHERE gone.kind = 'book' AND gone.after IS NULL AND \(column) = ?
                AND action = 'merge' AND undone IS NULL AND kept.kind = 'successor'
            ORDER BY gone.change DESC LIMIT 1
            """, value
        ).map { BookID($0) }
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
