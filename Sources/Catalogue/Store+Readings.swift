// What each person is reading, has read or abandoned, and how often.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Records that `person` is reading books, has read them or abandoned them. An end date completes an unfinished
    /// reading; otherwise the reading is added to earlier ones. A date that agrees with a known reading, or lies
    /// within one, corrects that reading. Books that were read are removed from the person's own list of wanted books.
    ///
    /// - Parameters:
    ///   - date: when the reading began or ended; `nil` means today for a beginning, and for an end only if the
    ///     beginning is known.
    ///   - today: the day on which the person says so.
    ///   - isKeeper: whether the person keeps the shared lists; books that were read are removed from the shared list
    ///     of wanted books, too.
    /// - Returns: for how many books anything changed.
    /// - Throws: `unknownBook`; then nothing was changed.
    @discardableResult
    public func mark(
        _ books: [BookSpecifier], as state: ReadingStatus.State, by person: String,
        on date: PartialDate? = nil, today: PartialDate? = .today, keepingLists isKeeper: Bool
    ) throws(CatalogueError) -> Int {
        try write { db in
            let count = try db.mark(books, as: state, by: person, on: date, today: today)
            if state == .read {
                try db.dropFromWanted(books, of: person)
                if isKeeper { try db.dropFromWanted(books) }
            }
            return count
        }
    }

    /// The same where all lists are shared.
    @discardableResult
    public func mark(
        _ books: [BookSpecifier], as state: ReadingStatus.State, by person: String,
        on date: PartialDate? = nil
    ) throws(CatalogueError) -> Int {
        try mark(books, as: state, by: person, on: date, keepingLists: true)
    }

    /// Removes readings.
    ///
    /// - Parameter date: removes only readings that began (`reading`) or ended then; `nil` removes all with that
    ///   status.
    /// - Returns: how many books had such a reading.
    @discardableResult
    public func unmark(
        _ books: [BookSpecifier], as state: ReadingStatus.State, by person: String,
        on date: PartialDate? = nil
    ) throws(CatalogueError) -> Int {
        try write { db in
            try books.count { book in
                guard let id = try db.bookID(book) else { return false }
                try db.run(
                    """
                    DELETE FROM reading WHERE book = ?1 AND person = ?2 AND state = ?3 AND (?4 IS NULL
                        OR substr(iif(state = 'reading', started, ended), 1, length(?4)) = ?4)
                    """, id.value, person, state.rawValue, date?.description)
                return db.changesCount > 0
            }
        }
    }

    /// Removes one of `person`'s readings.
    ///
    /// - Returns: whether there was a reading with this id.
    @discardableResult
    public func removeReading(_ number: Int64, by person: String) throws(CatalogueError) -> Bool {
        try write { db in
            try db.run("DELETE FROM reading WHERE id = ? AND person = ?", number, person)
            return db.changesCount > 0
        }
    }

    /// `person`'s readings of this edition, the latest first.
    public func readings(of id: BookID, by person: String) throws(CatalogueError) -> [ReadingStatus] {
        try query { db in try db.readings(of: id, by: person) }
    }
}

extension Database {
    fileprivate func mark(
        _ books: [BookSpecifier], as state: ReadingStatus.State, by person: String, on date: PartialDate?,
        today: PartialDate?
    ) throws -> Int {
        try books.count { book in
            let id = try ensure(book)
            let known = try readings(of: id, by: person)
            return state == .reading
                ? try begin(id, by: person, on: date, today: today, known)
                : try end(id, as: state, by: person, on: date, today: today, known)
        }
    }

    fileprivate func begin(
        _ id: BookID, by person: String, on date: PartialDate?, today: PartialDate?, _ known: [ReadingStatus]
    ) throws -> Bool {
        guard var open = known.first(where: { $0.state == .reading }) else {
            try save(ReadingStatus(person: person, state: .reading, started: date ?? today, book: id))
            return true
        }
        open.started = date ?? open.started
        try save(open)
        return false
    }

    fileprivate func end(
        _ id: BookID, as state: ReadingStatus.State, by person: String, on date: PartialDate?,
        today: PartialDate?, _ known: [ReadingStatus]
    ) throws -> Bool {
        let told = ReadingStatus(person: person, state: state, ended: date, book: id)
        if let open = known.first(where: { $0.state == .reading }), var ended = open.joined(with: told) {
            // It may have begun in a time zone where it is tomorrow already.
            ended.ended = date ?? [ended.started, today].compactMap(\.self).max()
            try save(ended)
            return true
        }
        let same = known.filter { $0.state == state }
        if date == nil, !same.isEmpty { return false }
        if let joined = same.joined(with: told) {
            try save(joined)
            return false
        }
        try save(told)
        return true
    }

    func save(_ reading: ReadingStatus) throws {
        if let id = reading.id {
            // What is said again is no change.
            return try run(
                """
                UPDATE reading SET state = ?1, started = ?2, ended = ?3
                WHERE id = ?4 AND (state IS NOT ?1 OR started IS NOT ?2 OR ended IS NOT ?3)
                """, reading.state.rawValue, reading.started?.description, reading.ended?.description, id)
        }
        try run(
            "INSERT INTO reading (book, person, state, started, ended, added) VALUES (?, ?, ?, ?, ?, ?)",
            reading.book?.value, reading.person, reading.state.rawValue, reading.started?.description,
            reading.ended?.description, Date.now.seconds)
    }

    func readings(of id: BookID, by person: String) throws -> [ReadingStatus] {
        try readings(of: CardBatch([id]), by: person)[id] ?? []
    }

    /// Moves the readings of `other` that `id` does not have.
    func takeOverReadings(from other: BookID, to id: BookID) throws {
        for reading in try readings(of: other) {
            let known = try readings(of: id, by: reading.person)
            guard let joined = known.joined(with: reading) else {
                try run("UPDATE reading SET book = ? WHERE id = ?", id.value, reading.id)
                continue
            }
            try run("DELETE FROM reading WHERE id = ?", reading.id)
            if !known.contains(joined) { try save(joined) }
        }
    }

    /// All people's readings of this edition, the earliest first.
    private func readings(of id: BookID) throws -> [ReadingStatus] {
        try all(
            """
            SELECT id, book, person, state, started, ended FROM reading WHERE book = ?
            ORDER BY coalesce(ended, started, date(added, 'unixepoch')), id
            """, id.value
        ) { Self.reading($0) }.compactMap(\.self)
    }

    /// One person's readings of these editions, the latest first.
    func readings(of batch: CardBatch, by person: String) throws -> [BookID: [ReadingStatus]] {
        try readings(in: batch, "reading.book = asked.value WHERE person = ?", [person])
    }

    /// All people's readings of any edition of a book's work.
    func readings(in batch: CardBatch) throws -> [BookID: [ReadingStatus]] {
        try readings(
            in: batch,
            """
            reading.book IN (SELECT id FROM book WHERE work = (SELECT work FROM book WHERE id = asked.value))
            """)
    }

    private func readings(
        in batch: CardBatch, _ condition: String, _ values: [any DatabaseValueConvertible] = []
    ) throws -> [BookID: [ReadingStatus]] {
        try grouped(
            batch, "reading.id, reading.book, person, state, started, ended",
            """
            reading ON \(condition)
            ORDER BY coalesce(ended, started, date(added, 'unixepoch')) DESC, person, reading.id DESC
            """, values, decode: Self.reading)
    }

    private static func reading(_ row: Row) -> ReadingStatus? {
        ReadingStatus.State(rawValue: row["state"]).map {
            ReadingStatus(
                id: row["id"], person: row["person"], state: $0,
                started: (row["started"] as String?).flatMap { PartialDate($0) },
                ended: (row["ended"] as String?).flatMap { PartialDate($0) }, book: BookID(row["book"]))
        }
    }
}

extension [ReadingStatus] {
    /// The reading that another record describes, completed by it; preferably one with the same state and with a date.
    func joined(with other: ReadingStatus) -> ReadingStatus? {
        let joined = compactMap { known in known.joined(with: other).map { (known: known, joined: $0) } }
        let same = joined.filter { $0.known.state == other.state }
        return (same.first { $0.known.ended != nil } ?? same.first ?? joined.first)?.joined
    }
}
