// `history` and `undo` on the command line.
import Foundation
import Testing

struct HistoryTests {
    private let program: Program

    init() throws { program = try Program() }

    private func run(_ words: String, as person: String = "maria") async throws -> Outcome {
        try await program.shell(words, environment: ["BOOKZONE_USER": person])
    }

    @Test func `each command is one change, and can be reverted`() async throws {
        let table = "isbn,title,shelves\n9780439554930,Two,red\n9780306406157,Three,red\n"
        try program.write(Data(table.utf8), to: "table.csv")
        _ = try await run(
            """
            bookzone add 9780439023481 --title One --author A
            bookzone list add owned 9780439023481
            bookzone edit 9780439023481 --title Won --isbn 9780316015844
            bookzone comment add 9780316015844 Fine. --rating 4
            bookzone import csv table.csv
            bookzone remove 9780439554930
            """)
        let told = try await run("bookzone history").lines.map { $0.dropFirst("2026-01-01 00:00  ".count) }
        #expect(
            told == [
                "maria  removed: 9780439554930 Two", "maria  imported table.csv: 2 books",
                "maria  commented: 9780316015844 Won", "maria  edited: 9780316015844 Won",
                "maria  put on owned: 9780316015844 Won", "maria  added: 9780316015844 Won",
            ])
        #expect(
            try await run("bookzone history 9780439554930 --limit 1").lines.dropFirst() == [
                "    title: Two → none", "    ISBN: 9780439554930 → none",
            ])
        #expect(
            try await run("bookzone history 9780316015844").lines.filter { $0.hasPrefix(" ") } == [
                "    title: One → Won", "    ISBN: 9780439023481 → 9780316015844",
            ])
        #expect(try await run("bookzone undo").exitCode == 0)
        #expect(try await run("bookzone search two").lines == ["9780439554930"])
        #expect(try await run("bookzone undo; bookzone undo; bookzone undo").exitCode == 0)
        #expect(try await run("bookzone list show owned --format text").lines == ["9780439023481"])
        #expect(try await run("bookzone history --limit 1").lines.first?.hasSuffix("[reverted]") == true)
    }

    @Test func `what changed in copies is told`() async throws {
        let outcome = try await run(
            """
            for i in 0439023483 0439023483 0306406152; do bookzone copy add $i --place hall; done >/dev/null
            bookzone copy edit copy:1 --price '12.50 EUR' --place attic >/dev/null
            bookzone copy move copy:1 copy:2 copy:3 --to cellar >/dev/null; bookzone copy remove copy:2 copy:3 >/dev/null
            bookzone history 9780439023481 | sed 's/^2[-0-9: ]*//'
            bookzone history --limit 2 | sed 's/^2[-0-9: ]*//'
            bookzone history 9780439023481 --format jsonl | jq -c '.copies | length' | paste -sd' '
            """)
        #expect(
            outcome.lines == [
                "maria  removed copies: 2 books", "    copy:2 list: owned → none",
                "    copy:2 place: cellar → none",
                "maria  edited copies: 2 books", "    copy:1 place: attic → cellar",
                "    copy:2 place: hall → cellar",
                "maria  edited copy:1: 9780439023481", "    copy:1 place: hall → attic",
                "    copy:1 price: none → 12.50 EUR", "maria  added a copy: 9780439023481",
                "maria  added a copy: 9780439023481", "maria  removed copies: 2 books",
                "maria  edited copies: 2 books", "2 2 2 0 0",
            ], "\(outcome.lines)")
    }

    @Test func `undo of a merge names what stays with the other book`() async throws {
        _ = try await run(
            """
            bookzone add 9780439023481 --title One; bookzone add --title Won
            bookzone merge 9780439023481 id:2
            """)
        _ = try await run(
            "bookzone comment add 9780439023481 Fine.; bookzone copy add 9780439023481", as: "ann")
        #expect(
            try await run("bookzone undo").lines.last
                == "    stays with 9780439023481: comments 1, lists 1, copies 1")
    }

    @Test func `an empty history is reported`() async throws {
        _ = try await run("bookzone list add owned 9780439023481", as: "ion")
        let undone = try await run("bookzone undo")
        #expect(undone.exitCode == 1)
        #expect(undone.stderr == "nothing left to revert for maria\n")
        let unknown = try await run("bookzone history id:9")
        #expect(unknown.stderr.hasPrefix("id:9: not in the store"))
        #expect(try await run("bookzone history --limit 0").exitCode == 64)
        #expect(try await run("bookzone list show owned --format text").lines == ["9780439023481"])
    }

    @Test func `what leaves everything as it was is no change`() async throws {
        let outcome = try await run(
            """
            bookzone add 9780439023481 --title One >/dev/null; bookzone list add owned 9780439023481 >/dev/null
            bookzone edit 9780439023481 --isbn 9780439023481 >/dev/null
            bookzone add 9780439023481 --title One >/dev/null
            echo 9780439023481 | bookzone import isbns - --list wanted | tail -n +2; bookzone list show wanted --format text
            bookzone history | sed 's/^2[-0-9: ]*//'
            """)
        #expect(
            outcome.lines == [
                "1 book is owned or read, and not wanted any more", "maria  put on owned: 9780439023481 One",
                "maria  added: 9780439023481 One",
            ], "\(outcome.lines)")
    }
}
