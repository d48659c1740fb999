// `scan --report` and `bookzone report`: a page and its pictures in a folder, from photos or from results. The page's
// behaviour in a browser is tested by `scripts/checks/test-report`.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

struct ReportTests {
    private let program: Program

    init() throws { program = try .withBox() }

    /// The records in a page.
    private func entries(_ page: String = "report/index.html") throws -> [JSONValue] {
        let html = try #require(program.text(page))
        return try html.matches(
            of: /<script type="application\/json" class="records">(.*?)<\/script>/.dotMatchesNewlines()
        )
        .flatMap { try #require(JSONValue(String($0.1)).elements) }
    }

    private func files(_ folder: String) -> [String] {
        let all = FileManager.default.subpaths(atPath: program.folder.appending(path: folder).path) ?? []
        return all.filter { $0.contains(".") }.sorted()
    }

    @Test func `a scan makes a page and thumbnails`() async throws {
        let scan = try await program.run(
            "scan", "box", "--readers", "barcode", "--report", "report", "--format", "text")
        #expect(scan.exitCode == 2 && scan.lines == ["9781405362177"])
        #expect(scan.stderr.contains("to look at: report/index.html\n"))
        let entries = try entries()
        #expect(entries.map { $0["status"] } == [.text("none"), .text("failed"), .text("found")])
        #expect(entries[1]["thumbnail"] == .null)
        for entry in [entries[0], entries[2]] {
            guard case .text(let name) = entry["thumbnail"] else { throw CocoaError(.fileNoSuchFile) }
            #expect(name.wholeMatch(of: /thumbnails\/[0-9a-f]{2}\/[0-9a-f]{20}-1\.jpg/) != nil)
            let jpeg = try Data(contentsOf: program.folder.appending(path: "report/" + name))
            #expect(jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
        }
        #expect(files("report").count == 4, "\(files("report"))")
        let again = try await program.run("scan", ".", "--readers", "barcode", "--quiet", "--format", "jsonl")
        #expect(again.lines.count == 3, "a report is no folder of photos")
    }

    @Test func `results make the same page, with titles of the store`() async throws {
        let made = try await program.shell(
            """
            bookzone add 9781405362177 --title 'A <b>Title</b>' --author Writer >added
            bookzone scan box --readers barcode --quiet --format jsonl -o run.jsonl 2>told; bookzone report run.jsonl -o report
            """)
        #expect(made.stdout == "report/index.html\n" && made.stderr.isEmpty && made.exitCode == 0)
        let entries = try entries()
        #expect(entries.count == 3)
        #expect(entries[2]["titles"] == .object(["9781405362177": .text("A <b>Title</b>, Writer")]))
        #expect(files("report").count == 4)
    }

    @Test func `covers of the store are beside the books`() async throws {
        _ = try await program.shell(
            "bookzone scan box --readers barcode --quiet --format jsonl -o run.jsonl; bookzone add 9781405362177 --title T"
        )
        let store = try Store(
            path: program.folder.appending(path: ".local/share/bookzone/catalogue.sqlite").path)
        let jpeg = try Data(contentsOf: program.folder.appending(path: "box/cover-ean-price-addon.jpg"))
        let picture = CoverPicture(sha256: String(repeating: "0", count: 64), small: jpeg, large: Data())
        let isbn = try ISBN("9781405362177")
        try store.setCover(
            picture, as: BookCover(sha256: picture.sha256, kind: .chosen), of: BookSpecifier.isbn(isbn))
        #expect(try await program.run("report", "run.jsonl", "-o", "report").exitCode == 0)
        let covers = try entries().map { $0["covers"]?.members ?? [:] }
        #expect(covers.map(\.count) == [0, 0, 1])
        guard case .text(let name) = covers[2][isbn.isbn13] else { throw CocoaError(.fileNoSuchFile) }
        #expect(name.wholeMatch(of: /covers\/[0-9a-f]{2}\/[0-9a-f]{20}\.jpg/) != nil)
        #expect(try Data(contentsOf: program.folder.appending(path: "report/" + name)) == jpeg)
    }

    @Test func `a page may be in another language`() async throws {
        let made = try await program.shell(
            """
            bookzone scan box --readers barcode --quiet --format jsonl -o run.jsonl
            bookzone report run.jsonl -o report --language de
            """)
        #expect(made.stdout == "report/index.html\n" && made.exitCode == 0)
        let html = try #require(program.text("report/index.html"))
        #expect(html.contains("<html lang=\"de\" dir=\"ltr\">") && html.contains("BookZone-Bericht"))
        let failed = try entries().filter { $0["status"] == .text("failed") }
        let said = try #require(failed.first?["said"]?.members)
        #expect(said.count == 1 && said.keys.first.map(JSONValue.text) == failed.first?["error"]?["message"])
        let other = try await program.run("report", "run.jsonl", "-o", "other", "--language", "xx")
        #expect(other.exitCode == 64 && other.stderr.contains("--language"), "\(other.stderr)")
    }

    @Test func `photos that were deleted or changed have no picture`() async throws {
        let made = try await program.shell(
            """
            bookzone scan box --readers barcode --quiet --format jsonl -o run.jsonl
            rm box/a.png; printf x >>box/cover-ean-price-addon.jpg; bookzone report run.jsonl -o report
            """)
        #expect(made.exitCode == 0)
        #expect(try entries().allSatisfy { $0["thumbnail"] == .null })
        #expect(files("report") == [".bookzone-pictures", "index.html"])
    }

    @Test func `photos of standard input and with any name have pictures`() async throws {
        let made = try await program.shell(
            """
            cp box/a.png "box/$(printf 'b\\377<.png')"; cat box/cover*.jpg box/a.png | bookzone scan - --readers barcode --quiet --report streamed
            bookzone scan box --readers barcode --quiet --report report
            """)
        #expect(made.exitCode == 2)
        #expect(try entries("streamed/index.html").map { $0["thumbnail"] == .null } == [false, false])
        let odd = try entries().filter { $0["photo"] == .text("box/b\u{FFFD}<.png") }
        #expect(odd.map { $0["thumbnail"] == .null } == [false])
    }

    @Test func `uncertain photos have a larger view and close-ups`() async throws {
        let photo = "box/cover-ean-price-addon.jpg"
        let sha256 = try await program.shell("sha256sum \(photo)").stdout.prefix(64)
        let box = [(300, 900), (800, 900), (800, 980), (300, 980)].map { PhotoPoint(x: $0.0, y: $0.1) }
        let witness = Witness(reader: .ocr, text: "ISBN", confidence: 0.9, rotation: 91, box: box)
        let reading = try ISBNReading(
            isbn: ISBN("9781405362177"), confidence: 0.4, reason: "check digit only", witnesses: [witness])
        let record = PhotoRecord(
            photo: photo, sha256: String(sha256), width: 1200, height: 1600, status: .uncertain,
            candidates: [reading])
        try program.write(try JSONEncoder().encode(record), to: "run.jsonl")
        #expect(try await program.run("report", "run.jsonl", "-o", "report").exitCode == 0)
        let entry = try #require(try entries().first)
        #expect(entry["view"] != .null && entry["closeups"]?.elements?.first != .null)
        #expect(files("report").filter { $0.hasSuffix(".jpg") }.count == 3)
    }

    @Test(arguments: [
        ("scan box --report box", 64, "box: contains other files"),
        ("scan box --report box/a.png", 74, "box/a.png: can't be written"),
        (
            "scan box --report page.html", 64,
            "page.html: is named like a file; give a folder for the pictures"
        ),
        ("scan box --report ''", 64, "--report takes a folder"),
        ("scan box --resume -o run.jsonl --report report", 64, "--report can't be combined with --resume"),
        ("scan box --move-to sorted --annotate out", 64, "--annotate can't be combined with --resume"),
        ("report box -o report", 64, "box: not the results of a scan"),
        ("report nowhere.jsonl -o report", 2, "nowhere.jsonl: not the results of a scan"),
        ("report box/a.png -o report", 64, "box/a.png: not the results of a scan"),
        ("scan box --readers barcode --quiet --report /proc/no", 74, "/proc/no: "),
    ])
    func `invalid combinations are rejected`(words: String, code: Int32, line: String) async throws {
        let outcome = try await program.shell("bookzone \(words)")
        #expect(outcome.exitCode == code)
        #expect(outcome.stderr.contains(line), "\(outcome.stderr)")
        #expect(files("box").count == 3)
    }

    @Test func `an invalid line is reported, and affects no others`() async throws {
        let made = try await program.shell(
            """
            bookzone scan box --readers barcode --quiet --format jsonl -o run.jsonl; echo '{"x' >>run.jsonl; bookzone report run.jsonl -o report
            """)
        #expect(made.exitCode == 2 && made.stderr.contains("run.jsonl:4: not a record of a scan"))
        #expect(try entries().count == 3)
    }

    @Test func `two reports at the same time are not mixed`() async throws {
        let made = try await program.shell(
            """
            mkfifo pipe; bookzone scan pipe --readers barcode --quiet --report report &
            until test -e report/index.html.draft; do sleep 0.05; done
            bookzone scan box --readers barcode --quiet --report report; echo $?; cat box/a.png >pipe; wait $!; echo $?
            """)
        #expect(made.lines == ["75", "1"])
        #expect(made.stderr.contains("another run is writing to it"))
        // A photo from a named pipe can't be read again.
        #expect(try entries().map { $0["thumbnail"] } == [.null])
    }

    @Test func `Ctrl-C leaves a page of what was read`() async throws {
        let outcome = try await program.shell(
            """
            mkfifo pipe; env --default-signal=INT bookzone scan box/a.png pipe --format jsonl --report report >out &
            until test -s out; do sleep 0.05; done; kill -INT $!; wait $!; echo $?
            """)
        #expect(outcome.lines == ["130"])
        #expect(try entries().count == 1)
    }

    @Test func `a full disk is reported, and the earlier report stays`() async throws {
        let outcome = try await program.shell(
            """
            bookzone scan box/a.png --readers barcode --quiet --report report; cp report/index.html before
            ( ulimit -f 16; bookzone scan box --readers barcode --quiet --report report; echo $? )
            cmp before report/index.html && echo same
            """)
        #expect(outcome.lines.suffix(2) == ["74", "same"], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("can't be written"))
    }
}
