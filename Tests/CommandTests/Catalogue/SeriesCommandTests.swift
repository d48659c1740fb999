// Series, tags and quarter stars on the command line: entered, shown, found, cleared and exported.
import Foundation
import TestSupport
import Testing

struct SeriesCommandTests {
    private static let isbn = "9780439023481"
    private let program: Program

    init() throws { program = try Program() }

    private func run(_ words: String) async throws -> Outcome {
        try await program.shell(words, environment: ["BOOKZONE_STORE": "a.sqlite", "BOOKZONE_USER": "maria"])
    }

    @Test func `they are entered, shown and found`() async throws {
        let outcome = try await run(
            """
            bookzone add \(Self.isbn) --title T --series InCryptid --series-number 8.0 --tag 'to lend' --tag red >/dev/null
            bookzone comment add \(Self.isbn) Fine. --rating 4.25 >/dev/null
            bookzone lookup --offline \(Self.isbn) | grep -e ^Series -e ^Tags; bookzone search incryptid lend
            bookzone comment list --format csv \(Self.isbn) | grep -o 4.25
            bookzone edit \(Self.isbn) --series 'In Cryptid' --tag blue >/dev/null
            bookzone lookup --offline --format csv \(Self.isbn) | tail -n 1 | grep -o 'In Cryptid,8,blue'
            """)
        #expect(
            outcome.lines == [
                "Series   InCryptid 8", "Tags     to lend, red", Self.isbn, "4.25", "In Cryptid,8,blue",
            ])
        let json = try await run("bookzone lookup --offline --format jsonl \(Self.isbn)")
        let book = try JSONValue(json.lines[0])
        #expect(try JSONSchema.named("book").problems(book) == [])
        #expect(book["series"] == .text("In Cryptid") && book["series_number"] == .text("8"))
        #expect(book["tags"]?.elements == [.text("blue")])
        let taken = try await run(
            """
            bookzone store dump -o all.jsonl; bookzone store load all.jsonl --store b.sqlite >/dev/null
            bookzone store dump --store b.sqlite | cmp - all.jsonl && bookzone search cryptid blue --store b.sqlite
            bookzone edit \(Self.isbn) --series '' --tag '' >/dev/null
            bookzone lookup --offline \(Self.isbn) | grep -e ^Series -e ^Tags; bookzone search cryptid; echo $?
            bookzone undo >/dev/null; bookzone search cryptid
            """)
        #expect(taken.lines == [Self.isbn, "1", Self.isbn])
    }

    @Test func `a number needs its series`() async throws {
        let outcome = try await run(
            "bookzone add \(Self.isbn) --title T >/dev/null; bookzone edit \(Self.isbn) --series-number 3")
        #expect(outcome.exitCode == 64)
        #expect(outcome.stderr.contains("a number in a series needs the series"))
        let known = try await run(
            """
            bookzone edit \(Self.isbn) --series S >/dev/null; bookzone edit \(Self.isbn) --series-number 1-3 >/dev/null
            bookzone lookup --offline \(Self.isbn) | grep ^Series; bookzone edit \(Self.isbn) --series '' --series-number 3
            """)
        #expect(known.lines == ["Series   S 1-3"] && known.exitCode == 64)
    }

    @Test(arguments: ["4.3", "5.25", "-0.25"])
    func `stars of other parts are refused`(stars: String) async throws {
        let outcome = try await run(
            "bookzone add \(Self.isbn) >/dev/null; bookzone comment add \(Self.isbn) Fine. --rating=\(stars)")
        #expect(outcome.exitCode == 64 && outcome.stdout == "")
    }
}
