// Lending copies: every step is one transaction, so that a copy is lent once.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Lends a copy. A person's reservation of its book ends with it.
    ///
    /// - Parameter text: as for `copy(_:)`.
    /// - Returns: the copy as it is now.
    /// - Throws: as `copy(_:)`; `notAllowed` if it is lent or gone, or if the copies of the book that are in the house are
    ///   kept for others.
    @discardableResult
    public func lend(
        _ text: String, to person: String, due: Day? = nil, on date: Date = .now
    ) throws(CatalogueError) -> BookCopy {
        try write { db in
            let person = try db.spelling(of: person)
            let copy = try db.copy(text)
            guard copy.gone == nil, copy.loan == nil else { throw CatalogueError.notAllowed(.lend, copy) }
            let readers = try db.reservations(of: copy.book)
            let free = try db.copies("book = ? AND gone IS NULL", [copy.book?.value]).count { $0.loan == nil }
            if readers.firstIndex(of: person) ?? readers.count >= free {
                var held = copy
                held.reservedFor = readers.first
                throw CatalogueError.notAllowed(.lend, held)
            }
            try db.run("DELETE FROM reservation WHERE book = ? AND person = ?", copy.book?.value, person)
            try db.run(
                "INSERT INTO loan (copy, person, lent, due) VALUES (?, ?, ?, ?)", copy.id?.value, person,
                date.seconds, due?.description)
            return try db.again(copy)
        }
    }

    /// Takes a copy back. One that was lost is there again. Of a borrower who was forgotten meanwhile nothing stays.
    ///
    /// - Parameter id: of the loan that ends; `nil` for whichever it is.
    /// - Returns: the copy as it is now: `held` if somebody has reserved its book.
    /// - Throws: as `copy(_:)`; `notAllowed` if it is not lent, or lent again since that loan.
    @discardableResult
    public func takeBack(
        _ text: String, loan id: Int64? = nil, on date: Date = .now
    ) throws(CatalogueError) -> BookCopy {
        try write { db in
            let copy = try db.copy(text)
            guard let loan = copy.loan, id == nil || id == loan.id else {
                throw CatalogueError.notAllowed(.takeBack, copy)
            }
            // The clock may have been set back since.
            try db.run(
                "UPDATE loan SET returned = max(lent, ?) WHERE copy = ? AND returned IS NULL", date.seconds,
                copy.id?.value)
            try db.dropForgottenLoans()
            let back = try db.again(copy)
            return back.gone == nil ? back : try db.update(CopyEdit([.gone: ""]).applied(to: back))
        }
    }

    /// Reserves a book for a person: the next copy that nobody else waits for is kept for them.
    ///
    /// - Returns: the copy that is kept for them now; `nil` if they have to wait.
    /// - Throws: `unknownBook`; `notReserved` if the house has no copy, or the person has one or waits already.
    @discardableResult
    public func reserve(
        _ book: BookSpecifier, for person: String, on date: Date = .now
    ) throws(CatalogueError) -> BookCopy? {
        try write { db in
            let person = try db.spelling(of: person)
            let id = try db.existingID(of: book)
            let copies = try db.copies("book = ? AND gone IS NULL", [id.value])
            if copies.isEmpty { throw CatalogueError.notReserved(book, .noCopies) }
            if copies.contains(where: { $0.loan?.person == person }) {
                throw CatalogueError.notReserved(book, .borrowed(person))
            }
            if try db.reservations(of: id).contains(person) {
                throw CatalogueError.notReserved(book, .reserved(person))
            }
            try db.run(
                "INSERT INTO reservation (book, person, made) VALUES (?, ?, ?)", id.value, person,
                date.seconds)
            return try db.copies("book = ?", [id.value]).first {
                $0.state == .held && $0.reservedFor == person
            }
        }
    }

    /// - Throws: `unknownBook`; `notReserved` if the person has not reserved it.
    public func cancelReservation(of book: BookSpecifier, for person: String) throws(CatalogueError) {
        try write { db in
            let person = try db.spelling(of: person)
            let id = try db.existingID(of: book)
            try db.run("DELETE FROM reservation WHERE book = ? AND person = ?", id.value, person)
            if db.changesCount == 0 { throw CatalogueError.notReserved(book, .notReserved(person)) }
        }
    }

    /// Copies that are lent, those that are due first.
    ///
    /// - Parameter person: `nil` for everybody's.
    public func loans(of person: String? = nil) throws(CatalogueError) -> [BookCopy] {
        try read { db in
            let copies = try db.copies(
                "id IN (SELECT copy FROM loan WHERE returned IS NULL AND person = coalesce(?, person))",
                [person])
            func due(_ copy: BookCopy) -> String { copy.loan?.due?.description ?? "~" }
            return copies.sorted { (due($0), $0.id?.value ?? 0) < (due($1), $1.id?.value ?? 0) }
        }
    }
}

/// A loan that has ended, or has not.
public struct LoanRecord: Hashable, Sendable {
    public var isbn: ISBN?
    public var title: String?
    public var loan: Loan
    /// `nil` until the copy is returned.
    public var returned: Date?
}

extension Store {
    /// All loans of a person that the house knows of, the latest first.
    public func loanRecords(of person: String) throws(CatalogueError) -> [LoanRecord] {
        try read { db in
            try db.all(
                """
                SELECT book.isbn, book.title, lent, due, returned FROM loan JOIN copy ON copy.id = loan.copy
                JOIN book ON book.id = copy.book WHERE person = ? ORDER BY loan.id DESC
                """, person
            ) { row in
                LoanRecord(
                    isbn: Database.isbn(row["isbn"]), title: row["title"],
                    loan: Loan(
                        person: person, lent: Date(seconds: row["lent"]),
                        due: (row["due"] as String?).flatMap { Day($0) }),
                    returned: (row["returned"] as Int64?).map { Date(seconds: $0) })
            }
        }
    }
}

/// A book that somebody waits for.
public struct Reservation: Hashable, Sendable {
    public var person: String
    public var book: BookID
    public var isbn: ISBN?
    public var title: String?
    /// The copy that is kept for them; `nil` as long as they wait.
    public var held: BookCopy?

    /// How the book is specified.
    public var specifier: BookSpecifier { isbn.map(BookSpecifier.isbn) ?? .id(book) }
}

extension Store {
    /// A range of the loans of all people but one, those that are due first, and how many there are.
    ///
    /// - Parameters:
    ///   - day: only those that were due before it; `nil` for all.
    ///   - range: of positions, from 0.
    public func loans(
        except person: String, dueBefore day: Day?, at range: Range<Int>
    ) throws(CatalogueError) -> (copies: [BookCopy], count: Int) {
        try read { db in
            let condition = "returned IS NULL AND person <> ?1 AND (?2 IS NULL OR due < ?2)"
            let count = try db.count("SELECT count(*) FROM loan WHERE \(condition)", person, day?.description)
            let ids = try db.all(
                "SELECT copy FROM loan WHERE \(condition) ORDER BY due IS NULL, due, copy LIMIT ?3 OFFSET ?4",
                person, day?.description, range.count, range.lowerBound
            ) { $0["copy"] as Int64 }
            return (try ids.flatMap { try db.copies("id = ?", [$0]) }, count)
        }
    }

    /// Reservations, the earliest ones first.
    ///
    /// - Parameters:
    ///   - person: `nil` for everybody's.
    ///   - book: `nil` for all books.
    ///   - other: whose reservations are left out.
    public func reservations(
        of person: String? = nil, book: BookID? = nil, except other: String? = nil, limit: Int = .max
    ) throws(CatalogueError) -> [Reservation] {
        try read { db in
            var reservations = try db.all(
                """
                SELECT reservation.person, reservation.book, book.isbn, book.title
                FROM reservation JOIN book ON book.id = reservation.book
                WHERE reservation.person = coalesce(?, reservation.person) AND reservation.person IS NOT ?
                    AND reservation.book = coalesce(?, reservation.book)
                ORDER BY reservation.id LIMIT ?
                """, person, other, book?.value, limit
            ) { row in
                Reservation(
                    person: row["person"], book: BookID(row["book"]), isbn: Database.isbn(row["isbn"]),
                    title: row["title"])
            }
            for place in reservations.indices {
                let (book, person) = (reservations[place].book, reservations[place].person)
                reservations[place].held = try db.copies("book = ? AND gone IS NULL", [book.value]).first {
                    $0.state == .held && $0.reservedFor == person
                }
            }
            return reservations
        }
    }

    /// Who has loans that are due until a day, and has not been reminded of them.
    public func borrowersToRemind(until day: Day) throws(CatalogueError) -> Set<String> {
        try query { db in
            Set(try db.all("SELECT DISTINCT person \(Self.notReminded)", day.description) { $0["person"] })
        }
    }

    private static let notReminded = """
        FROM loan WHERE returned IS NULL AND due <= ? AND id NOT IN (SELECT loan FROM loan_reminder)
        """

    /// The loans that are due until a day and whose borrowers have not been reminded. From now on they have been.
    ///
    /// - Parameter people: those who can be reminded; the loans of others are left as they are.
    public func takeReminders(
        until day: Day, of people: Set<String>, on date: Date = .now
    ) throws(CatalogueError) -> [BookCopy] {
        try write { db in
            let loans = try db.all(
                "SELECT id, copy, person \(Self.notReminded) ORDER BY due, id", day.description
            ) { (id: $0["id"] as Int64, copy: $0["copy"] as Int64, person: $0["person"] as String) }
            return try loans.filter { people.contains($0.person) }.compactMap { loan in
                try db.run("INSERT INTO loan_reminder (loan, sent) VALUES (?, ?)", loan.id, date.seconds)
                return try db.copies("id = ?", [loan.copy]).first { $0.gone == nil }
            }
        }
    }

    /// The borrowers of these copies, as they were taken, have not been reminded.
    public func putBackReminders(of copies: [BookCopy]) throws(CatalogueError) {
        try write { db in
            for copy in copies {
                // By the number, since the borrower may have been renamed.
                try db.run("DELETE FROM loan_reminder WHERE loan = ?", copy.loan?.id)
            }
        }
    }
}

extension Database {
    /// A copy as it is now.
    fileprivate func again(_ copy: BookCopy) throws -> BookCopy { try self.copy(copy.id?.description ?? "") }

    /// Those who wait for a book, the first one first.
    func reservations(of book: BookID?) throws -> [String] {
        try all("SELECT person FROM reservation WHERE book = ? ORDER BY id", book?.value) { $0["person"] }
    }

    /// Who is the next to get each copy of a book: copies in the house go first, in the order in which they came back, so
    /// that one that was put aside stays for the same reader; then those that are due first.
    func takers(of book: BookID) throws -> [CopyID: String] {
        let readers = try reservations(of: book)
        guard !readers.isEmpty else { return [:] }
        let copies = try all(
            """
            SELECT copy.id FROM copy LEFT JOIN loan ON loan.copy = copy.id AND returned IS NULL
            WHERE book = ? AND gone IS NULL ORDER BY loan.id NOT NULL, due IS NULL, due,
                (SELECT max(returned) FROM loan AS former WHERE former.copy = copy.id), copy.id
            """, book.value
        ) { CopyID($0["id"]) }
        return Dictionary(zip(copies, readers)) { first, _ in first }
    }

    /// Removes what is known of a person's loans; those that are not returned stay until they are.
    ///
    /// - Returns: how many of them there were, and how many loans stay.
    func forgetLoans(of person: String) throws -> (returned: Int, reservations: Int, kept: Int) {
        try run("DELETE FROM loan WHERE person = ? AND returned NOT NULL", person)
        let loans = changesCount
        try run("DELETE FROM reservation WHERE person = ?", person)
        let reservations = changesCount
        let kept = try count("SELECT count(*) FROM loan WHERE person = ?", person)
        try run("INSERT OR IGNORE INTO upkeep (task) SELECT 'loan ' || id FROM loan WHERE person = ?", person)
        return (loans, reservations, kept)
    }

    /// Removes the loans of people who were forgotten before they returned the copy, also from the history, once there is
    /// nothing to return.
    func dropForgottenLoans() throws {
        let loans = try all(
            """
            SELECT number FROM (SELECT CAST(substr(task, 6) AS INTEGER) AS number FROM upkeep WHERE task GLOB 'loan *')
                LEFT JOIN loan ON loan.id = number WHERE loan.id IS NULL OR returned NOT NULL
            """
        ) { $0["number"] as Int64 }
        for loan in loans {
            try run("DELETE FROM loan WHERE id = ?", loan)
            try run(
                "DELETE FROM change_row WHERE kind = 'loan' AND json_extract(coalesce(after, before), '$.id') = ?",
                loan)
            try run("DELETE FROM upkeep WHERE task = 'loan ' || ?", loan)
        }
    }
}
