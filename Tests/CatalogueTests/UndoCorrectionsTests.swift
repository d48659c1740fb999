// Several people correct one photo, and take their corrections back in any order.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct UndoCorrectionsTests {
    private static let hash = String(repeating: "a", count: 64)
    /// The first three are in the photo.
    private static let numbers = [
        "9780439023481", "9780439554930", "9780306406157", "9780316015844", "9780747532699", "9780140328721",
    ]

    /// Each of another book: the second is another one, the third is none, and two more are in the photo.
    private enum Correction: CaseIterable {
        case other, absent, further, another
    }

    /// A store with an inventory in which one photo was taken.
    private struct Stock {
        let temporary: TemporaryStore
        var store: Store { temporary.store }

        init(status: ScanStatus = .found) throws {
            temporary = try TemporaryStore()
            try store.beginInventory("i", of: .all)
            var record = PhotoRecord(photo: "a.jpg", sha256: hash, status: status)
            let readings = try numbers.prefix(3).enumerated().map {
                ISBNReading(isbn: try ISBN($1), confidence: 1, book: $0 + 1)
            }
            if status == .found { record.isbns = readings } else { record.candidates = readings }
            try store.take(record, into: "i", at: "hall")
        }

        /// - Returns: the change.
        func correct(_ correction: Correction, by person: String) throws -> Int64 {
            switch correction {
            case .other: try correct(1, to: 3, by: person)
            case .absent: try correct(2, by: person)
            case .further: try correct(to: 4, by: person)
            case .another: try correct(to: 5, by: person)
            }
        }

        @discardableResult
        func correct(_ wrong: Int? = nil, to right: Int? = nil, by person: String) throws -> Int64 {
            let reading = try wrong.map {
                PhotoCorrection.Reading(position: $0, isbn13: try ISBN(numbers[$0]))
            }
            let right = try right.map { try ISBN(numbers[$0]) }
            return try save(PhotoCorrection(sha256: hash, wrong: reading, right: right), by: person)
        }

        @discardableResult
        func save(_ correction: PhotoCorrection, by person: String) throws -> Int64 {
            try store.recordingChange(.decide, "a.jpg", by: person).correct(correction, in: "i")
            return try #require(try store.history(for: person, limit: 1).first?.id)
        }

        /// The books that the photo shows, and how sure that is.
        var shown: [String] {
            get throws {
                try store.findings(of: "i").map {
                    "\($0.isbn?.isbn13 ?? "-") \($0.finding.status.rawValue)"
                }.sorted()
            }
        }

        var decision: PhotoDecision? { get throws { try store.decision(on: hash, page: 1) } }
    }

    @Test func `the earlier of two corrections is taken back alone`() throws {
        let stock = try Stock()
        let first = try stock.correct(.further, by: "ana")
        let second = try stock.correct(.other, by: "ion")
        #expect(try stock.store.undo(first, by: "ana", date: .now)?.hasEffect == true)
        #expect(try stock.decision == .several([0, 2, 3].map { try ISBN(Self.numbers[$0]) }))
        let id = try stock.store.inventory("i").id
        let left = try stock.store.corrections(in: id, by: "ion", limit: 9)
        // What the page says of the one that is left.
        let said = try #require(try stock.store.decided(by: left, in: id)[second])
        #expect(Set(said.books) == Set(try [0, 2, 3].map { try BookSpecifier(Self.numbers[$0]) }))
        #expect(try stock.store.undo(second, by: "ion", date: .now)?.hasEffect == true)
        #expect(try stock.decision == nil)
        #expect(try stock.store.check() == [])
    }

    /// In every order, it is always as if only those that are left had ever been made.
    @Test(arguments: 0..<4) func `corrections of one photo are taken back in every order`(_ seed: Int) throws
    {
        var random = SeededGenerator(seed: UInt64(seed))
        let made = Correction.allCases.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random))
        var expected: [Set<Correction>: [String]] = [:]
        for order in Array(made.indices).permutations {
            let stock = try Stock()
            let changes = try made.map { correction in
                let person = Bool.random(using: &random) ? "ana" : "ion"
                return (id: try stock.correct(correction, by: person), person: person)
            }
            var left = made.indices.map(\.self)
            for index in order {
                left.removeAll { $0 == index }
                let change = changes[index]
                #expect(try stock.store.undo(change.id, by: change.person, date: .now)?.hasEffect == true)
                let rest = Set(left.map { made[$0] })
                if expected[rest] == nil {
                    let fresh = try Stock()
                    for index in left { _ = try fresh.correct(made[index], by: "ana") }
                    expected[rest] = try fresh.shown
                }
                #expect(try stock.shown == expected[rest], "\(made), taken back \(order), left \(left)")
            }
            #expect(try stock.decision == nil)
            #expect(try stock.store.check() == [])
        }
    }

    @Test func `no correction is taken back while its inventory has ended`() throws {
        let stock = try Stock()
        let store = stock.store
        let change = try stock.correct(.further, by: "ana")
        try stock.correct(by: "ana")
        _ = try store.recordingChange(.endInventory, "i", by: "ion").endInventory("i", losing: false)
        for id in [change, nil] {
            #expect(throws: CatalogueError.inventory(.settled("i"))) {
                try store.undo(id, by: "ana", date: .now)
            }
        }
        #expect(try store.undo(by: "ion", date: .now)?.action == .endInventory)
        #expect(try store.undo(by: "ana", date: .now)?.hasEffect == true)
        _ = try store.endInventory("i", losing: false)
        try store.removeInventory("i")
        #expect(try store.undo(change, by: "ana", date: .now) != nil)
        #expect(try stock.decision == nil)
    }

    @Test func `a later correction of the same book stays`() throws {
        let stock = try Stock()
        let first = try stock.correct(1, to: 3, by: "ana")
        let reading = PhotoCorrection.Reading(position: 1, isbn13: try ISBN(Self.numbers[3]))
        let right = try ISBN(Self.numbers[4])
        let second = try stock.save(
            PhotoCorrection(sha256: Self.hash, wrong: reading, right: right), by: "ion")
        #expect(try stock.store.undo(first, by: "ana", date: .now)?.hasEffect == false)
        let left = try [0, 2, 4].map { try ISBN(Self.numbers[$0]) }
        #expect(try stock.decision == .several(left))
        #expect(try stock.store.undo(second, by: "ion", date: .now) != nil)
        #expect(try stock.decision == nil)
    }

    @Test func `corrections around a decision on the whole photo are taken back, too`() throws {
        let stock = try Stock()
        let before = try stock.correct(.further, by: "ana")
        let whole = try stock.correct(by: "ion")
        _ = try stock.correct(.another, by: "ana")
        #expect(try stock.decision == .several([ISBN(Self.numbers[5])]))
        #expect(try stock.store.undo(before, by: "ana", date: .now)?.hasEffect == false)
        #expect(try stock.store.undo(whole, by: "ion", date: .now)?.hasEffect == true)
        #expect(try stock.decision == .several([0, 1, 2, 5].map { try ISBN(Self.numbers[$0]) }))
        #expect(try stock.store.undo(by: "ana", date: .now) != nil)
        #expect(try stock.decision == nil)
    }

    @Test func `a further copy of a book is taken back alone`() throws {
        let stock = try Stock()
        let right = try ISBN(Self.numbers[0])
        func add(copies: Int) throws -> Int64 {
            try stock.save(PhotoCorrection(sha256: Self.hash, right: right, copies: copies), by: "ana")
        }
        let first = try add(copies: 3)
        #expect(try add(copies: 2) == first, "it shows as many")
        let photo = InventoryPhoto(sha256: Self.hash, page: 1)
        func count() throws -> Int? {
            try stock.store.booksShown(in: stock.store.inventory("i").id)[photo]?.count { $0 == right }
        }
        #expect(try count() == 3)
        _ = try stock.correct(.absent, by: "ion")
        #expect(try stock.store.undo(first, by: "ana", date: .now)?.hasEffect == true)
        #expect(try count() == 1)
        #expect(try stock.decision == .several([0, 1].map { try ISBN(Self.numbers[$0]) }))
    }

    @Test func `a candidate that was corrected is in doubt again while another correction stays`() throws {
        let stock = try Stock(status: .uncertain)
        let first = try stock.correct(0, to: 3, by: "ana")
        _ = try stock.correct(to: 1, by: "ion")
        #expect(try stock.decision == .several([3, 1].map { try ISBN(Self.numbers[$0]) }))
        #expect(try stock.store.undo(first, by: "ana", date: .now)?.hasEffect == true)
        #expect(try stock.decision == .several([ISBN(Self.numbers[1])]))
        #expect(try stock.store.undo(by: "ion", date: .now) != nil)
        #expect(try stock.decision == nil)
    }
}

extension Array {
    /// Its elements in every order.
    fileprivate var permutations: [[Element]] {
        guard let first else { return [[]] }
        return Array(dropFirst()).permutations.flatMap { rest in
            (0...rest.count).map { place in
                var order = rest
                order.insert(first, at: place)
                return order
            }
        }
    }
}
