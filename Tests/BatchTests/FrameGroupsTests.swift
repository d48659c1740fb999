// Which frames of a video belong to one book.
import Books
import ReadingExamples
import Testing

@testable import Batch
@testable import Reading

struct FrameGroupsTests {
    private static let (book, other, third) = ("9780306406157", "9783161484100", "9780804429573")
    private static let misread = "9780306405167"

    /// Each book's ISBNs and how many frames it has, and how many frames show none.
    private func books(_ frames: [[Observation]]) -> (books: [(isbns: [String], frames: Int)], passed: Int) {
        var groups = FrameGroups(isStrict: false)
        var ended: [FrameGroups.Ended] = []
        for (number, frame) in frames.enumerated() {
            let evidence = Evidence(frame)
            let (isbns, candidates) = evidence.verdict
            let record = PhotoRecord(
                photo: "-", page: number + 1, sha256: "\(number)", isbns: isbns, candidates: candidates)
            ended.append(groups.take(PageReading(record: record, evidence: evidence)))
        }
        ended.append(groups.end())
        return (
            ended.compactMap(\.book).map { ($0.record.isbns.map(\.isbn.isbn13), $0.record.photos.count) },
            ended.map(\.passed).reduce(0, +)
        )
    }

    private static func bars(_ digits: String) throws -> [Observation] { [try .bars(digits)] }

    /// A label that is too faint to be accepted alone.
    private static func dim(_ digits: String) throws -> [Observation] {
        [try .printed(digits, label: "ISBN", weakest: 0.85, confidence: 0.97)]
    }

    @Test func `a book ends where another's number begins`() throws {
        let frames = try [Self.bars(Self.book), [], Self.bars(Self.book), Self.bars(Self.other), []]
        let (books, passed) = books(frames)
        #expect(books.map(\.isbns) == [[Self.book], [Self.other]])
        #expect(books.map(\.frames) == [3, 1])
        #expect(passed == 1)
    }

    @Test func `frames together decide what no single frame decides`() throws {
        #expect(books([try Self.dim(Self.book)]).books.map(\.isbns) == [[]])
        let frames = try [Self.dim(Self.book), [], Self.dim(Self.book), Self.dim(Self.book)]
        #expect(books(frames).books.map(\.isbns) == [[Self.book]])
    }

    @Test func `a misread number does not begin another book and is not accepted`() throws {
        let frames = try [
            Self.dim(Self.book), Self.dim(Self.misread), Self.dim(Self.book), Self.dim(Self.misread),
        ]
        #expect(books(frames).books.map(\.isbns) == [[]])
    }

    @Test func `volumes whose numbers differ in few digits are books of their own`() throws {
        let volumes = ["9780300006018", "9780300006025", "9780300006032"]
        let frames = try volumes.flatMap { volume in
            try [Self.bars(volume), Self.bars(volume), [], Self.bars(volume), []]
        }
        let (books, passed) = books(frames)
        #expect(books.map(\.isbns) == volumes.map { [$0] })
        #expect(books.map(\.frames) == [4, 4, 4])
        #expect(passed == 3)
        // The number before comes back: one of the two is misread.
        let misread = try [Self.bars(volumes[0]), Self.bars(volumes[1])]
        #expect(self.books(misread + misread + misread + misread).books.map(\.isbns) == [[]])
    }

    @Test func `several frames without a number end a book, few do not`() throws {
        let blur = [[Observation]](repeating: [], count: FrameGroups.quiet - 1)
        let one = try Self.bars(Self.book)
        #expect(books([one] + blur + [one]).books.map(\.frames) == [blur.count + 2])
        let gap = blur + [[]]
        let (books, passed) = books(gap + [one] + gap + [one] + gap)
        #expect(books.map(\.frames) == [1, 1])
        #expect(passed == 3 * gap.count)
    }

    @Test func `a frame with two books ends one and begins the other`() throws {
        let both = try [Observation.bars(Self.book), .bars(Self.other, x: 2000)]
        let frames = try [Self.bars(Self.book), both, both, Self.bars(Self.other), Self.bars(Self.third)]
        #expect(books(frames).books.map(\.isbns) == [[Self.book], [Self.other], [Self.third]])
    }

    @Test func `two books that stay beside each other are both found`() throws {
        let both = try [Observation.bars(Self.book), .bars(Self.other, x: 2000)]
        #expect(books([both, both, both]).books.map(\.isbns) == [[Self.book, Self.other]])
    }

    @Test func `frames without any book give none`() {
        let (books, passed) = books([[], [], []])
        #expect(books.isEmpty && passed == 3)
    }

    @Test func `an unreadable frame is reported`() {
        var groups = FrameGroups(isStrict: false)
        _ = groups.take(PageReading(failed: "-", .truncated))
        #expect(groups.end().book?.record.status == .failed)
    }
}
