// Corrections of what an inventory's photos show.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreCorrectionsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private static let numbers = ["9780306406157", "9780439023481", "9783161484100"]
    private static let hash = String(repeating: "a", count: 64)

    /// Three books with a copy each in the hall, of which a photo shows the first two.
    init() throws {
        temporary = try TemporaryStore()
        for number in Self.numbers {
            try store.add(
                CopyEdit([.place: "hall", .label: "L\(number.suffix(1))"]), of: BookSpecifier(number))
        }
        try store.beginInventory("i", of: .all)
        try take(Self.numbers[..<2])
    }

    private func record(_ numbers: some Sequence<String>, status: ScanStatus = .found) throws -> PhotoRecord {
        var record = PhotoRecord(photo: "a.jpg", sha256: Self.hash, status: status)
        let readings = try numbers.enumerated().map { place, number in
            ISBNReading(
                isbn: try ISBN(number), confidence: 1, book: place + 1,
                witnesses: [
                    Witness(
                        reader: .barcode, text: number, confidence: 1,
                        box: [(0, 0), (9, 0), (9, 9)].map { PhotoPoint(x: $0 + place * 100, y: $1) })
                ])
        }
        if status == .found { record.isbns = readings } else { record.candidates = readings }
        return record
    }

    private func take(_ numbers: some Sequence<String>, status: ScanStatus = .found) throws {
        try store.take(record(numbers, status: status), into: "i", at: "hall")
    }

    private func correct(
        _ wrong: Int? = nil, at position: Int? = nil, to right: Int? = nil, by person: String = "maria"
    ) throws {
        let reading = try wrong.map {
            PhotoCorrection.Reading(position: position ?? $0, isbn13: try ISBN(Self.numbers[$0]))
        }
        try store.recordingChange(.decide, "a.jpg", by: person).correct(
            PhotoCorrection(
                sha256: Self.hash, wrong: reading, right: right.map { try ISBN(Self.numbers[$0]) }), in: "i")
    }

    /// The labels of the copies that are present.
    private var present: [String] {
        get throws {
            try store.findings(of: "i").filter { $0.finding.status == .present }
                .compactMap(\.finding.copy?.label).sorted()
        }
    }

    @Test func `each book of a photo is corrected on its own, and each correction is undone`() throws {
        #expect(try present == ["L1", "L7"])
        try correct(1, to: 2)
        #expect(try present == ["L0", "L7"])
        let other = try #require(store.findings(of: "i").first { $0.finding.copy?.label == "L0" })
        #expect(other.finding.sighting?.box.first == PhotoPoint(x: 100, y: 0), "where the other one was read")
        #expect(other.finding.sighting?.position == 1)
        try correct(to: 1)
        #expect(try present == ["L0", "L1", "L7"])
        try correct(0)
        #expect(try present == ["L0", "L1"])
        try correct()
        #expect(try present == [])
        #expect(try store.findings(of: "i").allSatisfy { $0.finding.status == .missing })
        for labels in [["L0", "L1"], ["L0", "L1", "L7"], ["L0", "L7"], ["L1", "L7"]] {
            #expect(try store.undo(by: "maria", date: .now)?.action == .decide)
            #expect(try present == labels)
        }
        #expect(try store.decision(on: Self.hash, page: 1) == nil)
    }

    @Test func `what is corrected stays when the photo is read again, in scans as well`() throws {
        try correct(1, to: 2)
        try take(Self.numbers[..<2])
        #expect(try present == ["L0", "L7"])
        let decided = try store.withDecision(record(Self.numbers[..<2]))
        #expect(decided.record.isbns.map(\.isbn.isbn13) == [Self.numbers[0], Self.numbers[2]])
        #expect(decided.record.isbns.allSatisfy { $0.reason == ISBNReading.confirmed })
        #expect(try store.write { try $0.photos(showing: ISBN(Self.numbers[2])) }.count == 1)
        // Of a decision that names all books, an ISBN counts as often as it is named.
        try store.decide(.several([ISBN(Self.numbers[2]), ISBN(Self.numbers[2])]), sha256: Self.hash)
        #expect(
            try store.findings(of: "i").map(\.finding.status.rawValue).sorted() == [
                "missing", "missing", "present", "too_many",
            ])
    }

    @Test func `a further copy of a book in a photo is present, too`() throws {
        try store.add(CopyEdit([.place: "hall", .label: "M7"]), of: BookSpecifier(Self.numbers[0]))
        try store.beginInventory("j", of: .all)
        try store.take(record(Self.numbers[..<1]), into: "j", at: "hall")
        func present() throws -> [String] {
            try store.findings(of: "j").filter { $0.finding.status == .present }
                .compactMap(\.finding.copy?.label).sorted()
        }
        #expect(try present() == ["L7"])
        let further = PhotoCorrection(sha256: Self.hash, right: try ISBN(Self.numbers[0]), copies: 2)
        for _ in 0..<2 { try store.correct(further, in: "j") }
        #expect(try present() == ["L7", "M7"])
        // In scans it is one book.
        #expect(try store.withDecision(record(Self.numbers[..<1])).record.ownISBNs.count == 1)
    }

    @Test func `a decision on the whole photo drops no corrected book`() throws {
        try correct(1, to: 2)
        let corrected = PhotoDecision.several(try [0, 2].map { try ISBN(Self.numbers[$0]) })
        for decision in [.rejected, .confirmed(try ISBN(Self.numbers[1]))] as [PhotoDecision] {
            #expect(throws: CatalogueError.correctedPhoto) { try store.decide(decision, sha256: Self.hash) }
        }
        // One of them is confirmed already.
        let tom = store.recordingChange(.decide, by: "tom")
        try tom.decide(.confirmed(ISBN(Self.numbers[2])), sha256: Self.hash)
        try tom.decide(corrected, sha256: Self.hash)
        #expect(try store.history(for: "tom", limit: 9).map(\.person) == ["maria"])
        #expect(try store.decision(on: Self.hash, page: 1) == corrected)
        #expect(try present == ["L0", "L7"])
        // A decision that is no correction is replaced.
        let other = String(repeating: "b", count: 64)
        try store.decide(.confirmed(ISBN(Self.numbers[0])), sha256: other)
        try store.decide(.rejected, sha256: other)
        #expect(try store.decision(on: other, page: 1) == .rejected)
    }

    @Test func `a candidate that somebody corrects is no candidate any more`() throws {
        try take(Self.numbers[..<2], status: .uncertain)
        #expect(try present == [])
        try correct(0, to: 2)
        #expect(try present == ["L0"])
        #expect(try store.findings(of: "i").allSatisfy { $0.finding.status != .doubtful })
        #expect(try store.undo(by: "maria", date: .now) != nil)
    }

    /// The status of each copy, by its label.
    private var statuses: [String] {
        get throws {
            try store.findings(of: "i").map { line in
                "\(line.finding.copy?.label ?? "-") \(line.finding.status.rawValue)"
            }.sorted()
        }
    }

    private func expectStatuses(
        _ expected: [String], at place: SourceLocation = #_sourceLocation
    ) throws {
        let statuses = try statuses
        #expect(statuses == expected, sourceLocation: place)
    }

    @Test func `candidates that nothing was said of stay in doubt`() throws {
        try take(Self.numbers[..<2], status: .uncertain)
        try correct(to: 2)
        try expectStatuses(["L0 present", "L1 in_doubt", "L7 in_doubt"])
        #expect(try store.decision(on: Self.hash, page: 1) == .several([ISBN(Self.numbers[2])]))
        try correct(to: 1)
        try expectStatuses(["L0 present", "L1 present", "L7 in_doubt"])
        for _ in 0..<2 { #expect(try store.undo(by: "maria", date: .now) != nil) }
        try correct(0)
        try expectStatuses(["L0 missing", "L1 in_doubt", "L7 missing"])
        #expect(try store.decision(on: Self.hash, page: 1) == nil, "the other one is undecided")
        try correct(1)
        try expectStatuses(["L0 missing", "L1 missing", "L7 missing"])
        #expect(try store.decision(on: Self.hash, page: 1) == .rejected)
        try correct(to: 2)
        #expect(try store.endInventory("i", losing: true).lost.compactMap(\.label).sorted() == ["L1", "L7"])
    }

    @Test func `the only candidate that is left is doubtful with its number`() throws {
        try take(["9780306406157", "9780201038019"], status: .uncertain)
        try correct(0)
        let doubtful = try store.findings(of: "i").filter { $0.finding.status == .doubtful }
        #expect(doubtful.map(\.isbn?.isbn13) == ["9780201038019"])
        #expect(doubtful.first?.finding.sighting?.position == 1)
    }

    @Test func `a labelled copy stays among the books of its photo`() throws {
        var labelled = try record(Self.numbers[..<1])
        labelled.others = [OtherReading(number: try #require(OtherNumber(.label, "L7")), confidence: 0.99)]
        try store.take(labelled, into: "i", at: "hall")
        try correct(to: 1)
        try expectStatuses(["L0 missing", "L1 present", "L7 present"])
        let decided = try store.withDecision(record(Self.numbers[..<1])).record
        #expect(decided.ownISBNs.map(\.isbn.isbn13) == Array(Self.numbers[..<2]))
        // Another inventory may know the photo without its label.
        try store.beginInventory("j", of: .all)
        try store.take(record(Self.numbers[..<1]), into: "j", at: "hall")
        let present = try store.findings(of: "j").filter { $0.finding.status == .present }
        #expect(present.compactMap(\.finding.copy?.label).sorted() == ["L1", "L7"])
    }

    @Test func `what was corrected before is not corrected again`() throws {
        try correct(to: 1)
        #expect(try store.decision(on: Self.hash, page: 1) == nil)
        let corrections: [() throws -> Void] = [
            { try correct(1, to: 2) }, { try correct(to: 1) }, { try correct(0) },
        ]
        for _ in 0..<2 { for correction in corrections { try correction() } }
        try expectStatuses(["L0 present", "L1 present", "L7 missing"])
        for _ in 0..<2 { try correct() }
        #expect(try store.corrections(in: store.inventory("i").id, by: "maria", limit: 9).count == 4)
    }

    @Test func `the label of a copy stays, and what is not seen is refused`() throws {
        var labelled = try record(Self.numbers[..<2])
        labelled.others = [OtherReading(number: try #require(OtherNumber(.label, "L0")), confidence: 0.99)]
        try store.take(labelled, into: "i", at: "hall")
        try correct()
        #expect(try present == ["L0"])
        #expect(throws: CatalogueError.inventory(.notSeen("i"))) { try correct(0, to: 1) }
        #expect(throws: CatalogueError.inventory(.notSeen("i"))) {
            try store.correct(PhotoCorrection(sha256: "1"), in: "i")
        }
        _ = try store.endInventory("i", losing: false)
        #expect(throws: CatalogueError.inventory(.ended("i"))) { try correct(to: 1) }
        #expect(try store.check() == [])
    }

    @Test func `each person's corrections of an inventory are listed`() throws {
        try correct(to: 2)
        try correct(0, by: "tom")
        let id = try store.inventory("i").id
        #expect(try store.corrections(in: id, by: "maria", limit: 9).map(\.detail) == ["a.jpg"])
        let theirs = try #require(store.corrections(in: id, by: "tom", limit: 9).first)
        #expect(try store.undo(theirs.id, by: "tom", date: .now) != nil)
        #expect(try store.corrections(in: id, by: "tom", limit: 9) == [])
        #expect(try present == ["L0", "L1", "L7"])
    }

    @Test func `decisions of an older store stay`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite").path
        try OldStore.make(
            at: path, version: 37,
            "INSERT INTO decision (sha256, page, isbn, date) VALUES ('\(Self.hash)', 1, 9780306406157, 5)")
        let old = try Store(path: path)
        #expect(try old.decision(on: Self.hash, page: 1) == .confirmed(ISBN("9780306406157")))
    }
}
