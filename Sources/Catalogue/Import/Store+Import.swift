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
                let summary = try store.write { db in
                    try db.take(rows, after: summary, &earlier, listsOf: owner)
                }
                kept = isDryRun ? 0 : summary.rows
                return summary
            } catch {
                throw kept > 0 ? .importStopped(rows: kept, error) : error
            }
        }
    }

    /// Imports rows of a person's table, identified by ISBN only.
    ///
    /// - Parameters:
    ///   - owner: the owner of the lists; `nil` for shared ones.
    ///   - isDryRun: counts everything as usual, but saves nothing.
    /// - Throws: `listName`, `emptyComment`, `overlongComment`; then nothing was imported.
    package func take(
        _ rows: [ImportedEntry], listsOf owner: String?, isDryRun: Bool
    ) throws(CatalogueError) -> ImportSummary {
        try write { db in
            func summary() throws -> ImportSummary {
                var earlier = EarlierRows()
                return try db.take(rows, after: ImportSummary(), &earlier, listsOf: owner)
            }
            return isDryRun ? try db.dryRun(summary) : try summary()
        }
    }
}

extension Database {
    /// Runs `body` and rolls back.
    func dryRun<Value>(_ body: () throws -> Value) throws -> Value {
        var value: Value?
        try inSavepoint {
            value = try body()
            return .rollback
        }
        return value!
    }

    fileprivate func take(
        _ rows: [ImportedEntry], after summary: ImportSummary, _ earlier: inout EarlierRows,
        listsOf owner: String?
    ) throws -> ImportSummary {
        var summary = summary.counting(rows)
        let known = try lists(of: owner)
        let rows = rows.map { $0.onLists(of: known) }
        summary.newLists += newLists(in: rows, beside: known)
        var commented: Set<BookID> = []
        for row in rows { try take(row, into: &summary, &commented, after: &earlier, listsOf: owner) }
        // All at once and in order, because SQLite flushes the full-text index before it returns to an earlier book.
        for book in commented.sorted(by: { $0.value < $1.value }) { try index(book) }
        return summary
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

    /// The rows' lists that do not exist yet, in order.
    private func newLists(in rows: [ImportedEntry], beside known: [BookList]) -> [NewList] {
        var known = known
        return rows.flatMap(\.lists).uniqued.compactMap { name in
            guard let list = NewList(name, beside: known) else { return nil }
            known.append(BookList(name: list.name, count: 0))
            return list
        }
    }

    /// - Parameter commented: gets the books whose comments have to be indexed.
    private func take(
        _ row: ImportedEntry, into summary: inout ImportSummary, _ commented: inout Set<BookID>,
        after earlier: inout EarlierRows, listsOf owner: String?
    ) throws {
        let (id, change) = try save(row.book, after: earlier, isExact: row.isExact)
        earlier.add(row.book, of: id)
        switch change {
        case .added: summary.added += 1
        case .changed: summary.changed += 1
        case .none: summary.unchanged += 1
        }
        for list in row.lists where try owner.map({ try add(id, to: list, of: $0) }) ?? add(id, to: list) {
            summary.listed += 1
        }
        summary.listed += try take(row.readings, of: id)
        if !row.isExact, try dropFromWanted(id, row, owner) { summary.noLongerWanted += 1 }
        for comment in row.comments {
            let (comment, book) = try placed(comment, on: id)
            guard try importComment(comment, of: row, on: book, after: &earlier) else { continue }
            summary.comments += 1
            let isBare = comment.text.isEmpty && change == .added && book == id
            if !isBare { commented.insert(book) }
        }
        if let rating = row.rating, try earlier.ratings.insert(work(of: id)).inserted {
            try save(rating, of: id, under: row.book.isbn, renewsDate: false)
        }
    }

    /// Removes a book from `wanted` if a row says that it is owned or read, and adds it if the row says so
    /// nevertheless.
    private func dropFromWanted(_ id: BookID, _ row: ImportedEntry, _ owner: String?) throws -> Bool {
        let says = row.lists.contains(ListName.owned) || row.readings.contains { $0.state == .read }
        guard try says || row.lists.contains(ListName.wanted) && isOwnedOrRead(id, row, owner) else {
            return false
        }
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

    private func isOwnedOrRead(_ id: BookID, _ row: ImportedEntry, _ owner: String?) throws -> Bool {
        try number(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM reading WHERE book = ?1 AND person = ?2 AND state = 'read')
                OR EXISTS (SELECT 1 FROM personal_entry WHERE book = ?1 AND person = ?3 AND key = 'owned')
                OR (?3 IS NULL AND EXISTS (SELECT 1 FROM list_entry WHERE book = ?1
                    AND list = (SELECT id FROM list WHERE key = 'owned')))
            """, id.value, row.person, owner) != nil
    }

    /// An imported comment, and the edition that it goes to. A reply loses its parent, but not its text, if its author
    /// may not reply to that, or it is about another work.
    private func placed(_ comment: Comment, on id: BookID) throws -> (comment: Comment, book: BookID) {
        var alone = comment
        alone.parent = nil
        guard let parent = comment.parent else { return (alone, id) }
        var reply = comment
        do {
            let book = try place(&reply, below: parent)
            return try work(of: book) == work(of: id) ? (reply, book) : (alone, id)
        } catch CatalogueError.unknownComment {
            return (alone, id)
        }
    }

    /// Adds an imported comment, or updates an earlier import of it, unless it was edited here. A comment that the form of
    /// the file would have with this text and rating is there already. A person's different comments in one file are all
    /// kept; stars alone add nothing to stars from an earlier row.
    ///
    /// - Returns: whether anything changed.
    private func importComment(
        _ comment: Comment, of row: ImportedEntry, on id: BookID, after earlier: inout EarlierRows
    ) throws -> Bool {
        try comment.check()
        let known = try all(
            """
            SELECT id, source, edited, rating, text FROM comment WHERE book = ? AND author = ? AND private = ?
            ORDER BY id
            """, id.value, comment.person, comment.isPrivate
        ) {
            (
                id: $0["id"] as Int64, source: $0["source"] as String?, edited: $0["edited"] as Int64?,
                rating: ($0["rating"] as Double?).flatMap { Rating(halves: $0) }, text: $0["text"] as String
            )
        }
        let same = known.first {
            let forms = [$0.rating] + (row.isExact ? [] : [$0.rating?.rounded(to: row.ratingStep)])
            return $0.text == comment.text && forms.contains(comment.rating)
        }
        if let same {
            earlier.comments.insert(same.id)
            return false
        }
        let isRated = known.contains { $0.rating != nil && earlier.comments.contains($0.id) }
        if comment.text.isEmpty, isRated { return false }
        let imported = known.first { $0.source == comment.source && !earlier.comments.contains($0.id) }
        guard let imported else {
            earlier.comments.insert(try insert(comment, on: id))
            return true
        }
        earlier.comments.insert(imported.id)
        guard imported.edited == nil else { return false }
        try run(
            "UPDATE comment SET rating = ?, text = ?, spoiler = ? WHERE id = ?", comment.rating?.halves,
            comment.text, comment.isSpoiler, imported.id)
        return true
    }
}

extension ImportedEntry {
    /// On the lists of these that only differ in separators of values, for which many formats have no room in names.
    fileprivate func onLists(of known: [BookList]) -> Self {
        guard !isExact, !lists.isEmpty else { return self }
        var entry = self
        entry.lists = lists.map { name in
            guard !known.contains(where: { ListName($0.name)?.key == ListName(name)?.key }) else {
                return name
            }
            return known.first { $0.name.withoutSeparators == name.withoutSeparators }?.name ?? name
        }
        return entry
    }
}
