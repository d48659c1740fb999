// `bookzone review`: a person's word, typed in, and what later scans make of it.
import Foundation
import Servers
import Testing

struct ReviewTests {
    /// A program in whose folder lies one photo that a scan is not sure of, and that photo's first candidate.
    static func doubtful() async throws -> (program: Program, candidate: String) {
        let program = try Program()
        try program.write(try Photos.testImage("imprint-number-across-lines.jpg"), to: "doubtful.jpg")
        let outcome = try await program.run("scan", "--quiet", "--format", "jsonl", "doubtful.jpg")
        let record = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        try #require(record?["status"] as? String == "uncertain")
        let candidates = try #require(record?["candidates"] as? [[String: Any]])
        return (program, try #require(candidates.first?["isbn13"] as? String))
    }

    /// What a later look-up of the photo says under another name, from the store alone.
    static func later(_ program: Program) async throws -> Outcome {
        try await program.shell(
            "mv doubtful.jpg moved.jpg; bookzone scan --lookup --offline --quiet --format text moved.jpg")
    }

    @Test func `last four digits confirm a candidate`() async throws {
        let (program, candidate) = try await Self.doubtful()
        let typed = "\(candidate.suffix(4))\n"
        let review = try await program.run("review", "doubtful.jpg", stdin: Data(typed.utf8))
        #expect(review.stderr.contains("doubtful.jpg: uncertain"))
        #expect(review.stderr.hasSuffix("1 confirmed, 0 without an ISBN, 0 left open\n"))
        #expect(review.exitCode == 0)
        let again = try await program.run("review", "doubtful.jpg")
        #expect(again.stderr == "0 confirmed, 0 without an ISBN, 0 left open\n")
        let later = try await Self.later(program)
        #expect(later.stdout.hasPrefix("\(candidate)\t"))
        #expect(later.exitCode == 0)
    }

    /// Whoever answers by habit decides nothing.
    @Test(arguments: ["y", "yes", "Y ", "", "0000", "x"]) func `key pressed by habit confirms nothing`(
        _ typed: String
    ) async throws {
        let (program, candidate) = try await Self.doubtful()
        let review = try await program.run("review", "doubtful.jpg", stdin: Data("\(typed)\nq\n".utf8))
        #expect(!review.stderr.contains("shows 978"))
        #expect(review.stderr.hasSuffix("0 confirmed, 0 without an ISBN, 1 left open\n"))
        #expect(review.stderr.components(separatedBy: "q = end: ").count == 3, "asked \(candidate) twice")
        #expect(review.exitCode == 1)
    }

    @Test func `typed ISBN is checked and replaces`() async throws {
        let (program, _) = try await Self.doubtful()
        let review = try await program.run(
            "review", "doubtful.jpg", stdin: Data("978-0-306-40615-8\nhuh\n0-306-40615-2\n".utf8))
        #expect(review.stderr.contains("978-0-306-40615-8: "))
        #expect(review.stderr.contains("huh: "))
        #expect(review.stderr.contains("shows 978-0-306-40615-7"))
        #expect(try await Self.later(program).stdout.hasPrefix("9780306406157\t"))
    }

    @Test func `no rejects`() async throws {
        let (program, candidate) = try await Self.doubtful()
        let review = try await program.run("review", "doubtful.jpg", stdin: Data("n\n".utf8))
        #expect(review.exitCode == 0)
        let later = try await Self.later(program)
        #expect(later.stdout == "")
        #expect(later.exitCode == 1)
        let changed = try await program.run(
            "review", "--again", "moved.jpg", stdin: Data("\(candidate.suffix(4))\n".utf8))
        #expect(changed.stderr.contains("decided earlier: shows no ISBN"))
        #expect(changed.stderr.hasSuffix("1 confirmed, 0 without an ISBN, 0 left open\n"))
    }

    @Test(arguments: ["s\n", "q\n", ""]) func `what is left open stays uncertain`(_ typed: String)
        async throws
    {
        let (program, _) = try await Self.doubtful()
        let review = try await program.run("review", "doubtful.jpg", stdin: Data(typed.utf8))
        #expect(review.stderr.hasSuffix("0 confirmed, 0 without an ISBN, 1 left open\n"))
        #expect(review.exitCode == 1)
        #expect(try await Self.later(program).exitCode == 1)
    }
}
