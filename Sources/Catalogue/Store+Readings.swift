// What each person is reading, has read, or gave up.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Says of books that `person` is reading them, has read them or gave them up. A book has one such state a person;
    /// when it began is kept when it ends.
    ///
    /// - Parameter date: when it began or ended; `nil` is today for what begins, and for what ends only where it had
    ///   begun: nobody knows when else.
    /// - Returns: of how many books that is new.
    /// - Throws: `unknownBook`; then nothing was changed.
    @discardableResult
    public func mark(
        _ books: [BookReference], as state: Reading.State, by person: String, on date: Day? = nil
    ) throws(CatalogueError) -> Int {
        try write { db in
            let count = try books.count { book in
                let id = try db.ensure(book)
                let earlier = try db.reading(of: id, by: person)
                var reading = Reading(person: person, state: state, started: earlier?.started, book: id)
                switch state {
                case .reading:
                    reading.started = date ?? (earlier?.state == state ? earlier?.started : nil) ?? .today
                case .read, .abandoned:
                    reading.ended =
                        date
                        ?? (earlier?.state == .reading
                            ? .today : earlier?.state == state ? earlier?.ended : nil)
                }
                try db.save(reading)
                return earlier?.state != state
            }
            if state == .read { try db.dropFromWanted(books) }
            return count
        }
    }

    /// - Returns: of how many books it had been said.
    @discardableResult
    public func unmark(
        _ books: [BookReference], as state: Reading.State, by person: String
    ) throws(CatalogueError) -> Int {
        try write { db in
            var count = 0
            for book in books {
                guard let id = try db.bookID(book) else { continue }
                try db.run(
                    "DELETE FROM reading WHERE book = ? AND person = ? AND state = ?", id.value, person,
                    state.rawValue)
                count += db.changesCount
            }
            return count
        }
    }

    /// What `person` says of this very edition; `nil` when nothing.
    public func reading(of id: BookID, by person: String) throws(CatalogueError) -> Reading? {
        try query { db in try db.reading(of: id, by: person) }
    }
}

extension Database {
    func save(_ reading: Reading) throws {
        try run(
            """
            INSERT INTO reading (book, person, state, started, ended, added) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET state = excluded.state, started = excluded.started, ended = excluded.ended
            """, reading.book?.value, reading.person, reading.state.rawValue, reading.started?.description,
            reading.ended?.description, Date.now.seconds)
    }

    func reading(of id: BookID, by person: String) throws -> Reading? {
        try readings(of: CardPortion([id]), by: person)[id]?.first
    }

    /// One person's, of these very editions.
    func readings(of portion: CardPortion, by person: String) throws -> [BookID: [Reading]] {
        try readings(in: portion, "reading.book = asked.value WHERE person = ?", [person])
    }

    /// All people's, of any edition of a book's work.
    func readings(in portion: CardPortion) throws -> [BookID: [Reading]] {
        try readings(
            in: portion,
            """
            reading.book IN (SELECT id FROM book WHERE work = (SELECT work FROM book WHERE id = asked.value))
            """)
    }

    private func readings(
        in portion: CardPortion, _ condition: String, _ values: [any DatabaseValueConvertible] = []
    ) throws -> [BookID: [Reading]] {
        try grouped(
            portion, "reading.book, person, state, started, ended",
            """
            reading ON \(condition)
            ORDER BY coalesce(ended, started, date(added, 'unixepoch')) DESC, person
            """, values
        ) { row in
            Reading.State(rawValue: row["state"]).map {
                Reading(
                    person: row["person"], state: $0,
                    started: (row["started"] as String?).flatMap { Day($0) },
                    ended: (row["ended"] as String?).flatMap { Day($0) }, book: BookID(row["book"]))
            }
        }
    }
}
