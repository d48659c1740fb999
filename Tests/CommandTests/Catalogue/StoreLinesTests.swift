// `store dump` and `store load`: exact in both directions, or nothing at all.
import Foundation
import Testing

struct StoreLinesTests {
    private let program: Program

    init() throws { program = try Program() }

    private func run(_ words: String) async throws -> Outcome {
        try await program.shell(words, environment: ["BOOKZONE_USER": "maria"])
    }

    private func fill() async throws {
        let made = try await run(
            """
            bookzone add 9780439023481 --title 'Éclair "one"' --author 'King, Martin Luther, Jr.' --year 1990
            bookzone add --title 'Without a number'
            bookzone list add owned 9780439023481 id:2; bookzone list add 'my; shelf' id:2
            bookzone comment add 9780439023481 'Two\nlines 😀' --rating 0 --private
            bookzone comment add id:2 'Fine.' --as ion; bookzone list add read id:2 --as ion --date 2026-11-02
            bookzone comment add id:2 'Gone.'; bookzone comment remove 3; bookzone undo
            """)
        try #require(made.stderr == "my; shelf: a new list\n")
    }

    @Test func `a store of its lines has the same lines`() async throws {
        try await fill()
        let copied = try await run(
            """
            bookzone store dump -o one.jsonl && bookzone store load one.jsonl --store copy.sqlite
            bookzone store dump --store copy.sqlite | cmp - one.jsonl
            bookzone store dump | bookzone store load - --store piped.sqlite
            bookzone store check --store piped.sqlite && bookzone search ECLAIR --store piped.sqlite
            bookzone undo --store copy.sqlite --format csv
            """)
        #expect(copied.stderr == "")
        #expect(
            copied.lines.prefix(4) == [
                "copy.sqlite: 2 books from one.jsonl", "piped.sqlite: 2 books from -",
                "piped.sqlite: all is well",
                "9780439023481",
            ])
        #expect(copied.lines.last?.contains("comment") == true, "what can be taken back can be there too")
    }

    @Test(arguments: [
        ("head -n -1 one.jsonl", "line "), ("head -c 900 one.jsonl", "line "),
        ("tail -n +2 one.jsonl", "line 1: "),
        ("printf ''", "line 1: "), ("sed 's/\"owned\"/\"owned\",\"x\":1/' one.jsonl", "line "),
        ("sed 's/\"version\":[0-9]*/\"version\":99/' one.jsonl", "-: written by a newer"),
        ("LC_ALL=C sed 's/\\xc3\\x89/\\xc9/' one.jsonl", "-: is in another encoding than UTF-8"),
        ("sed '3d' one.jsonl", "line "), ("cat one.jsonl one.jsonl", "line "),
    ])
    func `one whole dump alone makes a store`(_ command: String, _ message: String) async throws {
        try await fill()
        let loaded = try await run(
            "bookzone store dump -o one.jsonl; \(command) | bookzone store load - --store copy.sqlite")
        #expect(loaded.exitCode != 0 && loaded.stderr.hasPrefix(message))
        #expect(
            try await run("ls copy.sqlite* | wc -l").stdout.trimmingCharacters(in: .whitespacesAndNewlines)
                == "0")
    }

    @Test func `nothing is replaced`() async throws {
        try await fill()
        let onto = try await run("bookzone store dump -o one.jsonl; bookzone store load one.jsonl")
        #expect(
            onto.exitCode == 2 && onto.stderr.contains("the file exists; choose another --store"))
        #expect(try await run("bookzone store info --format csv").exitCode == 0)
        #expect(try await run("bookzone store load nowhere --store x").exitCode == 2)
    }
}
