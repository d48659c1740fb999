// With --lookup, a photo whose result is in the store is not read again, wherever it is.
import Books
import Foundation
import Testing

struct ScanKnownTests {
    private let program: Program

    init() throws {
        program = try Program()
        try program.copy("cover-ean-price-addon.jpg")
        try program.write(Photos.blankPNG.prefix(40), to: "broken.png")
    }

    private func record(_ words: String) async throws -> PhotoRecord {
        let outcome = try await program.shell(
            "bookzone scan --lookup --offline --format jsonl -q --readers barcode \(words)")
        return try JSONDecoder().decode(PhotoRecord.self, from: outcome.output)
    }

    /// Sets the time of every record in the store to a value that no reading has, to recognise it.
    private func mark() async throws {
        let outcome = try await program.shell(
            #"""
            store=.local/share/bookzone/catalogue.sqlite
            bookzone store dump | sed 's/\\"milliseconds\\":[0-9.]*/\\"milliseconds\\":1e9/' >dump
            rm $store*; bookzone store load dump; grep -c 1e9 dump
            """#)
        try #require(outcome.lines.last != "0", "\(outcome.stderr)")
    }

    private let marked = 1e9

    @Test func `a photo is read once by one model with the same options`() async throws {
        let first = try await record("cover-ean-price-addon.jpg")
        try await mark()
        _ = try await program.shell("mkdir box; mv *.jpg box/b.jpg")
        let again = try await record("box/b.jpg")
        #expect(again.photo == "box/b.jpg" && again.milliseconds == marked && again.isbns == first.isbns)
        #expect(try await record("box/b.jpg --retry failed,none").milliseconds == marked)
        #expect(try await record("box/b.jpg --strict").milliseconds != marked)
    }

    @Test func `failed photos are read again`() async throws {
        #expect(try await record("broken.png").status == .failed)
        try await mark()
        #expect(try await record("broken.png").milliseconds != marked)
    }

    /// A path was shown with the book of the photo that had been there before, and a photo by the name that it had.
    @Test(arguments: ["-o run.jsonl --resume", ""])
    func `a path is that of the photo that is there now`(options: String) async throws {
        try program.copy("cover-same-book-dark.jpg", "cover-isbn10-above-ean.jpg")
        let outcome = try await program.shell(
            """
            numbers='9781405362177 9781936218479 9780812973143'
            for number in $numbers; do bookzone add $number --title x >/dev/null; done
            scan() { bookzone scan box -q --readers barcode --lookup --offline --format jsonl \(options) >/dev/null; }
            mkdir box; mv cover-ean-price-addon.jpg box/1.jpg; mv cover-same-book-dark.jpg box/2.jpg; scan
            mv cover-isbn10-above-ean.jpg box/1.jpg; mv box/2.jpg box/3.jpg; scan
            for number in $numbers; do bookzone lookup --offline $number | grep -o 'box/.*' || echo none; done
            """)
        #expect(outcome.lines == ["none", "box/3.jpg", "box/1.jpg"], "\(outcome.stderr)")
    }

    @Test func `without look-up nothing is kept`() async throws {
        _ = try await program.shell("bookzone scan *.jpg")
        #expect(!FileManager.default.fileExists(atPath: program.folder.appending(path: ".local").path))
        #expect(try await program.run("scan", "broken.png", "--retry", "failed").exitCode == 64)
    }
}
