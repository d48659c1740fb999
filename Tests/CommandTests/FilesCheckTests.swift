// `files check` and `files prune`: records whose files changed or disappeared.
import Books
import Foundation
import TestSupport
import Testing

struct FilesCheckTests {
    private let program: Program

    init() throws { program = try Program() }

    private static let one = "9780306406157"

    @Test func `what an archive on standard input held is no missing file`() async throws {
        for name in ["a", "b"] {
            try program.write(Photos.blankPNG + Data(name.utf8), to: "made/\(name).png")
        }
        try program.write(Photos.blankPNG, to: "first.png")
        let outcome = try await program.shell(
            """
            (cat first.png; tar cf - made) | bookzone scan - --readers barcode --quiet --format jsonl -o run.jsonl
            rm -r made; grep -c '"-/' run.jsonl; bookzone files check run.jsonl; echo $?
            bookzone files prune run.jsonl >/dev/null; grep -c '"-/' run.jsonl
            """)
        #expect(outcome.lines == ["2", "0", "2"], "\(outcome.stdout) \(outcome.stderr)")
        #expect(outcome.stderr.contains("not from files"))
    }

    @Test func `a file that could not be opened is compared by its size and time`() async throws {
        try program.write(Data(), to: "box/a.png")
        try program.write(Photos.blankPNG, to: "whole.png")
        let outcome = try await program.shell(
            """
            bookzone scan box -q -o run.jsonl --resume 2>/dev/null; bookzone files check run.jsonl; echo $?
            cp whole.png box/a.png; bookzone files check run.jsonl; echo $?
            """)
        #expect(outcome.lines == ["0", "changed: box/a.png", "1"], "\(outcome.stdout)")
    }

    @Test func `each difference is one line`() async throws {
        for name in ["a", "b", "c", "sub/d", "e\u{301}"] {
            try program.write(Photos.blankPNG + Data(name.utf8), to: "box/\(name).png")
        }
        try program.write(Photos.blankPNG.prefix(40), to: "box/broken.png")
        let outcome = try await program.shell(
            """
            odd=$(printf 'box/caf\\351.png'); cp box/a.png "$odd"; printf x >>"$odd"
            cp box/b.png one.png; cp box/c.png two.png; python3 -m zipfile -c box.zip one.png two.png
            bookzone scan box box.zip -q --readers barcode --format jsonl -o run.jsonl 2>/dev/null
            bookzone files check run.jsonl; echo $?; rm box/b.png; mv "$odd" box/moved.png; printf y >>box/c.png
            printf z >>two.png; python3 -m zipfile -c box.zip two.png; echo no photo >box/notes.txt; bookzone files check run.jsonl; echo $?
            """)
        #expect(
            outcome.lines == [
                "0", "missing: box/b.png", "changed: box/c.png", #"missing: $'box/caf\xE9.png'"#,
                "changed: box.zip/two.png", "missing: box.zip/one.png", "no record: box/moved.png", "1",
            ], "\(outcome.stdout)")
        #expect(
            outcome.stderr
                == "9 photos as recorded\n4 photos as recorded, 2 changed, 3 missing, 1 no record\n",
            "\(outcome.stderr)")
    }

    @Test func `records of deleted photos are dropped, and a book gets another first photo`() async throws {
        let odd = "box/" + String(path: [0xFF, 0xE9] + Array(".jpg".utf8))
        let photos = ["box/a.jpg", "box/b.jpg", "box/c.jpg", odd].map {
            MadePhoto(name: $0, isbns: [Self.one], title: "T")
        }
        try program.make(photos)
        let first = PhotoPage(photo: "box/a.jpg", page: 1)
        var lines = try photos.map { try $0.record() }
        for place in 1..<4 { lines[place].repeats = first }
        var book = lines[2]
        book.photos = try ["box/c.jpg", "box/gone.jpg"].map {
            try MadePhoto(name: $0, isbns: [Self.one]).record()
        }
        lines[2] = book
        lines += try ["http://x.org/a.jpg", "-"].map { try MadePhoto(name: $0, status: .none).record() }
        let text = try lines.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }
            .joined()
        try program.write(Data(text.utf8), to: "run.jsonl")
        let dry = try await program.shell("rm box/a.jpg; bookzone files prune run.jsonl --dry-run")
        #expect(dry.lines == ["box/a.jpg"] && program.text("run.jsonl") == text)
        #expect(
            dry.stderr == "1 photo to drop, 5 kept; 1 book kept without all of its photos\n", "\(dry.stderr)")
        let outcome = try await program.shell(
            "rm \"$(printf 'box/\\377\\351.jpg')\"; bookzone files prune run.jsonl; ls -A")
        #expect(
            outcome.stderr.hasPrefix("2 photos dropped, 4 kept") && outcome.lines == ["box", "run.jsonl"],
            "\(outcome.stderr)")
        let records = try program.records()
        #expect(records.map(\.photo) == ["box/b.jpg", "box/c.jpg", "http://x.org/a.jpg", "-"])
        #expect(records.map(\.repeats?.photo) == [nil, "box/b.jpg", nil, nil])
        #expect(
            try await program.shell("bookzone files prune run.jsonl").stderr.hasPrefix("0 photos dropped"))
    }

    @Test func `if no photo exists, no record is dropped`() async throws {
        try program.make([MadePhoto(name: "box/a.jpg", isbns: [Self.one])])
        let before = program.text("run.jsonl")
        let outcome = try await program.shell("mv box away; bookzone files prune run.jsonl")
        #expect(
            outcome.exitCode == 2 && outcome.stderr.contains("all of its photos are missing (1)"),
            "\(outcome.stderr)")
        #expect(program.text("run.jsonl") == before)
    }
}
