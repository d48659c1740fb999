// `comment` and `person`: writing, changing and forgetting comments.
import Foundation
import Testing

struct CommentTests {
    private let program: Program
    private var today: String { Date.now.formatted(.iso8601.year().month().day()) }

    init() throws { program = try Program() }

    private func shell(_ script: String, as person: String = "maria", stdin: String = "") async throws
        -> Outcome
    {
        try await program.shell(script, stdin: Data(stdin.utf8), environment: ["BOOKZONE_USER": person])
    }

    @Test func `text comes from where it is given`() async throws {
        try program.write(
            Data("#!/bin/sh\nprintf 'From the editor.\\n\\n\\nTwice.\\n' >> \"$2\"\n".utf8), to: "editor")
        let outcome = try await shell(
            """
            chmod +x editor; bookzone comment add 0439023483 Plain. --rating 5
            bookzone comment add 0439023483 - --rating 0.5 --as ion
            EDITOR="$PWD/editor -w" bookzone comment add 0439023483
            EDITOR="$PWD/editor -w" bookzone comment edit 3
            bookzone comment add 0439023483 --rating 4 --as ana
            bookzone comment list 0439023483
            """, stdin: "From a pipe.\nIndeed.\n")
        #expect(outcome.stderr == "")
        #expect(
            outcome.lines == [
                "1", "2", "3", "4", "4  ana  4  \(today)", "3  maria  -  \(today)", "    From the editor.",
                "    Twice.", "    From the editor.", "    Twice.", "2  ion  0.5  \(today)",
                "    From a pipe.",
                "    Indeed.", "1  maria  5  \(today)", "    Plain.",
            ])
    }

    @Test(arguments: [
        ("comment add 0439023483", 2), ("comment add 0439023483 ''", 2), ("comment add x text", 2),
        ("comment add id:5 text", 1), ("comment add 0439023483 text --rating 5.5", 64),
        ("comment add 0439023483 text --rating 4.3", 64), ("comment edit 9 text", 1), ("comment remove 9", 1),
        ("comment edit 1 text --as ion", 2), ("comment remove 1 --as ion", 2),
        ("comment list 9780439554930", 1),
        ("person show nobody", 1), ("person forget nobody", 1),
    ])
    func `misuse is explained and changes nothing`(words: String, code: Int32) async throws {
        _ = try await shell("bookzone comment add 0439023483 First.")
        let outcome = try await shell("bookzone \(words)")
        #expect(outcome.exitCode == code)
        #expect(outcome.stdout == "" || words.hasPrefix("person forget"))
        #expect(!outcome.stderr.isEmpty || words.hasPrefix("person"))
        let list = try await shell("bookzone comment list 0439023483")
        #expect(list.lines == ["1  maria  -  \(today)", "    First."])
    }

    @Test(arguments: ["false", "no-such-editor"])
    func `editor that fails loses nothing`(editor: String) async throws {
        let outcome = try await shell(
            "bookzone comment add 0439023483 First. && EDITOR=\(editor) bookzone comment edit 1; echo $?; bookzone comment list 0439023483"
        )
        #expect(outcome.lines == ["1", "2", "1  maria  -  \(today)", "    First."])
        #expect(outcome.stderr.hasPrefix("\(editor): "))
    }

    @Test func `edit changes only the given fields`() async throws {
        let outcome = try await shell(
            """
            bookzone comment add 0439023483 'Who dies.' --rating 4 --private --language eng >/dev/null
            bookzone comment edit 1 --spoiler --no-private; bookzone comment list 0439023483 --as ion
            bookzone comment edit 1 --rating none; bookzone comment list 0439023483 --spoilers --format csv
            bookzone comment remove 1; bookzone comment list 0439023483 || echo none
            """)
        #expect(outcome.stderr == "")
        #expect(outcome.lines.prefix(2) == ["1  maria  4  \(today)", "    [spoiler: --spoilers]"])
        #expect(
            outcome.lines.count == 5
                && outcome.lines[3].hasPrefix("1,maria,,Who dies.,eng,true,false,\(today)T"))
        #expect(outcome.lines.last == "none")
    }

    @Test func `only the author sees private comments`() async throws {
        let outcome = try await shell(
            """
            bookzone comment add 0439023483 'Lent to Ana.' --private >/dev/null
            bookzone comment list 0439023483; bookzone comment list 0439023483 --as ion || echo none
            bookzone person show maria --as ion || echo none
            """)
        #expect(outcome.lines == ["1  maria  -  \(today)  [private]", "    Lent to Ana.", "none", "none"])
    }

    @Test func `a person is shown and deleted`() async throws {
        let outcome = try await shell(
            """
            bookzone add 0439023483 --title 'The Hunger Games' >/dev/null
            bookzone comment add 0439023483 quixotic --rating 5 >/dev/null
            bookzone comment add 9780439554930 fine --as ion >/dev/null
            bookzone person show maria; bookzone person forget maria; bookzone person show maria || echo none
            grep -c quixotic .local/share/bookzone/*; bookzone comment list 9780439554930
            """)
        #expect(
            outcome.lines == [
                "1  maria  5  \(today)  978-0-439-02348-1 The Hunger Games", "    quixotic",
                "maria: 1 comment removed", "none", "0", "2  ion  -  \(today)", "    fine",
            ])
    }

    @Test func `nothing in a text steers the terminal`() async throws {
        let outcome = try await shell(
            "bookzone comment add 0439023483 - --as \"$(printf 'a\\033b')\" >/dev/null; for f in table text csv jsonl; do bookzone comment list 0439023483 --format $f; done",
            stdin: "red \u{1B}[31m\u{202E}left\u{7}\r\n\u{9B}2J=1+1\n")
        #expect(!outcome.stdout.isEmpty)
        for scalar in "\u{1B}\u{202E}\u{7}\u{9B}".unicodeScalars {
            #expect(!outcome.stdout.unicodeScalars.contains(scalar))
        }
    }
}
