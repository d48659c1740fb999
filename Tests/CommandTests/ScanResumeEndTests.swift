// Interrupting a resumable run: nothing that was read is lost.
import Foundation
import Testing

struct ScanResumeEndTests {
    private let program: Program

    init() throws {
        program = try Program()
        for number in 1...40 {
            try program.write(Photos.blankPNG + Data("\(number)".utf8), to: "box/\(number).png")
        }
    }

    private let wait = "until test -s r.jsonl.partial; do sleep 0.05; done"

    @Test(arguments: [("INT", 130, "interrupted"), ("TERM", 143, "ended by SIGTERM")])
    func `Ctrl-C and SIGTERM say how to go on`(signal: String, code: Int, word: String) async throws {
        let outcome = try await program.shell(
            """
            mkfifo pipe
            env --default-signal=INT bookzone scan box/1.png pipe -o r.jsonl --resume & \(wait)
            kill -\(signal) $!; wait $!; echo $?; ls r.jsonl*
            """)
        #expect(outcome.lines == ["\(code)", "r.jsonl.partial", "r.jsonl.run"])
        #expect(outcome.stderr.hasPrefix("\(word): "), "\(outcome.stderr)")
        #expect(
            outcome.stderr.hasSuffix(
                "r.jsonl.partial; to continue: `bookzone scan box/1.png pipe -o r.jsonl --resume`\n"
            ))
    }

    @Test func `photos that were read behind a slow one are counted`() async throws {
        let outcome = try await program.shell(
            """
            mkfifo pipe; sleep 60 >pipe & writer=$!
            bookzone scan pipe box -o r.jsonl --resume --readers barcode -j 2 & program=$!
            until test "$(cat r.jsonl.partial 2>&- | wc -l)" -ge 3; do sleep 0.05; done
            kill -TERM $program; wait $program; kill $writer; wc -l <r.jsonl.partial
            """)
        let count = try #require(outcome.lines.last.flatMap { Int($0) })
        #expect(
            outcome.stderr.hasPrefix("ended by SIGTERM: \(count) photos: \(count) none; records so far"),
            "\(outcome.stderr)")
    }

    /// Schedulers and services send it to all processes; a worker that it ends has not crashed.
    @Test func `SIGTERM to the whole group makes no photo a failure`() async throws {
        try program.copy("imprint-french-isbn10.jpg", "cover-same-book-dark.jpg", to: "busy/")
        let outcome = try await program.shell(
            """
            for round in 1 2 3 4 5 6 7 8; do cp busy/imprint-french-isbn10.jpg busy/$round.jpg; printf $round >>busy/$round.jpg; done
            for round in 1 2 3 4; do
                setsid bookzone scan box/1.png busy -o r.jsonl --resume -j 2 & program=$!; \(wait); sleep 0.1
                kill -TERM -$program; wait $program; test $? = 143 || test -e r.jsonl || echo $?
                cat r.jsonl.partial r.jsonl 2>&- | grep -c '"crashed"'; test -e r.jsonl && break
            done; true
            """)
        #expect(Set(outcome.lines) == ["0"], "\(outcome.stdout) \(outcome.stderr)")
    }

    @Test func `two runs do not write the same file`() async throws {
        let outcome = try await program.shell(
            """
            mkfifo pipe; bookzone scan box/1.png pipe -o r.jsonl --resume & \(wait)
            bookzone scan box -o r.jsonl --resume; echo $?
            bookzone scan box -o r.jsonl --format jsonl; echo $?; wc -l <r.jsonl.partial; kill $!
            """)
        #expect(outcome.lines == ["75", "64", "1"])
        #expect(outcome.stderr.hasPrefix("r.jsonl: another run is writing to it;"))
    }

    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `full disk keeps what was read`() async throws {
        let outcome = try await program.shell(
            """
            mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=64k tmpfs disk || exit
            dd if=/dev/zero of=disk/fill bs=1k count=52 2>/dev/null
            bookzone scan box -o disk/r.jsonl --resume; echo $?
            tail -c 1 disk/r.jsonl.partial | od -An -c; ls disk
            rm disk/fill; bookzone scan box -o disk/r.jsonl --resume; echo $?; wc -l <disk/r.jsonl; ls disk
            END
            """)
        #expect(
            outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
                "75", #"\n"#, "fill", "r.jsonl.partial", "r.jsonl.run", "1", "40", "r.jsonl", "r.jsonl.run",
            ], "\(outcome.lines) \(outcome.stderr)")
        let lines = outcome.stderr.split(separator: "\n")
        #expect(
            lines[0].contains(
                "no space left; free some space, or choose another place; records so far are in "))
        #expect(lines[1].hasPrefix("40 photos: 40 none; ") && lines[1].hasSuffix(" photos already read"))
    }

    /// All records are in the journal, but the disk has no room for the result.
    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `full disk at the end keeps the old file and the new records`() async throws {
        let outcome = try await program.shell(
            """
            mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=64k tmpfs disk || exit
            bookzone scan box/2* -o disk/r.jsonl --resume -q; cp disk/r.jsonl old
            dd if=/dev/zero of=disk/fill bs=1k count=49 2>/dev/null
            bookzone scan box/1.png box/2* -o disk/r.jsonl --resume; echo $?; cmp disk/r.jsonl old && ls disk
            rm disk/fill; bookzone scan box/1.png box/2* -o disk/r.jsonl --resume; wc -l <disk/r.jsonl; ls disk
            END
            """)
        let names = ["fill", "r.jsonl", "r.jsonl.partial", "r.jsonl.run"]
        #expect(outcome.lines == ["75"] + names + ["12", "r.jsonl", "r.jsonl.run"], "\(outcome.stderr)")
        #expect(outcome.stderr.hasSuffix("12 photos: 12 none; 12 photos already read\n"))
    }

    @Test func `answers given to the file during a run stay`() async throws {
        let outcome = try await program.shell(
            """
            bookzone scan box/1.png box/2.png -o r.jsonl --resume -q
            mkfifo pipe; bookzone scan box/1.png box/2.png box/3.png pipe -o r.jsonl --resume & \(wait)
            sed -i 's/"status":"none"/"status":"uncertain"/' r.jsonl
            cat box/4.png >pipe; wait $!; echo $?; cut -d, -f 1- r.jsonl | grep -c '"status":"uncertain"'; wc -l <r.jsonl
            """)
        #expect(outcome.lines == ["1", "2", "4"], "\(outcome.stderr)")
    }
}
