// Books without an ISBN that a reviewer chose: everything that takes a scan's results counts them.
import Books
import Foundation
import TestSupport
import Testing

struct ChosenBookTests {
    private let program: Program
    private static let almanack = "t\nThe Harbour Almanack\nPenhallow\na\n"

    /// `run.jsonl` has two photos without an ISBN, which exist.
    init() throws {
        program = try Program()
        try program.make([])
        var lines = ""
        for name in ["box/a.jpg", "box/b.jpg"] {
            try program.write(Array(name.utf8), at: name)
            let record = PhotoRecord(photo: name, sha256: Array(name.utf8).sha256.hexadecimal)
            lines += String(decoding: try JSONEncoder().encode(record), as: UTF8.self) + "\n"
        }
        try program.write(Data(lines.utf8), to: "run.jsonl")
    }

    /// The photos show two years of an almanac.
    private func reviewed() async throws -> Outcome {
        try await program.run(
            "review", "--offline", "--none", "run.jsonl", stdin: Data((Self.almanack + Self.almanack).utf8))
    }

    @Test func `a book that is added is another one than those in the list`() async throws {
        let review = try await reviewed()
        #expect(review.stderr.contains("  1  id:1 ") && review.stderr.contains("  id:2: added;"))
        #expect(
            review.stderr.hasSuffix(
                "0 confirmed, 2 given a book without an ISBN, 0 given no book, 0 left open\n"))
        #expect(try await program.run("search", "harbour").lines == ["id:1", "id:2"])
        #expect(try program.records().map(\.chosenBook?.id) == [BookID(1), BookID(2)])
    }

    @Test func `results name them without a look-up`() async throws {
        _ = try await reviewed()
        let outcome = try await program.shell(
            """
            bookzone show run.jsonl --format text; bookzone show run.jsonl --format table
            bookzone show run.jsonl --format csv | cut -d , -f 1,23; bookzone show run.jsonl --format jsonl >shown
            bookzone join shown -o joined.jsonl; bookzone show joined.jsonl --format text
            bookzone show run.jsonl --format text | bookzone list add owned -
            """)
        #expect(outcome.lines.prefix(2) == ["id:1", "id:2"])
        #expect(
            outcome.lines.dropFirst(2).first?.hasPrefix("id:1               The Harbour Almanack, Penhallow")
                == true)
        #expect(outcome.lines.contains("photo,book") && outcome.lines.contains("box/b.jpg,id:2"))
        #expect(outcome.lines.suffix(3) == ["id:1", "id:2", "owned: 2 added, 0 already there"])
        #expect(outcome.stderr.contains("2 photos: 2 given a book without an ISBN\n"), "\(outcome.stderr)")
        let schema = try JSONSchema.named("scan-record")
        for file in ["run.jsonl", "shown", "joined.jsonl"] {
            let lines = try #require(program.text(file)).split(separator: "\n")
            #expect(try lines.flatMap { schema.problems(try JSONValue(String($0))) } == [], "\(file)")
        }
    }

    @Test func `they are copies, but not those of another store`() async throws {
        _ = try await reviewed()
        let outcome = try await program.shell(
            """
            bookzone copy add - <run.jsonl; echo $?
            bookzone add --title Else --store other >/dev/null; bookzone copy add - --store other <run.jsonl; echo $?
            """)
        #expect(outcome.lines.count == 4, "\(outcome.stdout)")
        #expect(outcome.lines[0].hasPrefix("copy:1  id:1") && outcome.lines[1].hasPrefix("copy:2  id:2"))
        #expect(outcome.lines.suffix(2) == ["0", "1"])
        #expect(outcome.stderr.contains("box/a.jpg: id:1 is not this book here; skipped"))
    }

    @Test func `rules decide on them`() async throws {
        _ = try await reviewed()
        let outcome = try await program.shell(
            """
            bookzone copy add id:2 >/dev/null; printf 'owned copies >= 1 -> sell\\nalways -> keep\\n' >rules
            bookzone triage run.jsonl --rules rules; echo $?
            bookzone triage run.jsonl --rules rules --format jsonl >rows
            """)
        #expect(
            outcome.lines == [
                "keep  id:1 The Harbour Almanack  box/a.jpg", "sell  id:2 The Harbour Almanack  box/b.jpg",
                "0",
            ], "\(outcome.stderr)")
        let schema = try JSONSchema.named("triage")
        for line in try #require(program.text("rows")).split(separator: "\n") {
            #expect(schema.problems(try JSONValue(String(line))) == [])
        }
    }

    @Test func `photos are named after them, and a report names them`() async throws {
        _ = try await reviewed()
        let outcome = try await program.shell(
            """
            bookzone report run.jsonl -o out >/dev/null; grep -c '"named":"The Harbour Almanack' out/index.html
            BOOKZONE_STORE= HOME=$PWD/nobody XDG_DATA_HOME=$PWD/nobody bookzone report run.jsonl -o bare >/dev/null
            grep -c '"named":"The Harbour Almanack' bare/index.html
            bookzone files sidecar run.jsonl; bookzone files rename run.jsonl '{authors} - {title} {isbn13}.{ext}' >/dev/null
            ls box
            """)
        #expect(
            outcome.lines == [
                "2", "2", "Penhallow - The Harbour Almanack-1.jpg", "Penhallow - The Harbour Almanack-2.jpg",
            ], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("0 sidecars written; photos without one: 2 without an ISBN"))
    }

    @Test func `the history names the book of a decision`() async throws {
        _ = try await reviewed()
        let outcome = try await program.shell(
            "bookzone history | head -n 1; bookzone history --format jsonl | head -n 1 | jq -r .book; bookzone undo"
        )
        #expect(outcome.lines.first?.contains("decided on box/b.jpg: id:2 The Harbour Almanack") == true)
        #expect(outcome.lines.dropFirst().first == "id:2")
        #expect(outcome.stdout.contains("decided on box/b.jpg: id:2"), "\(outcome.stdout)")
    }

    @Test func `an import says that it leaves them out`() async throws {
        _ = try await reviewed()
        let outcome = try await program.shell(
            "bookzone import run.jsonl --store other; bookzone import run.jsonl")
        #expect(
            outcome.stderr.components(separatedBy: "without an ISBN were chosen in `review`, and are not")
                .count
                == 2, "\(outcome.stderr)")
    }

    @Test func `an export names the books that it can't write`() async throws {
        let outcome = try await program.shell(
            "bookzone list add owned 9780306406157 >/dev/null 2>&1; bookzone export marcxml >/dev/null")
        #expect(
            outcome.stderr.contains("for want of a title or an ISBN: 9780306406157\n"), "\(outcome.stderr)")
    }

    @Test func `a wrong number is corrected in a photo that is named`() async throws {
        try program.write(try Photos.testImage("cover-ean-price-addon.jpg"), to: "c/c.jpg")
        let outcome = try await program.shell(
            """
            bookzone review --offline --again c </dev/null
            echo n | bookzone review --offline --again c/c.jpg
            bookzone scan --lookup --offline --quiet --format text c
            """)
        #expect(outcome.stdout == "", "\(outcome.stdout)")
        #expect(outcome.stderr.contains("0 left open\n") && outcome.stderr.contains("shows no ISBN"))
        #expect(outcome.stderr.contains("0 confirmed, 1 without an ISBN, 0 left open"))
    }
}
