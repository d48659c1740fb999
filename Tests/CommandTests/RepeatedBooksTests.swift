// A book that an earlier photo shows is left out, and the other books of its photo are not.
import Books
import Foundation
import TestSupport
import Testing

struct RepeatedBooksTests {
    private static let isbns = ["9780306406157", "9780439023481"]

    /// `run.jsonl` has a photo of one book, `1.jpg`, and then one of both, `2.jpg`.
    ///
    /// - Parameter first: which of the two is alone in the first photo.
    private func program(first: Int) throws -> Program {
        let program = try Program()
        let readings = try Self.isbns.enumerated().map { place, isbn in
            ISBNReading(isbn: try ISBN(isbn), confidence: 1, book: place + 1)
        }
        var alone = readings[first]
        alone.book = 1
        let records = [
            PhotoRecord(photo: "1.jpg", status: .found, isbns: [alone]),
            PhotoRecord(photo: "2.jpg", status: .found, isbns: readings),
        ]
        let lines = try records.map { try JSONEncoder().encode($0) + Data("\n".utf8) }
        try program.write(lines.reduce(Data(), +), to: "run.jsonl")
        return program
    }

    @Test(arguments: ["scan", "show", "join"], [0, 1])
    func `text has each book once`(command: String, first: Int) async throws {
        let outcome = try await program(first: first).run(command, "run.jsonl", "--format", "text")
        #expect(outcome.lines == [Self.isbns[first], Self.isbns[1 - first]], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("2 photos: 2 found (2 books)\nleft out: 1 repeated book;"))
    }

    @Test(arguments: ["scan", "show"], [0, 1])
    func `text with look-ups has each book once`(command: String, first: Int) async throws {
        let outcome = try await program(first: first).run(
            command, "run.jsonl", "--lookup", "--offline", "--format", "text")
        #expect(
            outcome.lines.map { String($0.prefix(13)) } == [Self.isbns[first], Self.isbns[1 - first]],
            "\(outcome.stderr)")
    }

    @Test(arguments: [0, 1]) func `a run's records make one copy of each book`(first: Int) async throws {
        let program = try program(first: first)
        let outcome = try await program.shell(
            """
            bookzone scan run.jsonl --format jsonl -q >all.jsonl
            bookzone copy add - --place hall <all.jsonl >copies; echo $?; cut -d' ' -f3 copies
            """)
        #expect(try program.records("all.jsonl").map(\.repeats) == [nil, nil])
        let hyphenated = try [first, 1 - first].map { try ISBN(Self.isbns[$0]).hyphenated }
        #expect(outcome.lines == ["0"] + hyphenated, "\(outcome.stderr)")
        #expect(outcome.stderr.contains("2.jpg: \(hyphenated[0]) is in an earlier photo; skipped"))
    }

    @Test(arguments: [0, 1]) func `the mark of each book says whether it came earlier`(first: Int)
        async throws
    {
        let program = try program(first: first)
        let outcome = try await program.run(
            "show", "run.jsonl", "--lookup", "--offline", "--format", "jsonl", "-q")
        let marks = first == 0 ? "\"twice\",\"new\"" : "\"new\",\"twice\""
        #expect(outcome.lines.last?.contains("\"marks\":[\(marks)]") == true, "\(outcome.stdout)")
    }

    @Test func `a photo repeats no other once one of its books has lost its first photo`() async throws {
        let program = try Program()
        let books = try Self.isbns.map { ISBNReading(isbn: try ISBN($0), confidence: 1) }
        var second = books[1]
        second.book = 2
        let first = PhotoRecord(photo: "1.jpg", status: .found, isbns: [books[0]])
        let records = [
            first, PhotoRecord(photo: "2.jpg", status: .found, isbns: [books[1]]),
            PhotoRecord(photo: "3.jpg", status: .found, isbns: [books[0], second], repeats: first.place),
        ]
        let lines = try records.map { try JSONEncoder().encode($0) + Data("\n".utf8) }
        try program.write(lines.reduce(Data(), +), to: "run.jsonl")
        let outcome = try await program.shell("touch 1.jpg 3.jpg; bookzone files prune run.jsonl")
        #expect(outcome.stderr.hasPrefix("1 photo dropped, 2 kept"), "\(outcome.stderr)")
        #expect(try program.records().map(\.repeats) == [nil, nil])
    }
}
