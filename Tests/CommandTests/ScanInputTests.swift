// Ways to name photos, and inputs that are not photos: one line on standard error for each, and the scan continues.
import Books
import Foundation
import Testing

struct ScanInputTests {
    private func records(_ outcome: Outcome) throws -> [PhotoRecord] {
        try outcome.lines.map { try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8)) }
    }

    @Test func `folders, lists and names give the same`() async throws {
        let program = try Program()
        for name in [
            "box/IMG_10.JPG", "box/IMG_2.jpg", "box/._IMG_2.jpg", "box/.thumbs/a.jpg", "box/in/1.jpg",
        ] {
            try program.write(Photos.blankJPEG, to: name)
        }
        try program.write(Data("words".utf8), to: "box/notes.txt")
        let expected = ["box/IMG_2.jpg", "box/IMG_10.JPG", "box/in/1.jpg"]
        for command in [
            "bookzone scan box", "bookzone scan box/IMG_2.jpg box/IMG_10.JPG box/in",
            "printf 'box/IMG_2.jpg\\nbox/IMG_10.JPG\\nbox/in/1.jpg' | bookzone scan --files-from -",
            "printf 'box\\0' | bookzone scan --files0-from -",
            "printf 'box\\n' >list && bookzone scan --files-from list",
            // With a byte order mark.
            "printf '\\357\\273\\277box\\r\\n' | bookzone scan --files-from -",
        ] {
            let outcome = try await program.shell("\(command) --format jsonl")
            #expect(try records(outcome).map(\.photo) == expected, "\(command)")
            #expect(outcome.exitCode == 1)
        }
    }

    @Test(arguments: ["", " --paths found", " --shard 1/1 -o parts"])
    func `a list whose paths end in NUL is refused where lines are read`(options: String) async throws {
        let program = try Program()
        try program.write(Photos.blankJPEG, to: "a.jpg")
        for list in [#"a.jpg\0b.jpg\0"#, #"a.jpg\0\n"#, #"a.jpg\0"#] {
            let outcome = try await program.shell(
                "printf '\(list)' >list; bookzone scan --files-from list\(options)")
            #expect(outcome.exitCode == 2, "\(list)")
            #expect(outcome.stderr.hasPrefix("list:1: contains NUL; "), "\(outcome.stderr)")
        }
        let joined = try await program.shell(
            "bookzone scan a.jpg -q -o r.jsonl; printf 'a.jpg\\0' >list; bookzone join r.jsonl --files-from list"
        )
        #expect(joined.exitCode == 2 && joined.stderr.contains("contains NUL; "), "\(joined.stderr)")
    }

    @Test func `the empty results of a run without photos are results`() async throws {
        let program = try Program()
        let outcome = try await program.shell(
            """
            mkdir none; bookzone scan none --format jsonl -o run.jsonl -q; stat -c %s run.jsonl
            echo 'always -> sell' >rules.txt; bookzone copy add 9781405362177 >/dev/null
            bookzone inventory begin spring >/dev/null
            for words in "triage run.jsonl --rules rules.txt" "inventory scan spring run.jsonl" "import run.jsonl"; do
                bookzone $words >/dev/null; echo $?; done
            : >empty.jpg; bookzone scan empty.jpg >/dev/null; echo $?
            """)
        #expect(outcome.lines == ["0", "0", "0", "0", "2"], "\(outcome.stderr)")
    }

    @Test func `other files in a folder are skipped and counted`() async throws {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "box/a.jpg")
        try program.write(Data("words".utf8), to: "box/b.txt")
        let outcome = try await program.run("scan", "box")
        #expect(outcome.exitCode == 1)
        #expect(outcome.stderr == "1 photo: 1 none; 1 other file skipped\n")
        #expect(
            try await program.run("scan", "box", "-v").stderr.contains("box/b.txt: not a photo; skipped\n"))
    }

    /// It is nothing that could be saved as a picture.
    @Test func `a damaged document or archive is called one`() async throws {
        let program = try Program()
        let zip = Data([0x50, 0x4B, 3, 4]) + Data(repeating: 0xA7, count: 300)
        try program.write(Data(repeating: 0xA7, count: 300), to: "box/random.PDF")
        for name in ["box/bad.epub", "bad.zip", "bad", "box/bad.jpg"] { try program.write(zip, to: name) }
        try program.write(Data("words".utf8), to: "words.cbz")
        let outcome = try await program.shell(
            "python3 -m zipfile -c box.zip box; bookzone scan box bad.zip bad words.cbz box.zip; bookzone scan - <bad"
        )
        #expect(outcome.exitCode == 2)
        let ends = outcome.stderr.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^(\S+): damaged (EPUB|PDF|archive)[;,]/).map { "\($0.1) \($0.2)" }
        }
        #expect(
            ends.sorted() == [
                "- archive", "bad archive", "bad.zip archive", "box.zip/box/bad.epub EPUB",
                "box.zip/box/random.PDF PDF", "box/bad.epub EPUB",
                "box/bad.jpg archive", "box/random.PDF PDF", "words.cbz archive",
            ], "\(outcome.stderr)")
    }

    @Test func `a file in a folder or archive that is a photo by its name alone is reported`() async throws {
        let program = try Program()
        let outcome = try await program.shell(
            """
            mkdir box; head -c 5000 /dev/zero >box/a.JPG; echo '<html>no</html>' >box/b.heic; echo words >box/c.txt
            python3 -m zipfile -c box.zip box; bookzone scan box box.zip --format csv | cut -d, -f1,3; exit ${PIPESTATUS[0]}
            """)
        #expect(
            outcome.lines == [
                "photo,status", "box/a.JPG,failed", "box/b.heic,failed", "box.zip/box/a.JPG,failed",
                "box.zip/box/b.heic,failed",
            ], "\(outcome.stderr)")
        #expect(
            outcome.exitCode == 2 && outcome.stderr.contains("box/a.JPG: not a photo of a known format; "))
        #expect(outcome.stderr.contains("\n4 photos: 4 failed; 2 other files skipped\n"), "\(outcome.stderr)")
    }

    @Test(arguments: [
        ("printf '' >bad.jpg", "bad.jpg: file is empty; copy it again"),
        ("echo words >bad.jpg", "bad.jpg: not a photo of a known format; "),
        ("true", "bad.jpg: no such file; check its name"),
        ("ln -s nowhere bad.jpg", "bad.jpg: no such file; "),
        ("ln -s bad.jpg bad.jpg", "bad.jpg: a link that points to itself; "),
        ("head -c 20 a.jpg >bad.jpg", "bad.jpg: "), ("cp giant.png bad.jpg", "bad.jpg: "),
        (
            "truncate -s 600M bad.jpg && dd if=a.jpg of=bad.jpg conv=notrunc 2>/dev/null",
            "bad.jpg: larger than 512 MB; "
        ),
    ])
    func `bad photo is one line and a record`(preparation: String, line: String) async throws {
        let program = try Program()
        try program.write(Photos.blankJPEG, to: "a.jpg")
        try program.write(Photos.giantPNG, to: "giant.png")
        let outcome = try await program.shell(
            "\(preparation); exec bookzone scan bad.jpg a.jpg --format jsonl --quiet")
        #expect(outcome.exitCode == 2)
        #expect(outcome.stderr.hasPrefix(line), "\(outcome.stderr)")
        #expect(outcome.stderr.count(where: \.isNewline) == 1)
        let records = try records(outcome)
        #expect(records.map(\.photo) == ["bad.jpg", "a.jpg"])
        #expect(records.map(\.status) == [.failed, .none])
        #expect(records.first?.error.map { outcome.stderr == "bad.jpg: \($0.message)\n" } == true)
    }

    @Test func `file that may not be read is one line`() async throws {
        let program = try Program()
        try program.write(Photos.blankJPEG, to: "box/a.jpg")
        try program.write(Photos.blankJPEG, to: "box/b.jpg")
        // Root may read everything, unless it drops that capability.
        let humbly = getuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : ""
        let outcome = try await program.shell("chmod 0 box/a.jpg; \(humbly) bookzone scan box --quiet")
        #expect(outcome.stderr == "box/a.jpg: not readable; check its permissions\n")
        #expect(outcome.exitCode == 2)
    }

    @Test func `empty folder has no photos`() async throws {
        let program = try Program()
        try program.write(Data("words".utf8), to: "box/notes.txt")
        let outcome = try await program.run("scan", "box")
        #expect(outcome.exitCode == 0)
        #expect(outcome.stdout.isEmpty)
        #expect(outcome.stderr == "no photos; 1 other file skipped\n")
    }

    @Test func `names reach the terminal harmless`() async throws {
        let program = try Program()
        try program.write(Photos.blankJPEG, to: "a\u{1B}[31m\n.jpg")
        let outcome = try await program.run("scan", ".", "--format", "table")
        #expect(
            outcome.stdout
                == #"none               no ISBN found                         $'./a\x1B[31m\n.jpg'"# + "\n")
    }
}
