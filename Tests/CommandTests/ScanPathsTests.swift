// Passing photos to other programs: paths, selected by name and by result, with any bytes.
import Books
import Foundation
import Testing

struct ScanPathsTests {
    /// A photo of each kind, two with names that are not valid UTF-8, and a file that is not a photo.
    private func program() throws -> Program {
        let program = try Program()
        try program.copy("cover-ean-price-addon.jpg", to: "box/")
        try program.write(Photos.blankPNG, to: "box/blank 1.png")
        try program.write(Photos.blankPNG, to: "box/deep/blank 2.png")
        try program.write(Photos.blankPNG.prefix(50), to: "box/deep/torn.png")
        try program.write(Data("words".utf8), to: "box/words.txt")
        return program
    }

    @Test(arguments: [
        ("none", ["box/blank 1.png", "box/deep/blank 2.png"]), ("failed", ["box/deep/torn.png"]),
        ("found,failed", ["box/cover-ean-price-addon.jpg", "box/deep/torn.png"]), ("uncertain", []),
    ]) func `paths by what became of the photos`(list: String, paths: [String]) async throws {
        let outcome = try await program().run("scan", "box", "--paths", list)
        #expect(outcome.lines == paths)
        #expect(outcome.exitCode == 2)
    }

    @Test func `NUL ends them for xargs`() async throws {
        let program = try program()
        let outcome = try await program.shell(
            """
            cp "box/blank 1.png" "$(printf 'box/new\\nline.png')"; cp "box/blank 1.png" "$(printf 'box/caf\\351.png')"
            bookzone scan box --paths none -0 --quiet | xargs -0 sha256sum -- | grep -oE '[0-9a-f]{64}' | uniq -c | wc -l
            bookzone scan box --paths none --null --quiet | tr -cd '\\0' | wc -c
            bookzone scan box --paths none --null --quiet | xargs -0 ls -1 >/dev/null && echo opened
            """)
        #expect(outcome.lines == ["1", "4", "opened"])
    }

    @Test(arguments: [
        (["--include", "*.jpg"], ["box/cover-ean-price-addon.jpg"]),
        (["--include", "deep/*"], ["box/deep/blank 2.png"]),
        (
            ["--include", "blank*", "--include", "*.jpg", "--exclude", "* 2.png"],
            ["box/blank 1.png", "box/cover-ean-price-addon.jpg"]
        ),
        (["--exclude", "deep/"], ["box/blank 1.png", "box/cover-ean-price-addon.jpg"]),
        (["--include", "*.JPG"], []),
    ]) func `globs choose among what folders hold`(options: [String], paths: [String]) async throws {
        let words = options.map { "'\($0)'" }.joined(separator: " ")
        let outcome = try await program().shell("bookzone scan box \(words) --paths found,none --quiet")
        #expect(outcome.lines == paths)
    }

    @Test func `patterns don't apply to explicitly named files`() async throws {
        let outcome = try await program().shell(
            "bookzone scan 'box/blank 1.png' box/deep --exclude '*.png' --paths none --quiet")
        #expect(outcome.lines == ["box/blank 1.png"])
    }

    @Test(arguments: [
        ["--paths", "lost"], ["--paths", ""], ["--paths", "none", "--format", "jsonl"], ["--null"],
        ["--include", "[a"], ["--exclude", ""],
    ]) func `contradictory options are rejected`(options: [String]) async throws {
        let words = options.map { "'\($0)'" }.joined(separator: " ")
        let outcome = try await program().shell("bookzone scan box \(words)")
        #expect(outcome.exitCode == 64, "\(outcome.stderr)")
    }

    @Test func `a name with invalid UTF-8 is printed so that it can be opened`() async throws {
        let program = try program()
        let outcome = try await program.shell(
            """
            mkdir odd; cp 'box/blank 1.png' "$(printf 'odd/caf\\351 \\n.png')"
            bookzone scan odd --format jsonl -o run.jsonl --quiet
            python3 -c 'import json, urllib.parse
            record = json.loads(open("run.jsonl").read())
            print(record["photo"].encode()); open(urllib.parse.unquote_to_bytes(record["photo_escaped"]))' || exit 1
            bookzone scan odd --format csv --quiet | tail -n 1 | cut -d, -f1 >cell
            bash -c "cmp $(cat cell) 'box/blank 1.png'" && cat cell
            bookzone scan run.jsonl --paths none --null --quiet | xargs -0 cmp 'box/blank 1.png' && echo same
            """)
        #expect(outcome.exitCode == 0, "\(outcome.stderr)")
        #expect(outcome.lines == [#"b'odd/caf\xef\xbf\xbd \n.png'"#, #"$'odd/caf\xE9 \n.png'"#, "same"])
    }

    @Test func `a stream is answered photo by photo`() async throws {
        let program = try program()
        try program.write(Photos.blankJPEG, to: "a.jpg")
        // The second photo arrives after the result of the first.
        let outcome = try await program.shell(
            """
            mkfifo pipe
            bookzone scan - --format jsonl --quiet <pipe >out & program=$!
            exec 3>pipe
            cat a.jpg >&3; until test "$(wc -l <out)" -ge 1; do sleep 0.05; done
            cat 'box/blank 1.png' >&3; until test "$(wc -l <out)" -ge 2; do sleep 0.05; done
            exec 3>&-; wait $program; wc -l <out
            """, timeLimit: .seconds(100))
        #expect(outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) } == ["2"])
    }
}
