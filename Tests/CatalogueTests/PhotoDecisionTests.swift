// A reviewer's decision on a photo takes precedence over a scan.
import Books
import Foundation
import Testing

@testable import Catalogue

struct PhotoDecisionTests {
    static func reading(_ text: String, _ confidence: Double = 0.5) throws -> ISBNReading {
        ISBNReading(
            isbn: try ISBN(text), confidence: confidence, reason: "check digit only",
            witnesses: [Witness(reader: .ocr, text: text, confidence: confidence)])
    }

    @Test func `a confirmed candidate becomes found and keeps its evidence`() throws {
        var record = PhotoRecord(photo: "a.jpg", status: .uncertain)
        record.candidates = [try Self.reading("9786000000011"), try Self.reading("9780306406157")]
        let decided = record.following(.confirmed(try ISBN("9780306406157")))
        #expect(decided.status == .found)
        #expect(decided.isbns.map(\.isbn.isbn13) == ["9780306406157"])
        #expect(decided.isbns.first?.witnesses.count == 1)
        #expect(decided.isbns.first?.confidence == 1)
        #expect(decided.candidates == [])
    }

    @Test func `a typed ISBN takes the place of what was misread, and of several books none`() throws {
        var record = PhotoRecord(photo: "a.jpg", status: .found)
        record.isbns = [try Self.reading("9786000000011", 0.99)]
        record.repeats = PhotoPage(photo: "b.jpg", page: 1)
        let decided = record.following(.confirmed(try ISBN("9780306406157")))
        #expect(decided.isbns.map(\.isbn.isbn13) == ["9780306406157"])
        #expect(decided.repeats == nil)
        record.isbns[0].book = 1
        var other = try Self.reading("9780439023481", 0.99)
        other.book = 2
        record.isbns.append(other)
        #expect(
            record.following(.confirmed(try ISBN("9780306406157"))).isbns.map(\.isbn.isbn13)
                == ["9780306406157", "9786000000011", "9780439023481"])
    }

    @Test func `each of several decided ISBNs is a book of its own, in order`() throws {
        var record = PhotoRecord(photo: "a.jpg", status: .found)
        record.isbns = [try Self.reading("9786000000011", 0.99), try Self.reading("9780439023481", 0.99)]
        record.isbns[1].book = 2
        let numbers = ["9786000000011", "9780306406157", "9780306406157", "9780439023481"]
        let decided = record.following(.several(try numbers.map { try ISBN($0) }))
        #expect(
            decided.ownISBNs.map(\.isbn.isbn13) == ["9786000000011", "9780306406157", "9780439023481"])
        #expect(decided.isbns.map(\.book) == [1, 2, 3])
    }

    @Test func `rejected photo shows nothing`() throws {
        var record = PhotoRecord(photo: "a.jpg", status: .uncertain)
        record.candidates = [try Self.reading("9786000000011")]
        let decided = record.following(.rejected)
        #expect(decided.status == .none)
        #expect(decided.isbns == [] && decided.candidates == [])
        let kept = record.keptFollowing(.rejected)
        #expect(kept.status == .none && kept.isbns == [] && kept.candidates == record.candidates)
        #expect(kept.keptFollowing(.rejected) == kept && kept.byPhoto.map(\.status) == [.none])
    }

    @Test func `photo of a book without an ISBN shows none`() throws {
        var record = PhotoRecord(photo: "a.jpg", status: .uncertain)
        record.candidates = [try Self.reading("9786000000011")]
        var chosen = record.following(.book(BookID(3)))
        #expect(chosen.chosenBook?.id == BookID(3))
        chosen.chosenBook = nil
        #expect(chosen == record.following(.rejected))
    }

    @Test func `photo that cannot be read stays failed`() throws {
        let record = PhotoRecord(photo: "a.jpg", status: .failed)
        #expect(record.following(.rejected) == record)
    }

    @Test func `a decision belongs to the hash, not to the name`() throws {
        let temporary = try TemporaryStore()
        defer { withExtendedLifetime(temporary) {} }
        let store = temporary.store
        var record = PhotoRecord(
            photo: "a.jpg", sha256: String(repeating: "a", count: 64), status: .uncertain)
        record.candidates = [try Self.reading("9780306406157")]
        #expect(try store.withDecision(record) == DecidedPhoto(record: record, book: nil))
        let statements = try store.statements { _ = try store.withDecision(record) }
        #expect(statements.count { $0.hasPrefix("BEGIN") } == 1, "kept and judged in one write")
        try store.decide(.confirmed(try ISBN("9780306406157")), sha256: try #require(record.sha256))
        record.photo = "/moved/b.jpg"
        #expect(try store.withDecision(record).record.status == .found)
        #expect(try store.write { try $0.photos(showing: ISBN("9780306406157")) } == ["/moved/b.jpg"])
        record.sha256 = String(repeating: "b", count: 64)
        #expect(try store.withDecision(record).record.status == .uncertain)
    }
}
