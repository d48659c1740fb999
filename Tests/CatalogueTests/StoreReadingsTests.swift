// Reading states are personal.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreReadingsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let book: BookSpecifier

    init() throws {
        temporary = try TemporaryStore()
        book = try reference("9780439023481")
    }

    private func reading(by person: String) throws -> ReadingStatus? {
        let id = try #require(try store.book(book)?.id)
        return try store.readings(of: id, by: person).first
    }

    @Test func `each person has separate reading states`() throws {
        #expect(try store.mark([book], as: .read, by: "maria", on: PartialDate("2026-11-02")) == 1)
        #expect(try store.mark([book], as: .abandoned, by: "ion") == 1)
        #expect(try reading(by: "maria")?.ended == PartialDate("2026-11-02"))
        #expect(try reading(by: "ion")?.ended == nil, "nobody knows when")
        #expect(try reading(by: "ana") == nil)
        #expect(try store.books(on: "read", for: "maria").count == 1)
        #expect(try store.books(on: "Read", for: "ion").isEmpty)
        #expect(try store.search(SearchQuery(list: "dnf", person: "ion")).count == 1)
        #expect(
            try store.lists().filter { $0.person != nil }
                == [
                    BookList(name: "abandoned", person: "ion", count: 1, unnamed: 1),
                    BookList(name: "read", person: "maria", count: 1, unnamed: 1),
                ])
        #expect(try store.card(of: book, for: "maria")?.lists == ["read"])
        #expect(try store.card(of: book, for: "ana")?.readings.map(\.person).sorted() == ["ion", "maria"])
        #expect(try store.unmark([book], as: .reading, by: "maria") == 0)
        #expect(try store.unmark([book], as: .read, by: "maria") == 1)
        #expect(try reading(by: "maria") == nil)
    }

    @Test func `finishing keeps the start date`() throws {
        try store.mark([book], as: .reading, by: "maria", on: PartialDate("2026-10-30"))
        #expect(try store.mark([book], as: .reading, by: "maria") == 0)
        #expect(try reading(by: "maria")?.started == PartialDate("2026-10-30"))
        try store.mark([book], as: .read, by: "maria")
        let read = try #require(try reading(by: "maria"))
        #expect(read.started == PartialDate("2026-10-30") && read.ended == PartialDate.today)
        try store.mark([book], as: .read, by: "maria", on: PartialDate("2026-11-01"))
        #expect(try reading(by: "maria")?.ended == PartialDate("2026-11-01"))
        try store.mark([book], as: .reading, by: "maria")
        let again = try #require(try reading(by: "maria"))
        #expect(again.started == PartialDate.today && again.ended == nil)
    }

    /// In another time zone, or before the clock was set back, it was tomorrow already.
    @Test func `no reading ends before it began`() throws {
        let day = try #require(PartialDate("9000-01-01"))
        try store.mark([book], as: .reading, by: "maria", on: day)
        try store.mark([book], as: .read, by: "maria")
        let read = try #require(try reading(by: "maria"))
        #expect(read.started == day && read.ended == day)
    }

    private func all(by person: String = "maria") throws -> [String] {
        let id = try #require(try store.book(book)?.id)
        return try store.readings(of: id, by: person).chronological.map(\.cell)
    }

    @Test func `a second reading is kept beside the first`() throws {
        #expect(try store.mark([book], as: .read, by: "maria", on: PartialDate("2019")) == 1)
        #expect(try store.mark([book], as: .reading, by: "maria", on: PartialDate("2026-10")) == 1)
        #expect(try store.books(on: "read", for: "maria").count == 1, "it was read all the same")
        #expect(try store.card(of: book, for: "maria")?.lists == ["read", "reading"])
        #expect(try store.mark([book], as: .read, by: "maria", on: PartialDate("2026-11-02")) == 1)
        #expect(try all() == ["read to 2019", "read 2026-10 to 2026-11-02"])
        #expect(try store.books(on: "read", for: "maria").count == 1)
        #expect(try store.lists().filter { $0.person != nil }.map(\.count) == [1])
        #expect(try store.mark([book], as: .read, by: "maria") == 0)
        #expect(try store.mark([book], as: .read, by: "maria", on: PartialDate("2019-05")) == 0)
        #expect(try all() == ["read to 2019-05", "read 2026-10 to 2026-11-02"], "a date may be told better")
        #expect(try store.mark([book], as: .read, by: "maria", on: PartialDate("2022")) == 1)
        #expect(try all().count == 3)
        #expect(try store.unmark([book], as: .read, by: "maria", on: PartialDate("2019")) == 1)
        #expect(try all() == ["read to 2022", "read 2026-10 to 2026-11-02"])
        let latest = try #require(try reading(by: "maria"))
        #expect(try store.removeReading(#require(latest.id), by: "ion") == false, "it is maria's")
        #expect(try store.removeReading(#require(latest.id), by: "maria"))
        #expect(try all() == ["read to 2022"])
        #expect(try store.unmark([book], as: .read, by: "maria") == 1)
    }

    @Test func `a reading that is said again is no change, and undo removes it`() throws {
        for (state, date) in [(ReadingStatus.State.read, "2020"), (.reading, "2021-05")] {
            for _ in 0..<2 {
                try store.recordingChange(.putOnList, by: "maria")
                    .mark([book], as: state, by: "maria", on: PartialDate(date))
            }
        }
        #expect(try store.history(for: "maria", limit: 9).count == 2)
        #expect(try store.undo(by: "maria", date: .now)?.hasEffect == true)
        #expect(try all() == ["read to 2020"])
        #expect(try store.undo(by: "maria", date: .now)?.hasEffect == true)
        #expect(try store.book(book) == nil, "it was added with the first")
        #expect(try store.undo(by: "maria", date: .now) == nil)
    }

    @Test func `a merged book keeps each reading of both`() throws {
        let other = try reference("9780439554930")
        try store.mark([book], as: .read, by: "maria", on: PartialDate("2019"))
        try store.mark([other], as: .read, by: "maria", on: PartialDate("2021-03-14"))
        try store.mark([other], as: .read, by: "maria", on: PartialDate("2019-07"))
        try store.mark([other], as: .abandoned, by: "ion")
        let recorded = store.recordingChange(.merge, by: "maria")
        try recorded.merge(other, into: book, evenIfTwoISBNs: true, origin: .person)
        #expect(try all() == ["read to 2019-07", "read to 2021-03-14"])
        #expect(try all(by: "ion") == ["abandoned"])
        #expect(try store.undo(by: "maria", date: .now) != nil)
        #expect(try all() == ["read to 2019"])
        let second = try #require(try store.book(other)?.id)
        #expect(
            try store.readings(of: second, by: "maria").chronological.map(\.cell)
                == ["read to 2019-07", "read to 2021-03-14"])
        #expect(try store.check() == [])
    }

    @Test func `each reading can be removed alone`() throws {
        try store.recordingChange(.putOnList, by: "maria").mark(
            [book], as: .read, by: "maria", on: PartialDate("2019"))
        try store.recordingChange(.putOnList, by: "maria").mark(
            [book], as: .read, by: "maria", on: PartialDate("2021"))
        try store.recordingChange(.takeOffList, by: "maria").unmark([book], as: .read, by: "maria")
        #expect(try store.undo(by: "maria", date: .now) != nil)
        #expect(try all() == ["read to 2019", "read to 2021"])
        #expect(try store.undo(by: "maria", date: .now) != nil)
        #expect(try all() == ["read to 2019"])
    }

    @Test func `a dump has all readings`() throws {
        try store.mark([book], as: .read, by: "maria", on: PartialDate("2019"))
        try store.mark([book], as: .read, by: "maria", on: PartialDate("2021-03"))
        var lines: [String] = []
        try store.dump { lines.append($0) }
        let path = temporary.folder.appending(path: "loaded.sqlite").path
        var next = lines.makeIterator()
        try Store.load({ next.next() }, to: path)
        let loaded = try Store(path: path)
        let id = try #require(try loaded.book(book)?.id)
        #expect(try loaded.readings(of: id, by: "maria").count == 2)
    }

    /// Readings in any order, imported twice: no dated reading is lost, and the second import changes nothing.
    @Test func `importing readings again changes nothing`() throws {
        var random = SeededGenerator(seed: 21)
        for round in 0..<200 {
            let book = try BookSpecifier(
                "id:\(#require(try store.save(Book(title: "Book \(round)").credited(.person)).book.id).value)"
            )
            let id = try #require(try store.book(book)?.id)
            let told = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                let start = Int.random(in: 2000...2020, using: &random)
                let state = ReadingStatus.State.allCases.randomElement(using: &random) ?? .read
                return ReadingStatus(
                    person: "maria", state: state,
                    started: Bool.random(using: &random) ? PartialDate(year: start) : nil,
                    ended: state == .reading || Bool.random(using: &random)
                        ? nil : PartialDate(year: start + Int.random(in: 0...2, using: &random), month: 3))
            }
            for reading in told {
                _ = try store.write { db in try db.take([reading], of: id) }
                let once = try store.readings(of: id, by: "maria")
                #expect(try store.write { db in try db.take([reading], of: id) } == 0, "\(reading)")
                #expect(try store.readings(of: id, by: "maria") == once)
            }
            let known = try store.readings(of: id, by: "maria")
            for reading in told {
                guard let ended = reading.ended else { continue }
                #expect(
                    known.contains { $0.ended.map { $0.agrees(with: ended) } == true }, "\(told) \(known)")
            }
            _ = try store.write { db in try db.take(known.chronological, of: id) }
            #expect(try store.readings(of: id, by: "maria") == known, "\(told)")
        }
    }

    @Test func `forgetting a person forgets what they read`() throws {
        try store.mark([book], as: .read, by: "maria")
        try store.mark([book], as: .read, by: "ion")
        #expect(try store.forget(person: "maria") == ForgottenPerson(readings: 1))
        #expect(try reading(by: "maria") == nil && reading(by: "ion") != nil)
    }

    @Test func `a reading state is not a list`() throws {
        #expect(throws: CatalogueError.listName("read")) { try store.add([book], to: "read") }
    }

    @Test(arguments: [
        ("2026-11-02", true), ("2026-02-29", false), ("2024-02-29", true), ("2026-1-2", false), ("", false),
        ("２０２６-11-02", false),
    ])
    func `days are those of the calendar`(text: String, isDay: Bool) {
        #expect(Day(text)?.description == (isDay ? text : nil))
    }
}
