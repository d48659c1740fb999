// Parts of a list, read by many and joined, equal the result of a single run.
import Books
import Foundation
import TestSupport
import Testing

struct ScanShardTests {
    /// Twelve photos of three kinds, and a list of them that is not in natural order.
    private func program() throws -> Program {
        let program = try Program()
        try program.copy("cover-ean-price-addon.jpg", to: "box/")
        for number in 1...10 {
            try program.write(Photos.blankPNG + Data([UInt8(number)]), to: "box/\(number).png")
        }
        try program.write(Photos.blankPNG.prefix(50), to: "box/torn.png")
        let names = ["torn.png", "cover-ean-price-addon.jpg"] + (1...10).reversed().map { "\($0).png" }
        try program.write(Data(names.map { "box/\($0)\n" }.joined().utf8), to: "list")
        return program
    }

    private func untimed(_ lines: [String]) -> [String] {
        lines.map { $0.replacing(/"milliseconds":[0-9.]+/, with: "") }
    }

    @Test(arguments: ["--files-from list", "box"]) func `joined parts are a single run`(inputs: String)
        async throws
    {
        let program = try program()
        let whole = try await program.shell("bookzone scan \(inputs) --format jsonl --quiet")
        let join = inputs == "box" ? "" : inputs
        let parts = try await program.shell(
            """
            for i in 3 1 2; do bookzone scan \(inputs) --shard $i/3 -o parts --quiet; done
            ls parts; wc -l parts/* | tail -n 1; bookzone join parts/* \(join) -o all.jsonl; echo $?; cat all.jsonl
            """)
        #expect(parts.lines.prefix(3) == ["part-1.jsonl", "part-2.jsonl", "part-3.jsonl"])
        #expect(parts.lines[3].contains("12"))
        #expect(parts.lines[4] == "0", "\(parts.stderr)")
        #expect(untimed(Array(parts.lines.dropFirst(5))) == untimed(whole.lines))
        #expect(whole.lines.count == 12)
    }

    @Test func `a part that is not there is noticed`() async throws {
        let outcome = try await program().shell(
            """
            for i in 1 2; do bookzone scan --files-from list --shard $i/3 -o parts --quiet; done
            bookzone join parts/*.jsonl --files-from list >joined; echo $?
            """)
        #expect(outcome.lines == ["2"])
        #expect(outcome.stderr.contains("in no part"))
    }

    @Test func `parts that were read with different options are noticed; the file's name gives the format`()
        async throws
    {
        let outcome = try await program().shell(
            """
            for i in 1 2; do bookzone scan box --shard $i/2 -o parts --quiet --readers barcode; done
            bookzone join parts/*.jsonl -o same.csv; echo $?; head -1 same.csv | cut -d, -f1
            rm parts/part-2.jsonl*; bookzone scan box --shard 2/2 -o parts --quiet --readers barcode --strict
            bookzone join parts/*.jsonl -o mixed.jsonl; echo $?; wc -l <mixed.jsonl
            """)
        #expect(outcome.lines == ["0", "photo", "2", "12"], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("different options"))
    }

    @Test func `a killed attempt leaves no part behind`() async throws {
        let outcome = try await program().shell(
            """
            mkfifo box/zz.png; echo box/zz.png >>list
            bookzone scan --files-from list --shard 1/2 -o parts --quiet & one=$!
            bookzone scan --files-from list --shard 2/2 -o parts --quiet & two=$!
            until ls parts/part-*.jsonl parts/*.partial >ready 2>&-; do sleep 0.05; done
            kill -KILL $one $two 2>&-; wait; ls parts | grep -c 'partial$'; ls parts | grep -c 'jsonl$'
            """, timeLimit: .seconds(100))
        #expect(outcome.lines == ["1", "1"])
    }

    @Test func `Slurm's variables choose the part and the attempt's name`() async throws {
        let outcome = try await program().shell(
            """
            mkfifo box/zz.png
            bookzone scan box/zz.png box --shard auto/1 -o parts --quiet & program=$!
            until ls parts/*.partial 2>&-; do sleep 0.05; done; kill $program
            """,
            environment: [
                "SLURM_ARRAY_JOB_ID": "99", "SLURM_ARRAY_TASK_ID": "1", "SLURM_RESTART_COUNT": "4",
            ])
        #expect(outcome.lines == ["parts/part-1.99.4.partial"])
    }

    @Test(arguments: [
        "box --shard 1/2", "box --shard 1/2 -o p --format csv", "box --shard 3/2 -o p",
        "box --shard auto -o p", "box --shard 1/2 -o part-1.jsonl", "box --shard 1/2 -o list",
        "- --shard 1/2 -o p", "box --shard 1/2 -o p --lookup", "box --shard 1/2 -o p --paths none",
    ]) func `contradictory options are rejected`(arguments: String) async throws {
        let outcome = try await program().shell(
            "bookzone scan \(arguments) </dev/null; code=$?; ls; exit $code")
        #expect(outcome.exitCode == 64)
        #expect(outcome.lines == ["box", "list"])
    }

    @Test func `joined results go into the store once`() async throws {
        let outcome = try await program().shell(
            """
            export BOOKZONE_STORE=$PWD/store
            bookzone scan box --format jsonl -o run.jsonl --quiet; ls store 2>&-
            bookzone import scan run.jsonl; echo $?; bookzone store dump >one
            bookzone import scan run.jsonl 2>&-; bookzone store dump >two
            grep -v date one >a; grep -v date two >b; cmp a b && bookzone lookup --pending --offline 2>&1 | grep -c 978
            bookzone import scan list; echo $?
            """)
        #expect(outcome.lines == ["0", "1", "2"], "\(outcome.stdout)\n\(outcome.stderr)")
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/parallel"), "needs GNU parallel"))
    func `GNU parallel reads the shards, and again what was killed`() async throws {
        let program = try program()
        let outcome = try await program.shell(
            """
            export BOOKZONE=$(command -v bookzone)
            # The first attempt at the second shard is killed.
            cat >once <<'END'
            #!/bin/sh
            case $* in *2/3*) if test ! -e killed; then : >killed; kill -KILL $$; fi;; esac
            "$BOOKZONE" "$@" || test $? -lt 64
            END
            chmod +x once
            run() { parallel --will-cite --joblog log "$@" ./once scan --files-from list --shard {}/3 -o parts --quiet ::: 1 2 3; }
            run; echo $?; ls parts; run --resume-failed; echo $?; ls parts
            bookzone join parts/*.jsonl --files-from list -o all.jsonl; wc -l <all.jsonl
            """)
        #expect(
            outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
                "1", "part-1.jsonl", "part-3.jsonl", "0", "part-1.jsonl", "part-2.jsonl", "part-3.jsonl",
                "12",
            ], "\(outcome.stderr)")
    }

    /// As in the manual, with its list and its eight shards.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/parallel"), "needs GNU parallel"))
    func `the manual's line for GNU parallel reads each share once, also one with a damaged photo`()
        async throws
    {
        let manual = try Repository.text("docs/many-machines.md")
        let line = try #require(manual.split(separator: "\n").first { $0.hasPrefix("parallel ") })
        let program = try program()
        try program.write(Data("mv list photos.txt\n\(line)\n".utf8), to: "first")
        try program.write(Data("\(line)\n".utf8), to: "again")
        let outcome = try await program.shell(
            """
            bash first; echo $?; ls parts | wc -l; cat parts/* | grep -c '"status":"failed"'
            ls -i --time-style=full-iso -l parts >before; bash again; echo $?; ls -i --time-style=full-iso -l parts >after
            cmp before after && tail -n +2 jobs.log | wc -l
            bookzone join parts/part-*.jsonl --files-from photos.txt -o all.jsonl; wc -l <all.jsonl
            rm parts/part-3.jsonl; awk -F '\\t' -v OFS='\\t' '$1 == 3 { $7 = 75 } 1' jobs.log >log; mv log jobs.log
            bash again; ls parts | wc -l
            """, timeLimit: .seconds(250))
        let lines = outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines == ["0", "8", "1", "0", "8", "12", "8"], "\(outcome.stdout)\n\(outcome.stderr)")
    }
}
