// `scan --group`: photos of one book give one result, in every format.
import Books
import Foundation
import TestSupport
import Testing

struct ScanGroupTests {
    private static let (back, twice, imprint) = (
        "cover-isbn10-above-ean.jpg", "cover-same-book-dark.jpg", "imprint-french-isbn10.jpg"
    )

    /// Three books of two photos, three and one; a front cover of the second can't be read.
    private func program() throws -> Program {
        let program = try Program()
        for (name, image) in [
            ("box/IMG_1-front.jpg", "neg-front-cover.jpg"), ("box/IMG_1-back.jpg", Self.back),
            ("box/IMG_2a.jpg", Self.imprint), ("box/IMG_2b.jpg", "neg-title-page.jpg"),
            ("box/IMG_3.jpg", "neg-stack-of-spines.jpg"),
        ] {
            try program.write(try Photos.testImage(image), to: name)
        }
        try program.write(try Photos.testImage(Self.imprint).prefix(300), to: "box/IMG_2c.jpg")
        return program
    }

    private func records(_ outcome: Outcome) throws -> [PhotoRecord] {
        try outcome.lines.map { try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8)) }
    }

    @Test func `a book is one record that names its photos`() async throws {
        let outcome = try await program().run("scan", "box", "--group", "name", "--format", "jsonl")
        let records = try records(outcome)
        #expect(
            records.map { $0.photos.map(\.photo) } == [
                ["box/IMG_1-back.jpg", "box/IMG_1-front.jpg"],
                ["box/IMG_2a.jpg", "box/IMG_2b.jpg", "box/IMG_2c.jpg"], ["box/IMG_3.jpg"],
            ])
        #expect(records.map(\.status) == [.found, .found, .none])
        #expect(records.map(\.photo) == ["box/IMG_1-back.jpg", "box/IMG_2a.jpg", "box/IMG_3.jpg"])
        #expect(records[1].photos.map(\.status) == [.found, .none, .failed])
        let schema = try JSONSchema.named("scan-record")
        #expect(try outcome.lines.flatMap { schema.problems(try JSONValue($0)) } == [])
        #expect(outcome.stderr.contains("box/IMG_2c.jpg: file ends early"))
        #expect(outcome.stderr.hasSuffix("3 books in 6 photos: 2 found, 1 none\n"))
        #expect(outcome.exitCode == 1)
    }

    @Test func `every format is of books`() async throws {
        let program = try program()
        let text = try await program.run("scan", "box", "--group", "name", "--format", "text")
        #expect(text.lines.count == 2)
        let csv = try await program.run("scan", "-q", "box", "--group", "name", "--format", "csv")
        #expect(csv.lines.count == 4)
        #expect(csv.lines[0].hasSuffix(",photos"))
        #expect(csv.lines[1].hasSuffix(",box/IMG_1-back.jpg; box/IMG_1-front.jpg"))
        let table = try await program.run("scan", "-q", "box", "--group", "name", "--format", "table")
        #expect(table.lines.count == 3)
        #expect(table.lines[1].hasSuffix("  box/IMG_2a.jpg, IMG_2b.jpg, IMG_2c.jpg"))
        let card = try await program.run(
            "scan", "-q", "box", "--group", "name", "--format", "card", "--lookup", "--offline")
        #expect(card.stdout.contains("box/IMG_2a.jpg, IMG_2b.jpg, IMG_2c.jpg"))
    }

    @Test(arguments: [
        (["--group", "folder"], 1), (["--group", "IMG_([0-9])"], 3), (["--group", "(back|front)"], 6),
        (["--group", "time"], 6), (["--group", "time:3600"], 6),
    ])
    func `photos are grouped as requested`(options: [String], books: Int) async throws {
        let words = options.map { "'\($0)'" }.joined(separator: " ")
        let outcome = try await program().shell("bookzone scan -q box --format jsonl \(words)")
        #expect(outcome.lines.count == books)
    }

    @Test func `two books in one group are left to a person`() async throws {
        let outcome = try await program().run("scan", "box", "--group", "folder", "--format", "jsonl")
        let record = try #require(try records(outcome).first)
        #expect(record.status == .uncertain)
        #expect(record.candidates.allSatisfy { $0.reason?.hasPrefix("against ") == true })
        #expect(outcome.stderr.contains("\nto look at: \(record.photo) (uncertain)\n"))
        #expect(outcome.stderr.contains("1 book in 6 photos: 1 uncertain"))
    }

    @Test(arguments: [
        ("--group foldr box", "'foldr' is not folder, name, time or frames"),
        ("--group '(' box", "'(' is not a valid regular expression"),
        ("--group time:x box", "'time:x' is not folder, name, time or frames"),
        ("--group time:-1 box", "time: needs 0 to 86400 seconds, not -1"),
        ("--group name - <box/IMG_3.jpg", "photos on standard input have no names"),
        ("--group name run.jsonl", "results don't contain all the evidence from their photos"),
    ])
    func `inputs that can't be grouped are rejected`(words: String, message: String) async throws {
        let program = try program()
        let outcome = try await program.shell(
            "bookzone scan -q box/IMG_3.jpg --format jsonl >run.jsonl; bookzone scan \(words)")
        #expect(outcome.exitCode == 64)
        #expect(outcome.stderr.contains(message), "\(outcome.stderr)")
    }

    @Test func `a book is reported before the next book is complete`() async throws {
        let program = try program()
        let outcome = try await program.shell(
            """
            mkfifo list
            bookzone scan -q --files-from list --group name --format text >out & exec 3>list
            printf 'box/IMG_1-back.jpg\\nbox/IMG_1-front.jpg\\nbox/IMG_2a.jpg\\n' >&3
            tries=0; until test -s out || test $tries = 600; do sleep 0.1; tries=$((tries + 1)); done
            wc -l <out; exec 3>&-; wait; wc -l <out
            """)
        #expect(outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) } == ["1", "2"])
    }

    @Test(arguments: [
        ("--group time --resume -o r.jsonl box", "--resume identifies books by their photos' names"),
        ("--group name --resume -o r.jsonl --move-to sorted box", "leave out --move-to or --group"),
        ("--group frames --watch box", "--watch can't know when they are complete"),
        (
            "--group time --shard 1/2 -o parts box",
            "--shard keeps the photos of a book together by their names"
        ),
        ("--group frames --paths none box", "leave out --paths and --move-to"),
        ("--group time --report page - <box/IMG_3.jpg", "leave out --report and --annotate"),
    ])
    func `options that don't go with groups are rejected`(words: String, message: String) async throws {
        let outcome = try await program().shell("bookzone scan \(words)")
        #expect(outcome.exitCode == 64)
        #expect(outcome.stderr.contains(message), "\(outcome.stderr)")
    }

    @Test func `a resumed run continues with unfinished books`() async throws {
        let program = try program()
        let outcome = try await program.shell(
            """
            run() { bookzone scan box --group "${1:-name}" --resume -o run.jsonl; }
            run 2>/dev/null; cp run.jsonl before; run; cmp run.jsonl before
            sed -n 1p before >run.jsonl.partial; sed -i '/IMG_2a/d' run.jsonl.run; rm run.jsonl; run
            wc -l <run.jsonl
            mv box/IMG_2c.jpg box/IMG_1-spine.jpg; touch box/IMG_3.jpg; rm box/IMG_2b.jpg; run
            run folder; echo $?
            """)
        #expect(
            outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) } == ["3", "64"],
            "\(outcome.stderr)")
        let notes = outcome.stderr.split(separator: "\n").filter { $0.hasPrefix("3 books in") }
        #expect(
            notes == [
                "3 books in 6 photos: 2 found, 1 none; 6 photos already read",
                "3 books in 6 photos: 2 found, 1 none; 2 photos already read",
                "3 books in 5 photos: 2 found, 1 none",
            ])
        #expect(
            outcome.stderr.contains(
                "run.jsonl: was read with --group name; records of different runs are not mixed"))
        let books = try #require(program.text("run.jsonl")).split(separator: "\n").map {
            try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8)).photos.map(\.photo)
        }
        #expect(
            books == [
                ["box/IMG_1-back.jpg", "box/IMG_1-front.jpg", "box/IMG_1-spine.jpg"], ["box/IMG_2a.jpg"],
                ["box/IMG_3.jpg"],
            ])
    }

    /// A photo that never becomes readable delays only its own book.
    @Test(arguments: ["", " --lookup --offline --store s"])
    func `a book is kept when its photos are read, not when its turn comes`(lookup: String) async throws {
        let program = try program()
        let resume =
            "bookzone scan box/IMG_1-back.jpg box/IMG_1-front.jpg box/IMG_2a.jpg box/IMG_2b.jpg box/IMG_3.jpg"
        let options = "--group name -o r.jsonl --resume -j 2\(lookup)"
        let outcome = try await program.shell(
            """
            mkfifo box/IMG_0.jpg; exec 3<>box/IMG_0.jpg
            \(resume.replacing("scan ", with: "scan box/IMG_0.jpg ")) \(options) 2>&- & program=$!
            until test "$(cat r.jsonl.partial 2>&- | wc -l)" -ge 3; do sleep 0.05; done; kill -KILL $program; wait $program
            cp r.jsonl.partial early; exec 3>&-; rm box/IMG_0.jpg; \(resume) \(options) --format jsonl
            """, timeLimit: .seconds(120))
        #expect(outcome.exitCode == 1, "\(outcome.stderr)")
        let early = try #require(program.text("early")).split(separator: "\n").map(String.init)
        let schema = try JSONSchema.named("scan-record")
        #expect(try early.flatMap { schema.problems(try JSONValue($0)) } == [])
        let after = try #require(program.text("r.jsonl")).split(separator: "\n").map(String.init)
        let (first, second) = (try early.map(Self.record), try after.map(Self.record))
        #expect(first.map { $0.photos.map(\.photo) } == second.map { $0.photos.map(\.photo) })
        // They were not read a second time.
        #expect(first.map(\.milliseconds) == second.map(\.milliseconds))
        if lookup.isEmpty {
            #expect(outcome.stderr.contains("5 photos already read"), "\(outcome.stderr)")
        } else {
            #expect(after.allSatisfy { $0.contains(#""books":"#) })
        }
    }

    private static func record(_ line: String) throws -> PhotoRecord {
        try JSONDecoder().decode(PhotoRecord.self, from: Data(line.utf8))
    }

    @Test func `results of books are not resumed photo by photo`() async throws {
        let outcome = try await program().shell(
            """
            bookzone scan -q box --group name -o run.jsonl --format jsonl; cp run.jsonl before
            bookzone scan box/IMG_3.jpg --resume -o run.jsonl; echo $?; cmp run.jsonl before; ls run.jsonl*
            """)
        #expect(outcome.stderr.contains("run.jsonl: contains books with several photos"))
        #expect(outcome.lines == ["64", "run.jsonl"])
    }

    /// Between two photos of its folder by name.
    @Test(arguments: ["box/IMG_2aa.zip", "box/IMG_2aa"]) func `an archive does not split its folder's book`(
        archive: String
    ) async throws {
        let program = try program()
        try program.write(
            ArchiveFile.zip([.init("m.jpg", try Photos.testImage("neg-title-page.jpg"))]), to: archive)
        let outcome = try await program.run(
            "scan", "box", "--group", "folder", "--readers", "barcode", "--format", "jsonl")
        #expect(try records(outcome).map(\.photos.count) == [6, 1])
    }

    @Test func `results of books are resumed as results`() async throws {
        let outcome = try await program().shell(
            """
            bookzone scan -q box --group name -o books.jsonl --format jsonl
            for i in 1 2 3; do bookzone scan -q books.jsonl -o run.jsonl --resume; echo $?; cmp books.jsonl run.jsonl; done
            bookzone scan -q box -o run.jsonl --resume; echo $?
            """)
        #expect(outcome.lines == ["1", "1", "1", "64"], "\(outcome.stderr)")
    }

    @Test func `results are shown, listed and joined as they were printed`() async throws {
        let outcome = try await program().shell(
            """
            bookzone scan -q box --group name --format csv >scan.csv
            bookzone scan -q box --group name --format jsonl >run.jsonl
            bookzone show run.jsonl --format csv >show.csv
            for file in scan show; do sed 's/,[0-9.]*,,box/,,box/' $file.csv >$file; done
            cmp scan show; bookzone join run.jsonl -o all.jsonl; cmp run.jsonl all.jsonl
            bookzone scan -q run.jsonl --paths found
            """)
        #expect(outcome.stderr.contains("\n3 books in 6 photos: 2 found, 1 none\n"))
        #expect(
            outcome.lines == [
                "box/IMG_1-back.jpg", "box/IMG_1-front.jpg", "box/IMG_2a.jpg", "box/IMG_2b.jpg",
                "box/IMG_2c.jpg",
            ], "\(outcome.stderr)")
    }

    @Test(arguments: ["name", "folder", "IMG_([0-9])"])
    func `shares keep a book's photos together`(group: String) async throws {
        let program = try program()
        try program.copy(Self.twice, to: "box/0/")
        try program.write(PDFFile.bytes([.text("It was a dark night.")]), to: "box/z.pdf")
        let outcome = try await program.shell(
            """
            scan() { bookzone scan -q --group '\(group)' "$@"; }
            bare() { sed 's/"milliseconds":[0-9.]*/"milliseconds":0/g' "$1"; }
            scan box --format jsonl >run.jsonl
            for i in 1 2 3; do scan box --shard $i/3 -o parts; done
            bookzone join parts/*.jsonl -o all.jsonl; echo $?
            bare run.jsonl >a; bare all.jsonl >b; cmp a b && wc -l <b | tr -d ' '
            bookzone import scan all.jsonl && bookzone search 978 >&2
            """)
        #expect(outcome.lines == ["0", group == "folder" ? "3" : "5"], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("imported"))
    }

    @Test func `all photos of a book go where the book belongs`() async throws {
        let program = try program()
        let outcome = try await program.shell(
            """
            bookzone scan -q box --group name --move-to sorted --lookup --offline --format jsonl >run.jsonl
            find sorted box -type f | sort
            """)
        let names = ["1-back", "1-front", "2a", "2b", "2c"].map { "sorted/found/IMG_\($0).jpg" }
        #expect(outcome.lines == names + ["sorted/none/IMG_3.jpg"])
        let moved = try #require(program.text("run.jsonl")).split(separator: "\n").map {
            try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8))
        }
        #expect(moved.map(\.photo) == [names[0], names[2], "sorted/none/IMG_3.jpg"])
        #expect(moved.flatMap { $0.photos.map(\.photo) } == outcome.lines)
        let witnesses = moved.flatMap(\.isbns).flatMap(\.witnesses).compactMap(\.photo?.photo)
        #expect(!witnesses.isEmpty && witnesses.allSatisfy { names.contains($0) })
        let isbn = try #require(moved[1].isbns.first?.isbn.isbn13)
        let card = try await program.shell(
            "bookzone add \(isbn) --title 'Salt and Tide' >&2; bookzone lookup --offline \(isbn)")
        #expect(card.stdout.contains("Photos   sorted/found/IMG_2a.jpg\n"), "\(card.stdout)")
    }

    @Test func `a report and copies show every photo of a book`() async throws {
        let program = try program()
        let outcome = try await program.shell(
            """
            bookzone scan -q box --group name --report page --annotate out --format jsonl -o run.jsonl
            find out -name '*.jpg' | sort; find page/thumbnails -name '*.jpg' | wc -l | tr -d ' '
            bookzone report -q run.jsonl -o again; find again/thumbnails -name '*.jpg' | wc -l | tr -d ' '
            """)
        let names = ["1-back", "1-front", "2a", "2b", "3"].map { "out/box/IMG_\($0).jpg" }
        #expect(outcome.lines == names + ["5", "again/index.html", "5"], "\(outcome.stderr)")
        let page = try #require(program.text("page/index.html"))
        #expect(page.contains("6 photos: 4 found (2 books), 1 without an ISBN, 1 failed"))
        let again = try #require(program.text("again/index.html"))
        #expect(again.contains("6 photos: 4 found (2 books), 1 without an ISBN, 1 failed"))
    }

    @Test func `a decision on one photo applies to its book`() async throws {
        let program = try program()
        let outcome = try await program.shell(
            """
            bookzone scan -q box --group folder --format jsonl >run.jsonl
            sha=$(sha256sum box/IMG_2a.jpg | cut -c 1-64)
            isbn=$(bookzone scan -q box/IMG_2a.jpg)
            echo '{"photo":"box/IMG_2a.jpg","page":1,"sha256":"'$sha'","decision":"confirmed","isbn13":"'$isbn'","by":"Ada","date":"2026-11-22T10:00:00Z"}' >said
            bookzone review --apply said run.jsonl; echo $isbn; bookzone show run.jsonl
            """)
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines.first == outcome.lines.last, "\(outcome.stdout)\n\(outcome.stderr)")
    }

    @Test func `a decision on a book is used by later scans`() async throws {
        let program = try program()
        let scan = try await program.shell("bookzone scan -q box --group folder --format jsonl >run.jsonl")
        #expect(scan.stdout.isEmpty)
        let before = try #require(program.text("run.jsonl"))
        let record = try JSONDecoder().decode(PhotoRecord.self, from: Data(before.utf8))
        let isbn = try #require(record.candidates.first?.isbn.isbn13)
        let review = try await program.shell(
            "bookzone review --offline run.jsonl", stdin: Data("\(isbn)\n".utf8))
        #expect(review.stderr.contains("1 confirmed"))
        let after = try JSONDecoder().decode(
            PhotoRecord.self, from: Data(try #require(program.text("run.jsonl")).utf8))
        #expect(after.status == .found && after.photos.count == 6)
        let again = try await program.run(
            "scan", "-q", "box", "--group", "folder", "--lookup", "--offline", "--format", "jsonl")
        #expect(try records(again).map(\.isbns.first?.isbn.isbn13) == [isbn])
        let stepBack = try await program.shell(
            // The covers that the scan took are a change of their own.
            "bookzone undo >&2; bookzone undo >&2; bookzone scan -q box --group folder --lookup --offline --format jsonl"
        )
        #expect(try records(stepBack).map(\.status) == [.uncertain])
    }

    @Test func `review takes photos by book`() async throws {
        let review = try await program().shell(
            "bookzone review --offline --none --group name box", stdin: Data("s\n".utf8))
        #expect(review.stderr.hasSuffix("0 confirmed, 0 without an ISBN, 1 left open\n"))
    }

    @Test func `frames of a stream are put together`() async throws {
        let program = try program()
        try program.copy(Self.twice)
        let outcome = try await program.shell(
            """
            b=box/IMG_1-back.jpg n=box/IMG_1-front.jpg
            cat $n $b $n $b \(Self.twice) \(Self.twice) $n | bookzone scan --group frames - --format jsonl
            """)
        let records = try records(outcome)
        #expect(records.map(\.status) == [.found, .found])
        #expect(records.map { $0.photos.map(\.page) } == [[2, 3, 4], [5, 6]])
        #expect(outcome.stderr.hasSuffix("2 books in 7 photos: 2 found; 2 photos between books\n"))
        #expect(outcome.exitCode == 0)
    }

    @Test func `a stream without books gives no book`() async throws {
        let outcome = try await program().shell(
            "cat box/IMG_3.jpg box/IMG_3.jpg | bookzone scan --group frames - --format jsonl")
        #expect(outcome.stdout.isEmpty)
        #expect(outcome.stderr.hasSuffix("no books in 2 photos\n"))
        #expect(outcome.exitCode == 1)
    }

    @Test func `a decision on a book leaves a photo that has another number when it is moved`() async throws {
        let program = try Program()
        try program.copy("cover-ean-price-addon.jpg", to: "box/B/")
        try program.copy(Self.back, to: "box/B/")
        let outcome = try await program.shell(
            """
            scan() { bookzone scan -q box --readers barcode --lookup --offline --format text "$@" | cut -f1; }
            bookzone scan -q box --readers barcode --group folder --lookup --offline -o r.jsonl; mkdir box/C
            echo 9781405362177 | bookzone review r.jsonl --offline >/dev/null
            scan --group folder; mv box/B/\(Self.back) box/C; scan --group folder; scan
            """)
        let (decided, own) = ("9781405362177", outcome.lines.last ?? "")
        #expect(own != decided)
        #expect(outcome.lines == [decided, decided, own, decided, own], "\(outcome.lines)")
    }
}
