// Counts of books, photos and readings.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreStatisticsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        for (isbn, year, publisher) in [
            ("9780306406157", "1994", "Plenum"), ("9780439023481", "2008", "Scholastic"),
            ("9783161484100", "1994", ""), ("9783518459201", "", ""),
        ] {
            try store.add(
                BookEdit([
                    .isbn: [isbn], .title: [isbn], .year: [year], .publisher: [publisher], .language: ["eng"],
                ]))
        }
    }

    private func counts(_ key: StatisticsKey) throws -> [String] {
        try store.statistics(by: key).map { "\($0.value ?? "-") \($0.count)" }
    }

    @Test func `books are counted once each`() throws {
        #expect(try counts(.year) == ["1994 2", "2008 1", "- 1"])
        #expect(try counts(.publisher) == ["Plenum 1", "Scholastic 1", "- 2"])
        #expect(try counts(.language) == ["en 4"])
        #expect(try counts(.group) == ["English language 2", "German language 2"])
        #expect(try counts(.outcome).isEmpty && counts(.reading).isEmpty)
    }

    @Test func `readings are counted by month`() throws {
        for (ended, person) in [("2026-03-14", "a"), ("2026-03", "b"), ("2025", "a")] {
            try store.mark(
                [reference("9780306406157")], as: .read, by: person, on: PartialDate(ended))
        }
        #expect(try counts(.reading) == ["2025 1", "2026-03 2"])
    }

    @Test func `books without a language are counted last`() throws {
        try store.save(isbn("9780140328721"))
        #expect(try counts(.language) == ["en 4", "- 1"])
    }

    @Test func `photos are counted once, by their latest reading, without reading their records`() throws {
        for (name, status) in [("a", ScanStatus.failed), ("b", .none), ("a", .none), ("c", .found)] {
            try store.saveScan(
                PhotoRecord(
                    photo: "\(name).jpg", sha256: String(repeating: name, count: 64), status: status))
        }
        #expect(try counts(.outcome) == ["none 2", "found 1"])
        let sql = try store.statements { _ = try store.statistics(by: .outcome) }
        #expect(sql.contains { $0.contains("photo_status") } && !sql.contains { $0.contains("FROM photo ") })
    }
}
