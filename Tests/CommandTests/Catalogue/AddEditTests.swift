// `add` and `edit`: books entered manually.
import Foundation
import Testing

struct AddEditTests {
    @Test func `book without ISBN gets a number that other commands take`() async throws {
        let program = try Program()
        let add = "bookzone add --title 'Old Almanac' --author 'A. Rider' --author 'B. Other' --year 1931"
        let outcome = try await program.shell(
            "\(add) && \(add) && \(add) | bookzone list add owned - && bookzone list show owned")
        #expect(outcome.lines == ["id:1", "id:1", "owned: 1 added, 0 already there", "id:1"])
        #expect(outcome.stderr == "Old Almanac: already in the store\nOld Almanac: already in the store\n")
        #expect(outcome.exitCode == 0)
        let shown = try await program.run("search", "alman", "--format", "table")
        #expect(shown.stdout == "id:1               Old Almanac, A. Rider, B. Other, 1931  [owned]\n")
    }

    @Test func `a year before our era, and texts that begin with a hyphen, are taken`() async throws {
        let outcome = try await Program().shell(
            """
            bookzone add --title '-30-' --publisher '-2+3' --year -300
            bookzone edit id:1 --subtitle '-- and on' && bookzone copy add id:1 --place '-1/a' --notes '- torn'
            bookzone search --year -400..-200 --format jsonl; bookzone copy show --place -1
            """)
        #expect(outcome.stderr == "")
        for value in [#""-30-""#, #""-- and on""#, #""-2+3""#, "-300"] {
            #expect(outcome.stdout.contains(":\(value)"), "\(value) \(outcome.stdout)")
        }
        #expect(outcome.stdout.contains(" -30-  -1/a\n"))
    }

    @Test func `a decision overrides the reading`() async throws {
        let program = try Program()
        try program.write(
            Data("isbn,title,subtitle,publisher\n0439023483,WRONG,WRONG,Press\n".utf8), to: "table.csv")
        let outcome = try await program.shell(
            """
            bookzone add 0439023483 --title 'The Hunger Games' --author 'Suzanne Collins'
            bookzone edit 0439023483 --year 2008 --subtitle ''
            bookzone import csv table.csv >/dev/null
            bookzone search hunger --format csv | tail -1
            """)
        #expect(
            outcome.lines == [
                "9780439023481", "The Hunger Games, Suzanne Collins, 2008",
                "9780439023481,0439023483,known,The Hunger Games,,Suzanne Collins,Press,2008,,,,,,by hand; table.csv,,id:1,,,,,",
            ])
        #expect(outcome.stderr == "")
    }

    @Test func `edit changes only what is named`() async throws {
        let program = try Program()
        let outcome = try await program.shell(
            """
            bookzone add 0439023483 --title T --author 'Ann One' --editor 'Ed Two' --pages 12 >/dev/null
            bookzone edit 0439023483 --editor 'Ed Three' --pages '' >/dev/null
            bookzone export csv | tail -1
            """)
        #expect(outcome.stdout == "9780439023481,0439023483,T,,Ann One,Ed Three,,,,,,,,,,,,,,,,,,,,,,,,,\r\n")
    }

    @Test func `editions are joined and parted by hand`() async throws {
        let program = try Program()
        let outcome = try await program.shell(
            """
            bookzone add 0439023483 --title One >/dev/null; bookzone add 9780439554930 --title Two >/dev/null
            bookzone comment add 0439023483 Fine. --as ion >/dev/null
            bookzone edit 9780439554930 --edition-of 0439023483 >/dev/null
            bookzone comment list 9780439554930
            bookzone edit 9780439554930 --edition-of '' >/dev/null
            bookzone comment list 9780439554930 || echo none
            """)
        let today = Date.now.formatted(.iso8601.year().month().day())
        #expect(outcome.lines == ["1  ion  -  \(today)  (978-0-439-02348-1)", "    Fine.", "none"])
    }

    @Test(arguments: [
        ("add", 64), ("add --title ''", 64), ("add 0439023484", 2), ("add isbn --title x", 2),
        ("add --title x --year soon", 64), ("add --title x --pages 0", 64),
        ("add --title x --cover javascript:x", 64), ("add --title x --language Klingonish", 64),
        ("edit 0439023483", 64), ("edit x --title y", 2), ("edit 0439023483 --title y", 1),
        ("edit id:7 --title y", 1), ("edit id:1 --edition-of id:7", 1),
        ("edit id:1 --edition-of id:1", 64), ("add 0439023483 --edition-of 9780439023481", 64),
    ])
    func `misuse is explained`(words: String, code: Int32) async throws {
        let program = try Program()
        let outcome = try await program.shell("bookzone add --title There >/dev/null; bookzone \(words)")
        #expect(outcome.exitCode == code)
        #expect(outcome.stdout == "")
        #expect(!outcome.stderr.isEmpty)
    }
}
