// `list`: books on lists.
import Foundation
import Testing

struct ListTests {
    @Test func `takes what scan prints, and reports what it can't use`() async throws {
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

    @Test(arguments: ["list add owned -", "copy add -", "copy link -", "copy move - --to hall"])
    func `of a long line only the beginning is shown`(words: String) async throws {
        let outcome = try await Program().shell(
            "bookzone add --title T >/dev/null; head -c 100000 /dev/zero | tr '\\0' 7 | bookzone \(words)")
        let said = outcome.stderr
        #expect(said.hasPrefix("777") && said.count < 300, "\(said.prefix(300))")
    }

    @Test func `empty input is fine`() async throws {
        let outcome = try await Program().run("list", "add", "owned", "-")
        #expect(outcome.stdout == "owned: 0 added, 0 already there\n")
        #expect(outcome.exitCode == 0)
    }

    @Test(arguments: ["list add owned", "list remove owned", "lookup --offline", "remove"])
    func `an empty argument names no book`(words: String) async throws {
        let outcome = try await Program().shell(
            "bookzone add --title Other >/dev/null; bookzone \(words) '' 2>&1; echo $?")
        #expect(outcome.stdout.contains("no digits") && outcome.lines.last == "2", "\(outcome.stdout)")
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
        #expect(
            outcome.stderr.hasSuffix(
                "`bookzone lookup --pending`\nlent: no such list; `bookzone list` shows all lists\n"))
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

    @Test func `each reading is kept, with as much of its date as is known`() async throws {
        let outcome = try await Program().shell(
            """
            export BOOKZONE_USER=maria
            bookzone list add read 0439023483 --date 2019; bookzone list add reading 0439023483 --date 2026-10
            bookzone list add read 0439023483 --date 2026-11-02
            bookzone lookup 0439023483 --offline --format card 2>&- | grep Read
            bookzone list remove read 0439023483 --date 2019
            bookzone lookup 0439023483 --offline --format card 2>&- | grep Read
            """)
        #expect(
            outcome.lines == [
                "read: 1 added, 0 already there", "reading: 1 added, 0 already there",
                "read: 1 added, 0 already there",
                "Read     maria, 2026-10 to 2026-11-02; maria, 2019", "read: 1 removed, 0 not on it",
                "Read     maria, 2026-10 to 2026-11-02",
            ])
    }

    @Test(arguments: [
        ("read 0439023483 --date 2099-01-01", "--date 2099-01-01 is in the future"),
        ("reading 0439023483 --date 2099", "--date 2099 is in the future"),
        ("owned 0439023483 --date 2021", "--date requires the list reading, read or abandoned"),
        ("read 0439023483 --date yesterday", "The value 'yesterday' is invalid for '--date <date>'"),
    ])
    func `dates that can't be are refused`(words: String, message: String) async throws {
        for command in ["add", "remove"] {
            let outcome = try await Program().shell("bookzone list \(command) \(words)")
            #expect(outcome.exitCode == 64)
            #expect(outcome.stderr.contains(message), "\(outcome.stderr)")
        }
    }

    @Test func `people's names ignore case`() async throws {
        let outcome = try await Program().shell(
            """
            bookzone comment add 0439023483 Mine. --as Maria; bookzone list add read 0439023483 --as MARIA
            bookzone list show read --as maria; bookzone comment edit 1 Changed. --as maria
            bookzone person show mARIA --format csv | cut -d, -f2,4 | tail -1; bookzone undo --as maria --format csv | tail -1 | cut -d, -f3
            bookzone person forget MARIA
            """)
        #expect(outcome.lines.contains("Maria,Changed."))
        #expect(outcome.lines.contains("9780439023481"))
        #expect(outcome.lines.last == "MARIA: 1 comment and what they read of 1 book removed")
        #expect(outcome.exitCode == 0)
    }

    @Test func `pending books are mentioned once, where it helps`() async throws {
        let outcome = try await Program().shell(
            """
            bookzone add --title Named --author 'A. B.' >/dev/null; bookzone list add owned 0439023483 >/dev/null
            echo; bookzone list add owned id:1; bookzone search named
            """)
        #expect(outcome.stderr == "1 book waits to be looked up; run `bookzone lookup --pending`\n")
    }

    @Test(arguments: [
        ("list show wanted", "wanted: no books"), ("search nowhere", "nothing found"),
        ("history", "no changes yet"),
        ("person show ion", "no comments"), ("comment list 0439023483", "no comments"),
    ])
    func `empty results are mentioned on a terminal`(words: String, message: String) async throws {
        let program = try Program()
        // A table without rows makes a store, but no change.
        let table = Data("isbn\n\(words == "history" ? "" : "0439023483\n")".utf8)
        _ = try await program.shell("bookzone import csv -", stdin: table)
        #expect(try await program.terminal("bookzone \(words)", columns: 80).contains(message))
        #expect(try await program.shell("bookzone \(words)").stderr.isEmpty)
    }

    @Test func `a wanted book that is owned is pointed out, and wanted all the same`() async throws {
        let outcome = try await Program().shell(
            """
            bookzone list add owned 0439023483 2>&-; bookzone list add owned 9780439554930 2>&-
            bookzone list add wishlist 0439023483 0306406152; bookzone list show wanted
            bookzone list add lent 0439023483 2>&1 | grep -c already
            """)
        #expect(
            outcome.lines == [
                "owned: 1 added, 0 already there", "owned: 1 added, 0 already there",
                "wanted: 2 added, 0 already there", "9780439023481", "9780306406157", "1",
            ])
        #expect(
            outcome.stderr.hasPrefix("978-0-439-02348-1: this book is owned already\n"), "\(outcome.stderr)")
        #expect(outcome.stderr.components(separatedBy: "owned already").count == 2)
    }

    @Test func `a list's name has at most 200 bytes, and a short one is not another one mistyped`()
        async throws
    {
        let outcome = try await Program().shell(
            """
            name=$(printf 'é%.0s' $(seq 101))
            bookzone list add "$name" 0439023483; echo $?
            bookzone copy add 0439023483 --list "$name"; echo $?
            bookzone list remove .. 0439023483; echo $?
            for short in a é ß; do bookzone list add $short 0439023483 >&-; done
            bookzone list
            """)
        #expect(outcome.lines.prefix(3) == ["2", "2", "2"])
        #expect(!outcome.stdout.contains("éé") && !outcome.stderr.contains("similar"), "\(outcome.stderr)")
        let words = "a list's name may have 200 bytes; this one is longer\n"
        #expect(outcome.stderr.components(separatedBy: words).count == 3, "\(outcome.stderr)")
    }

    @Test func `side effects of an addition are reported`() async throws {
        let outcome = try await Program().shell(
            """
            bookzone list add wanted 0439023483 9780439554930 2>&-; bookzone list add owned 0439023483 2>&-
            bookzone list add onwed 0439023483 2>&1 >/dev/null | head -n 1; bookzone list add onwed 9780439554930 2>&1 >/dev/null | head -n 1
            bookzone list add 'read, owned' 0439023483 2>&-; echo $?
            """)
        #expect(
            outcome.lines.filter { !$0.contains("wait") && !$0.contains("lookup") } == [
                "wanted: 2 added, 0 already there", "owned: 1 added, 0 already there; 1 no longer wanted",
                "onwed: a new list, similar to owned; `bookzone undo` reverts it", "64",
            ], "\(outcome.stdout)")
    }
}
