// Imports files into the store. Importing a file again changes nothing.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Imports the rest of a file, a thousand books in each transaction: an interrupted import leaves complete books,
    /// and importing again adds only what is missing.
    ///
    /// - Parameters:
    ///   - isDryRun: imports into a copy of the store, which is not kept.
    ///   - refuse: is called for each row that is not imported, or only without its ISBN, in the order of the file.
    /// - Throws: `unreadable`; `importStopped` if a part was saved; and errors of writing to the store.
    public func importEntries(
        _ reader: inout any EntryReader, isDryRun: Bool = false,
        refuse: (RefusedRow) -> Void
    ) throws(CatalogueError) -> ImportSummary {
        try importEntries(&reader, listsOf: nil, isDryRun: isDryRun, refuse: refuse)
    }

    /// - Parameters:
    ///   - owner: the owner of the lists; `nil` for shared ones.
    ///   - needsISBN: rejects books without one.
    package func importEntries(
        _ reader: inout any EntryReader, listsOf owner: String?, needsISBN: Bool = false, isDryRun: Bool,
        refuse: (RefusedRow) -> Void
    ) throws(CatalogueError) -> ImportSummary {
        let store = isDryRun ? try temporaryCopy() : self
        var kept = 0
        var earlier = EarlierRows()
        return try reader.entries(needsISBN: needsISBN, refuse: refuse) {
            rows, summary throws(CatalogueError) in
            do throws(CatalogueError) {
                let taken = try store.write { db in
                    try db.take(rows, after: summary, &earlier, listsOf: owner)
                }
                kept = isDryRun ? 0 : taken.summary.rows
                return taken
            } catch {
                throw kept > 0 ? .importStopped(rows: kept, error) : error
            }
        }
    }

    /// Imports rows of a person's table, identified by ISBN only.
    ///
    /// - Parameters:
    ///   - owner: the owner of the lists; `nil` for shared ones.
    ///   - isDryRun: imports into a copy of the store, which is not kept.
    /// - Throws: `listName`, `emptyComment`, `overlongComment`; then nothing was imported.
    package func take(
        _ rows: [ImportedEntry], listsOf owner: String?, isDryRun: Bool
    ) throws(CatalogueError) -> ImportSummary {
        let store = isDryRun ? try temporaryCopy() : self
        return try store.write { db in
            var earlier = EarlierRows()
            return try db.take(rows, after: ImportSummary(), &earlier, listsOf: owner).summary
        }
    }
}

/// The result of saving a batch of rows.
package struct TakenRows {
    package var summary: ImportSummary
    /// Rows that were not imported, by their places in the batch.
    package var refused: [Int: RefusedRow.Reason]

    package init(summary: ImportSummary, refused: [Int: RefusedRow.Reason] = [:]) {
        (self.summary, self.refused) = (summary, refused)
    }
}

/// A row whose book is saved.
private struct SavedRow {
    var entry: ImportedEntry
    var id: BookID
    var isNew: Bool
}

extension Database {
    fileprivate func take(
        _ rows: [ImportedEntry], after summary: ImportSummary, _ earlier: inout EarlierRows,
        listsOf owner: String?
    ) throws -> TakenRows {
        var taken = TakenRows(summary: summary)
        var saved: [SavedRow] = []
        for (place, row) in rows.enumerated() {
            if let row = try save(row, after: &earlier, &taken, place) { saved.append(row) }
        }
        var summary = taken.summary.counting(saved.map(\.entry))
        let (entries, newLists) = try onKnownLists(saved.map(\.entry), of: owner)
        summary.add(newLists)
        var comments: [ImportedComment] = []
        var later = Dictionary(grouping: entries.indices.filter { !entries[$0].readings.isEmpty }) {
            saved[$0].id
        }
        for place in saved.indices {
            saved[place].entry = entries[place]
            later[saved[place].id]?.removeAll { $0 == place }
            let readings = later[saved[place].id]?.flatMap { entries[$0].readings } ?? []
            try take(
                saved[place], before: readings, into: &summary, &comments, after: &earlier, listsOf: owner)
        }
        let changed = try importComments(comments, after: &earlier)
        summary.comments += changed.count
        let commented = Set(changed.filter { !$0.comment.text.isEmpty || !$0.isOfNewBook }.map(\.book))
        // All at once and in order, because SQLite flushes the full-text index before it returns to an earlier book.
        for book in commented.sorted(by: { $0.value < $1.value }) { try index(book) }
        taken.summary = summary
        return taken
    }

    /// Saves the book of a row; `nil` if it is not certain which one it is.
    private func save(
        _ row: ImportedEntry, after earlier: inout EarlierRows, _ taken: inout TakenRows, _ place: Int
    ) throws -> SavedRow? {
        let record = row.book.tidied()
        let matches = try matches(record, isExact: row.isExact)
        guard matches.count < 2 else {
            taken.refused[place] = .severalBooks(matches.count)
            return nil
        }
        let (id, change) = try save(record, as: matches.first, after: &earlier, isExact: row.isExact)
        switch change {
        case .added: taken.summary.added += 1
        case .changed: taken.summary.changed += 1
        case .none: taken.summary.unchanged += 1
        }
        return SavedRow(entry: row, id: id, isNew: change == .added)
    }

    /// - Parameter owner: the owner of personal lists; `nil` for shared ones.
    /// - Returns: the rows, on the lists that exist under nearly the same names; and those that do not exist yet, in order.
    private func onKnownLists(
        _ rows: [ImportedEntry], of owner: String?
    ) throws -> (rows: [ImportedEntry], newLists: [NewList]) {
        guard rows.contains(where: { !$0.lists.isEmpty }) else { return (rows, []) }
        var known = KnownLists(try lists(of: owner))
        let names = Set(rows.lazy.filter { !$0.isExact }.flatMap(\.lists))
        let alike = names.reduce(into: [:]) { $0[$1] = known.name(like: $1) }
        let rows = rows.map { row in
            var row = row
            if !row.isExact { row.lists = row.lists.map { alike[$0] ?? $0 } }
            return row
        }
        let newLists = rows.flatMap(\.lists).uniqued.compactMap { name in
            let list = NewList(name, beside: known)
            if let list { known.add(list.name) }
            return list
        }
        return (rows, newLists)
    }

    /// - Parameter owner: the owner of personal lists; `nil` for shared ones.
    private func lists(of owner: String?) throws -> [BookList] {
        if let owner {
            try all("SELECT min(name) AS name FROM personal_entry WHERE person = ? GROUP BY key", owner) {
                BookList(name: $0["name"], count: 0)
            }
        } else {
            try all("SELECT name FROM list") { BookList(name: $0["name"], count: 0) }
        }
    }

    /// - Parameters:
    ///   - later: the readings in later rows about the same book.
    ///   - comments: gets those of the row.
    private func take(
        _ saved: SavedRow, before later: [ReadingStatus], into summary: inout ImportSummary,
        _ comments: inout [ImportedComment], after earlier: inout EarlierRows, listsOf owner: String?
    ) throws {
        let (row, id) = (saved.entry, saved.id)
        let isHeld = try !row.isExact && holds(id, row, owner)
        let lists = row.lists.filter { !isHeld || $0 != ListName.wanted }
        for list in lists where try owner.map({ try add(id, to: list, of: $0) }) ?? add(id, to: list) {
            summary.listed += 1
        }
        let readings = try take(row.readings, of: id, before: later, after: &earlier.readings)
        summary.listed += readings.changed
        if readings.isOutdated { summary.outdatedReadings += 1 }
        if isHeld, try dropFromWanted(id, owner) || lists != row.lists { summary.noLongerWanted += 1 }
        comments += try withoutKnownCounts(row.comments, of: id).map {
            ImportedComment(
                comment: $0, book: id, ratingStep: row.isExact ? nil : row.ratingStep,
                hasOwnDay: row.hasReviewDay, isOfNewBook: saved.isNew)
        }
        if let rating = row.rating, try earlier.ratings.insert(work(of: id)).inserted {
            try save(rating, of: id, under: row.book.isbn, renewsDate: false)
        }
    }

    /// - Returns: whether it was wanted.
    private func dropFromWanted(_ id: BookID, _ owner: String?) throws -> Bool {
        if let owner {
            try run(
                "DELETE FROM personal_entry WHERE person = ? AND key = ? AND book = ?", owner,
                ListName.wanted,
                id.value)
        } else {
            try dropFromWanted([.id(id)])
        }
        return changesCount > 0
    }

    /// Whether a row newly says that a book is owned or read, or newly wants one that is. One that a person wants nevertheless
    /// stays so.
    private func holds(_ id: BookID, _ row: ImportedEntry, _ owner: String?) throws -> Bool {
        let former = try standing(of: id, row, owner)
        return !former.isOwned && row.lists.contains(ListName.owned)
            || !former.isRead && row.readings.contains { $0.state == .read }
            || !former.isWanted && row.lists.contains(ListName.wanted) && (former.isOwned || former.isRead)
    }

    private struct Standing {
        var isOwned, isWanted, isRead: Bool
    }

    /// How a book stands with the owner of a file, and on the owner's lists or the shared ones.
    private func standing(of id: BookID, _ row: ImportedEntry, _ owner: String?) throws -> Standing {
        func isListed(_ key: String) throws -> Bool {
            try number(
                """
                SELECT 1 WHERE EXISTS (SELECT 1 FROM personal_entry WHERE book = ?1 AND person = ?2 AND key = ?3)
                    OR (?2 IS NULL AND EXISTS (SELECT 1 FROM list_entry WHERE book = ?1
                        AND list = (SELECT id FROM list WHERE key = ?3)))
                """, id.value, owner, key) != nil
        }
        return Standing(
            isOwned: try isListed(ListName.owned), isWanted: try isListed(ListName.wanted),
            isRead: try number(
                "SELECT 1 FROM reading WHERE book = ? AND person = ? AND state = 'read'", id.value, row.person
            )
                != nil)
    }
}
