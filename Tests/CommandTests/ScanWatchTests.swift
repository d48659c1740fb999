// Photos are read as they appear in a folder, each once, until the program is stopped.
import Books
import Foundation
import TestSupport
import Testing

struct ScanWatchTests {
    private let program: Program

    init() throws {
        program = try Program()
        try program.write(Photos.blankPNG, to: "in/a.png")
    }

    private func records(_ text: String?) throws -> [PhotoRecord] {
        try #require(text).split(separator: "\n").map {
            try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8))
        }
    }

    /// Waits until a file has this many lines.
    private let lines = "lines() { until test \"$(cat $1 2>&- | wc -l)\" -ge $2; do sleep 0.05; done; }\n"

    @Test(arguments: ["INT", "TERM"]) func `photos are read as they come`(signal: String) async throws {
        let outcome = try await program.shell(
            lines + """
                env --default-signal=INT bookzone scan --watch in --format jsonl >out & program=$!; lines out 1
                mkdir -p in/new/deep; cp in/a.png in/new/deep/b.png; lines out 2
                cp in/a.png in/.hidden; mv in/.hidden in/c.png; lines out 3
                kill -\(signal) $program; wait $program; echo $?
                """, timeLimit: .seconds(120))
        #expect(outcome.lines == ["0"])
        #expect(
            try records(program.text("out")).map(\.photo) == ["in/a.png", "in/new/deep/b.png", "in/c.png"])
        #expect(outcome.stderr.hasPrefix("watching in; ") && outcome.stderr.hasSuffix("3 photos: 3 none\n"))
    }

    @Test func `a store that can't be used gives an exit code`() async throws {
        try program.write(Data("garbage\n".utf8), to: "store")
        let outcome = try await program.shell(
            lines + """
                bookzone scan --watch in -o r.jsonl --resume --lookup --offline --store store & program=$!
                lines r.jsonl.partial 1; kill -TERM $program; wait $program; echo $?
                """, timeLimit: .seconds(120))
        #expect(outcome.lines == ["70"], "\(outcome.stderr)")
        #expect(try records(program.text("r.jsonl")).map(\.photo) == ["in/a.png"])
    }

    @Test func `each once, also when it is started again`() async throws {
        let outcome = try await program.shell(
            lines + """
                watch() { bookzone scan --watch in -o r.jsonl --resume & program=$!; }
                watch; lines r.jsonl.partial 1; kill -KILL $program; wait $program 2>&-
                cp in/a.png in/b.png; printf more >>in/b.png; watch; lines r.jsonl.partial 2
                kill -TERM $program; wait $program; echo $?; ls r.jsonl*
                watch; cp in/a.png in/c.png; printf even >>in/c.png; lines r.jsonl.partial 1
                kill -TERM $program; wait $program
                """, timeLimit: .seconds(120))
        #expect(outcome.lines == ["0", "r.jsonl", "r.jsonl.run"])
        #expect(try records(program.text("r.jsonl")).map(\.photo) == ["in/a.png", "in/b.png", "in/c.png"])
    }

    /// The second half is written after two scans of the folder.
    @Test func `a photo that grows is read when it is whole`() async throws {
        let outcome = try await program.shell(
            lines + """
                bookzone scan --watch in --format jsonl >out & program=$!; lines out 1
                for byte in $(seq 1 \(Photos.blankPNG.count)); do
                    head -c $byte in/a.png | tail -c 1 >>in/b.png; sleep 0.05
                done
                lines out 2; kill $program; wait $program
                """, timeLimit: .seconds(120))
        #expect(outcome.exitCode == 0)
        // If the machine was slow, half a photo is read, and the complete one after it.
        let last = try #require(records(program.text("out")).last)
        #expect(last.photo == "in/b.png" && last.status == .none)
    }

    @Test(arguments: ["--format jsonl", "-o r.jsonl --resume"])
    func `failed ones are tried again, three times`(output: String) async throws {
        try program.write(Photos.blankPNG.prefix(40), to: "in/b.png")
        let outcome = try await program.shell(
            lines + """
                touch -d '1 hour ago' in/b.png
                bookzone scan --watch in \(output) --watch-interval 3 >out 2>err & program=$!
                until test "$(grep -c 'in/b.png: ' err)" -ge 4; do sleep 0.1; done; sleep 8
                kill $program; wait $program; grep -c 'in/b.png: ' err
                """, timeLimit: .seconds(120))
        #expect(outcome.lines == ["4"])
    }

    /// The first half of it, or of an empty file, stays longer than a file must usually rest.
    @Test(arguments: [2, 1_000_000]) func `a photo that is not complete yet is not sorted`(share: Int)
        async throws
    {
        try program.copy("cover-ean-price-addon.jpg", to: "whole/")
        let outcome = try await program.shell(
            lines + """
                photo=whole/cover-ean-price-addon.jpg; half=$(($(stat -c %s $photo) / \(share)))
                bookzone scan --watch in --move-to sorted -o r.jsonl --resume --readers barcode -q & program=$!
                lines r.jsonl.partial 1; head -c $half $photo >in/b.jpg; sleep 6; ls in
                tail -c +$((half + 1)) $photo >>in/b.jpg
                until test -e sorted/found/b.jpg; do sleep 0.05; done
                kill $program; wait $program; cmp $photo sorted/found/b.jpg
                """, timeLimit: .seconds(120))
        #expect(outcome.lines == ["b.jpg"], "\(outcome.stderr)")
        #expect(try records(program.text("r.jsonl")).map(\.status) == [.none, .found])
    }

    @Test(arguments: ["", "-o r.jsonl --resume"]) func `a failed photo is sorted when it is not tried again`(
        output: String
    ) async throws {
        try program.write(Photos.blankPNG.prefix(40), to: "in/b.png")
        let outcome = try await program.shell(
            """
            touch -d '1 hour ago' in/b.png
            bookzone scan --watch in --move-to sorted --watch-interval 2 \(output) >out 2>err & program=$!
            until test -e sorted/failed/b.png; do
                tries=$(grep -c 'b.png: ' err); test -e in/b.png && echo $tries >last; sleep 0.05
            done
            kill $program; wait $program; cat last; grep -c 'b.png: ' err
            """, timeLimit: .seconds(120))
        let lines = outcome.lines.compactMap { Int($0) }
        #expect(lines.count == 2 && lines[0] >= 3 && lines[1] == 4, "\(outcome.stdout) \(outcome.stderr)")
    }

    /// Their errors are reported twice at most.
    @Test(arguments: ["no", ""]) func `a file that is no photo is sorted, too`(content: String) async throws {
        try program.write(Data(content.utf8), to: "in/c.jpg")
        let outcome = try await program.shell(
            """
            touch -d '1 hour ago' in/c.jpg
            bookzone scan --watch in --move-to sorted --watch-interval 2 >out 2>err & program=$!
            for second in $(seq 60); do test -e sorted/failed/c.jpg && break; sleep 1; done
            kill $program; wait $program; find in sorted/failed -type f; grep -c 'c.jpg: ' err
            """, timeLimit: .seconds(120))
        #expect(outcome.lines == ["sorted/failed/c.jpg", "2"], "\(program.text("err") ?? "")")
    }

    @Test func `photos are sorted as they come`() async throws {
        let outcome = try await program.shell(
            lines + """
                bookzone scan --watch in --move-to in/sorted -o r.jsonl --resume -q & program=$!
                until test -e in/sorted/none/a.png; do sleep 0.05; done
                printf more | cat in/sorted/none/a.png - >in/a.png
                until test -e in/sorted/none/a-2.png; do sleep 0.05; done
                kill $program; wait $program; find in -type f | sort
                """, timeLimit: .seconds(120))
        let files = ["in/sorted/none/a-2.png", "in/sorted/none/a.png"]
        #expect(outcome.lines == files, "\(outcome.stderr)")
        #expect(try records(program.text("r.jsonl")).map(\.photo).sorted() == files)
    }

    @Test(arguments: [
        ("in/a.png", "in/a.png: not a folder; --watch takes folders"),
        ("- <in/a.png", "-: not a folder; --watch takes folders"), ("in -o r.jsonl", "--resume"),
        ("in --watch-interval 0", "1 to 86400"), ("nowhere", "nowhere: not a folder; --watch takes folders"),
    ]) func `inputs that can't be watched are rejected`(words: String, line: String) async throws {
        let outcome = try await program.shell("bookzone scan --watch \(words)")
        #expect(outcome.exitCode == 64 && outcome.stderr.contains(line), "\(outcome.stderr)")
    }

    @Test func `the unit's command line is valid`() async throws {
        let unit = try Repository.text("scripts/packaging/bookzone-watch.service")
        let line = try #require(unit.firstMatch(of: /ExecStart=\S+ (.+)/)?.1).replacing(
            "%h", with: program.folder.path)
        let outcome = try await program.shell(
            "mkdir -p Photos/inbox; bookzone \(line) 2>err & until test -s err; do sleep 0.1; done; kill $!; wait $!; echo $?",
            timeLimit: .seconds(60))
        #expect(outcome.lines == ["0"], "\(outcome.stderr)")
    }
}
