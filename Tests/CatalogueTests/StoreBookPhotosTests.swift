// A reviewer's decision on one of a book's photos.
import Books
import Testing

@testable import Catalogue

struct StoreBookPhotosTests {
    private static let (book, other) = ("9780306406157", "9783161484100")

    /// A front cover and a back cover with an uncertain number.
    private func record() throws -> PhotoRecord {
        var reading = try PhotoDecisionTests.reading(Self.book)
        let front = PhotoRecord(photo: "front.jpg", sha256: String(repeating: "a", count: 64))
        var back = PhotoRecord(
            photo: "back.jpg", sha256: String(repeating: "b", count: 64), status: .uncertain)
        back.candidates = [reading]
        var record = back
        reading.witnesses[0].photo = PhotoPage(photo: "back.jpg", page: 1)
        record.candidates = [reading]
        record.photos = [front, back]
        return record
    }

    private func hash(_ letter: Character) -> String { String(repeating: letter, count: 64) }

    @Test func `each photo is stored separately`() throws {
        let temporary = try TemporaryStore()
        defer { withExtendedLifetime(temporary) {} }
        #expect(try temporary.store.withDecision(try record()).record == record())
        #expect(try temporary.store.photo(sha256: hash("a"))?.record.status == ScanStatus.none)
        #expect(try temporary.store.photo(sha256: hash("b"))?.record.status == .uncertain)
        #expect(try temporary.store.photo(sha256: hash("b"))?.record.photos == [])
    }

    @Test func `a decision on a book applies to each of its photos`() throws {
        let temporary = try TemporaryStore()
        defer { withExtendedLifetime(temporary) {} }
        let store = temporary.store
        try store.decide(.confirmed(try ISBN(Self.book)), on: try record())
        for letter in ["a", "b"] as [Character] {
            #expect(try store.decision(on: hash(letter), page: 1) == .confirmed(try ISBN(Self.book)))
        }
        #expect(try store.withDecision(try record()).record.status == .found)
    }

    @Test(arguments: [
        (["a": PhotoDecision.confirmed(try ISBN(book))], ScanStatus.found),
        (["a": .confirmed(try ISBN(book)), "b": .rejected], .found),
        (["a": .confirmed(try ISBN(book)), "b": .confirmed(try ISBN(other))], .uncertain),
        // A rejected front cover says nothing about the back.
        (["a": .rejected], .uncertain), (["b": .rejected], .none), (["a": .rejected, "b": .rejected], .none),
    ])
    func `a decision on a photo applies to its book`(
        words: [Character: PhotoDecision], status: ScanStatus
    ) throws {
        let temporary = try TemporaryStore()
        defer { withExtendedLifetime(temporary) {} }
        for (letter, word) in words { try temporary.store.decide(word, sha256: hash(letter)) }
        let decided = try temporary.store.withDecision(try record()).record
        #expect(decided.status == status)
        #expect(decided.photos.count == 2)
    }
}
