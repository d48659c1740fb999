// The ISBN by which a photo is named, if there is one.
import Books
import Testing

@testable import Batch

struct RunPhotoTests {
    private let one: ISBN
    private let other: ISBN

    init() throws { (one, other) = (try ISBN("9780306406157"), try ISBN("9780439023481")) }

    private func reading(_ isbn: ISBN, _ reason: String? = nil, by reader: WitnessReader = .ocr)
        -> ISBNReading
    {
        ISBNReading(
            isbn: isbn, confidence: 0.9, reason: reason,
            witnesses: [Witness(reader: reader, text: isbn.isbn13, confidence: 0.9)])
    }

    private func answer(_ pages: [(ScanStatus, [ISBNReading])]) -> RunPhoto.Answer {
        let records = pages.enumerated().map { page, answer in
            PhotoRecord(photo: "a", page: page + 1, status: answer.0, isbns: answer.1)
        }
        return RunPhoto(name: "a", sha256: nil, records: records, books: []).answer
    }

    @Test func `one ISBN names a photo, whichever page shows it`() {
        #expect(answer([(.found, [reading(one)])]) == .book(.isbn(one)))
        #expect(
            answer([(.none, []), (.found, [reading(one)]), (.found, [reading(one)])]) == .book(.isbn(one)))
    }

    @Test func `of several, a person's and a document's own do`() {
        #expect(answer([(.found, [reading(one, "printed first"), reading(other)])]) == .several)
        #expect(answer([(.found, [reading(one)]), (.found, [reading(other)])]) == .several)
        #expect(
            answer([(.found, [reading(one, ISBNReading.confirmed), reading(other)])]) == .book(.isbn(one)))
        let epub = reading(one, "an EPUB's, as this file is", by: .text)
        #expect(answer([(.found, [epub, reading(other, by: .text)])]) == .book(.isbn(one)))
    }

    @Test func `what is not sure names none`() {
        #expect(answer([(.uncertain, [])]) == .none(.uncertain) && answer([(.none, [])]) == .none(.none))
        #expect(answer([(.found, [reading(one)]), (.uncertain, [])]) == .none(.uncertain))
        #expect(answer([(.found, [reading(one)]), (.failed, [])]) == .none(.uncertain))
    }
}
