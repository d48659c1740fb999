// How a scan ends when it does not end by itself: readers that go away, full disks, Ctrl-C.
import Books
import Foundation
import Testing

struct ScanEndTests {
    /// A program in whose folder `many` lists a thousand photos and `pipe` is one that never comes.
    private func program() throws -> Program {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "a.png")
        try program.write(Data(String(repeating: "a.png\n", count: 1000).utf8), to: "many")
        return program
    }

    @Test func aReaderThatHasSeenEnoughEndsItQuietly() async throws {
        let outcome = try await program().shell(
            "{ bookzone scan --files-from many --format jsonl; echo $? >code; } | head -n 1; cat code")
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines.last == "1")
        #expect(outcome.stderr.isEmpty)
    }

    @Test(arguments: [
        ("bookzone scan a.png --format csv >/dev/full", "standard output: no space left; "),
        ("bookzone scan a.png --format csv -o /dev/full", "/dev/full: no space left; "),
        ("bookzone scan a.png --format csv >&-", "standard output: can't be written: "),
        ("bookzone scan a.png -o nowhere/out", "nowhere/out: can't be written: "),
        ("mkdir out && bookzone scan a.png -o out", "out: can't be written: "),
    ])
    func outputThatCannotBeWrittenIsTold(script: String, line: String) async throws {
        let outcome = try await program().shell(script)
        #expect(outcome.exitCode == 74)
        #expect(outcome.stderr.hasPrefix(line), "\(outcome.stderr)")
        #expect(outcome.stderr.count(where: \.isNewline) == 1)
    }

    /// Needs root and the right to mount; elsewhere `/dev/full` has to do.
    @Test func aDiskThatFillsUpKeepsTheOldFile() async throws {
        let outcome = try await program().shell(
            """
            mkdir disk && mount -t tmpfs -o size=32k tmpfs disk 2>/dev/null || exit 0
            echo old >disk/out.jsonl
            bookzone scan --files-from many --format jsonl -o disk/out.jsonl
            echo $?; cat disk/out.jsonl; ls disk
            umount disk
            """)
        guard !outcome.stdout.isEmpty else { return }
        #expect(outcome.lines == ["74", "old", "out.jsonl", "out.jsonl.partial"])
        #expect(outcome.stderr.hasPrefix("disk/out.jsonl: no space left; "))
        #expect(outcome.stderr.contains("what was read is in "))
    }

    @Test func aFileAppearsWhenItIsWhole() async throws {
        let program = try program()
        let outcome = try await program.run("scan", "a.png", "-o", "out.csv", "--format", "csv")
        #expect(outcome.stdout.isEmpty)
        let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.path).sorted()
        #expect(files == ["a.png", "many", "out.csv"])
    }

    /// A shell's background jobs ignore Ctrl-C unless told otherwise.
    private let heeding = "env --default-signal=INT bookzone scan"

    @Test func ctrlCFinishesTheRecordAndKeepsWhatIsThere() async throws {
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

    @Test func ctrlCLeavesAnUnfinishedFileUnderItsOwnName() async throws {
        let outcome = try await program().shell(
            """
            mkfifo pipe; echo old >out
            \(heeding) a.png pipe --format jsonl -o out & until test -s out.partial; do sleep 0.05; done
            kill -INT $!; wait $!; echo $?; cat out; wc -l <out.partial
            """)
        #expect(outcome.lines == ["130", "old", "1"])
        #expect(outcome.stderr.hasSuffix("out.partial\n"))
    }

    /// Nobody reads the output, so the record in hand can't be finished, and only the second one ends it.
    @Test func aSecondCtrlCEndsItAtOnce() async throws {
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
}
