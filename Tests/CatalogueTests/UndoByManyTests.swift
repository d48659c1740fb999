// Several people edit the same books and decide on the same photos, and each takes back what is their own.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct UndoByManyTests {
    private static let people = ["ana", "ion", "maria"]
    private static let numbers = ["9780439023481", "9780439554930"]
    private static let photos = ["a", "b"].map { String(repeating: $0, count: 64) }

    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        for number in Self.numbers {
            let book = Book(
                isbn: try isbn(number), title: "Before", contributors: [Contributor(name: "Before")],
                publisher: "Before", year: 1990)
            try store.save(book.credited(.file))
        }
        try store.add([reference(Self.numbers[0])], to: "owned")
    }

    /// One thing that people may say differently.
    private enum Subject: Hashable, CaseIterable {
        case title, publisher, contributors, owned, decision, cover
    }

    private struct Place: Hashable {
        var subject: Subject
        /// Of the book or photo.
        var number: Int
    }

    private static let places = Subject.allCases.flatMap { subject in
        numbers.indices.map { Place(subject: subject, number: $0) }
    }

    private func value(_ place: Place) throws -> String? {
        let number = try reference(Self.numbers[place.number])
        let book = try #require(try store.book(number))
        switch place.subject {
        case .title: return book.title
        case .publisher: return book.publisher
        case .contributors: return book.contributors.map(\.name).joined(separator: ", ")
        case .owned: return try store.card(of: number, for: "")?.lists.joined()
        case .decision:
            let record = PhotoRecord(photo: "x", sha256: Self.photos[place.number])
            return try store.decision(for: record, saves: false).map { "\($0)" }
        case .cover: return try store.cover(of: number)?.sha256
        }
    }

    private func state() throws -> [Place: String] {
        try Self.places.reduce(into: [:]) { $0[$1] = try value($1) }
    }

    /// Always changes something.
    private func act(_ place: Place, by person: String, _ random: inout SeededGenerator) throws {
        let before = try value(place)
        let store = store.recordingChange(.edit, by: person)
        let number = try reference(Self.numbers[place.number])
        var book = try #require(try store.book(number))
        let word = "\(person) \(UInt64.random(in: 0...(.max), using: &random))"
        switch place.subject {
        case .title: (book.title, book.origins[.title]) = (word, .person)
        case .publisher: (book.publisher, book.origins[.publisher]) = (word, .person)
        case .contributors:
            book.contributors = [Contributor(name: word), Contributor(name: "\(word) too", role: .editor)]
            book.origins[.contributors] = .person
        case .owned:
            if before?.isEmpty == false {
                try store.remove([number], from: "owned")
            } else {
                try store.add([number], to: "owned")
            }
        case .decision:
            let all = try [.rejected] + Self.numbers.map { PhotoDecision.confirmed(try isbn($0)) }
            let other = all.filter { "\($0)" != before }.randomElement(using: &random)
            try store.decide(#require(other), sha256: Self.photos[place.number])
        case .cover:
            if before != nil, Bool.random(using: &random) {
                try store.removeCover(of: number)
            } else {
                try store.setCover(.made(word), as: .chosen(word), of: number)
            }
        }
        if ![.owned, .decision, .cover].contains(place.subject) { try store.save(book) }
    }

    private struct Action {
        var id: Int64
        var person: String
        var place: Place
        /// What was there after it.
        var value: String?
    }

    /// - Returns: who did what, in its order.
    private func actions(_ random: inout SeededGenerator) throws -> [Action] {
        try (0..<Int.random(in: 2...14, using: &random)).map { _ in
            let person = try #require(Self.people.randomElement(using: &random))
            let place = try #require(Self.places.randomElement(using: &random))
            try act(place, by: person, &random)
            let id = try #require(try store.history(for: person, limit: 1).first?.id)
            return Action(id: id, person: person, place: place, value: try value(place))
        }
    }

    @Test(arguments: 0..<30) func `taken back from the last to the first, all is as before`(_ seed: Int)
        throws
    {
        var random = SeededGenerator(seed: UInt64(seed))
        let before = try state()
        let done = try actions(&random)
        for action in done.reversed() { #expect(try store.undo(by: action.person) != nil, "\(done)") }
        #expect(try state() == before, "\(done)")
        #expect(try store.check() == [], "\(done)")
    }

    /// Taken back in any order, it is always as if only what was not taken back had ever been done.
    @Test(arguments: 0..<80) func `in any order, the last that stands counts`(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(1000 + seed))
        let initial = try state()
        var standing = try actions(&random)
        let done = standing.map { "\($0.id) \($0.person) \($0.place)" }
        var undone: [Int64] = []
        while let index = standing.indices.randomElement(using: &random) {
            let action = standing.remove(at: index)
            let before = try state()
            let answer = try #require(try store.undo(action.id, by: action.person, date: .now))
            undone.append(action.id)
            let after = try state()
            var expected = initial
            for action in standing { expected[action.place] = action.value }
            #expect(after == expected, "\(done), taken back \(undone)")
            #expect(answer.hasEffect == (after != before), "\(done), taken back \(undone)")
        }
        for person in Self.people { #expect(try store.undo(by: person) == nil) }
        #expect(try store.check() == [])
    }
}
