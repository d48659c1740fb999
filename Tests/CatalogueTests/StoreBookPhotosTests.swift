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

    private static let third = "9780439023481"

    /// A book whose photos show a number each.
    private func record(of numbers: [String]) throws -> PhotoRecord {
        let photos = try zip("abc", numbers).map { letter, number in
            var photo = PhotoRecord(photo: "\(letter).jpg", sha256: hash(letter), status: .found)
            photo.isbns = [try PhotoDecisionTests.reading(number)]
            return photo
        }
        var record = photos[0]
        (record.status, record.isbns, record.photos) = (.uncertain, [], photos)
        record.candidates = photos.map { photo in
            var reading = photo.isbns[0]
            reading.witnesses[0].photo = photo.place
            return reading
        }
        return record
    }

    @Test(arguments: [PhotoDecision.confirmed(try ISBN(book)), .confirmed(try ISBN(third)), .rejected])
    func `a decision on a book does not stick to a photo that shows another number`(
        decision: PhotoDecision
    ) throws {
        let temporary = try TemporaryStore()
        defer { withExtendedLifetime(temporary) {} }
        let store = temporary.store
        var record = try record(of: [Self.book, Self.other])
        try store.decide(decision, on: record)
        #expect(try store.withDecision(record).record == record.following(decision))
        #expect(try store.decided(record).record == record.following(decision))
        record.photos.reverse()
        #expect(try store.withDecision(record).record == record.following(decision))
        for photo in record.photos {
            let alone = try store.withDecision(photo).record
            #expect(alone.status == .found && alone.isbns.map(\.isbn) == photo.isbns.map(\.isbn))
        }
        let larger = try self.record(of: [Self.book, Self.other, Self.third])
        #expect(
            try store.withDecision(larger).record == larger || decision == .confirmed(try ISBN(Self.third)))
        try store.decide(.confirmed(try ISBN(Self.other)), on: larger)
        #expect(try store.withDecision(record).record == record.following(decision))
    }

    @Test(arguments: [PhotoDecision.confirmed(try ISBN(third)), .rejected, .several([try ISBN(third)])])
    func `a number that a decision takes from a book does not come back with its photo`(
        decision: PhotoDecision
    ) throws {
        let temporary = try TemporaryStore()
        defer { withExtendedLifetime(temporary) {} }
        let store = temporary.store
        var record = try record(of: [Self.book, Self.book])
        (record.photos[0].status, record.photos[0].isbns) = (.none, [])
        (record.status, record.isbns, record.candidates) = (.found, record.photos[1].isbns, [])
        try store.decide(decision, on: record)
        for photo in record.photos {
            #expect(try store.withDecision(photo).record == photo.following(decision))
        }
        #expect(try store.withDecision(record).record == record.following(decision))
    }

    @Test func `a photo with another number leaves a decided book for review`() throws {
        let temporary = try TemporaryStore()
        defer { withExtendedLifetime(temporary) {} }
        try temporary.store.decide(.confirmed(try ISBN(Self.book)), sha256: hash("a"))
        var record = try record(of: [Self.other, Self.other])
        (record.photos[0].status, record.photos[0].isbns) = (.none, [])
        (record.status, record.isbns, record.candidates) = (.found, record.photos[1].isbns, [])
        let decided = try temporary.store.withDecision(record).record
        #expect(decided.status == .uncertain && decided.isbns == [])
        #expect(decided.candidates.map(\.isbn.isbn13) == [Self.other])
    }

    @Test func `what only all photos show together is stored for each`() throws {
        let temporary = try TemporaryStore()
        defer { withExtendedLifetime(temporary) {} }
        let store = temporary.store
        var record = try record(of: [Self.book, Self.book])
        (record.status, record.isbns, record.candidates) = (.found, [record.candidates[0]], [])
        for place in 0...1 {
            let reading = record.photos[place].isbns
            (record.photos[place].status, record.photos[place].isbns) = (.uncertain, [])
            record.photos[place].candidates = reading
        }
        _ = try store.withDecision(record, read: ScanSettingsKey(key: "k", pages: 1))
        #expect(try store.statistics(by: .outcome) == [StatisticsCount(value: "found", count: 2)])
        #expect(
            try store.write { try $0.photos(showing: ISBN(Self.book)) }.map { $0.suffix(5) } == [
                "a.jpg", "b.jpg",
            ])
        #expect(try store.records(sha256: hash("a"), readBy: "k") == nil, "alone it shows less")
        _ = try store.withDecision([record])
        #expect(try store.statistics(by: .outcome) == [StatisticsCount(value: "found", count: 2)])
    }
}
