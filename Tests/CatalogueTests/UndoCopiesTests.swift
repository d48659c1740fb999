// Copies are added, moved and lent around merges, and each person takes back what is their own: a book leaves a list with
// its last copy.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct UndoCopiesTests {
    private static let people = ["ana", "ion", "maria"]
    private static let numbers = ["9780439023481", "9780439554930", "9780306406157"]

    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        for number in Self.numbers {
            try record(.add, "nobody").save(Book(isbn: isbn(number), title: number).credited(.person))
        }
    }

    private func record(_ action: HistoryEntry.Action, _ person: String) -> Store {
        store.recordingChange(action, by: person)
    }

    private func addCopy(of number: String, to list: String, by person: String) throws -> String {
        let copy = try record(.addCopy, person).add(CopyEdit([.list: list]), of: reference(number))
        return try #require(copy.id).description
    }

    private func merge(_ other: String, into number: String, by person: String) throws {
        try record(.merge, person).merge(
            reference(other), into: reference(number), evenIfTwoISBNs: true, origin: .person)
    }

    private func undo(by person: String) throws -> HistoryEntry? { try store.undo(by: person) }

    /// What is on each list: books, and copies with their numbers.
    private func state() throws -> [String] {
        var query = CopyQuery()
        query.includesGone = true
        let copies = try store.copies(query).map { copy in
            let book = try copy.book.flatMap { try store.book(.id($0))?.isbn?.isbn13 }
            return "\(copy.id?.description ?? "") of \(book ?? "") on \(copy.list)"
        }
        return try copies.sorted() + Self.numbers.flatMap { try lists(of: $0) }
    }

    private func lists(of number: String) throws -> [String] {
        guard let isbn = try store.book(reference(number))?.isbn, isbn.isbn13 == number else { return [] }
        return try store.card(of: .isbn(isbn), for: "")?.lists.sorted().map { "\(number) on \($0)" } ?? []
    }

    @Test func `a copy that was moved after a merge takes its book along`() throws {
        let (beta, zero) = (Self.numbers[0], Self.numbers[1])
        let before = try state()
        let copy = try addCopy(of: zero, to: "owned", by: "maria")
        try merge(zero, into: beta, by: "ana")
        try record(.editCopy, "maria").edit(copy: copy, CopyEdit([.list: "fav"]))
        #expect(try undo(by: "ana") != nil)
        #expect(try state() == ["\(copy) of \(zero) on fav", "\(zero) on fav"])
        #expect(try undo(by: "maria") != nil)
        #expect(try state() == ["\(copy) of \(zero) on owned", "\(zero) on owned"])
        #expect(try undo(by: "maria") != nil)
        #expect(try state() == before)
        #expect(try store.check() == [])
    }

    @Test func `a copy that was added after a merge takes its book along`() throws {
        let (beta, zero) = (Self.numbers[0], Self.numbers[1])
        let copy = try addCopy(of: zero, to: "owned", by: "maria")
        try merge(zero, into: beta, by: "ana")
        let second = try addCopy(of: beta, to: "owned", by: "maria")
        #expect(try undo(by: "ana") != nil)
        #expect(
            try state() == [
                "\(copy) of \(zero) on owned", "\(second) of \(beta) on owned", "\(beta) on owned",
                "\(zero) on owned",
            ])
        #expect(try undo(by: "maria") != nil)
        #expect(try state() == ["\(copy) of \(zero) on owned", "\(zero) on owned"])
        #expect(try store.check() == [])
    }

    @Test func `a list on which somebody put the book keeps it when a merge takes its copy away`() throws {
        let (beta, zero) = (Self.numbers[0], Self.numbers[1])
        try record(.putOnList, "ion").add([reference(beta)], to: "fav")
        let copy = try addCopy(of: zero, to: "owned", by: "maria")
        try merge(zero, into: beta, by: "ana")
        try record(.editCopy, "maria").edit(copy: copy, CopyEdit([.list: "fav"]))
        #expect(try undo(by: "ana") != nil)
        #expect(
            try state() == ["\(copy) of \(zero) on fav", "\(beta) on fav", "\(zero) on fav"])
        for _ in 0..<2 { #expect(try undo(by: "maria") != nil) }
        #expect(try state() == ["\(beta) on fav"])
    }

    @Test func `an entry that a merge brought is not that of a copy which was on the list before`() throws {
        let (one, two) = (Self.numbers[0], Self.numbers[1])
        let copy = try addCopy(of: one, to: "owned", by: "nobody")
        try record(.putOnList, "nobody").add([reference(two)], to: "fav")
        let before = try state()
        for (person, list) in [("ana", "fav"), ("maria", "red")] {
            try record(.editCopy, person).edit(copy: copy, CopyEdit([.list: list]))
        }
        try merge(two, into: one, by: "ion")
        try record(.takeOffList, "ion").remove([reference(one)], from: "fav")
        for person in ["ana", "maria", "ion"] { #expect(try undo(by: person) != nil) }
        #expect(try state() == ["\(copy) of \(one) on owned", "\(one) on fav", "\(one) on owned"])
        #expect(try undo(by: "ion") != nil)
        #expect(try state() == before)
    }

    @Test func `a copy comes back from a new list to one that it left empty`() throws {
        let copy = try addCopy(of: Self.numbers[0], to: "fav", by: "nobody")
        let before = try state()
        try record(.editCopy, "ana").edit(copy: copy, CopyEdit([.list: "red"]))
        #expect(try undo(by: "ana") != nil)
        #expect(try state() == before)
    }

    @Test(arguments: [false, true]) func `a copy that was lent meanwhile goes when the loan is taken back`(
        isMerged: Bool
    ) throws {
        let before = try state()
        let copy = try addCopy(of: Self.numbers[1], to: "owned", by: "maria")
        if isMerged { try merge(Self.numbers[1], into: Self.numbers[0], by: "ana") }
        try record(.lend, "ion").lend(copy, to: "tom")
        let lent = try state()
        #expect(try undo(by: "maria")?.hasEffect == false)
        #expect(try state() == lent)
        #expect(try undo(by: "ion")?.hasEffect == true)
        if isMerged { #expect(try undo(by: "ana") != nil) }
        #expect(try state() == before)
        #expect(try store.check() == [])
    }

    private enum Deed: CaseIterable {
        case merge, addCopy, moveCopy, removeCopy, list, unlist
    }

    private func carryOut(_ deed: Deed, by person: String, _ random: inout SeededGenerator) throws {
        let number = try #require(Self.numbers.randomElement(using: &random))
        let list = try #require(["owned", "fav", "red"].randomElement(using: &random))
        let copy = try store.copies(CopyQuery()).compactMap(\.id?.description).randomElement(using: &random)
        switch deed {
        case .merge:
            let other = try #require(Self.numbers.randomElement(using: &random))
            try merge(other, into: number, by: person)
        case .addCopy: _ = try addCopy(of: number, to: list, by: person)
        case .moveCopy:
            if let copy { try record(.editCopy, person).edit(copy: copy, CopyEdit([.list: list])) }
        case .removeCopy: if let copy { try record(.removeCopy, person).removeCopy(copy) }
        case .list: try record(.putOnList, person).add([reference(number)], to: list)
        case .unlist: try record(.takeOffList, person).remove([reference(number)], from: list)
        }
    }

    @Test(arguments: 0..<60) func `several people take all back, in any order`(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        _ = try addCopy(of: Self.numbers[0], to: "owned", by: "nobody")
        try record(.putOnList, "nobody").add([reference(Self.numbers[1])], to: "fav")
        let before = try state()
        var done: [String] = []
        for _ in 0..<Int.random(in: 2...7, using: &random) {
            let person = try #require(Self.people.randomElement(using: &random))
            let deed = try #require(Deed.allCases.randomElement(using: &random))
            do {
                try carryOut(deed, by: person, &random)
                done.append("\(person): \(deed)")
            } catch is CatalogueError {
                // For example because a book was merged into another one.
            }
        }
        var people = Self.people
        while let person = people.randomElement(using: &random) {
            if try undo(by: person) == nil {
                people.removeAll { $0 == person }
            } else {
                done.append("\(person): undo")
            }
        }
        #expect(try state() == before, "\(done)")
        #expect(try store.check() == [], "\(done)")
    }
}
