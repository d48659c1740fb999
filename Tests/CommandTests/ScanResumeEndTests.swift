// How a run that can go on ends when it does not end by itself: nothing that was read is lost.
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

    @Test func `Ctrl-C says how to go on`() async throws {
        let outcome = try await program.shell(
            """
            mkfifo pipe
            env --default-signal=INT bookzone scan box/1.png pipe -o r.jsonl --resume & \(wait)
            kill -INT $!; wait $!; echo $?; ls r.jsonl*
            """)
        #expect(outcome.lines == ["130", "r.jsonl.partial", "r.jsonl.run"])
        #expect(
            outcome.stderr.hasSuffix(
                "r.jsonl.partial; the same command goes on: `bookzone scan box/1.png pipe -o r.jsonl --resume`\n"
            ))
    }

    @Test func `two runs do not write the same file`() async throws {
        let outcome = try await program.shell(
            """
            mkfifo pipe; bookzone scan box/1.png pipe -o r.jsonl --resume & \(wait)
            bookzone scan box -o r.jsonl --resume; echo $?
            bookzone scan box -o r.jsonl --format jsonl; echo $?; wc -l <r.jsonl.partial; kill $!
            """)
        #expect(outcome.lines == ["75", "64", "1"])
        #expect(outcome.stderr.hasPrefix("r.jsonl: another run is writing it;"))
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
        #expect(lines[0].contains("no space left; free some or choose another place; what was read is in "))
        #expect(lines[1].hasPrefix("40 photos: 40 none; ") && lines[1].hasSuffix(" photos known from before"))
    }

    /// Records are read, and there is no room to put them in order.
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
        #expect(outcome.stderr.hasSuffix("12 photos: 12 none; 12 photos known from before\n"))
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
