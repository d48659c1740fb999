// `bookzone review`: decisions typed by a reviewer, and their effect on later scans.
import Foundation
import Servers
import Testing

struct ReviewTests {
    /// A program whose folder contains one uncertain photo, and that photo's first candidate.
    static func doubtful() async throws -> (program: Program, candidate: String) {
        let program = try Program()
        try program.write(try Photos.testImage("imprint-number-across-lines.jpg"), to: "doubtful.jpg")
        let outcome = try await program.run("scan", "--quiet", "--format", "jsonl", "doubtful.jpg")
        let record = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        try #require(record?["status"] as? String == "uncertain")
        let candidates = try #require(record?["candidates"] as? [[String: Any]])
        return (program, try #require(candidates.first?["isbn13"] as? String))
    }

    /// The result of a later look-up of the photo under another name, from the store alone.
    static func later(_ program: Program) async throws -> Outcome {
        try await program.shell(
            "mv doubtful.jpg moved.jpg; bookzone scan --lookup --offline --quiet --format text moved.jpg")
    }

    @Test func `last four digits confirm a candidate`() async throws {
        let (program, candidate) = try await Self.doubtful()
        let typed = "\(candidate.suffix(4))\n"
        let review = try await program.run("review", "--offline", "doubtful.jpg", stdin: Data(typed.utf8))
        #expect(review.stderr.contains("doubtful.jpg: uncertain"))
        #expect(review.stderr.hasSuffix("1 confirmed, 0 without an ISBN, 0 left open\n"))
        #expect(review.exitCode == 0)
        let again = try await program.run("review", "--offline", "doubtful.jpg")
        #expect(again.stderr == "0 confirmed, 0 without an ISBN, 0 left open\n")
        let later = try await Self.later(program)
        #expect(later.stdout.hasPrefix("\(candidate)\t"))
        #expect(later.exitCode == 0)
    }

    @Test func `a decision is listed and reverted`() async throws {
        let (program, candidate) = try await Self.doubtful()
        let typed = Data("\(candidate.suffix(4))\n".utf8)
        _ = try await program.run("review", "--offline", "doubtful.jpg", stdin: typed)
        let told = try await program.shell("bookzone history | cut -c 19-; bookzone undo > undone")
        #expect(
            told.lines.first?.contains("decided on doubtful.jpg: \(candidate)") == true && told.exitCode == 0,
            "\(told.stdout)")
        #expect(
            told.stderr.contains(
                "results files are not changed; `bookzone review --again` shows their photos again"))
        let again = try await program.run("review", "--offline", "doubtful.jpg", stdin: typed)
        #expect(again.stderr.hasSuffix("1 confirmed, 0 without an ISBN, 0 left open\n"))
    }

    /// A habitual reply is not a decision.
    @Test(arguments: ["y", "yes", "Y ", "", "0000", "x"]) func `an accidental key press confirms nothing`(
        _ typed: String
    ) async throws {
        let (program, candidate) = try await Self.doubtful()
        let review = try await program.run(
            "review", "--offline", "doubtful.jpg", stdin: Data("\(typed)\nq\n".utf8))
        #expect(!review.stderr.contains("shows 978"))
        #expect(review.stderr.hasSuffix("0 confirmed, 0 without an ISBN, 1 left open\n"))
        #expect(review.stderr.components(separatedBy: "q = quit: ").count == 3, "asked \(candidate) twice")
        #expect(review.exitCode == 1)
    }

    @Test func `typed ISBN is checked and replaces`() async throws {
        let (program, _) = try await Self.doubtful()
        let review = try await program.run(
            "review", "--offline", "doubtful.jpg",
            stdin: Data("978-0-306-40615-8\nhuh\nISBN 0-306-40615-2\n".utf8)
        )
        #expect(review.stderr.contains("978-0-306-40615-8: "))
        #expect(review.stderr.contains("huh: "))
        #expect(review.stderr.contains("shows 978-0-306-40615-7"))
        #expect(try await Self.later(program).stdout.hasPrefix("9780306406157\t"))
    }

    @Test func `no rejects`() async throws {
        let (program, candidate) = try await Self.doubtful()
        let review = try await program.run("review", "--offline", "doubtful.jpg", stdin: Data("n\n".utf8))
        #expect(review.exitCode == 0)
        let later = try await Self.later(program)
        #expect(later.stdout == "")
        #expect(later.exitCode == 1)
        let changed = try await program.run(
            "review", "--offline", "--again", "moved.jpg", stdin: Data("\(candidate.suffix(4))\n".utf8))
        #expect(changed.stderr.contains("decided earlier: shows no ISBN"))
        #expect(changed.stderr.hasSuffix("1 confirmed, 0 without an ISBN, 0 left open\n"))
    }

    @Test(arguments: ["s\n", "q\n", ""]) func `undecided photos stay uncertain`(_ typed: String)
        async throws
    {
        let (program, _) = try await Self.doubtful()
        let review = try await program.run("review", "--offline", "doubtful.jpg", stdin: Data(typed.utf8))
        #expect(review.stderr.hasSuffix("0 confirmed, 0 without an ISBN, 1 left open\n"))
        #expect(review.exitCode == 1)
        #expect(try await Self.later(program).exitCode == 1)
    }

    // MARK: What is left

    @Test(arguments: ["q\n", ""]) func `photos that were not reviewed are counted`(_ typed: String)
        async throws
    {
        let (program, _) = try await Self.doubtful()
        for name in ["a", "b"] { try program.write(Photos.blankPNG, to: "box/\(name).png") }
        try program.write(Data("words".utf8), to: "box/notes.txt")
        let review = try await program.shell(
            "bookzone review --offline doubtful.jpg box doubtful.jpg", stdin: Data(typed.utf8))
        #expect(
            review.stderr.hasSuffix(
                "0 confirmed, 0 without an ISBN, 1 left open; 2 photos not looked at\n"))
        #expect(review.exitCode == 1)
    }

    @Test func `photos without an ISBN are reviewed on request`() async throws {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "a.png")
        let first = try await program.run("review", "--offline", "a.png")
        #expect(
            first.stderr == """
                1 photo shows no ISBN; --none asks about it, too
                0 confirmed, 0 without an ISBN, 0 left open

                """)
        let second = try await program.run("review", "--offline", "--none", "a.png", stdin: Data("n\n".utf8))
        #expect(second.stderr.hasSuffix("0 confirmed, 1 without an ISBN, 0 left open\n"))
        #expect(second.exitCode == 0)
        let third = try await program.run("review", "--offline", "--none", "a.png")
        #expect(third.stderr == "0 confirmed, 0 without an ISBN, 0 left open\n")
    }

    // MARK: Books

    @Test func `candidate shows its title and leaves no trace`() async throws {
        let (program, candidate) = try await Self.doubtful()
        let salt = LibraryBook(
            isbn13: candidate, title: "Salt and Tide", authors: ["Ada Okafor"], publisher: "Windward",
            date: "1974", pages: 200, edition: "OL301M", work: "OL31W")
        let server = try LoopbackServer { .openLibrary($0, [salt]) }
        func review(_ typed: String) async throws -> Outcome {
            try await program.shell(
                "bookzone review --source openlibrary doubtful.jpg; bookzone search salt; bookzone list",
                stdin: Data(typed.utf8), environment: LookUpTests.environment(server))
        }
        let skipped = try await review("s\n")
        #expect(skipped.stderr.contains("Salt and Tide, Ada Okafor, 1974\n"))
        #expect(skipped.stdout == "owned   0\nwanted  0\n", "most candidates are wrong")
        #expect(try await review("\(candidate.suffix(4))\n").lines.first == candidate)
    }

    @Test func `doubtful numbers are not queued for look-up`() async throws {
        let (program, _) = try await Self.doubtful()
        let review = try await program.shell(
            "bookzone review --offline doubtful.jpg; bookzone lookup --pending --offline",
            stdin: Data("s\n".utf8))
        #expect(review.stderr.contains("not asked: offline"))
        #expect(review.stderr.hasSuffix("no look-ups are pending\n"))
    }

    @Test func `book without an ISBN is made by its title and keeps the photo`() async throws {
        let (program, _) = try await Self.doubtful()
        let review = try await program.run(
            "review", "--offline", "doubtful.jpg", stdin: Data("t\nOld  Almanac\nA. Rider\n7\na\n".utf8))
        #expect(review.stderr.contains("7: neither a number in the list nor a"))
        #expect(
            review.stderr.hasSuffix(
                "0 confirmed, 1 given a book without an ISBN, 0 given no book, 0 left open\n"))
        #expect(review.exitCode == 0)
        let card = try await program.shell("mkdir x; cd x; bookzone lookup id:1")
        #expect(card.lines.first == "Old Almanac")
        #expect(card.lines.contains { $0.hasSuffix("/doubtful.jpg") && $0.hasPrefix("Photos   /") })
        #expect(try await Self.later(program).stdout == "id:1\tOld Almanac\tA. Rider\t\t\n")
        let owned = try await program.shell(
            """
            bookzone scan --lookup --offline --quiet moved.jpg | bookzone list add owned -
            bookzone list show owned; bookzone list add reading id:1 --as Maria >/dev/null
            bookzone scan --lookup --offline --quiet --format card moved.jpg --as maria
            """)
        #expect(owned.lines.prefix(3) == ["owned: 1 added, 0 already there", "id:1", "Old Almanac"])
        #expect(owned.lines.contains("Photos   moved.jpg"))
        #expect(owned.lines.contains("Yours    owned; reading"))
    }

    @Test func `edition is chosen from store and sources`() async throws {
        let (program, _) = try await Self.doubtful()
        let server = try LoopbackServer { .openLibrary($0, ScanLookUpTests.books) }
        let review = try await program.shell(
            """
            bookzone add --title 'The Ferryman of Old' >added
            bookzone review --source openlibrary doubtful.jpg
            """, stdin: Data("t\nferryman\n\n\nt\nferryman\n\n2\n".utf8),
            environment: LookUpTests.environment(server))
        #expect(review.stderr.contains("  1  id:1               The Ferryman of Old\n"))
        #expect(review.stderr.contains("  2  978-"))
        #expect(review.stderr.hasSuffix("1 confirmed, 0 without an ISBN, 0 left open\n"))
        #expect(try await Self.later(program).stdout.contains("\tThe Ferryman's Ledger\tAda Okafor\t"))
    }
}
