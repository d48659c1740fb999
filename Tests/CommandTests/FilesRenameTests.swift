// `files rename`: photos are named after their books, nothing is overwritten, and records have the new names.
import Books
import Foundation
import TestSupport
import Testing

struct FilesRenameTests {
    private let program: Program

    init() throws { program = try Program() }

    private static let one = "9780306406157"
    private static let other = "9780439023481"
    private static let rename = "bookzone files rename run.jsonl '{isbn13} {title}.{ext}'"

    private func photos() -> [MadePhoto] {
        [
            MadePhoto(name: "box/IMG_1.jpg", isbns: [Self.one], title: "Salt: A Tide"),
            MadePhoto(name: "box/sub/IMG_2.PDF", isbns: [Self.other]),
            MadePhoto(name: "box/IMG_3.jpg", isbns: [Self.one, Self.other]),
            MadePhoto(name: "box/IMG_4.jpg", status: .uncertain),
            MadePhoto(name: "box/IMG_5.jpg", status: .none),
            MadePhoto(name: "box/IMG_6.jpg", status: .failed),
            MadePhoto(name: "box/gone.jpg", isbns: [Self.one]),
            MadePhoto(name: "https://example.org/a.jpg", isbns: [Self.one]),
            MadePhoto(name: "-", isbns: [Self.one]),
        ]
    }

    @Test func `only what is sure gets a name, and the rest is counted`() async throws {
        let photos = photos()
        try program.make(photos, without: ["box/gone.jpg", "https://example.org/a.jpg", "-"])
        let before = try #require(program.text("run.jsonl"))
        let planned = try await program.shell("\(Self.rename) --dry-run; find box -type f | wc -l; ls")
        #expect(
            planned.lines == [
                "box/IMG_1.jpg -> box/9780306406157 Salt - A Tide.jpg",
                "box/sub/IMG_2.PDF -> box/sub/9780439023481.PDF", "6", "box", "run.jsonl",
            ], "\(planned.stderr)")
        #expect(program.text("run.jsonl") == before)
        let outcome = try await program.shell("\(Self.rename); echo $?; find box -type f | sort; ls -A")
        #expect(
            outcome.lines == [
                "box/IMG_1.jpg -> box/9780306406157 Salt - A Tide.jpg",
                "box/sub/IMG_2.PDF -> box/sub/9780439023481.PDF", "0",
                "box/9780306406157 Salt - A Tide.jpg", "box/IMG_3.jpg", "box/IMG_4.jpg", "box/IMG_5.jpg",
                "box/IMG_6.jpg", "box/sub/9780439023481.PDF", "box", "run.jsonl",
            ], "\(outcome.stderr)")
        #expect(
            outcome.stderr
                == "2 files renamed; not renamed: 1 with several ISBNs, 1 uncertain, 1 without an ISBN, 1 failed, 3 missing\n"
        )
        #expect(program.text("box/sub/9780439023481.PDF") == "box/sub/IMG_2.PDF")
        let names = photos.map(\.name)
        #expect(
            try program.records().map(\.photo)
                == ["box/9780306406157 Salt - A Tide.jpg", "box/sub/9780439023481.PDF"] + names.dropFirst(2))
        // Lines that name none of them keep their bytes.
        let lines = try #require(program.text("run.jsonl")).split(separator: "\n")
        #expect(lines.dropFirst(2) == before.split(separator: "\n").dropFirst(2))
        #expect(lines[0].contains("Harbour Press"))
        let again = try await program.shell("\(Self.rename); find box -type f | sort")
        #expect(
            again.stderr.hasPrefix("0 files renamed; not renamed: 2 already named so")
                && again.lines.count == 6)
    }

    /// By its content, or only by its stamp.
    @Test(arguments: ["rename run.jsonl '{isbn13}'", "sidecar run.jsonl"], ["", "rm run.jsonl.run;"])
    func `a file that is not the one that was read gets nothing`(command: String, lost: String) async throws {
        for name in ["a", "b"] {
            try program.write(try Photos.testImage("cover-price-sticker-on-bars.jpg"), to: "box/\(name).jpg")
        }
        try program.write(try Photos.testImage("cover-curved-paperback.jpg"), to: "other.jpg")
        let outcome = try await program.shell(
            """
            bookzone scan box -o run.jsonl --resume -q; \(lost) touch -d @1 box/b.jpg; cp other.jpg box/a.jpg
            bookzone files \(command); echo $?; ls box
            """)
        let isRenaming = command.hasPrefix("rename")
        #expect(
            outcome.lines.suffix(3)
                == (isRenaming ? ["0", "9781593278465.jpg", "a.jpg"] : ["a.jpg", "b.jpg", "b.jpg.xmp"]),
            "\(outcome.stdout)\(outcome.stderr)")
        #expect(
            outcome.stderr.contains(
                isRenaming
                    ? "1 file renamed; not renamed: 1 changed since the scan"
                    : "1 sidecar written; photos without one: 1 changed since the scan"))
    }

    @Test func `nothing is written over, and several of one name are numbered`() async throws {
        try program.make(
            [
                MadePhoto(name: "box/z.jpg", isbns: [Self.one], title: "T"),
                MadePhoto(name: "box/x.jpg", isbns: [Self.other]),
            ]
                + ["c", "b", "a"].map { MadePhoto(name: "box/\($0).png", isbns: [Self.one], title: "T") })
        for name in ["\(Self.one) T.jpg", "\(Self.one) T-2.png", "\(Self.other).jpg", "\(Self.other)-2.jpg"] {
            try program.write(Array("mine".utf8), at: "box/\(name)")
        }
        let outcome = try await program.shell(Self.rename)
        #expect(outcome.stderr == "5 files renamed\n")
        let made = try await program.contents("box")
        let expected = [
            "\(Self.one) T-2.jpg": "z.jpg", "\(Self.other)-3.jpg": "x.jpg", "\(Self.one) T-1.png": "c.png",
            "\(Self.one) T-3.png": "b.png", "\(Self.one) T-4.png": "a.png",
        ]
        for (name, old) in expected { #expect(made[Array("box/\(name)".utf8)] == "box/\(old)", "\(name)") }
        #expect(made.values.count { $0 == "mine" } == 4 && made.count == 9)
        #expect(
            try await program.shell(Self.rename).stderr
                == "0 files renamed; not renamed: 5 already named so\n")
        #expect(try await program.contents("box") == made)
    }

    @Test func `a book's photos get its name, and its record names them`() async throws {
        try program.make(["a", "b", "c"].map { MadePhoto(name: "box/\($0).jpg", isbns: [Self.one]) })
        var book = try MadePhoto(name: "box/b.jpg", isbns: [Self.one]).record()
        book.isbns[0].witnesses = [
            Witness(
                reader: .barcode, text: Self.one, confidence: 1, rotation: 0, box: [],
                photo: PhotoPage(photo: "box/b.jpg", page: 1))
        ]
        book.photos = try ["a", "b", "c"].map {
            try MadePhoto(name: "box/\($0).jpg", status: $0 == "c" ? .failed : .none).record()
        }
        var later = try MadePhoto(name: "box/d.jpg", isbns: [Self.one, Self.one]).record()
        later.repeats = PhotoPage(photo: "box/b.jpg", page: 1)
        later.status = .none
        later.isbns = []
        let lines = try [book, later].map {
            String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n"
        }
        try program.write(Data(lines.joined().utf8), to: "run.jsonl")
        let outcome = try await program.shell("bookzone files rename run.jsonl '{isbn13}' >/dev/null; ls box")
        #expect(outcome.lines == ["\(Self.one)-1.jpg", "\(Self.one)-2.jpg", "c.jpg"], "\(outcome.stderr)")
        let records = try program.records()
        let new = "box/\(Self.one)-2.jpg"
        #expect(records[0].photo == new && records[1].repeats?.photo == new)
        #expect(records[0].isbns[0].witnesses[0].photo?.photo == new)
        #expect(records[0].photos.map(\.photo) == ["box/\(Self.one)-1.jpg", new, "box/c.jpg"])
    }

    @Test func `sidecars are renamed, those of other files are not, and links are updated`() async throws {
        try program.make([
            MadePhoto(name: "box/a.jpg", isbns: [Self.one]),
            MadePhoto(name: "box/b.jpg", isbns: [Self.other]),
            MadePhoto(name: "box/link.jpg", isbns: [Self.one]),
            MadePhoto(name: "links/up.jpg", isbns: [Self.one]),
        ])
        let outcome = try await program.shell(
            """
            cd box; touch a.jpg.xmp a.xmp b.jpg.xmp b.xmp b.CR2; rm link.jpg ../links/up.jpg
            ln -s a.jpg link.jpg; ln -s $PWD/b.jpg abs.jpg; ln -s ../box/a.jpg ../links/up.jpg; cd ..
            bookzone files rename run.jsonl '{isbn13}' >/dev/null; ls box; readlink box/link.jpg links/up.jpg; cat box/abs.jpg
            """)
        #expect(
            outcome.lines == [
                "\(Self.one).jpg", "\(Self.one).jpg.xmp", "\(Self.one).xmp", "\(Self.other).jpg",
                "\(Self.other).jpg.xmp", "abs.jpg", "b.CR2", "b.xmp", "link.jpg", "\(Self.one).jpg",
                "../box/\(Self.one).jpg", "box/b.jpg",
            ], "\(outcome.stderr)")
        #expect(
            outcome.stderr
                == "box/link.jpg: a link; not renamed\nlinks/up.jpg: a link; not renamed\n2 files renamed; not renamed: 2 linked\n"
        )
    }

    @Test func `photos in archives are not renamed, which is reported once`() async throws {
        try program.copy("cover-ean-price-addon.jpg", to: "in/")
        let outcome = try await program.shell(
            """
            cp in/*.jpg in/b.jpg; python3 -m zipfile -c box.zip in/*.jpg; bookzone scan box.zip --readers barcode -q -o run.jsonl --format jsonl
            cp run.jsonl before; bookzone files rename run.jsonl '{isbn13}' >/dev/null; cmp run.jsonl before
            """)
        #expect(
            outcome.stderr
                == "box.zip: archives and their photos are not renamed; unpack it first\n0 files renamed; not renamed: 2 in archives\n"
        )
    }

    @Test func `a resumed run recognises the renamed photos, and so does the store`() async throws {
        try program.copy("cover-ean-price-addon.jpg", to: "box/")
        try program.write(Photos.blankPNG, to: "box/a.png")
        let outcome = try await program.shell(
            """
            cp box/cover*.jpg box/b.jpg; printf x >>box/b.jpg
            bookzone add 9781405362177 --title 'Salt and Tide' >/dev/null
            scan='bookzone scan box --readers barcode --lookup --offline -o run.jsonl --resume'; $scan -q
            bookzone files rename run.jsonl '{title}' >/dev/null; $scan; ls box
            bookzone lookup --offline --format jsonl 9781405362177 | grep -o '/box/[^"]*'; ls
            """)
        #expect(
            outcome.lines == [
                "Salt and Tide-1.jpg", "Salt and Tide-2.jpg", "a.png", "/box/Salt and Tide-1.jpg",
                "/box/Salt and Tide-2.jpg", "box", "run.jsonl", "run.jsonl.run",
            ], "\(outcome.stdout)")
        #expect(
            outcome.stderr.hasPrefix("2 files renamed; not renamed: 1 without an ISBN\n3 photos: "),
            "\(outcome.stderr)")
        #expect(outcome.stderr.contains("3 photos already read"))
        #expect(
            try program.records().map(\.photo).sorted() == [
                "box/Salt and Tide-1.jpg", "box/Salt and Tide-2.jpg", "box/a.png",
            ])
        #expect(try program.records().compactMap(\.repeats?.photo) == ["box/Salt and Tide-1.jpg"])
        let schema = try JSONSchema.named("scan-run")
        for line in try #require(program.text("run.jsonl.run")).split(separator: "\n") {
            #expect(try schema.problems(JSONValue(String(line))) == [])
        }
        let records = try JSONSchema.named("scan-record")
        for line in try #require(program.text("run.jsonl")).split(separator: "\n") {
            #expect(try records.problems(JSONValue(String(line))) == [])
        }
    }

    @Test func `a resumed run with groups recognises the renamed photos`() async throws {
        try program.copy("cover-ean-price-addon.jpg", to: "box/")
        let outcome = try await program.shell(
            """
            mv box/cover*.jpg box/IMG_7a.jpg; cp box/IMG_7a.jpg box/IMG_7b.jpg; printf x >>box/IMG_7b.jpg
            scan='bookzone scan box --group name --readers barcode -o run.jsonl --resume'; $scan -q
            bookzone files rename run.jsonl '{isbn13}' >/dev/null; $scan
            """)
        #expect(
            outcome.stderr.contains("2 files renamed\n") && outcome.stderr.contains("2 photos already read"),
            "\(outcome.stderr)")
    }

    @Test func `a joined run is renamed from any folder, and a person's word counts`() async throws {
        try program.copy("cover-ean-price-addon.jpg", to: "work/box/")
        let outcome = try await program.shell(
            """
            cd work; cp box/cover*.jpg box/b.jpg; printf x >>box/b.jpg
            for part in 1 2; do bookzone scan box --readers barcode --shard $part/2 -o parts -q; done
            bookzone join parts/part-*.jsonl -o run.jsonl 2>&-; cd ..
            sha=$(sha256sum work/box/b.jpg | cut -c 1-64)
            echo '{"photo":"b.jpg","page":1,"sha256":"'$sha'","decision":"rejected","by":"Ada","date":"2026-11-22T10:00:00Z"}' >said
            bookzone review --apply said 2>&-; bookzone files rename work/run.jsonl '{isbn13}' >/dev/null; ls work/box; cat work/run.jsonl
            """)
        #expect(outcome.lines.prefix(2) == ["9781405362177.jpg", "b.jpg"], "\(outcome.stderr)")
        #expect(outcome.stdout.contains(#""photo":"box/9781405362177.jpg""#))
    }

    @Test(arguments: [
        ("run.jsonl '{isbn}'", 64, "no field {isbn}"), ("run.jsonl '{isbn13}/x'", 64, "leave out the /"),
        ("none '{isbn13}'", 2, "none: No such file"), ("words '{isbn13}'", 2, "not the results of a scan"),
        ("torn '{isbn13}'", 2, "torn:2: not a record"), ("begun '{isbn13}'", 64, "interrupted run"),
        ("empty '{isbn13}'", 0, "0 files renamed"), ("run.jsonl '{isbn13}' --store none", 1, "none"),
    ])
    func `what can't be done is refused`(words: String, code: Int32, message: String) async throws {
        try program.make([MadePhoto(name: "box/a.jpg", isbns: [Self.one])])
        let outcome = try await program.shell(
            """
            echo words >words; (cat run.jsonl; echo '{"photo":') >torn; cp run.jsonl begun; cp run.jsonl begun.partial; : >empty
            bookzone files rename \(words); code=$?; ls box; ls begun*; exit $code
            """)
        #expect(outcome.exitCode == code && outcome.stderr.contains(message), "\(outcome.stderr)")
        #expect(outcome.lines == ["a.jpg", "begun", "begun.partial"])
    }
}
