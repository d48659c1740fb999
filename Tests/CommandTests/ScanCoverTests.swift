// `scan --group --lookup`: of the photos of a book, the one without a number gives it a cover.
import Foundation
import Servers
import TestSupport
import Testing

struct ScanCoverTests {
    /// A blue book on a brown table, as a BMP file; or the table alone.
    private static func photo(withBook: Bool) -> Data {
        var random = SeededGenerator(seed: 3)
        return BMPFile.data(width: 300, height: 400) { x, y in
            let isBook = withBook && (60..<230).contains(x - y / 20) && (60..<330).contains(y)
            let grain = Int.random(in: -9...9, using: &random)
            return (isBook ? [170, 70, 40] : [90, 120, 150]).map { UInt8($0 + grain) }
        }
    }

    private let isbn = "9781405362177"
    private let environment = ["BOOKZONE_STORE": "store"]

    /// A folder with the front and the back of a book.
    private func program(hasCover: Bool) throws -> Program {
        let program = try Program()
        let back = Repository.root.appending(path: "testimages/cover-ean-price-addon.jpg")
        try program.write(Self.photo(withBook: hasCover), to: "box/IMG_1-front.bmp")
        try program.write(Data(contentsOf: back), to: "box/IMG_1-back.jpg")
        return program
    }

    @Test(arguments: [true, false]) func `a group's front gives its book a cover`(_ hasCover: Bool)
        async throws
    {
        let program = try program(hasCover: hasCover)
        _ = try await program.shell("bookzone add \(isbn) --title Atlas", environment: environment)
        let scan = try await program.shell(
            "bookzone scan --group name --lookup --offline box", environment: environment)
        #expect(scan.stdout.contains("Atlas"))
        let known = try await program.shell(
            "bookzone lookup --offline --format jsonl \(isbn)", environment: environment)
        #expect(known.stdout.contains(#""kind":"photo","sha256":"#) == hasCover)
        #expect(known.stdout.contains(#""cover_picture":null"#) != hasCover)
    }

    @Test func `a book without an ISBN gets its cover, too`() async throws {
        let program = try Program()
        try program.write(Self.photo(withBook: true), to: "box/1/front.bmp")
        try program.write(Photos.blankPNG, to: "box/1/title.png")
        let outcome = try await program.shell(
            """
            printf 't\nOld Almanac\n\na\n' | bookzone review --offline --none --group folder box
            bookzone scan --group folder --lookup --offline box
            bookzone lookup --offline --format jsonl id:1
            """, environment: environment)
        #expect(outcome.stdout.contains(#""kind":"photo","sha256":"#), "\(outcome.stdout)\(outcome.stderr)")
        #expect(outcome.stderr.contains("1 cover taken from photos"))
    }

    @Test func `a front that was replaced while its book was looked up gives no cover`() async throws {
        let program = try program(hasCover: true)
        let book = LibraryBook(
            isbn13: isbn, title: "Atlas", authors: ["Ada Okafor"], publisher: "Windward", date: "2012",
            pages: 240,
            edition: "OL201M", work: "OL21W")
        let server = try LoopbackServer { request in
            try? program.write(Self.photo(withBook: true) + Data([0]), to: "box/IMG_1-front.bmp")
            return .openLibrary(request, [book])
        }
        let outcome = try await program.shell(
            """
            bookzone scan --group name --lookup --source openlibrary --timeout 60 box
            bookzone lookup --offline --format jsonl \(isbn)
            """, environment: LookUpTests.environment(server))
        #expect(outcome.stdout.contains("Atlas"), "\(outcome.stderr)")
        #expect(!outcome.stdout.contains(#""kind":"photo","sha256":"#))
    }

    @Test func `the covers of a scan are one change, which undo takes back`() async throws {
        let program = try program(hasCover: true)
        try program.write(Self.photo(withBook: true), to: "box/IMG_2-front.bmp")
        let back = Repository.root.appending(path: "testimages/cover-isbn10-above-ean.jpg")
        try program.write(Data(contentsOf: back), to: "box/IMG_2-back.jpg")
        let scan = try await program.shell(
            "bookzone add \(isbn) --title Atlas; bookzone scan --group name --lookup --offline --as Maria box",
            environment: environment)
        #expect(scan.stderr.contains("2 covers taken from photos; undo takes them back"))
        let history = try await program.shell("bookzone history", environment: environment)
        #expect(history.stdout.contains("Maria  took the cover from a photo: 2 books"))
        let undone = try await program.shell(
            "bookzone undo --as Maria && bookzone lookup --offline --format jsonl \(isbn)",
            environment: environment)
        #expect(undone.stdout.contains(#""cover_picture":null"#), "\(undone.stdout)")
    }

    @Test func `a book that nobody knows keeps its cover, which the first report shows`() async throws {
        let program = try program(hasCover: true)
        let scan = try await program.shell(
            "bookzone scan --group name --lookup --offline --quiet box --report report; bookzone list add owned \(isbn)",
            environment: environment)
        let known = try await program.shell(
            "bookzone lookup --offline --format jsonl \(isbn)", environment: environment)
        #expect(known.stdout.contains(#""kind":"photo","sha256":"#), "\(scan.stderr)")
        let covers = program.folder.appending(path: "report/covers").path
        #expect(FileManager.default.subpaths(atPath: covers)?.filter { $0.hasSuffix(".jpg") }.count == 1)
    }
}
