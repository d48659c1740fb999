// Copies of books.
import Books
import Foundation
internal import GRDB

/// Which copies are meant; without a condition, all that are there.
public struct CopyQuery: Hashable, Sendable {
    public var book: BookSpecifier?
    public var list: String?
    /// This place and all places in it.
    public var place: String?
    /// Whether those that are gone are included.
    public var includesGone = false
    /// The places of those that are wanted, in the order of their numbers; `nil` for all.
    public var range: Range<Int>?

    public init() {}
}

/// A copy in a table.
public struct ListedCopy: Hashable, Sendable {
    public var book: BookSpecifier
    /// `nil` if the table has none.
    public var id: CopyID?
    /// Of the book; `nil` if the table does not say it.
    public var title: String?
    public var edit: CopyEdit

    public init(book: BookSpecifier, id: CopyID? = nil, title: String? = nil, edit: CopyEdit) {
        (self.book, self.id, self.title, self.edit) = (book, id, title, edit)
    }
}

extension Store {
    /// Adds a copy of a book. A book that is specified by its ISBN may be new: it is stored with its ISBN only. It is
    /// put on the copy's list; one that is added to `owned` is removed from `wanted`.
    ///
    /// - Returns: the copy as stored.
    /// - Throws: `unknownBook`, `listName`, `wrongCopy`, `takenLabel`.
    @discardableResult
    public func add(_ copy: CopyEdit, of book: BookSpecifier) throws(CatalogueError) -> BookCopy {
        try write { db in try db.add(copy, of: book) }
    }

    /// Adds the copies of a table, in one transaction. A row with the label of a copy that is known changes that copy; so
    /// does one with the number of a copy of the same book, unless both have labels that differ. A row that names its book by
    /// a number must be of that book in this store: see `CopyDefect.otherBook`.
    ///
    /// - Parameter refuse: is called for each row that is wrong, with its place in the table.
    /// - Returns: how many were added, and how many changed.
    public func take(
        _ rows: [ListedCopy], refuse: (Int, CatalogueError) -> Void
    ) throws(CatalogueError) -> (added: Int, changed: Int) {
        try write { db in
            var counts = (added: 0, changed: 0)
            for (place, row) in rows.enumerated() {
                do {
                    try db.inSavepoint {
                        if try db.take(row) {
                            counts.added += 1
                        } else {
                            counts.changed += 1
                        }
                        return .commit
                    }
                } catch let error as CatalogueError { refuse(place, error) }
            }
            return counts
        }
    }

    /// The copy of a number, or those with a label or of a book.
    public func copies(named text: String) throws(CatalogueError) -> [BookCopy] {
        try read { db in try db.named(text) }
    }

    /// Whether any copy has a label.
    public func hasLabels() throws(CatalogueError) -> Bool {
        try read { db in try db.number("SELECT 1 FROM copy WHERE label NOT NULL LIMIT 1") != nil }
    }

    /// How many there are, whatever the range.
    ///
    /// - Throws: `unknownBook`.
    public func count(of query: CopyQuery) throws(CatalogueError) -> Int {
        try read { db in
            let (condition, values) = try db.condition(query)
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM copy WHERE \(condition)", arguments: StatementArguments(values)
            ) ?? 0
        }
    }

    /// In the order of their numbers.
    ///
    /// - Throws: `unknownBook`.
    public func copies(_ query: CopyQuery) throws(CatalogueError) -> [BookCopy] {
        try read { db in try db.copies(query) }
    }

    /// - Parameter text: `copy:12`, a label, or an ISBN or `id:…` of a book with one copy.
    /// - Throws: `unknownCopy`; `severalCopies` if it names more than one.
    public func copy(_ text: String) throws(CatalogueError) -> BookCopy {
        try read { db in try db.copy(text) }
    }

    /// Changes a copy. If it was its book's last one on its list, and is gone or on another list now, the book leaves
    /// that list.
    ///
    /// - Parameter former: the fields that the edit's author saw, which must not have changed since.
    /// - Returns: the copy as stored.
    /// - Throws: as `copy(_:)`, and `listName`, `wrongCopy`, `takenLabel`; `notAllowed` if it is lent and gone for
    ///   another reason than that it is lost.
    @discardableResult
    public func edit(
        copy text: String, _ edit: CopyEdit, former: CopyEdit = CopyEdit([:])
    ) throws(CatalogueError) -> BookCopy {
        try write { db in
            let copy = try db.copy(text)
            let changed = try edit.checked(on: copy)
            let conflicts = edit.texts.keys.filter { field in
                let now = copy.text(field)
                return former.texts[field].map { $0 != now } ?? false && changed.text(field) != now
            }
            guard conflicts.isEmpty else {
                throw CatalogueError.wrongCopy(
                    .changedMeanwhile(CopyEdit.Field.allCases.filter(conflicts.contains)))
            }
            return try db.update(changed)
        }
    }

    /// Removes a copy as if it had never been there. A book without copies leaves the list.
    ///
    /// - Returns: the copy as it was.
    /// - Throws: as `copy(_:)`; `notAllowed` if it is lent.
    @discardableResult
    public func removeCopy(_ text: String) throws(CatalogueError) -> BookCopy {
        try write { db in
            let copy = try db.copy(text)
            guard copy.loan == nil else { throw CatalogueError.notAllowed(.remove, copy) }
            try db.run("DELETE FROM copy WHERE id = ?", copy.id?.value)
            try db.leave(copy.list, copy.book)
            return copy
        }
    }

    /// Gives a label to a copy that has none; does nothing if that label names it already.
    ///
    /// - Parameter text: as for `copy(_:)`; of a book with several copies, one without a label, if these differ in
    ///   nothing else than their numbers.
    /// - Throws: as `edit(copy:_:)`, and `labelled` if the copy has another label.
    @discardableResult
    public func label(_ text: String, as label: String) throws(CatalogueError) -> BookCopy {
        try write { db in
            let owner = try db.copy(labelled: label)
            let found = try db.named(text)
            if let owner, found.contains(where: { $0.id == owner.id }) { return owner }
            let free = found.filter { $0.label == nil }
            let alike =
                free.first.map { first in free.allSatisfy { $0.isPlain && $0.isLike(first) } } ?? false
            guard var copy = alike ? free.first : free.count == 1 ? free.first : nil else {
                if found.count == 1 { throw CatalogueError.labelled(found[0].name) }
                throw found.isEmpty
                    ? CatalogueError.unknownCopy(text) : .severalCopies(text, found.map(\.name))
            }
            copy.label = label
            return try db.update(copy)
        }
    }
}

extension Database {
    /// A condition on a copy, with the result of `places(in:)` as its value.
    static let isInPlace = "place IN (SELECT value FROM json_each(?))"

    /// The places of copies that are a place or in it, as a JSON array.
    func places(in place: String?) throws -> String {
        let all = try all("SELECT DISTINCT place FROM copy WHERE place NOT NULL") { $0["place"] as String }
        let inside = all.filter { known in place.map { known.isPlace(in: $0) } ?? false }
        return String(decoding: try JSONEncoder().encode(inside), as: UTF8.self)
    }

    func copies(_ query: CopyQuery) throws -> [BookCopy] {
        var (condition, values) = try self.condition(query)
        if let range = query.range {
            condition += " ORDER BY id LIMIT ? OFFSET ?"
            values += [range.count, range.lowerBound]
        }
        return try copies(condition, values)
    }

    /// - Throws: `unknownBook`.
    fileprivate func condition(
        _ query: CopyQuery
    ) throws -> (sql: String, values: [(any DatabaseValueConvertible)?]) {
        var (conditions, values): ([String], [(any DatabaseValueConvertible)?]) = ([], [])
        if !query.includesGone { conditions.append("gone IS NULL") }
        if let book = query.book {
            guard let id = try bookID(book) else { throw CatalogueError.unknownBook(book) }
            (conditions, values) = (conditions + ["book = ?"], values + [id.value])
        }
        if let list = query.list {
            (conditions, values) = (conditions + ["list = ?"], values + [ListName(list)?.key])
        }
        if let place = query.place {
            conditions.append(Self.isInPlace)
            values.append(try places(in: BookCopy.path(place)))
        }
        return ((["1"] + conditions).joined(separator: " AND "), values)
    }

    /// - Parameter condition: on columns of `copy`, in SQL; an order and a limit may follow.
    func copies(
        _ condition: String, _ values: [(any DatabaseValueConvertible)?]
    ) throws -> [BookCopy] {
        let statement = try cachedStatement(
            sql: """
                SELECT copy.*, book.isbn, book.title, loan.person, loan.lent, loan.due
                FROM (SELECT * FROM copy WHERE \(condition)) AS copy JOIN book ON book.id = copy.book
                LEFT JOIN loan ON loan.copy = copy.id AND loan.returned IS NULL ORDER BY copy.id
                """)
        let copies = try Row.fetchAll(statement, arguments: StatementArguments(values)).map(Self.copy)
        let reserved = Set(try all("SELECT DISTINCT book FROM reservation") { BookID($0["book"]) })
        var next: [CopyID: String] = [:]
        for book in reserved.intersection(copies.compactMap(\.book)) {
            next.merge(try takers(of: book)) { first, _ in first }
        }
        return copies.map { copy in
            var copy = copy
            copy.reservedFor = copy.id.flatMap { next[$0] }
            return copy
        }
    }

    private static func copy(_ row: Row) -> BookCopy {
        var copy = BookCopy()
        (copy.id, copy.book) = (CopyID(row["id"]), BookID(row["book"]))
        (copy.isbn, copy.title) = (isbn(row["isbn"]), row["title"])
        (copy.list, copy.label, copy.place) = (row["list"], row["label"], row["place"])
        (copy.condition, copy.notes) = (row["condition"], row["notes"])
        if let price = row["price"] as Int?, let currency = row["currency"] as String? {
            copy.price = Price(minorUnits: price, currency: currency)
        }
        (copy.acquired, copy.gone) = (date(row["acquired"]), date(row["gone"]))
        copy.reason = (row["reason"] as String?).flatMap(BookCopy.Reason.init)
        copy.loan = (row["person"] as String?).map {
            Loan(
                person: $0, lent: Date(seconds: row["lent"]), due: (row["due"] as String?).flatMap { Day($0) }
            )
        }
        return copy
    }

    private static func date(_ text: String?) -> PartialDate? { text.flatMap { PartialDate($0) } }

    /// - Throws: `unknownCopy`, `severalCopies`.
    func copy(_ text: String) throws -> BookCopy {
        let found = try named(text)
        guard let copy = found.first else { throw CatalogueError.unknownCopy(text) }
        guard found.count == 1 else { throw CatalogueError.severalCopies(text, found.map(\.name)) }
        return copy
    }

    /// The copy of a number, or those with a label or of a book.
    func named(_ text: String) throws -> [BookCopy] {
        if let id = CopyID(text: text) { return try copies("id = ?", [id.value]) }
        let labelled = try copies("label = ?", [text.tidied])
        guard let book = try? BookSpecifier(text.tidied ?? ""), let id = try bookID(book) else {
            return labelled
        }
        let present = try copies("book = ? AND gone IS NULL", [id.value])
        return present + labelled.filter { copy in !present.contains { $0.id == copy.id } }
    }

    /// The copy with a label. A house may also print the numbers of its copies.
    func copy(labelled text: String) throws -> BookCopy? {
        if let copy = try copies("label = ?", [text.tidied]).first { return copy }
        guard let id = CopyID(text: text.lowercased()) else { return nil }
        return try copies("id = ?", [id.value]).first
    }

    fileprivate func add(_ copy: CopyEdit, of book: BookSpecifier) throws -> BookCopy {
        var new = BookCopy()
        new.book = try ensure(book)
        return try insert(copy.checked(on: new))
    }

    /// - Returns: whether it is a new copy.
    fileprivate func take(_ row: ListedCopy) throws -> Bool {
        try requireSameBook(row)
        guard let known = try known(row) else {
            _ = try add(row.edit, of: row.book)
            return true
        }
        var edit = row.edit
        // A table that was written before the copy got its label doesn't take it away.
        if edit.texts[.label]?.tidied == nil { edit.texts[.label] = nil }
        _ = try update(edit.checked(on: known))
        return false
    }

    /// Numbers are one store's, and those of another store are of other books.
    private func requireSameBook(_ row: ListedCopy) throws {
        guard case .id = row.book, let book = try book(row.book) else { return }
        let isSame = row.title.map { SearchText.words($0) == SearchText.words(book.title ?? "") } ?? true
        guard isSame, book.isbn == nil else {
            throw CatalogueError.wrongCopy(.otherBook(row.book, book.title ?? book.isbn?.hyphenated))
        }
    }

    private func known(_ row: ListedCopy) throws -> BookCopy? {
        let (label, book) = (row.edit.texts[.label]?.tidied, try bookID(row.book))
        if let label, let labelled = try copies("label = ?", [label]).first {
            guard labelled.book == book else { throw CatalogueError.takenLabel(label, by: labelled.name) }
            return labelled
        }
        guard let id = row.id, let book else { return nil }
        return try copies("id = ? AND book = ?", [id.value, book.value]).first {
            label == nil || $0.label == nil || $0.label == label
        }
    }

    private func insert(_ new: BookCopy) throws -> BookCopy {
        let copy = try checked(new)
        try checkLabel(of: copy)
        try copy.checkDates()
        try run(
            """
            INSERT INTO copy (book, list, label, place, condition, price, currency, acquired, gone, reason, notes, moved)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, copy.book?.value, copy.list, copy.label, copy.place, copy.condition, copy.price?.minorUnits,
            copy.price?.currency, copy.acquired?.description, copy.gone?.description, copy.reason?.rawValue,
            copy.notes, Date.now.milliseconds)
        return try settled(CopyID(lastInsertedRowID), on: new.list)
    }

    func update(_ changed: BookCopy) throws -> BookCopy {
        let copy = try checked(changed)
        guard let id = copy.id, let before = try copies("id = ?", [id.value]).first else {
            throw CatalogueError.unknownCopy(copy.name)
        }
        // Earlier versions took any label and any dates.
        if copy.label != before.label { try checkLabel(of: copy) }
        if copy.acquired != before.acquired || copy.gone != before.gone { try copy.checkDates() }
        guard copy != before else { return copy }
        // Whoever has it has lost it, or has to give it back first.
        guard copy.loan == nil || copy.gone == nil || copy.reason == .lost else {
            throw CatalogueError.notAllowed(.remove, before)
        }
        try run(
            """
            UPDATE copy SET list = ?, label = ?, place = ?, condition = ?, price = ?, currency = ?, acquired = ?,
                gone = ?, reason = ?, notes = ?, moved = iif(?, moved, ?) WHERE id = ?
            """, copy.list, copy.label, copy.place, copy.condition, copy.price?.minorUnits,
            copy.price?.currency, copy.acquired?.description, copy.gone?.description, copy.reason?.rawValue,
            copy.notes, copy.place?.lowercased() == before.place?.lowercased(), Date.now.milliseconds,
            id.value)
        if before.gone == nil { try leave(before.list, before.book) }
        return try settled(id, on: changed.list)
    }

    /// Puts a copy's book on its list.
    private func settled(_ id: CopyID, on list: String) throws -> BookCopy {
        let copy = try copy(id.description)
        if let book = copy.book, copy.gone == nil, try add(book, to: list), copy.list == ListName.owned {
            try dropFromWanted([.id(book)])
        }
        return copy
    }

    /// Takes a book off a list if none of its copies is there any more.
    func leave(_ list: String, _ book: BookID?) throws {
        try run(
            """
            DELETE FROM list_entry WHERE book = ?1 AND list = (SELECT id FROM list WHERE key = ?2)
                AND NOT EXISTS (SELECT 1 FROM copy WHERE book = ?1 AND list = ?2 AND gone IS NULL)
            """, book?.value, list)
        try dropEmptyLists()
    }

    /// A copy as it is stored.
    private func checked(_ copy: BookCopy) throws -> BookCopy {
        var copy = copy
        guard let list = ListName(copy.list), list.state == nil else {
            throw CatalogueError.listName(copy.list)
        }
        // Whoever has a book does not want it.
        guard list.key != ListName.wanted else { throw CatalogueError.wrongCopy(.wanted) }
        (copy.list, copy.label) = (list.key, copy.label?.tidied)
        for text in [copy.label, copy.place] { try BookCopy.checkLength(of: text) }
        return copy
    }

    /// A label must not name anything else.
    private func checkLabel(of copy: BookCopy) throws {
        guard let label = copy.label else { return }
        guard !["id:", CopyID.prefix].contains(where: label.lowercased().hasPrefix) else {
            throw CatalogueError.wrongCopy(.label(label))
        }
        guard (try? BookSpecifier(label)) == nil else { throw CatalogueError.wrongCopy(.isbnAsLabel(label)) }
        if let other = try copies("label = ?", [label]).first, other.id != copy.id {
            throw CatalogueError.takenLabel(label, by: other.name)
        }
    }
}

extension CopyEdit {
    fileprivate func checked(on copy: BookCopy) throws(CatalogueError) -> BookCopy {
        do throws(CopyEditError) { return try applied(to: copy) } catch {
            throw .wrongCopy(.field(error))
        }
    }
}

extension BookCopy {
    /// - Parameter text: a label or a place.
    /// - Throws: `wrongCopy`, if it is too long.
    package static func checkLength(of text: String?) throws(CatalogueError) {
        if let text, text.utf8.count > longestLabel { throw .wrongCopy(.overlong(limit: longestLabel)) }
    }

    /// - Throws: `wrongCopy`, if it was gone before it was acquired.
    fileprivate func checkDates() throws(CatalogueError) {
        if let acquired, let gone, gone < acquired, !gone.agrees(with: acquired) {
            throw .wrongCopy(.goneBeforeAcquired)
        }
    }

    /// A field as it is written in an edit; empty if it has no value.
    package func text(_ field: CopyEdit.Field) -> String {
        switch field {
        case .label: label ?? ""
        case .list: list
        case .place: place ?? ""
        case .condition: condition ?? ""
        case .price: price?.description ?? ""
        case .acquired: acquired?.description ?? ""
        case .gone: gone?.description ?? ""
        case .reason: reason?.rawValue ?? ""
        case .notes: notes ?? ""
        }
    }

    fileprivate func isLike(_ other: BookCopy) -> Bool { list == other.list && place == other.place }
}
