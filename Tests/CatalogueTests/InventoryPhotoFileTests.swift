// Photos of an inventory that are taken again under their file's name, and what was lost at its end.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct InventoryPhotoFileTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private static let number = "9780306406157"
    private static let other = "9780439023481"

    init() throws {
        temporary = try TemporaryStore()
        try store.add(CopyEdit([.place: "hall/1", .label: "A"]), of: reference(Self.number))
        try store.beginInventory("i", of: .all)
    }

    /// Reads content of a file: `status` with a number, unless there is none.
    private func read(
        _ content: String, _ status: ScanStatus = .found, _ number: String? = nil, label: String? = nil,
        page: Int = 1, at place: String? = "hall/1", from file: String? = "/p/1.jpg"
    ) throws {
        let readings = try number.map { [ISBNReading(isbn: try ISBN($0), confidence: 1)] } ?? []
        var record = PhotoRecord(
            photo: "1.jpg", page: page, sha256: String(repeating: content, count: 64), status: status,
            isbns: status == .found ? readings : [])
        record.candidates = status == .uncertain ? readings : []
        record.others = try [label].compactMap(\.self).map {
            OtherReading(number: try #require(OtherNumber(.label, $0)), confidence: 0.9)
        }
        try store.take(record, into: "i", at: place, from: file)
    }

    private func findings() throws -> [String] {
        try store.findings(of: "i").map { line in
            let place = line.finding.sighting.map { " \($0.place ?? "-")" } ?? ""
            return "\(line.finding.copy?.label ?? "-") \(line.finding.status.rawValue)\(place)"
        }.sorted()
    }

    @Test(arguments: [ScanStatus.none, .uncertain, .failed])
    func `a better photo replaces its file's former one`(
        status: ScanStatus
    ) throws {
        try read("a", status, Self.other)
        try read("b", .none, from: "/p/2.jpg")
        try read("c", .none, from: nil)
        #expect(try store.inventory("i").photos == 3)
        try read("d", .found, Self.number, at: nil)
        // It was taken where the former one was.
        #expect(try findings() == ["- in_doubt hall/1", "- in_doubt hall/1", "A present hall/1"])
        #expect(try store.inventory("i").photos == 3 && store.check() == [])
    }

    @Test func `what was read for sure stays when a file's name is used again`() throws {
        try read("a", .found, Self.number)
        try read("b", .none)
        try read("c", .none, label: "A")
        try read("d", .none, label: "nobody's")
        // Only the one that showed nothing is replaced.
        #expect(try store.inventory("i").photos == 3)
        try read("e", .found, Self.other)
        #expect(try store.inventory("i").photos == 4)
        #expect(
            try findings() == [
                "- in_doubt hall/1", "- unexpected hall/1", "- unknown_label hall/1", "A present hall/1",
            ])
    }

    @Test func `a photo on which somebody decided stays`() throws {
        try read("a", .uncertain, Self.other)
        try store.decide(.confirmed(ISBN(Self.number)), sha256: String(repeating: "a", count: 64))
        try read("b", .uncertain, Self.other)
        #expect(try findings() == ["- in_doubt hall/1", "A present hall/1"])
    }

    @Test func `photos of one book replace what each of their files showed before`() throws {
        try read("a", .uncertain, Self.other)
        try read("b", .none, from: "/p/2.jpg")
        try read("c", .found, Self.other, from: "/p/3.jpg")
        let record = PhotoRecord(photo: "4.jpg", sha256: String(repeating: "d", count: 64))
        try store.take(
            record, into: "i", at: nil, from: "/p/4.jpg", others: ["/p/1.jpg", "/p/2.jpg", "/p/3.jpg"])
        #expect(try findings() == ["- in_doubt hall/1", "- unexpected hall/1", "A missing"])
    }

    @Test func `the pages of a file are replaced together, and keep its place`() throws {
        for page in 1...3 { try read("a", .none, page: page, at: "hall/1") }
        for page in 1...2 { try read("b", page == 1 ? .none : .found, Self.number, page: page, at: nil) }
        #expect(try findings() == ["- in_doubt hall/1", "A present hall/1"])
        // One sure page is enough for all of them to stay.
        try read("c", .none, at: nil)
        #expect(try store.inventory("i").photos == 3)
    }

    @Test func `a copy that was lost at the end is named afterwards`() throws {
        try store.add(CopyEdit([.place: "hall/1", .label: "B"]), of: reference(Self.number))
        try store.add(CopyEdit([.place: "hall/2", .label: "C"]), of: reference(Self.other))
        try store.add(CopyEdit([.place: "hall/2", .label: "D"]), of: reference("9783161484100"))
        try store.removeInventory("i")
        try store.beginInventory("i", of: .all)
        try read("a", .none, label: "B")
        try store.edit(copy: "D", CopyEdit([.reason: "lost"]))
        let before = try findings()
        #expect(before == ["A too_few hall/1", "B present hall/1", "C missing"])
        let recorded = store.recordingChange(.endInventory, "i", by: "maria")
        #expect(try recorded.endInventory("i", losing: true).lost.map(\.label) == ["C"])
        #expect(try findings() == before)
        let line = try #require(try store.findings(of: "i").first { $0.finding.copy?.label == "C" })
        #expect(line.finding.copy?.departure?.hasPrefix("lost ") == true)
        // Somebody else lost a copy that was there.
        try store.edit(copy: "B", CopyEdit([.reason: "lost"]))
        #expect(try findings() == ["A missing", "B unexpected hall/1", "C missing"])
        try store.edit(copy: "B", CopyEdit([.gone: ""]))
        // Sold, it is no longer lost.
        try store.edit(copy: "C", CopyEdit([.reason: "sold"]))
        #expect(try !findings().contains("C missing"))
        try store.edit(copy: "C", CopyEdit([.reason: "lost"]))
        #expect(try store.undo(by: "maria", date: .now)?.action == .endInventory)
        #expect(try findings() == before && store.copy("C").gone == nil && store.check() == [])
    }

    @Test func `an older store is upgraded`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite").path
        func sha256(_ letter: String) -> String { String(repeating: letter, count: 64) }
        try OldStore.make(
            at: path, version: 44,
            """
            \(OldStore.books(1...1))
            INSERT INTO inventory (id, name, key, scope, begun) VALUES (1, 'i', 'i', '', 0);
            INSERT INTO inventory_copy (inventory, book) VALUES (1, 1);
            INSERT INTO inventory_photo (inventory, sha256, page, name) VALUES (1, '\(sha256("a"))', 1, '1.jpg');
            INSERT INTO copy (book, list, label, gone) VALUES (1, 'owned', 'a1-b', '2020'), (1, 'owned', 'C2d', '2020'),
                (1, 'owned', 'c2D', '2020'), (1, 'owned', 'ab 1d', '2020');
            """)
        let upgraded = try Store(path: path)
        var query = CopyQuery()
        query.includesGone = true
        #expect(try upgraded.copies(query).map(\.label) == ["A1-B", "C2D", "c2D", "ab 1d"])
        #expect(try upgraded.findings(of: "i").map(\.finding.status) == [.missing, .doubtful])
        let record = PhotoRecord(photo: "1.jpg", sha256: sha256("b"))
        for _ in 0..<2 { try upgraded.take(record, into: "i", at: nil, from: "/1.jpg") }
        #expect(try upgraded.inventory("i").photos == 2 && upgraded.check() == [])
    }
}
