// `scan --annotate`: copies of photos with the ISBNs marked, without metadata.
import Books
import Foundation
import TestSupport
import Testing

struct AnnotateTests {
    private let program: Program

    init() throws { program = try .withBox() }

    private func files() -> [String] {
        let all = FileManager.default.subpaths(atPath: program.folder.appending(path: "out").path) ?? []
        return all.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".partial") }.sorted()
    }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: program.folder.appending(path: "out/" + name))
    }

    private func scan(_ words: String) async throws -> Outcome {
        try await program.shell("bookzone scan --readers barcode --format text \(words)")
    }

    @Test func `each photo has a copy, and none is overwritten`() async throws {
        let scan = try await scan("box --annotate out")
        #expect(scan.exitCode == 2 && scan.lines == ["9781405362177"])
        #expect(
            scan.stderr.contains("2 annotated photos in out; 1 could not be drawn on\n"), "\(scan.stderr)")
        #expect(files() == ["box/a.png.jpg", "box/cover-ean-price-addon.jpg"])
        let first = try bytes("box/cover-ean-price-addon.jpg")
        #expect(first.starts(with: [0xFF, 0xD8, 0xFF]))
        _ = try await self.scan("box/cover-ean-price-addon.jpg --annotate out")
        #expect(
            files() == ["box/a.png.jpg", "box/cover-ean-price-addon-2.jpg", "box/cover-ean-price-addon.jpg"])
        #expect(try bytes("box/cover-ean-price-addon.jpg") == first)
    }

    @Test func `the title is drawn where it is known`() async throws {
        _ = try await scan("box --annotate out")
        _ = try await program.shell("bookzone add 9781405362177 --title 'مدينة القوارب' >added")
        _ = try await scan("box --lookup --offline --annotate out")
        #expect(try bytes("box/cover-ean-price-addon-2.jpg") != bytes("box/cover-ean-price-addon.jpg"))
        #expect(try bytes("box/a.png-2.jpg") == bytes("box/a.png.jpg"), "of nothing there is nothing to say")
    }

    @Test func `a cover in the store is drawn too`() async throws {
        let photo = "box/cover-ean-price-addon.jpg"
        _ = try await program.shell("bookzone add 9781405362177 --title Boats >added")
        _ = try await scan("\(photo) --lookup --offline --annotate out")
        _ = try await program.shell("bookzone edit 9781405362177 --cover-file \(photo) >edited")
        let outcome = try await scan("\(photo) --lookup --offline --annotate out --report report")
        #expect(outcome.exitCode == 0, "\(outcome.stderr)")
        #expect(try bytes("\(photo.dropLast(4))-2.jpg") != bytes(photo))
        let covers = program.folder.appending(path: "report/covers").path
        #expect(FileManager.default.subpaths(atPath: covers)?.count { $0.hasSuffix(".jpg") } == 1)
    }

    @Test func `no EXIF is left`() async throws {
        try program.copy("flap-ocr-a-foot.jpg", to: "exif/")
        #expect(try Photos.testImage("flap-ocr-a-foot.jpg").range(of: Data("Exif".utf8)) != nil)
        _ = try await scan("exif --annotate out")
        #expect(try bytes("exif/flap-ocr-a-foot.jpg").range(of: Data("Exif".utf8)) == nil)
    }

    @Test(arguments: [
        ("--annotate box", 64, "box: contains other files"),
        ("--annotate ''", 64, "--annotate takes a folder"),
        ("--annotate /proc/no", 74, "/proc/no: "),
    ])
    func `invalid combinations are rejected`(words: String, code: Int32, line: String) async throws {
        let outcome = try await scan("box \(words)")
        #expect(outcome.exitCode == code && outcome.stderr.contains(line), "\(outcome.stderr)")
    }

    @Test func `a report and copies are made together, also from results`() async throws {
        let made = try await program.shell(
            """
            bookzone scan --readers barcode box --quiet --format jsonl -o run.jsonl
            bookzone scan run.jsonl --quiet --annotate out --report report
            """)
        #expect(made.exitCode == 2 && files().count == 2)
        #expect(program.text("report/index.html")?.contains("cover-ean-price-addon.jpg") == true)
    }
}
