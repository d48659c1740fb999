// `list`: what is owned, wanted, or on any other list.
import Foundation
import Testing

struct ListTests {
    @Test func `takes what scan prints and says what it could not`() async throws {
        let program = try Program()
        let lines = "9780439023481\r\n\n978-0-439-55493-0\nuncertain\n9780439023481\nid:9\n"
        let outcome = try await program.shell("bookzone list add owned -", stdin: Data(lines.utf8))
        #expect(outcome.stdout == "owned: 2 added, 1 already there\n")
        #expect(outcome.stderr.split(separator: "\n").count == 3)
        #expect(outcome.stderr.contains("uncertain: ") && outcome.stderr.contains("id:9: not in the store"))
        #expect(outcome.exitCode == 2)
        let again = try await program.shell("bookzone list add owned -", stdin: Data(lines.utf8))
        #expect(again.stdout == "owned: 0 added, 3 already there\n")
        #expect(try await program.run("list", "show", "owned").lines == ["9780439023481", "9780439554930"])
    }

    @Test func `empty input is fine`() async throws {
        let outcome = try await Program().run("list", "add", "owned", "-")
        #expect(outcome.stdout == "owned: 0 added, 0 already there\n")
        #expect(outcome.exitCode == 0)
    }

    @Test func `lists come and go with their books`() async throws {
        let program = try Program()
        let outcome = try await program.shell(
            """
            bookzone list add lent 0439023483 9780439554930; bookzone list
            bookzone list remove lent 0439023483 9780316015844; bookzone list remove lent 9780439554930
            bookzone list remove lent 9780439554930; bookzone list show --format csv; bookzone list show lent
            """)
        #expect(
            outcome.lines == [
                "lent: 2 added, 0 already there", "lent    2, 2 without a title", "owned   0", "wanted  0",
                "lent: 1 removed, 1 not on it", "lent: 1 removed, 0 not on it",
                "lent: 0 removed, 1 not on it",
                "list,person,books,unnamed", "owned,,0,0", "wanted,,0,0",
            ])
        #expect(outcome.exitCode == 1)
        #expect(outcome.stderr.hasSuffix("asks\nlent: no such list; `bookzone list` names them all\n"))
    }

    @Test func `name may hold anything but harm`() async throws {
        let program = try Program()
        let outcome = try await program.shell(
            "bookzone list add \"$(printf 'to\\033[2J \\nread')\" 0439023483; bookzone list show; bookzone list add ' - ' 0439023483"
        )
        #expect(outcome.lines.contains("to[2J read  1, 1 without a title"))
        #expect(!outcome.stdout.contains("\u{1B}"))
        #expect(outcome.exitCode == 2)
    }

    @Test func `what an addition changes besides is said`() async throws {
        let outcome = try await Program().shell(
            """
            bookzone list add wanted 0439023483 9780439554930 2>&-; bookzone list add owned 0439023483 2>&-
            bookzone list add onwed 0439023483 2>&1 >/dev/null | head -n 1; bookzone list add onwed 9780439554930 2>&1 >/dev/null | head -n 1
            bookzone list add 'read, owned' 0439023483 2>&-; echo $?
            """)
        #expect(
            outcome.lines.filter { !$0.contains("wait") && !$0.contains("lookup") } == [
                "wanted: 2 added, 0 already there", "owned: 1 added, 0 already there; 1 no longer wanted",
                "onwed: a new list", "64",
            ], "\(outcome.stdout)")
    }
}
