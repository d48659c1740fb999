// `bookzone isbn` for people and programs.
import Foundation
import Testing

struct CheckISBNTests {
    private static func run(_ arguments: String, stdin: String = "") async throws -> Outcome {
        try await Program().shell("bookzone isbn \(arguments)", stdin: Data(stdin.utf8))
    }

    // MARK: - Given numbers

    @Test func `given numbers are checked`() async throws {
        let outcome = try await Self.run("0-306-40615-2 'ISBN 080442957X (pbk.)' 9791090636071")
        #expect(outcome.lines == ["9780306406157", "9780804429573", "9791090636071"])
        #expect(outcome.stderr.isEmpty)
        #expect(outcome.exitCode == 0)
    }

    @Test func `errors are explained`() async throws {
        let outcome = try await Self.run("0306406153 0-306-40615-2 hello '' 9797301085263")
        #expect(outcome.lines == ["9780306406157", "9797301085263"])
        #expect(
            outcome.stderr.split(separator: "\n") == [
                "0306406153: check digit is 3, should be 2", "hello: “h” at 1 is not allowed in an ISBN",
                ": contains no digits", "9797301085263: outside the registered ranges",
            ])
        #expect(outcome.exitCode == 1)
    }

    @Test func `table explains`() async throws {
        let outcome = try await Self.run("--format table 0306406152 0306406153")
        #expect(outcome.lines[0].contains("English language, registrant 306 (range 229–368)"))
        #expect(outcome.lines[1].hasPrefix("not valid  "))
        #expect(outcome.stderr.isEmpty)
        #expect(outcome.exitCode == 1)
    }

    @Test func `number in pieces is one`() async throws {
        let outcome = try await Self.run("978 0 306 40615 7")
        #expect(outcome.lines == ["9780306406157"])
        #expect(outcome.exitCode == 0)
    }

    // MARK: - Line by line

    private static let conversions: [(form: String, line: String, answer: String)] = [
        ("13", "0-306-40615-2", "9780306406157"),
        ("10", "9780306406157", "0306406152"),
        ("10", "9791090636071", "-\tbegins with 979, so there is no ISBN-10"),
        ("hyphenated", "0306406152", "978-0-306-40615-7"),
        ("hyphenated", "9797301085263", "9797301085263\toutside the registered ranges"),
        ("urn", "ISBN 0-306-40615-2 (pbk.)", "urn:isbn:9780306406157"),
        ("13", "", "-\tcontains no digits"),
        ("13", "ISBN 0-306-40615-3", "-\tcheck digit is 3, should be 2"),
        ("13", "ISBN 978-7-5606-0406-O", "9787560604060\trepaired O→0 at 22"),
        ("13", "0306406152 080442957X 0-306-40615-2", "9780306406157\tand 1 more on this line"),
        ("13", "\u{1B}[31m", "-\tU+001B at 1 is not allowed in an ISBN"),
    ]

    @Test(arguments: conversions)
    func `one answer a line`(_ form: String, _ line: String, _ answer: String) async throws {
        let outcome = try await Self.run("--to \(form) -", stdin: "\(line)\n080442957X\r\n\(line)")
        let lines = outcome.stdout.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == (line.isEmpty ? 3 : 4) && lines[0] == answer && lines.last == "")
        if !line.isEmpty { #expect(lines[2] == answer) }
        #expect(outcome.exitCode == (answer.hasPrefix("-") ? 1 : 0))
        #expect(outcome.stderr.isEmpty)
    }

    @Test func `a carriage return alone ends a line`() async throws {
        let outcome = try await Self.run("--to 13", stdin: "0306406152\r\r\n080442957X\r")
        #expect(outcome.lines == ["9780306406157", "-\tcontains no digits", "9780804429573"])
    }

    @Test func `lines stay in step`() async throws {
        let lines = (0..<30_000).map { $0.isMultiple(of: 3) ? "\($0)" : "0306406152" }
        let outcome = try await Self.run("--to 10", stdin: lines.joined(separator: "\n"))
        let answers = outcome.lines
        try #require(answers.count == lines.count)
        #expect(zip(lines, answers).allSatisfy { $0 == $1 || $0 != "0306406152" && $1.hasPrefix("-\t") })
    }

    @Test func `endless line has one answer`() async throws {
        let outcome = try await Program().shell(
            "(head -c 3000000 /dev/zero | tr '\\0' 7; echo; echo 0306406152) | bookzone isbn --to 13")
        #expect(outcome.lines.count == 2 && outcome.lines.last == "9780306406157")
    }

    // MARK: - Any text

    @Test func `all in a text are found`() async throws {
        let text = """
            First published 1998. Tel. 030 640 6152, £12.95
            ISBN 0-306-
            40615-2 (hbk)  ISBN 978-0-8044-2957-3 (pbk)
            9 780804 816632 51495 ISBN 0-8044-2957-1
            """
        let outcome = try await Self.run("-", stdin: text)
        #expect(outcome.lines == ["9780306406157", "9780804429573", "9780804816632"])
        #expect(outcome.stderr == "left out: 1 number that is not valid; --format table shows all\n")
        #expect(outcome.exitCode == 1)
        let table = try await Self.run("--format table", stdin: text)
        #expect(table.lines.map { $0.prefix(9) } == ["978-0-306", "978-0-804", "978-0-804", "not valid"])
        #expect(table.lines[1].hasSuffix("line 3: ISBN 978-0-8044-2957-3 (pbk)"))
    }

    @Test func `records contain place and form`() async throws {
        let outcome = try await Self.run("--format jsonl", stdin: "\n\nEbook ISBN: 978-O-306-40615-7\n")
        let object = try JSONSerialization.jsonObject(with: outcome.output)
        let record = try #require(object as? [String: Any])
        #expect(record["line"] as? Int == 3)
        #expect(record["label"] as? String == "ISBN:")
        #expect(record["qualifier"] as? String == "Ebook")
        #expect(record["repairs"] as? [String] == ["O→0 at 19"])
        #expect(record["group"] as? String == "English language")
        #expect(record["registered"] as? Bool == true)
    }

    @Test func `an empty result is reported`() async throws {
        let outcome = try await Self.run("-", stdin: "no numbers here")
        #expect(outcome.stdout.isEmpty)
        #expect(outcome.stderr == "no ISBN found\n")
        #expect(outcome.exitCode == 1)
    }

    @Test func `invalid UTF-8 is harmless`() async throws {
        let program = try Program()
        try program.write(
            Data([0xFF, 0x00, 0xC3]) + Data("ISBN 0306406152".utf8) + Data([0xE2, 0x82]), to: "b")
        let outcome = try await program.shell("bookzone isbn < b")
        #expect(outcome.lines == ["9780306406157"])
        #expect(outcome.exitCode == 0)
    }

    // MARK: - Ends

    @Test(arguments: [
        ("bookzone isbn < /", 2, "standard input: can't be read"),
        ("bookzone isbn <&-", 2, "standard input: can't be read"),
        ("printf '\\377\\376I\\0' | bookzone isbn", 2, "UTF-16"),
        ("bookzone isbn 0306406152 > /dev/full", 75, "no space left"),
        ("bookzone isbn --to 13 0306406152 > /dev/full", 75, "no space left"),
        ("bookzone isbn 0306406152 -", 64, "- can't be combined with other arguments"),
        ("bookzone isbn --to 12 0306406152", 64, "'12'"),
        ("bookzone isbn --to 13 --format csv 0306406152", 64, "--format"),
        ("bookzone isbn < /dev/null", 1, "no ISBN found"),
    ])
    func `abnormal exits are reported`(_ script: String, _ code: Int32, _ message: String) async throws {
        let outcome = try await Program().shell(script)
        #expect(outcome.exitCode == code)
        #expect(outcome.stderr.contains(message))
        #expect(outcome.stdout.isEmpty)
    }

    @Test(arguments: ["isbn", "isbn --to 13", "isbn --format jsonl"])
    func `a closed pipe ends the program silently`(_ command: String) async throws {
        let outcome = try await Program().shell(
            "yes 0306406152 | head -500000 | { bookzone \(command); echo \"code $?\" >&2; } | head -1")
        #expect(outcome.lines.count == 1 && outcome.lines[0].contains("9780306406157"))
        #expect(outcome.stderr == "code 0\n")
    }
}
