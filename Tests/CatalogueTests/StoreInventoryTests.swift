// Inventories in the store.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreInventoryTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private static let numbers = ["9780306406157", "9780439023481", "9783161484100"]

    init() throws { temporary = try TemporaryStore() }

    /// Three books with a copy each, in hall/1, hall/2 and attic.
    private func fill() throws {
        for (number, place) in zip(Self.numbers, ["hall/1", "hall/2", "attic"]) {
            try store.add(CopyEdit([.place: place, .label: "L\(number.suffix(1))"]), of: reference(number))
        }
    }

    private func see(
        _ numbers: String..., in name: String = "i", at place: String?, photo: String = "1",
        status: ScanStatus = .found, on date: Date = .now
    ) throws {
        let readings = try numbers.enumerated().map {
            ISBNReading(isbn: try ISBN($1), confidence: 1, book: $0 + 1)
        }
        var record = PhotoRecord(
            photo: "\(photo).jpg", sha256: String(repeating: photo, count: 64), status: status,
            isbns: status == .found ? readings : [])
        record.candidates = status == .uncertain ? readings : []
        try store.take(record, into: name, at: place, on: date)
    }

    private func findings(_ name: String = "i") throws -> [String] {
        try store.findings(of: name).map { line in
            "\(line.finding.copy?.label ?? line.isbn?.isbn13 ?? "-") \(line.finding.status.rawValue)"
        }.sorted()
    }

    @Test func `what is expected is what is in a place, on a list or in a file`() throws {
        try fill()
        let plain = try store.add(BookEdit([.title: ["Without a copy"]])).book
        try store.add([#require(plain.reference)], to: ListName.owned)
        #expect(try store.beginInventory("all", of: .all).copies == 3)
        #expect(try store.beginInventory("hall", of: .place("hall")).copies == 2)
        #expect(try store.beginInventory("Hall 2", of: .place("HALL")).copies == 2)
        #expect(try store.beginInventory("hal", of: .place("hal")).copies == 0)
        #expect(try store.beginInventory("list", of: .list("Owned")).copies == 4)
        let lines = ["L7", "9780306406157", "9780306406157", "9791090636071"]
        #expect(try store.beginInventory("file", of: .lines(lines, file: "f")).copies == 4)
        #expect(try findings("file").contains("9791090636071 missing"))
        #expect(throws: CatalogueError.unknownCopy("L 99")) {
            try store.beginInventory("x", of: .lines(["L 99"], file: "f"))
        }
        let twice = try store.beginInventory("twice", of: .lines(["L7", "copy:1"], file: "f"))
        #expect(twice.copies == 1)
        try store.removeInventory("twice")
        try store.edit(copy: "L0", CopyEdit([.reason: "sold"]))
        #expect(throws: CatalogueError.wrongCopy(.gone("copy:3 (L0)"))) {
            try store.beginInventory("x", of: .lines(["L0"], file: "f"))
        }
        #expect(throws: CatalogueError.unknownList("no")) { try store.beginInventory("x", of: .list("no")) }
        #expect(throws: CatalogueError.inventory(.taken("HALL"))) {
            try store.beginInventory("HALL", of: .all)
        }
        #expect(throws: CatalogueError.inventory(.nameless)) { try store.beginInventory(" ", of: .all) }
        #expect(try store.inventories().map(\.name) == ["file", "list", "hal", "Hall 2", "hall", "all"])
        #expect(try store.check() == [])
    }

    @Test func `a copy whose removal is undone is expected and seen as before`() throws {
        try fill()
        let extra = try store.add(CopyEdit([.label: "X", .place: "hall/1"]), of: reference(Self.numbers[0]))
        try store.beginInventory("i", of: .all)
        try see(Self.numbers[0], Self.numbers[2], at: "hall/1")
        try store.see(#require(extra.id), in: "i", at: "hall/1", by: "ana")
        #expect(try store.inventory("i").photos == 1)
        let before = try findings()
        func ana(_ action: HistoryEntry.Action) -> Store { store.recordingChange(action, by: "ana") }
        _ = try ana(.removeCopy).removeCopy("X")
        #expect(try findings() != before && store.inventory("i").copies == 3)
        #expect(try store.undo(by: "ana", date: .now)?.hasEffect == true)
        #expect(try findings() == before && store.inventory("i").copies == 4)
        try ana(.remove).remove(reference(Self.numbers[0]), evenIfCommented: true)
        #expect(try store.inventory("i").copies == 2)
        #expect(try store.undo(by: "ana", date: .now)?.hasEffect == true)
        #expect(try findings() == before)
    }

    @Test func `a book counts under the number that it has by now`() throws {
        let plain = try store.add(BookEdit([.title: ["Almanac"]])).book
        try store.add(CopyEdit([.label: "A", .place: "hall"]), of: #require(plain.reference))
        try store.add(CopyEdit([.label: "B", .place: "hall"]), of: reference(Self.numbers[1]))
        try store.beginInventory("i", of: .all)
        try see(Self.numbers[0], Self.numbers[2], at: "hall")
        #expect(
            try findings() == [
                "9780306406157 unexpected", "9783161484100 unexpected", "A missing", "B missing",
            ])
        try store.edit(#require(plain.reference), BookEdit([.isbn: [Self.numbers[0]]]))
        try store.edit(reference(Self.numbers[1]), BookEdit([.isbn: [Self.numbers[2]]]))
        #expect(try findings() == ["A present", "B present"])
    }

    @Test(arguments: [false, true]) func `a merged book counts as the one that stays, until that is undone`(
        hasISBN: Bool
    ) throws {
        let book = try reference(Self.numbers[0])
        let other =
            hasISBN
            ? try reference(Self.numbers[1])
            : try #require(
                try store.add(BookEdit([.title: ["Almanac"]])).book.reference)
        try store.add(CopyEdit([.label: "A", .place: "hall"]), of: book)
        try store.add(CopyEdit([.label: "B", .place: "hall"]), of: other)
        try store.add([other], to: "shelf")
        try store.beginInventory("i", of: .all)
        try store.beginInventory("file", of: .list("shelf"))
        try see(Self.numbers[0], at: "hall")
        try see(Self.numbers[1], at: "hall", photo: "2")
        try see(Self.numbers[0], in: "file", at: nil)
        let before = try (findings(), findings("file"))
        try store.recordingChange(.merge, by: "ana").merge(
            other, into: book, evenIfTwoISBNs: true, origin: .person)
        #expect(try findings().filter { $0.hasSuffix("present") }.count == (hasISBN ? 2 : 1))
        #expect(try findings("file") == ["9780306406157 present"])
        #expect(try store.findings(of: "i").allSatisfy { $0.isbn != nil })
        #expect(try store.undo(by: "ana", date: .now)?.hasEffect == true)
        #expect(try findings() == before.0 && findings("file") == before.1)
    }

    /// A photo with bars of one book at some places, from the left.
    private func see(
        barsAt places: [Int], at place: String?, photo: String, others: [OtherReading] = []
    ) throws {
        let witnesses = places.map { x in
            Witness(
                reader: .barcode, text: Self.numbers[0], confidence: 0.999,
                box: [PhotoPoint(x: x, y: 0), PhotoPoint(x: x + 200, y: 80)])
        }
        let reading = ISBNReading(isbn: try ISBN(Self.numbers[0]), confidence: 1, witnesses: witnesses)
        var record = PhotoRecord(
            photo: "\(photo).jpg", sha256: String(repeating: photo, count: 64), status: .found,
            isbns: [reading])
        record.others = others
        try store.take(record, into: "i", at: place)
    }

    @Test func `bars that are apart in a photo are a copy each`() throws {
        for label in ["A", "B", "C"] {
            try store.add(
                CopyEdit([.place: "table", .label: label]), of: reference(Self.numbers[0]))
        }
        try store.beginInventory("i", of: .all)
        try see(barsAt: [0, 1000], at: "table", photo: "1")
        #expect(try findings() == ["A present", "B present", "C too_few"])
        let boxes = try store.findings(of: "i").compactMap(\.finding.sighting?.box.first?.x)
        #expect(Set(boxes) == [0, 1000])
        // The same place twice is one copy.
        try see(barsAt: [0, 4, 1000, 0], at: "table", photo: "1")
        #expect(try findings() == ["A present", "B present", "C too_few"])
        try see(barsAt: [0, 1000, 2000, 3000], at: "table", photo: "1")
        #expect(try findings() == ["9780306406157 too_many", "A present", "B present", "C present"])
        try see(barsAt: [0, 1000, 2000], at: "attic", photo: "1")
        #expect(try findings() == ["A misplaced", "B misplaced", "C misplaced"])
        #expect(try store.check() == [])
    }

    @Test func `copies that came, went or moved meanwhile`() throws {
        try fill()
        try store.beginInventory("i", of: .place("hall"))
        try store.edit(copy: "L7", CopyEdit([.reason: "sold"]))
        try store.edit(copy: "L1", CopyEdit([.place: "attic"]))
        try store.add(CopyEdit([.place: "hall/1", .label: "new"]), of: reference("9780804429573"))
        #expect(try findings() == ["L1 missing"])
        // What is expected stays: hall/2, not attic.
        try see(Self.numbers[1], at: "hall/2")
        #expect(try findings() == ["L1 present"])
        try store.removeCopy("L1")
        #expect(try findings() == ["9780439023481 unexpected"])
    }

    @Test func `who saw a copy is forgotten, and the copy stays seen`() throws {
        try fill()
        try store.beginInventory("i", of: .place("hall"))
        for (label, person) in [("L1", "tedious"), ("L7", "ted")] {
            try store.see(#require(store.copy(label).id), in: "i", at: nil, by: person)
        }
        let before = try findings()
        #expect(try store.forget(person: "ted") == ForgottenPerson(sightings: 1))
        #expect(try findings() == before && store.forget(person: "ted").isEmpty)
        var lines: [String] = []
        try store.dump { lines.append($0) }
        #expect(!lines.contains { $0.contains("by ted\"") })
    }

    /// Before the clock was set back, it was later.
    @Test func `no inventory ends before it began`() throws {
        let now = Date(seconds: Date.now.seconds)
        try store.beginInventory("i", of: .place("hall"), on: now)
        _ = try store.endInventory("i", losing: false, on: now - 3 * 86_400)
        #expect(try store.inventory("i").ended == now)
    }

    @Test func `that somebody saw a copy is taken back, also after somebody else saw it`() throws {
        try fill()
        try store.beginInventory("i", of: .place("hall"))
        let copy = try #require(store.copy("L1").id)
        func see(by person: String, at place: String) throws {
            try store.recordingChange(.see, "L1", by: person).see(copy, in: "i", at: place, by: person)
        }
        try see(by: "ana", at: "hall/2")
        #expect(try findings() == ["L1 present", "L7 missing"])
        try see(by: "ted", at: "attic")
        #expect(try findings() == ["L1 misplaced", "L7 missing"])
        #expect(
            try store.history(for: "ted", limit: 9).map(\.action) == [.see, .see]
                && store.inventory("i").photos == 0)
        let inventory = try store.inventory("i").id
        #expect(try store.copiesSeen(in: inventory, by: "ana", limit: 9).map(\.detail) == ["L1"])
        // The later one stands, until it is taken back, too.
        #expect(try store.undo(by: "ana", date: .now)?.hasEffect == false)
        #expect(try store.copiesSeen(in: inventory, by: "ana", limit: 9).isEmpty)
        #expect(try findings() == ["L1 misplaced", "L7 missing"])
        #expect(try store.undo(by: "ted", date: .now)?.hasEffect == true)
        #expect(try findings() == ["L1 missing", "L7 missing"])
        try see(by: "ana", at: "hall/2")
        try see(by: "ted", at: "attic")
        #expect(try store.undo(by: "ted", date: .now)?.action == .see)
        #expect(try findings() == ["L1 present", "L7 missing"])
        _ = try store.endInventory("i", losing: false)
        #expect(throws: CatalogueError.inventory(.settled("i"))) { try store.undo(by: "ana", date: .now) }
        #expect(try store.forget(person: "ted").sightings == 0)
        #expect(try store.forget(person: "ana").sightings == 1)
        var lines: [String] = []
        try store.dump { lines.append($0) }
        #expect(!lines.contains { $0.contains("by ana") || $0.contains("by ted") })
        #expect(try store.check() == [])
    }

    @Test func `photos are stored once, and correct each other`() throws {
        try fill()
        try store.beginInventory("i", of: .place("hall"))
        try see(Self.numbers[0], Self.numbers[2], at: "hall/1", photo: "a")
        try see("9780804429573", at: "hall/2", photo: "b")
        try see(Self.numbers[1], at: "hall/2", photo: "c", status: .uncertain)
        try see(at: "hall/2", photo: "d", status: .none)
        let expected = [
            "- in_doubt", "9780804429573 unexpected", "L0 misplaced", "L1 in_doubt", "L7 present",
        ]
        #expect(try findings() == expected)
        try see(Self.numbers[0], Self.numbers[2], at: "hall/1", photo: "a")
        #expect(try findings() == expected && store.inventory("I").photos == 4)
        #expect(try store.isInventoried(String(repeating: "a", count: 64), in: "i", at: "hall/2"))
        #expect(try !store.isInventoried(String(repeating: "e", count: 64), in: "i", at: "hall/2"))
        #expect(try findings().contains("L7 misplaced"))
        let line = try #require(try store.findings(of: "i").first { $0.finding.copy?.label == "L7" })
        #expect(line.finding.sighting?.photo == PhotoPage(photo: "a.jpg", page: 1))
    }

    @Test func `a known photo keeps its place if none is given`() throws {
        try fill()
        try store.beginInventory("i", of: .place("hall/1"))
        try see(Self.numbers[0], at: "attic", photo: "a")
        #expect(try store.isInventoried(String(repeating: "a", count: 64), in: "i", at: nil))
        try see(Self.numbers[0], at: nil, photo: "a")
        #expect(try store.findings(of: "i").map(\.finding.sighting?.place) == ["attic"])
    }

    @Test func `a book without an ISBN is seen if a reviewer said so`() throws {
        let book = try #require(try store.add(BookEdit([.title: ["Old"]])).book.reference)
        try store.add(CopyEdit([.label: "old"]), of: book)
        try store.beginInventory("i", of: .all)
        #expect(try findings() == ["old missing"])
        let record = PhotoRecord(photo: "o.jpg", sha256: String(repeating: "0", count: 64))
        try store.take(record, into: "i", at: nil)
        #expect(try findings() == ["- in_doubt", "old missing"])
        try store.decide(.book(#require(store.copy("old").book)), sha256: #require(record.sha256))
        #expect(try findings() == ["old present"])
        // Merged into a book with an ISBN, the two are found under that book's id still.
        try store.add(CopyEdit([:]), of: reference(Self.numbers[0]))
        #expect(try store.check() == [])
    }

    /// As reviewers decide, whenever they do, and take back.
    @Test func `decisions on photos apply`() throws {
        try fill()
        try store.beginInventory("i", of: .place("hall"))
        let hash = { (letter: String) in String(repeating: letter, count: 64) }
        try see(Self.numbers[0], Self.numbers[2], at: "hall/1", photo: "a")
        try see(Self.numbers[1], "9780804429573", at: "hall/2", photo: "b", status: .uncertain)
        try see(at: "hall/2", photo: "c", status: .none)
        let before = ["- in_doubt", "L0 misplaced", "L1 in_doubt", "L7 present"]
        #expect(try findings() == before)
        try store.recordingChange(.decide, by: "maria").decide(
            .confirmed(ISBN(Self.numbers[1])), sha256: hash("b"))
        #expect(try findings() == ["- in_doubt", "L0 misplaced", "L1 present", "L7 present"])
        #expect(try store.undo(by: "maria") != nil && findings() == before)
        try store.decide(.rejected, sha256: hash("b"))
        try store.decide(.rejected, sha256: hash("c"))
        #expect(try findings() == ["L0 misplaced", "L1 missing", "L7 present"])
        // Other numbers that were accepted stay.
        try store.decide(.confirmed(ISBN("9780804429573")), sha256: hash("a"))
        #expect(
            try findings() == ["9780804429573 unexpected", "L0 misplaced", "L1 missing", "L7 present"])
        try store.decide(.rejected, sha256: hash("a"))
        #expect(try findings() == ["L1 missing", "L7 missing"])
    }

    @Test func `lent copies are not missing`() throws {
        try fill()
        try store.lend("L7", to: "tom")
        try store.beginInventory("i", of: .all)
        #expect(try findings() == ["L0 missing", "L1 missing", "L7 lent"])
        try see(Self.numbers[0], at: "hall/1")
        #expect(try findings() == ["L0 missing", "L1 missing", "L7 unexpected"])
    }

    @Test func `a copy that was lent after it was seen is where it was seen`() throws {
        try fill()
        try store.beginInventory("i", of: .all, on: .now - 90)
        try see(Self.numbers[0], at: "hall/1", photo: "1")
        try see(label: "L1", at: "attic", photo: "2", status: .none)
        for label in ["L7", "L1"] { try store.lend(label, to: "tom", on: .now + 60) }
        #expect(try findings() == ["L0 missing", "L1 misplaced", "L7 present"])
        let seen = try store.findings(of: "i").filter { $0.finding.sighting != nil }
        #expect(seen.map(\.finding.laterChange) == [.lent, .lent])
        #expect(try store.endInventory("i", losing: false).moved.isEmpty)
    }

    @Test func `the end moves and loses copies, and is taken back`() throws {
        try fill()
        try store.beginInventory("i", of: .all)
        try see(Self.numbers[0], at: "attic")
        try see(Self.numbers[1], at: "hall/2", photo: "2")
        let recorded = store.recordingChange(.endInventory, "i", by: "maria")
        let changed = try recorded.endInventory("i", losing: true)
        #expect(changed.moved.map(\.label) == ["L7"] && changed.lost.map(\.label) == ["L0"])
        #expect(try store.copy("L7").place == "attic" && store.copy("L0").state == .lost)
        #expect(try store.copy("L1").place == "hall/2")
        #expect(throws: CatalogueError.inventory(.ended("i"))) { try see(Self.numbers[2], at: "attic") }
        // A second end would take back what was done since.
        try store.edit(copy: "L7", CopyEdit([.place: "cellar"]))
        #expect(throws: CatalogueError.inventory(.ended("i"))) { try store.endInventory("i", losing: false) }
        #expect(try store.copy("L7").place == "cellar")
        try store.edit(copy: "L7", CopyEdit([.place: "attic"]))
        let history = try store.history(for: "maria", limit: 1)
        #expect(history.first?.action == .endInventory && history.first?.books == 2)
        #expect(try store.undo(by: "maria", date: .now)?.action == .endInventory)
        #expect(try store.copy("L7").place == "hall/1" && store.copy("L0").state == .available)
        // It is open again.
        #expect(try store.inventory("i").ended == nil)
        try see(Self.numbers[2], at: "attic", photo: "3")
        #expect(try findings() == ["L0 present", "L1 present", "L7 misplaced"])
        #expect(throws: CatalogueError.inventory(.unknown("j"))) {
            try store.endInventory("j", losing: false)
        }
        try store.removeInventory("i")
        #expect(try store.inventories().isEmpty && store.copies(CopyQuery()).count == 3)
        #expect(try store.check() == [])
    }

    /// Photos of the three copies, all in the attic, and then enough time for what follows to be later.
    private func photographInAttic() async throws {
        for number in Self.numbers { try see(number, at: "attic", photo: String(number.suffix(1))) }
        try await Task.sleep(for: .milliseconds(20))
    }

    @Test func `a copy that was moved since its photo stays where it was put`() async throws {
        try fill()
        let plain = try reference("9780804429573")
        try store.add(CopyEdit([.place: "hall/1"]), of: plain)
        try store.beginInventory("i", of: .all)
        try see("9780804429573", at: "attic", photo: "p")
        try await photographInAttic()
        try store.edit(copy: "L7", CopyEdit([.place: "cellar"]))
        try store.set(copies: 1, shelf: "cellar", of: plain, on: ListName.owned)
        // Anything but its place changes nothing about where it is.
        try store.edit(copy: "L1", CopyEdit([.notes: "worn"]))
        let changed = try store.endInventory("i", losing: false)
        #expect(changed.moved.map(\.label) == ["L1"])
        #expect(Set(changed.outdated.map(\.finding.copy?.label)) == ["L7", nil])
        #expect(try store.copies(CopyQuery()).map(\.place) == ["cellar", "attic", "attic", "cellar"])
    }

    @Test func `a later photo, or a place that is corrected later, counts again`() async throws {
        try fill()
        try store.beginInventory("i", of: .all)
        try await photographInAttic()
        for label in ["L7", "L1"] { try store.edit(copy: label, CopyEdit([.place: "cellar"])) }
        try await Task.sleep(for: .milliseconds(20))
        // The same photo at the same place says nothing new.
        try see(Self.numbers[1], at: "attic", photo: "1")
        #expect(try store.isInventoried(String(repeating: "7", count: 64), in: "i", at: "loft"))
        let changed = try store.endInventory("i", losing: false)
        #expect(changed.moved.map(\.place) == ["loft"])
        #expect(changed.outdated.map(\.finding.copy?.label) == ["L1"])
    }

    @Test func `what an end itself moved was not moved since, except for other inventories`()
        async throws
    {
        try fill()
        try store.beginInventory("i", of: .all)
        try store.beginInventory("j", of: .all)
        try store.beginInventory("k", of: .all)
        try see(Self.numbers[1], in: "j", at: "cellar", photo: "5")
        // The beginning is known to the second.
        try await Task.sleep(for: .milliseconds(1100))
        try await photographInAttic()
        try store.edit(copy: "L7", CopyEdit([.place: "cellar"]))
        for _ in 0..<2 {
            let since = try store.findings(of: "i").filter { $0.finding.laterChange == .moved }
            #expect(since.map(\.finding.copy?.label) == ["L7"])
            if try store.inventory("i").ended == nil { _ = try store.endInventory("i", losing: false) }
        }
        #expect(try store.copy("L1").place == "attic")
        let changed = try store.endInventory("j", losing: false)
        #expect(changed.moved.isEmpty && changed.outdated.map(\.finding.copy?.label) == ["L1"])
        // Another inventory that did not see it knows that it is elsewhere.
        #expect(try store.endInventory("k", losing: true).lost.map(\.label) == ["L0"])
    }

    @Test func `an end that was taken back can be repeated`() async throws {
        try fill()
        try store.beginInventory("i", of: .all)
        try await photographInAttic()
        for _ in 0..<2 {
            let changed = try store.recordingChange(.endInventory, "i", by: "maria")
                .endInventory("i", losing: false)
            #expect(changed.moved.map(\.label) == ["L7", "L1"] && changed.outdated.isEmpty)
            #expect(try store.undo(by: "maria", date: .now) != nil)
        }
        #expect(try store.copy("L7").place == "hall/1")
    }

    @Test func `a copy that was moved or returned since the beginning is not lost`() throws {
        try fill()
        try store.beginInventory("i", of: .all, on: .now - 60)
        try store.beginInventory("later", of: .all, on: .now + 60)
        try store.lend("L0", to: "ana", on: .now - 30)
        let ended = try store.endInventory("i", losing: true)
        #expect(ended.moved.isEmpty && ended.lost.isEmpty)
        // Both were put where they are since.
        #expect(ended.outdated.map(\.finding.laterChange) == [.moved, .moved])
        try store.takeBack("L0", on: .now - 10)
        #expect(try store.endInventory("later", losing: true).lost.count == 3)
    }

    @Test func `a removed inventory is taken back with all that it knew`() throws {
        try fill()
        try store.beginInventory("i", of: .place("hall"))
        try see(Self.numbers[0], at: "attic")
        let before = try findings()
        try store.recordingChange(.removeInventory, "i", by: "maria").removeInventory("I")
        let change = try #require(store.history(for: "maria", limit: 1).first)
        #expect(change.action == .removeInventory && change.detail == "i" && change.books == 0)
        #expect(try store.inventories().isEmpty && store.inventory(1) == nil)
        #expect(throws: CatalogueError.inventory(.unknown("i"))) { try findings() }
        #expect(throws: CatalogueError.inventory(.unknown("i"))) { try store.removeInventory("i") }
        #expect(throws: CatalogueError.changeOfLibrarian) {
            try store.undo(by: "maria", exceptShared: true, date: .now)
        }
        #expect(try store.undo(by: "maria", date: .now)?.action == .removeInventory)
        #expect(try findings() == before && store.inventory("I").photos == 1)
        // Another one may have its name by then.
        try store.recordingChange(.removeInventory, "i", by: "maria").removeInventory("i")
        try store.beginInventory("I", of: .all)
        #expect(try store.undo(by: "maria", date: .now) != nil)
        #expect(try store.inventories().map(\.name) == ["I", "i 2"] && findings("i 2") == before)
        #expect(try store.check() == [])
    }

    @Test func `an end that changes no copy is taken back, too, by whoever may change the catalogue`() throws
    {
        try fill()
        try store.beginInventory("i", of: .all)
        _ = try store.recordingChange(.endInventory, "i", by: "maria").endInventory("i", losing: false)
        #expect(throws: CatalogueError.changeOfLibrarian) {
            try store.undo(by: "maria", exceptShared: true, date: .now)
        }
        #expect(try store.undo(by: "maria", date: .now)?.books == 0)
        #expect(try store.inventory("i").ended == nil)
    }

    @Test func `a place that no copy can have is refused`() throws {
        try fill()
        try store.beginInventory("i", of: .all)
        try see(Self.numbers[0], at: "attic")
        let place = String(repeating: "ä", count: 101)
        let id = try #require(store.copy("L1").id)
        for refused: () throws -> Void in [
            { try see(Self.numbers[1], at: place, photo: "2") },
            { try store.see(id, in: "i", at: place, by: "maria") },
            { _ = try store.isInventoried(String(repeating: "1", count: 64), in: "i", at: place) },
            { try store.beginInventory("j", of: .place(place)) },
        ] {
            #expect(throws: CatalogueError.wrongCopy(.overlong(limit: 200)), performing: refused)
        }
        #expect(try store.endInventory("i", losing: false).moved.map(\.place) == ["attic"])
    }

    @Test func `a photo of the wider place leaves the exact one`() throws {
        try fill()
        try store.beginInventory("i", of: .place("hall"))
        try see(Self.numbers[0], Self.numbers[1], at: "Hall")
        #expect(try findings() == ["L1 present", "L7 present"])
        #expect(try store.endInventory("i", losing: false).moved.isEmpty)
        #expect(try store.copy("L7").place == "hall/1")
    }

    /// Two phones at one shelf, one of which repeats what the other has taken.
    @Test func `many at once lose nothing`() async throws {
        try fill()
        try store.beginInventory("i", of: .all)
        let path = temporary.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let store = try Store(path: path)
                    for number in 0..<25 {
                        let photo = String(worker % 2 * 100 + number)
                        let sha256 = String(repeating: "0", count: 64 - photo.count) + photo
                        var record = PhotoRecord(photo: photo, sha256: sha256, status: .found)
                        record.isbns = [ISBNReading(isbn: try ISBN(Self.numbers[number % 3]), confidence: 1)]
                        try store.take(record, into: "i", at: "attic")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.inventory("i").photos == 50)
        #expect(try findings() == ["L0 present", "L1 misplaced", "L7 misplaced"])
    }

    /// Sees a label, and perhaps an ISBN, in one photo.
    private func see(
        label: String, _ number: String? = nil, in name: String = "i", at place: String?, photo: String,
        status: ScanStatus
    ) throws {
        let readings = try number.map { [ISBNReading(isbn: try ISBN($0), confidence: 1)] } ?? []
        var record = PhotoRecord(
            photo: "\(photo).jpg", sha256: String(repeating: photo, count: 64), status: status,
            isbns: status == .found ? readings : [])
        record.candidates = status == .uncertain ? readings : []
        record.others = [OtherReading(number: try #require(OtherNumber(.label, label)), confidence: 0.99)]
        try store.take(record, into: name, at: place)
    }

    @Test func `bars with the number of a copy name it`() throws {
        try fill()
        try store.beginInventory("i", of: .all)
        try see(label: "COPY:2", at: "attic", photo: "1", status: .none)
        try see(label: "copy:1", Self.numbers[0], at: "hall/1", photo: "2", status: .found)
        try see(label: "copy:99", at: "hall/1", photo: "3", status: .none)
        #expect(
            try findings() == ["- in_doubt", "- unknown_label", "L0 missing", "L1 misplaced", "L7 present"])
    }

    @Test func `a label stands with the photo of its book that shows it`() throws {
        try fill()
        try store.beginInventory("i", of: .all)
        func box(_ x: Int) -> [PhotoPoint] { [PhotoPoint(x: x, y: 0), PhotoPoint(x: x + 9, y: 9)] }
        func group(_ name: String, _ label: String) throws {
            let pages = ["a", "b"].map { PhotoPage(photo: "\(name)\($0).jpg", page: 1) }
            let hashes = ["a", "b"].map { String(repeating: "\(name)\($0)", count: 32) }
            var record = PhotoRecord(photo: pages[1].photo, sha256: hashes[1], status: .found)
            record.photos = zip(pages, hashes).map { PhotoRecord(photo: $0.photo, sha256: $1) }
            record.isbns = [
                ISBNReading(
                    isbn: try ISBN(Self.numbers[0]), confidence: 1,
                    witnesses: [
                        Witness(reader: .ocr, text: "", confidence: 1, box: box(50), photo: pages[1])
                    ])
            ]
            record.others = [
                OtherReading(
                    number: try #require(OtherNumber(.label, label)), confidence: 1, box: box(5),
                    photo: pages[0])
            ]
            try store.take(record, into: "i", at: "hall/1")
        }
        try group("1", "ZZ99")
        func seen() throws -> [String] {
            try store.findings(of: "i").compactMap { line in
                line.finding.sighting.map {
                    "\(line.finding.status.rawValue) \($0.photo.photo) \($0.sha256?.prefix(2) ?? "") \($0.box.first?.x ?? 0)"
                }
            }.sorted()
        }
        #expect(try seen() == ["present 1b.jpg 1b 50", "unknown_label 1a.jpg 1a 5"])
        // It counts for the book's other photo once a copy has it.
        try store.edit(copy: "L7", CopyEdit([.label: "ZZ99"]))
        #expect(try seen() == ["present 1a.jpg 1a 5"])
        try store.removeInventory("i")
        try store.beginInventory("i", of: .all)
        try group("2", "copy:1")
        #expect(try seen() == ["present 2a.jpg 2a 5"])
    }

    @Test func `a label says which of two copies is seen`() throws {
        let book = try reference(Self.numbers[0])
        for (label, place) in [("A 1", "hall/1"), ("A 2", "hall/1")] {
            try store.add(CopyEdit([.label: label, .place: place]), of: book)
        }
        try store.beginInventory("i", of: .all)
        try see(label: "A 2", Self.numbers[0], at: "hall/1", photo: "1", status: .found)
        #expect(try findings() == ["A 1 too_few", "A 2 present"])
        // The other one elsewhere, of which only the label can be read.
        try see(label: "A 1", at: "attic", photo: "2", status: .none)
        #expect(try findings() == ["A 1 misplaced", "A 2 present"])
        // Seen in its place after all.
        try see(label: "A 1", at: "hall/1", photo: "3", status: .none)
        #expect(try findings() == ["A 1 present", "A 2 present"])
        #expect(try store.check() == [])
    }

    @Test func `a label settles what an uncertain photo shows, and an unknown one settles nothing`() throws {
        try fill()
        try store.beginInventory("i", of: .place("hall"))
        try see(label: "L7", Self.numbers[1], at: "hall/1", photo: "1", status: .uncertain)
        #expect(try findings() == ["L1 missing", "L7 present"])
        try see(label: "nobody's", Self.numbers[1], at: "hall/2", photo: "2", status: .uncertain)
        #expect(try findings() == ["- unknown_label", "L1 in_doubt", "L7 present"])
        try see(label: "nobody's", at: "hall/2", photo: "3", status: .none)
        #expect(try findings().contains("- in_doubt"))
    }

    @Test func `a label that no copy has is named until one gets it`() throws {
        try fill()
        let book = try reference("9780804429573")
        try store.add(CopyEdit([.place: "hall/1"]), of: book)
        try store.beginInventory("i", of: .place("hall"))
        try see(label: "K 9", "9780804429573", at: "hall/1", photo: "a", status: .found)
        try see(label: "K 9", Self.numbers[1], at: "hall/1", photo: "b", status: .uncertain)
        let lines = try store.findings(of: "i").filter { $0.finding.status == .unknownLabel }
        #expect(lines.map(\.finding.sighting?.label) == ["K 9"])
        #expect(lines.map(\.finding.sighting?.photo.photo) == ["a.jpg"])
        #expect(lines.map(\.finding.sighting?.place) == ["hall/1"])
        #expect(
            try findings() == ["- unknown_label", "9780804429573 present", "L1 in_doubt", "L7 missing"])
        // Then it settles what the uncertain photo shows.
        try store.label("9780804429573", as: "K 9")
        #expect(try findings() == ["K 9 present", "L1 missing", "L7 missing"])
        #expect(try store.check() == [])
    }

    @Test func `another number takes the place of the one that was misread`() throws {
        try fill()
        try store.beginInventory("i", of: .all)
        try see(Self.numbers[0], at: "hall/1", photo: "a")
        #expect(try findings() == ["L0 missing", "L1 missing", "L7 present"])
        try store.decide(.confirmed(ISBN(Self.numbers[1])), sha256: String(repeating: "a", count: 64))
        #expect(try findings() == ["L0 missing", "L1 misplaced", "L7 missing"])
    }

    @Test func `a lent or removed copy whose label is seen is unexpected, or none`() throws {
        try fill()
        try store.lend("L7", to: "tom")
        try store.beginInventory("i", of: .all)
        try see(label: "L7", at: "hall/1", photo: "1", status: .none)
        #expect(try findings().contains("L7 unexpected"))
        try store.takeBack("L7")
        try store.removeCopy("L7")
        #expect(try findings().contains { $0.hasPrefix("9780306406157") })
        #expect(try store.check() == [])
    }

    @Test func `the label of a copy that is gone names it, seen before or after`() throws {
        try fill()
        try store.beginInventory("i", of: .place("hall"))
        try see(label: "L7", at: "hall/1", photo: "1", status: .none)
        try store.edit(copy: "L7", CopyEdit([.reason: "sold"]))
        try store.edit(copy: "L0", CopyEdit([.reason: "lost"]))
        try see(label: "L0", at: "hall/1", photo: "2", status: .none)
        #expect(try findings() == ["L0 unexpected", "L1 missing", "L7 unexpected"])
        let gone = try store.findings(of: "i").compactMap(\.finding.copy?.departure)
        #expect(gone.map { $0.prefix(4) }.sorted() == ["lost", "sold"])
        // Another copy of the book is still missing.
        try store.add(CopyEdit([.label: "M", .place: "hall/1"]), of: reference(Self.numbers[0]))
        try store.beginInventory("j", of: .place("hall/1"))
        try see(label: "L7", in: "j", at: "hall/1", photo: "3", status: .none)
        #expect(try findings("j") == ["L7 unexpected", "M missing"])
        #expect(try store.endInventory("i", losing: false).moved.isEmpty)
    }

    @Test func `a copy that is gone is named when its book is seen, unless another copy is known`() throws {
        try fill()
        try store.edit(copy: "L7", CopyEdit([.reason: "lost", .gone: "2025-03"]))
        try store.beginInventory("i", of: .all)
        try see(Self.numbers[0], at: "hall/1")
        let line = try #require(store.findings(of: "i").first { $0.finding.status == .unexpected })
        #expect(line.finding.copy?.label == "L7" && line.finding.copy?.departure == "lost 2025-03")
        #expect(!line.finding.canBeTicked && line.finding.edit(losing: true) == nil)
        // Seen once more.
        try see(Self.numbers[0], at: "attic", photo: "2")
        #expect(
            try findings().filter { $0.contains("unexpected") } == [
                "9780306406157 unexpected", "L7 unexpected",
            ])
        try store.add(CopyEdit([.label: "M", .place: "hall/1"]), of: reference(Self.numbers[0]))
        #expect(try findings() == ["9780306406157 too_many", "L0 missing", "L1 missing", "M present"])
    }

    @Test func `a label that is an ISBN is no unknown one`() throws {
        try fill()
        try store.beginInventory("i", of: .place("hall/1"))
        try see(label: Self.numbers[1], Self.numbers[0], at: "hall/1", photo: "1", status: .found)
        #expect(try findings() == ["L7 present"])
    }

    @Test func `a label is of the copy whose bars are nearest`() throws {
        for label in ["A", "B"] { try store.add(CopyEdit([.label: label]), of: reference(Self.numbers[0])) }
        try store.beginInventory("i", of: .all)
        let others = try [("B", 90), ("A", 1010)].map { label, x in
            OtherReading(
                number: try #require(OtherNumber(.label, label)), confidence: 0.99,
                box: [PhotoPoint(x: x, y: 90), PhotoPoint(x: x + 40, y: 99)])
        }
        for photo in ["1", "2"] {
            try see(
                barsAt: [0, 1000], at: nil, photo: photo, others: photo == "1" ? others : others.reversed())
            let boxes = try store.findings(of: "i").map { line in
                "\(line.finding.copy?.label ?? "-") \(line.finding.sighting?.box.first?.x ?? -1)"
            }
            #expect(boxes.sorted() == ["A 1000", "B 0"])
        }
    }

    @Test func `a place that is only written otherwise is no other place`() throws {
        try fill()
        let before = Date.now - 60
        try store.beginInventory("i", of: .place("hall/1"), on: before)
        try store.write { db in try db.run("UPDATE copy SET moved = ?", before.milliseconds) }
        try store.edit(copy: "L7", CopyEdit([.place: "Hall/1"]))
        #expect(try store.findings(of: "i").map(\.finding.laterChange) == [nil])
        try store.edit(copy: "L7", CopyEdit([.place: "attic"]))
        #expect(try store.findings(of: "i").map(\.finding.laterChange) == [.moved])
    }

    @Test func `neighbours that stand against the order are named`() throws {
        let books = [("The Wave", "Ruiz, Ana"), ("Anchors", "Zola, Bo"), ("Harbours", "Abel, Cy")]
        for (number, (title, author)) in zip(Self.numbers, books) {
            try store.add(BookEdit([.isbn: [number], .title: [title], .authors: [author]]))
        }
        try store.beginInventory("i", of: .all)
        try see(Self.numbers[0], Self.numbers[1], Self.numbers[2], at: "hall", photo: "1")
        // One book in another photo has no neighbour.
        try see(Self.numbers[1], at: "hall", photo: "2")
        func wrong(_ order: ShelfOrder) throws -> [String] {
            try store.disorder(in: "i", by: order).map { line in
                "\(line.title ?? "") before \(line.neighbour?.book.description.suffix(2) ?? "")"
            }
        }
        #expect(try wrong(.title) == ["Anchors before 57"])
        #expect(try wrong(.author) == ["Harbours before 81"])
        let neighbour = try store.disorder(in: "i", by: .title).first?.neighbour
        #expect(neighbour?.words == "\(try ISBN(Self.numbers[0]).hyphenated) The Wave")
        try store.add([reference(Self.numbers[2])], to: "shelf")
        #expect(try wrong(.list("shelf")).isEmpty)
        #expect(throws: CatalogueError.unknownList("no")) { try wrong(.list("no")) }
        try store.add([reference(Self.numbers[1])], to: "shelf")
        try see(Self.numbers[2], Self.numbers[1], at: "hall", photo: "3")
        try see(Self.numbers[1], Self.numbers[2], at: "hall", photo: "4")
        #expect(try wrong(.list("shelf")) == Array(repeating: "Harbours before 81", count: 2))
        // Of entries from before positions were kept, no order is known.
        try store.write { db in try db.run("UPDATE list_entry SET added = 7, position = 0") }
        #expect(try wrong(.list("shelf")).isEmpty)
    }
}
