// Archives wherever photos and folders may be given.
import Books
import Foundation
import TestSupport
import Testing

struct ScanArchiveTests {
    private let program: Program
    private static let found = "9781405362177"
    private static let names = ["a/cover.jpg", "a/blank.png", "b/blank.png"]

    private static func members() throws -> [ArchiveFile.Member] {
        [
            .init("a/", Data()), .init("a/cover.jpg", try Photos.testImage("cover-ean-price-addon.jpg")),
            .init("a/blank.png", Photos.blankPNG), .init("notes.txt", Data("words".utf8)),
            .init("b/blank.png", Photos.blankJPEG),
        ]
    }

    /// The same photos as ZIP, TAR, compressed TAR and CBZ.
    init() async throws {
        program = try Program()
        let zip = ArchiveFile.zip(try Self.members())
        try program.write(zip, to: "box.zip")
        try program.write(zip, to: "in/comic.cbz")
        try program.write(ArchiveFile.tar(try Self.members()), to: "box.tar")
        let packed = try await program.shell("gzip -k box.tar && cp box.tar.gz box.tgz")
        try #require(packed.exitCode == 0)
    }

    private func records(_ text: String) throws -> [PhotoRecord] {
        let schema = try JSONSchema.named("scan-record")
        return try text.split(separator: "\n").map { line in
            #expect(schema.problems(try JSONValue(String(line))) == [])
            return try JSONDecoder().decode(PhotoRecord.self, from: Data(line.utf8))
        }
    }

    private func scan(_ words: String) async throws -> (records: [PhotoRecord], outcome: Outcome) {
        let outcome = try await program.shell("bookzone scan --readers barcode --format jsonl \(words)")
        return (try records(outcome.stdout), outcome)
    }

    @Test(arguments: ["box.zip", "box.tar", "box.tar.gz", "box.tgz", "in", "--files-from list"])
    func `each photo in an archive has a record of its own`(input: String) async throws {
        try program.write(Data("box.zip\n".utf8), to: "list")
        let (records, outcome) = try await scan("\(input) -j 2")
        let place = ["in": "in/comic.cbz", "--files-from list": "box.zip"][input] ?? input
        #expect(records.map(\.photo) == Self.names.map { "\(place)/\($0)" }, "\(outcome.stderr)")
        #expect(records.map(\.status) == [.found, .none, .none])
        #expect(records[0].isbns.first?.isbn.isbn13 == Self.found)
        #expect(records.allSatisfy { $0.page == 1 && $0.sha256 != nil })
        #expect(outcome.stderr == "3 photos: 1 found (1 book), 2 none; 1 other file skipped\n")
        #expect(outcome.exitCode == 1)
    }

    @Test func `archives come on standard input, among other photos`() async throws {
        try program.write(Photos.blankPNG, to: "x.png")
        for archive in ["box.zip", "box.tar", "box.tgz"] {
            let (records, outcome) = try await scan("- < \(archive)")
            #expect(records.map(\.photo) == Self.names.map { "-/\($0)" }, "\(outcome.stderr)")
            let (among, _) = try await scan("<x.png", then: "cat x.png \(archive) x.png")
            #expect(among.map(\.photo) == ["-"] + Self.names.map { "-/\($0)" } + ["-"])
            #expect(among.map(\.page) == [1, 1, 1, 1, 2])
        }
        // What follows a gzipped TAR that is cut off is not lost without a word.
        let (_, cut) = try await scan("<x.png", then: "{ head -c 5000 box.tgz; cat x.png; }")
        #expect(cut.exitCode == 2, "\(cut.stderr)")
    }

    @Test func `photos of equal names in two archives on standard input are all kept`() async throws {
        let outcome = try await program.shell(
            """
            cat box.zip box.tar | bookzone scan --readers barcode - -o s.jsonl
            bookzone join s.jsonl >j.jsonl
            for i in 1 2; do bookzone scan s.jsonl -o r.jsonl --resume; done
            """)
        let names = (Self.names + Self.names.map { "2/\($0)" }).map { "-/\($0)" }
        for file in ["s.jsonl", "j.jsonl", "r.jsonl"] {
            let records = try records(try #require(program.text(file)))
            #expect(records.map(\.photo) == names, "\(file) \(outcome.stderr)")
        }
    }

    @Test func `an archive that is cut off is said, and affects no others`() async throws {
        try program.write(Photos.blankPNG, to: "x.png")
        let (records, outcome) = try await scan("", then: "{ head -c -30 box.zip; cat x.png; }")
        #expect(records.map(\.photo) == Self.names.map { "-/\($0)" } + ["-", "-"])
        #expect(records.map(\.status) == [.found, .none, .none, .failed, .none], "\(outcome.stderr)")
        #expect(outcome.exitCode == 2)
        // Compressed as one, its last members may go with the end.
        let (packed, cut) = try await scan("", then: "{ head -c -30 box.tgz; cat x.png; }")
        #expect(packed.suffix(2).map(\.photo) == ["-", "-"])
        #expect(packed.suffix(2).map(\.status) == [.failed, .none], "\(cut.stderr)")
        #expect(cut.exitCode == 2)
        // A TAR shows by its last blocks alone that no further member is missing.
        let tar = ArchiveFile.tar(try Self.members())
        let last = try #require(tar.lastIndex { $0 != 0 }) - tar.startIndex
        try program.write(Data(tar.prefix((last / 512 + 1) * 512)), to: "cut.tar")
        let (kept, early) = try await scan("", then: "cat cut.tar")
        #expect(kept.map(\.photo) == Self.names.map { "-/\($0)" } + ["-"], "\(early.stderr)")
        #expect(kept.last?.status == .failed && early.exitCode == 2)
        let file = try await program.run("scan", "cut.tar", "--readers", "barcode")
        #expect(file.exitCode == 2 && file.stderr.contains("cut.tar: damaged archive"), "\(file.stderr)")
    }

    private func scan(
        _: String, then stream: String
    ) async throws -> (records: [PhotoRecord], outcome: Outcome) {
        let outcome = try await program.shell("\(stream) | bookzone scan --readers barcode --format jsonl -")
        return (try records(outcome.stdout), outcome)
    }

    @Test func `a run is resumed within an archive, and reads no photo twice`() async throws {
        let first = try await program.shell(
            "bookzone scan box.zip in box.tgz --readers barcode -o r.jsonl --resume")
        #expect(first.stderr.hasPrefix("9 photos: 3 found (1 book), 6 none"), "\(first.stderr)")
        let again = try await program.shell(
            "bookzone scan box.zip in box.tgz --readers barcode -o r.jsonl --resume")
        #expect(again.stderr.contains("; 9 photos already read"), "\(again.stderr)")
        // One more photo: the others are recognised by their contents.
        try program.write(
            ArchiveFile.zip(try Self.members() + [.init("new.png", Photos.blankPNG + Data([1]))]),
            to: "box.zip")
        let more = try await program.shell(
            "bookzone scan box.zip in box.tgz --readers barcode -o r.jsonl --resume")
        #expect(more.stderr.hasPrefix("10 photos"), "\(more.stderr)")
        #expect(try records(try #require(program.text("r.jsonl"))).count == 10)
    }

    @Test func `an archive is a folder for patterns, groups, shares and lists of paths`() async throws {
        let (included, _) = try await scan("in --include '*.png' --exclude b")
        #expect(included.map(\.photo) == ["in/comic.cbz/a/blank.png"])
        let (books, _) = try await scan("box.zip --group folder")
        #expect(books.map { $0.photos.count } == [2, 1], "\(books.map(\.photo))")
        #expect(books.map(\.status) == [.found, .none])
        let shares = try await program.shell(
            """
            for i in 1 2; do bookzone scan in box.tar --readers barcode --shard $i/2 -o parts -q; done
            bookzone join parts/*
            """)
        let joined = try records(shares.stdout)
        let all = Set(Self.names.flatMap { ["in/comic.cbz/\($0)", "box.tar/\($0)"] })
        #expect(joined.count == 6 && Set(joined.map(\.photo)) == all, "\(shares.stderr)")
        let paths = try await program.shell("bookzone scan box.zip --readers barcode --paths none")
        #expect(paths.lines == ["box.zip/a/blank.png", "box.zip/b/blank.png"])
    }

    @Test func `the path in a record opens its photo again`() async throws {
        let (records, _) = try await scan("box.zip/a/cover.jpg box.tgz/b/blank.png")
        #expect(records.map(\.photo) == ["box.zip/a/cover.jpg", "box.tgz/b/blank.png"])
        #expect(records.map(\.status) == [.found, .none])
        let none = try await scan("box.zip/a/nothing.jpg")
        #expect(none.records.map(\.error?.code) == ["missing"])
        let outcome = try await program.shell(
            """
            bookzone scan box.zip box.tgz --readers barcode -o r.jsonl --format jsonl -q --report one --annotate marked
            (cd marked && find . -name '*.jpg' | sort); ls one/thumbnails/* | grep -c jpg$
            mkdir elsewhere; mv r.jsonl elsewhere
            cp box.zip box.tgz elsewhere; bookzone report elsewhere/r.jsonl -o two -q 2>&1; ls two/thumbnails/* | grep -c jpg$
            bookzone show elsewhere/r.jsonl --format text
            """)
        #expect(outcome.lines.contains("./box.tgz/a/cover.jpg"), "\(outcome.stderr)")
        #expect(outcome.lines.contains("./box.zip/a/cover.jpg"))
        // Pictures are named by content: both archives have the same three photos.
        #expect(outcome.lines.filter { $0 == "3" }.count == 2, "\(outcome.stdout)")
        #expect(outcome.lines.contains("two/index.html"))
        #expect(outcome.lines.last == Self.found)
    }

    /// Results are reviewed without the photos, so that the archive may be gone.
    @Test(arguments: ["run.jsonl", "doubt.zip"])
    func `what is uncertain in an archive is reviewed`(input: String) async throws {
        let (program, candidate) = try await ReviewTests.doubtful()
        let photo = try Photos.testImage("imprint-number-across-lines.jpg")
        try program.write(ArchiveFile.zip([.init("a/doubtful.jpg", photo)]), to: "doubt.zip")
        _ = try await program.shell("bookzone scan -q --format jsonl doubt.zip -o run.jsonl")
        if input == "run.jsonl" { _ = try await program.shell("rm doubt.zip") }
        let review = try await program.shell(
            "bookzone review --offline \(input)", stdin: Data("\(candidate.suffix(4))\n".utf8))
        #expect(review.stderr.contains("doubt.zip/a/doubtful.jpg"), "\(review.stderr)")
        #expect(review.stderr.hasSuffix("1 confirmed, 0 without an ISBN, 0 left open\n"))
        #expect(review.exitCode == 0)
        let again = try await program.shell("bookzone review --offline \(input)", stdin: Data())
        #expect(again.exitCode == 0 && !again.stderr.contains("left open\n1"))
        if input == "run.jsonl" {
            #expect(program.text(input)?.contains("confirmed by a person") == true)
        }
    }

    @Test func `an archive and its photos stay where they are`() async throws {
        let outcome = try await program.shell(
            "bookzone scan box.zip in --readers barcode --move-to sorted --format jsonl -q; ls box.zip in")
        #expect(outcome.stderr.contains("box.zip: archives and their photos are not moved"))
        #expect(outcome.stderr.contains("in/comic.cbz: archives and their photos are not moved"))
        #expect(outcome.lines.suffix(2) == ["in:", "comic.cbz"])
    }

    @Test func `what is damaged, locked or too deep says so, and the rest is read`() async throws {
        let members: [ArchiveFile.Member] = [
            .init("locked.jpg", Photos.blankJPEG).encrypted, .init("in.zip", ArchiveFile.zip([])),
            .init("../../up.png", Photos.blankPNG),
        ]
        try program.write(ArchiveFile.zip(members), to: "odd/odd.zip")
        let whole = ArchiveFile.zip(try Self.members())
        try program.write(whole.prefix(whole.count / 2), to: "odd/cut.zip")
        try program.write(ArchiveFile.zip([.init("a.txt", Data("a".utf8))]), to: "odd/text.zip")
        let (records, outcome) = try await scan("odd")
        let words = records.map { "\($0.photo): \($0.error?.code ?? $0.status.rawValue)" }
        #expect(words.contains("odd/odd.zip/locked.jpg: encrypted"), "\(words)")
        #expect(words.contains("odd/odd.zip/up.png: none"))
        #expect(words.contains("odd/odd.zip/in.zip: archive"))
        #expect(words.contains("odd/cut.zip: damaged"))
        #expect(!words.contains { $0.hasPrefix("odd/text.zip") })
        #expect(outcome.exitCode == 2)
        let (none, _) = try await scan("odd/text.zip")
        #expect(none.map(\.error?.code) == ["no-photos"])
    }

    @Test func `an EPUB stays an EPUB, and documents in archives are read`() async throws {
        let epub = EPUBFile.bytes(
            identifiers: "<dc:identifier>urn:isbn:9780306406157</dc:identifier>", ["<p>A</p>"])
        let pdf = PDFFile.bytes([.text("© 2012 Windward", "ISBN 978-1-936218-47-9 (e-book)")])
        try program.write(epub, to: "book.epub")
        try program.write(ArchiveFile.zip([.init("b.epub", epub), .init("p.pdf", pdf)]), to: "books.zip")
        let outcome = try await program.shell(
            "bookzone scan book.epub books.zip books.zip/p.pdf --format jsonl --quiet")
        let records = try records(outcome.stdout)
        #expect(records.map(\.photo) == ["book.epub", "books.zip/b.epub", "books.zip/p.pdf"])
        #expect(
            records.map { $0.isbns.first?.isbn.isbn13 } == [
                "9780306406157", "9780306406157", "9781936218479",
            ])
    }

    @Test func `members may have names of any bytes`() async throws {
        let names: [[UInt8]] = [
            Array("caf".utf8) + [0xE9] + Array(".png".utf8), Array("café/ü.png".utf8), Array("a\nb.png".utf8),
        ]
        try program.write(ArchiveFile.zip(names.map { .init($0, Photos.blankPNG) }), to: "n.zip")
        for _ in 1...2 {
            let outcome = try await program.shell("bookzone scan n.zip --readers barcode -o r.jsonl --resume")
            #expect(outcome.stderr.hasPrefix("3 photos: 3 none"))
            let records = try records(try #require(program.text("r.jsonl")))
            #expect(records.map { $0.photo.pathBytes } == names.map { Array("n.zip/".utf8) + $0 })
        }
        let paths = try await program.shell(
            "bookzone scan n.zip --readers barcode --paths none --null | xargs -0 bookzone scan --readers barcode --paths none --null"
        )
        #expect(paths.output.split(separator: 0).map { Array($0) } == names.map { Array("n.zip/".utf8) + $0 })
    }

    @Test(.timeLimit(.minutes(30))) func `a decompression bomb is reported, and affects no other photo`()
        async throws
    {
        try program.write(
            EPUBFile.archive((0..<40).map { ("\($0).bin", .endless(megabytes: 400)) }), to: "bombs/a.zip")
        try program.write(Photos.blankPNG, to: "bombs/b.png")
        let (records, outcome) = try await scan("bombs")
        #expect(records.last?.status == ScanStatus.none, "\(outcome.stderr)")
    }

    @Test func `ten documents are ten in every summary`() async throws {
        let pdf = PDFFile.bytes([
            .text("A"), .text("B"), .text("© 2012 Windward", "ISBN 978-1-936218-47-9 (e-book)"),
        ])
        for number in 1...10 { try program.write(pdf, to: "docs/\(number).pdf") }
        let outcome = try await program.shell(
            """
            bookzone scan docs -o r.jsonl --format jsonl --report one
            bookzone show r.jsonl -o /dev/null; bookzone join r.jsonl -o j.jsonl; bookzone report r.jsonl -o two
            """)
        let summaries = outcome.stderr.split(separator: "\n").filter {
            $0.hasPrefix("10 photos: 10 found (1 book)")
        }
        #expect(summaries.count == 3, "\(outcome.stderr)")
        for page in ["one", "two"] {
            #expect(program.text("\(page)/index.html")?.contains("<p>10 photos: 10 found (1 book).") == true)
        }
    }
}
