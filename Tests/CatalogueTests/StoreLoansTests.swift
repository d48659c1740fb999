// Lending, taking back and reserving.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreLoansTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let book: BookSpecifier

    init() throws {
        temporary = try TemporaryStore()
        book = try reference("9780306406157")
        try store.add(CopyEdit([.label: "K 1"]), of: book)
    }

    private func state(_ copy: String = "K 1") throws -> CopyState { try store.copy(copy).state }

    @Test func `a copy is lent once, and comes back`() throws {
        let lent = try store.lend("K 1", to: "tom", due: Day("2999-01-02"))
        #expect(lent.loan?.person == "tom" && lent.loan?.due == Day("2999-01-02") && lent.state == .lent)
        #expect(throws: CatalogueError.notAllowed(.lend, lent)) { try store.lend("K 1", to: "ana") }
        #expect(throws: CatalogueError.notAllowed(.lend, lent)) { try store.lend("K 1", to: "tom") }
        #expect(try store.takeBack("K 1").state == .available)
        let back = try store.copy("K 1")
        #expect(throws: CatalogueError.notAllowed(.takeBack, back)) { try store.takeBack("K 1") }
        #expect(try store.loans().isEmpty && store.check() == [])
    }

    /// Before the clock was set back, it was later.
    @Test func `no copy comes back before it was lent`() throws {
        let now = Date(seconds: Date.now.seconds)
        try store.lend("K 1", to: "tom", on: now)
        try store.takeBack("K 1", on: now - 3 * 86_400)
        #expect(try store.loanRecords(of: "tom").map(\.returned) == [now])
    }

    @Test func `a book with two copies names them`() throws {
        try store.add(CopyEdit([:]), of: book)
        #expect(throws: CatalogueError.severalCopies(book.description, ["copy:1 (K 1)", "copy:2"])) {
            try store.lend(book.description, to: "tom")
        }
        #expect(try store.loans().isEmpty)
    }

    @Test func `whoever reserved first gets the next copy`() throws {
        try store.lend("K 1", to: "tom")
        #expect(try store.reserve(book, for: "ana") == nil && state() == .reserved)
        #expect(try store.reserve(book, for: "ion") == nil)
        let back = try store.takeBack("K 1")
        #expect(back.state == .held && back.reservedFor == "ana")
        for other in ["ion", "tom"] {
            #expect(throws: CatalogueError.notAllowed(.lend, back)) { try store.lend("K 1", to: other) }
        }
        #expect(try store.lend("K 1", to: "ana").state == .reserved)
        try store.cancelReservation(of: book, for: "ion")
        #expect(try state() == .lent)
    }

    @Test func `a copy that was put aside stays for the same reader when another comes back`() throws {
        try store.add(CopyEdit([.label: "K 2"]), of: book)
        for (copy, person) in [("K 1", "tom"), ("K 2", "eva")] { try store.lend(copy, to: person) }
        for person in ["ana", "ion"] { _ = try store.reserve(book, for: person) }
        #expect(try store.takeBack("K 2").reservedFor == "ana")
        try store.write { db in try db.run("UPDATE loan SET returned = returned - 60 WHERE returned NOT NULL")
        }
        #expect(try store.takeBack("K 1").reservedFor == "ion")
        #expect(try store.copy("K 2").reservedFor == "ana")
    }

    @Test func `a further copy is free while one is held`() throws {
        #expect(try store.reserve(book, for: "ana")?.label == "K 1")
        try store.add(CopyEdit([.label: "K 2"]), of: book)
        #expect(try state("K 2") == .available)
        #expect(try store.lend("K 2", to: "tom").state == .lent)
        #expect(try state() == .held)
        #expect(throws: CatalogueError.self) { try store.lend("K 1", to: "tom") }
    }

    @Test func `a reservation needs a reason`() throws {
        let other = try reference("9780439023481")
        #expect(throws: CatalogueError.unknownBook(other)) { try store.reserve(other, for: "ana") }
        try store.save(other.isbn ?? isbn("9780439023481"))
        #expect(throws: CatalogueError.notReserved(other, .noCopies)) { try store.reserve(other, for: "ana") }
        try store.lend("K 1", to: "ana")
        #expect(throws: CatalogueError.notReserved(book, .borrowed("ana"))) {
            try store.reserve(book, for: "ana")
        }
        try store.reserve(book, for: "tom")
        #expect(throws: CatalogueError.notReserved(book, .reserved("tom"))) {
            try store.reserve(book, for: "tom")
        }
        #expect(throws: CatalogueError.notReserved(book, .notReserved("ana"))) {
            try store.cancelReservation(of: book, for: "ana")
        }
    }

    @Test func `what is lent is not removed, but may be lost`() throws {
        let lent = try store.lend("K 1", to: "tom")
        let refused = CatalogueError.notAllowed(.remove, lent)
        #expect(throws: refused) { try store.removeCopy("K 1") }
        #expect(throws: refused) { try store.edit(copy: "K 1", CopyEdit([.reason: "sold"])) }
        #expect(throws: refused) { try store.remove(book, evenIfCommented: true) }
        #expect(throws: CatalogueError.describedCopies(book, 1)) { try store.remove([book], from: "owned") }
        #expect(try store.edit(copy: "K 1", CopyEdit([.reason: "lost"])).state == .lost)
        #expect(try store.loans().map(\.label) == ["K 1"] && store.books(on: "owned").isEmpty)
        #expect(try store.takeBack("K 1").state == .available && store.books(on: "owned").count == 1)
        try store.edit(copy: "K 1", CopyEdit([.reason: "lost"]))
        #expect(throws: CatalogueError.self) { try store.lend("K 1", to: "tom") }
    }

    @Test func `a plain copy that was lent is not counted away`() throws {
        let other = try reference("9780439023481")
        try store.add(copies: 2, of: other, to: "owned")
        try store.lend("copy:2", to: "tom")
        #expect(try store.add(copies: -1, of: other, to: "owned") == 1)
        #expect(throws: CatalogueError.describedCopies(other, 1)) {
            try store.add(copies: -1, of: other, to: "owned")
        }
    }

    @Test func `each step is undone`() throws {
        try store.recordingChange(.reserve, by: "ana").reserve(book, for: "tom")
        try store.recordingChange(.lend, by: "ana").lend("K 1", to: "tom")
        try store.recordingChange(.takeBack, by: "ana").takeBack("K 1")
        #expect(
            try store.history(of: book, for: "ana", limit: 9).map(\.action) == [.takeBack, .lend, .reserve])
        #expect(try store.undo(by: "ana") != nil && store.copy("K 1").loan?.person == "tom")
        #expect(try store.undo(by: "ana") != nil && store.copy("K 1").reservedFor == "tom")
        #expect(try store.undo(by: "ana") != nil && state() == .available && store.check() == [])
    }

    @Test func `undo keeps a copy that somebody has borrowed since`() throws {
        try store.recordingChange(.addCopy, by: "ana").add(CopyEdit([.label: "K 2"]), of: book)
        try store.lend("K 2", to: "tom")
        #expect(try store.undo(by: "ana") != nil)
        #expect(try store.copy("K 2").loan?.person == "tom" && store.check() == [])
        // Neither is a return taken back when the copy is lent again.
        try store.recordingChange(.takeBack, by: "ana").takeBack("K 2")
        try store.lend("K 2", to: "ion")
        #expect(try store.undo(by: "ana") != nil)
        #expect(try store.copy("K 2").loan?.person == "ion")
    }

    @Test func `a merge joins those who wait`() throws {
        let other = try reference("9780439023481")
        try store.add(CopyEdit([.label: "K 2"]), of: other)
        for person in ["ana", "tom"] { try store.reserve(other, for: person) }
        try store.reserve(book, for: "tom")
        try store.lend("K 2", to: "ana")
        try store.merge(other, into: book, evenIfTwoISBNs: true, origin: .byHand)
        #expect(try store.copy("K 2").loan?.person == "ana" && store.copy("K 1").reservedFor == "tom")
        #expect(try store.copy("K 2").reservedFor == nil && store.check() == [])
    }

    @Test func `a merge leaves everybody their place, and nobody waits for what they have`() throws {
        let other = try reference("9780439023481")
        try store.add(CopyEdit([.label: "K 2"]), of: other)
        try store.lend("K 2", to: "ion")
        for (person, wanted) in [("ana", other), ("ion", book), ("tom", book), ("ana", book)] {
            try store.reserve(wanted, for: person)
        }
        func waiting() throws -> [String] {
            try store.reservations(book: store.copy("K 1").book).map(\.person)
        }
        try store.recordingChange(.merge, by: "ana")
            .merge(other, into: book, evenIfTwoISBNs: true, origin: .byHand)
        #expect(try waiting() == ["ana", "tom"])
        #expect(try store.undo(by: "ana") != nil && waiting() == ["ion", "tom", "ana"])
        #expect(try store.reservations(book: store.copy("K 2").book).map(\.person) == ["ana"])
        #expect(try store.check() == [])
    }

    @Test func `forgetting a person leaves what is still out`() throws {
        try store.recordingChange(.lend, by: "ana").lend("K 1", to: "tom")
        try store.recordingChange(.takeBack, by: "ana").takeBack("K 1")
        try store.recordingChange(.lend, by: "ana").lend("K 1", to: "tom")
        try store.add(CopyEdit([.label: "K 2"]), of: reference("9780439023481"))
        try store.recordingChange(.reserve, by: "ana").reserve(reference("9780439023481"), for: "tom")
        #expect(try store.forget(person: "tom") == ForgottenPerson(loans: 1, reservations: 1, keptLoans: 1))
        #expect(try store.loans(of: "tom").count == 1)
        // A later loan of a person of that name is another matter.
        try store.lend("K 2", to: "tom")
        try store.recordingChange(.takeBack, by: "ana").takeBack("K 1")
        #expect(try store.loanRecords(of: "tom").count == 1)
        #expect(try store.loans(of: "tom").map(\.label) == ["K 2"])
        #expect(try store.forget(person: "tom") == ForgottenPerson(keptLoans: 1))
        try store.takeBack("K 2")
        #expect(try store.forget(person: "tom").isEmpty && store.check() == [])
        var lines: [String] = []
        try store.dump { lines.append($0) }
        #expect(!lines.contains { $0.contains("tom") }, "the history has no trace of them either")
    }

    @Test func `a loan that is undone leaves no trace of who was forgotten`() throws {
        try store.recordingChange(.lend, by: "ana").lend("K 1", to: "tom")
        _ = try store.forget(person: "tom")
        #expect(try store.undo(by: "ana")?.action == .lend && state() == .available)
        var lines: [String] = []
        try store.dump { lines.append($0) }
        #expect(!lines.contains { $0.contains("tom") } && !lines.contains { $0.contains("upkeep") })
    }

    @Test func `a dump knows whose loans go with the copy's return`() throws {
        try store.recordingChange(.lend, by: "ana").lend("K 1", to: "tom")
        try store.add(CopyEdit([.label: "K 2"]), of: book)
        try store.lend("K 2", to: "ion")
        _ = try store.forget(person: "tom")
        let path = temporary.folder.appending(path: "loaded.sqlite").path
        var lines: [String] = []
        try store.dump { lines.append($0) }
        var next = lines.makeIterator()
        try Store.load({ next.next() }, to: path)
        let loaded = try Store(path: path)
        #expect(try loaded.loans(of: "tom").count == 1)
        for copy in ["K 1", "K 2"] { try loaded.recordingChange(.takeBack, by: "ana").takeBack(copy) }
        lines = []
        try loaded.dump { lines.append($0) }
        #expect(!lines.contains { $0.contains("tom") } && lines.contains { $0.contains("\"ion\"") })
    }

    @Test func `what is due first comes first`() throws {
        for label in ["K 2", "K 3"] { try store.add(CopyEdit([.label: label]), of: book) }
        try store.lend("K 1", to: "tom")
        try store.lend("K 2", to: "tom", due: Day("2999-01-01"))
        try store.lend("K 3", to: "ana", due: Day("2020-01-01"))
        #expect(try store.loans().compactMap(\.label) == ["K 3", "K 2", "K 1"])
        #expect(try store.loans(of: "tom").compactMap(\.label) == ["K 2", "K 1"])
        #expect(try store.loans().compactMap(\.loan).map(\.isOverdue) == [true, false, false])
    }

    /// Whatever is done, a copy has one borrower, and a reader waits once.
    @Test(arguments: 0..<20) func `the states follow from loans and reservations`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for label in ["K 2", "K 3"] { try store.add(CopyEdit([.label: label]), of: book) }
        for _ in 0..<80 {
            let person = try #require(["ana", "ion", "tom"].randomElement(using: &random))
            let copy = try #require(["K 1", "K 2", "K 3"].randomElement(using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: _ = try? store.lend(copy, to: person)
            case 1: _ = try? store.takeBack(copy)
            case 2: _ = try? store.reserve(book, for: person)
            case 3: try? store.cancelReservation(of: book, for: person)
            default:
                _ = try store.edit(
                    copy: copy, CopyEdit(Bool.random(using: &random) ? [.gone: ""] : [.reason: "lost"]))
            }
            var query = CopyQuery()
            query.includesGone = true
            let copies = try store.copies(query)
            let readers = copies.compactMap(\.reservedFor)
            #expect(Set(readers).count == readers.count)
            let isFree = copies.contains { $0.state == .available }
            #expect(
                !isFree || copies.allSatisfy { $0.state != .reserved }, "a copy in the house is held first")
            for copy in copies where copy.state == .available {
                #expect(copy.loan == nil && copy.gone == nil)
            }
        }
        #expect(try store.check() == [])
    }

    @Test func `reservations are listed with what is held`() throws {
        let other = try reference("9780439023481")
        try store.add(CopyEdit([.label: "K 2"]), of: other)
        try store.lend("K 1", to: "tom")
        try store.reserve(book, for: "ana")
        try store.reserve(other, for: "ana")
        try store.reserve(book, for: "ion")
        #expect(try store.reservations().map(\.person) == ["ana", "ana", "ion"])
        #expect(try store.reservations(of: "ana", book: BookID(2)).map(\.specifier) == [other])
        let own = try store.reservations(of: "ana")
        #expect(own.map(\.specifier) == [book, other] && own.map { $0.held?.label } == [nil, "K 2"])
    }

    @Test func `a reminder is taken once, and lending is undone as before`() throws {
        let recorded = store.recordingChange(.lend, by: "kim")
        try recorded.lend("K 1", to: "tom", due: Day("2999-01-02"))
        #expect(try store.takeReminders(until: Day("2999-01-01")!, of: ["tom"]).isEmpty)
        #expect(try store.takeReminders(until: Day("2999-01-02")!, of: ["ana"]).isEmpty)
        #expect(try store.takeReminders(until: Day("2999-01-02")!, of: ["tom"]).map(\.label) == ["K 1"])
        #expect(try store.takeReminders(until: Day("2999-12-31")!, of: ["tom"]).isEmpty)
        try store.putBackReminders(of: [store.copy("K 1")])
        #expect(try store.takeReminders(until: Day("2999-12-31")!, of: ["tom"]).map(\.label) == ["K 1"])
        #expect(try store.undo(by: "kim", date: .now) != nil)
        #expect(try state() == .available && store.check() == [])
        // A new loan has a reminder of its own.
        try store.lend("K 1", to: "tom", due: Day("2999-01-02"))
        #expect(try store.takeReminders(until: Day("2999-01-02")!, of: ["tom"]).count == 1)
    }

    @Test func `copies are counted and read by portions`() throws {
        for number in 2...7 {
            try store.add(CopyEdit([.label: "K \(number)", .place: "a/\(number % 2)"]), of: book)
        }
        var query = CopyQuery()
        query.place = "a"
        query.range = 1..<4
        #expect(try store.count(of: query) == 6)
        #expect(try store.copies(query).map(\.label) == ["K 3", "K 4", "K 5"])
        query.range = 5..<50
        #expect(try store.copies(query).map(\.label) == ["K 7"])
    }

    @Test func `loans are read by portions, those that are due first`() throws {
        for number in 2...6 { try store.add(CopyEdit([.label: "K \(number)"]), of: book) }
        try store.lend("K 1", to: "ana")
        for (label, due) in [
            ("K 2", nil), ("K 3", "2999-01-02"), ("K 4", "2001-01-01"), ("K 5", "2998-01-01"),
        ] {
            try store.lend(label, to: "tom", due: due.flatMap { Day($0) })
        }
        let first = try store.loans(except: "ana", dueBefore: nil, at: 0..<3)
        #expect(first.copies.map(\.label) == ["K 4", "K 5", "K 3"] && first.count == 4)
        #expect(try store.loans(except: "ana", dueBefore: nil, at: 3..<6).copies.map(\.label) == ["K 2"])
        let overdue = try store.loans(except: "ana", dueBefore: Day("2026-01-01"), at: 0..<3)
        #expect(overdue.copies.map(\.label) == ["K 4"] && overdue.count == 1)
        try store.reserve(book, for: "ion")
        #expect(try store.reservations(except: "ion").isEmpty && store.reservations(limit: 1).count == 1)
    }
}
