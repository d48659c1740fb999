// `top` and `stats`: figures of a store.
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

struct FigureCommandTests {
    private let program: Program

    init() throws { program = try Program() }

    private func run(_ words: String) async throws -> Outcome {
        try await program.shell(words, environment: ["BOOKZONE_USER": "maria"])
    }

    @Test func `a picture is XML, whatever publishers are called`() async throws {
        let outcome = try await run(
            """
            bookzone add 0306406152 --title One --publisher "<A> & \\"B\\" ]]> $(printf '\\001\\357\\277\\276')" >/dev/null
            bookzone add 0439023483 --title Two >/dev/null; bookzone stats --by publisher --svg p.svg
            """)
        #expect(outcome.lines.count == 2 && outcome.lines.last == "1\tunknown", "\(outcome.stderr)")
        let svg = try #require(program.text("p.svg"))
        #expect(XMLParser(data: Data(svg.utf8)).parse(), "\(svg)")
        #expect(
            svg.contains(">&lt;A&gt; &amp; &quot;B&quot; ]]&gt;")
                && svg.components(separatedBy: "<rect").count == 4)
    }

    @Test func `works with the same score stay in the order in which they came`() async throws {
        let outcome = try await run(
            """
            for isbn in 0439023483 0306406152 9780140328721; do
                bookzone add $isbn --title "T $isbn" >/dev/null; bookzone comment add $isbn Good. --rating 4 >/dev/null
            done
            bookzone top; bookzone top --by comments --limit 2; bookzone top --since 2999-01; echo $?
            """)
        let all = ["9780439023481", "9780306406157", "9780140328721"]
        #expect(outcome.lines == all + all.prefix(2) + ["1"], "\(outcome.stderr)")
    }

    @Test(arguments: [
        ("top --language German", "--language takes a code"),
        ("top --language zz", "--language takes a code"),
        ("top --since yesterday", "--since"), ("top --since 2026-13", "--since"),
        ("top --limit 0", "--limit"),
        ("stats --by colour", "--by"), ("stats --by year -o x.svg --svg x.svg", "the same file"),
    ])
    func `what can't be counted is refused`(words: String, note: String) async throws {
        let outcome = try await run(
            "bookzone add 0306406152 --title One --language ger >/dev/null; bookzone \(words); ls x.svg")
        #expect(outcome.stdout == "" && outcome.stderr.contains(note), "\(outcome.stderr)")
        #expect(try await run("bookzone \(words)").exitCode == 64)
    }
}
