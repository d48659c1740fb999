// How a scan ends when it is interrupted: closed pipes, full disks, Ctrl-C.
import Books
import Foundation
import Testing

struct ScanEndTests {
    /// A program whose folder has a list `many` of a thousand photos, and a pipe `pipe` without a writer.
    private func program() throws -> Program {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "a.png")
        try program.list([String](repeating: "a.png", count: 1000), in: "many")
        return program
    }

    @Test func `a reader that has seen enough ends it quietly`() async throws {
        let outcome = try await program().shell(
            "{ bookzone scan --files-from many --format jsonl; echo $? >code; } | head -n 1; cat code")
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines.last == "1")
        #expect(outcome.stderr.isEmpty)
    }

    @Test(arguments: [
        ("bookzone scan a.png --format csv >/dev/full", "standard output: no space left; ", 75),
        ("bookzone scan a.png --format csv -o /dev/full", "/dev/full: no space left; ", 75),
        ("bookzone scan a.png --format csv >&-", "standard output: can't be written: ", 74),
        ("bookzone scan a.png -o nowhere/out", "nowhere/out: can't be written: ", 74),
        ("mkdir out && bookzone scan a.png -o out", "out: can't be written: ", 74),
    ])
    func `a write failure is reported`(script: String, line: String, code: Int32) async throws {
        let outcome = try await program().shell(script)
        #expect(outcome.exitCode == code)
        #expect(outcome.stderr.hasPrefix(line), "\(outcome.stderr)")
        #expect(outcome.stderr.count(where: \.isNewline) == 1)
    }

    /// A process may write at most 32 kB.
    @Test func `output that finds no room keeps the old file`() async throws {
        let outcome = try await program().shell(
            """
            echo old >out.jsonl
            ( ulimit -f 64; bookzone scan --files-from many --format jsonl -o out.jsonl; echo $? )
            cat out.jsonl; ls out.*; wc -c <out.jsonl.draft
            """)
        #expect(outcome.lines == ["74", "old", "out.jsonl", "out.jsonl.draft", "32768"])
        #expect(
            outcome.stderr.hasPrefix("out.jsonl: can't be written: File too large; records so far are in "))
    }

    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `a full disk leaves no empty file, and nothing is said to be in one`() async throws {
        let outcome = try await program().shell(
            """
            mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=16k tmpfs disk || exit
            dd if=/dev/zero of=disk/fill 2>/dev/null
            bookzone scan a.png --format jsonl -o disk/r.jsonl; echo $?; ls disk
            END
            """)
        #expect(outcome.lines == ["75", "fill"], "\(outcome.lines)")
        #expect(
            outcome.stderr.hasSuffix("choose another place; no records were written\n"), "\(outcome.stderr)")
    }

    @Test func `file appears when it is whole`() async throws {
        let program = try program()
        let outcome = try await program.run("scan", "a.png", "-o", "out.csv", "--format", "csv")
        #expect(outcome.stdout.isEmpty)
        let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.path).sorted()
        #expect(files == ["a.png", "listed", "many", "out.csv"])
    }

    /// A shell's background jobs ignore Ctrl-C by default.
    private let heeding = "env --default-signal=INT bookzone scan"

    @Test func `Ctrl-C finishes the record and keeps what is there`() async throws {
        let outcome = try await program().shell(
            """
            mkfifo pipe
            \(heeding) a.png pipe --format jsonl >out & until test -s out; do sleep 0.05; done
            kill -INT $!; wait $!; echo $?; cat out
            """)
        #expect(outcome.lines.first == "130")
        #expect(outcome.lines.count == 2)
        #expect(outcome.stdout.hasSuffix("}\n"))
        #expect(outcome.stderr == "interrupted: 1 photo: 1 none\n")
    }

    @Test func `Ctrl-C leaves an unfinished file under its own name`() async throws {
        let outcome = try await program().shell(
            """
            mkfifo pipe; echo old >out
            \(heeding) a.png pipe --format jsonl -o out & until test -s out.draft; do sleep 0.05; done
            kill -INT $!; wait $!; echo $?; cat out; wc -l <out.draft
            """)
        #expect(outcome.lines == ["130", "old", "1"])
        #expect(outcome.stderr.hasSuffix("out.draft\n"))
    }

    /// Nobody reads the output, so the current record can't be completed, and only the second Ctrl-C ends the
    /// program.
    @Test func `a second Ctrl-C ends it immediately`() async throws {
        let outcome = try await program().shell(
            """
            mkfifo pipe; exec 3<>pipe
            \(heeding) --files-from many --format jsonl >pipe & program=$!
            written() { awk '/^wchar/ { print $2 }' /proc/$program/io; }
            until old=$(written); sleep 0.5; test $old -gt 60000 -a $old = $(written); do :; done
            kill -INT $program; sleep 0.5; kill -0 $program && echo waits
            while grep -qs '^State:.[^Z]' /proc/$program/status; do kill -INT $program 2>&-; sleep 0.2; done
            wait $program; echo $?
            """)
        #expect(outcome.lines == ["waits", "130"])
        #expect(outcome.stderr.isEmpty)
    }

    @Test func `crash is an internal error`() async throws {
        let outcome = try await program().shell(
            """
            mkfifo pipe
            bookzone scan a.png pipe --format jsonl >out & until test -s out; do sleep 0.05; done
            kill -SEGV $!; wait $!; echo $?
            """)
        #expect(outcome.lines == ["70"])
        #expect(outcome.stderr == "bookzone: internal error; please report it with the lines above\n")
    }
}
