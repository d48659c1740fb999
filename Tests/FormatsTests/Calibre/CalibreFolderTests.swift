// Books written for Calibre, read by this program and by Calibre's own.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct CalibreFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func exported(_ store: Store) throws -> [(path: String, text: String)] {
        var writer = CalibreFolderWriter()
        var files: [(path: String, text: String)] = []
        var last: BookID?
        while let books = try store.keptBooks(after: last, for: "maria") {
            last = books.last?.book.id
            files += books.compactMap { writer.file(of: $0) }
        }
        return files
    }

    private func store(_ name: String) throws -> Store {
        try Store(path: folder.file("\(name).sqlite").path)
    }

    @Test(arguments: [5, 6, 7] as [UInt64])
    func `books come back as they were written`(seed: UInt64) throws {
        var books = MadeBooks(seed: seed)
        let made = try store("made\(seed)")
        try books.save(150, in: made)
        let files = try exported(made)
        #expect(files.count == 150 && Set(files.map(\.path)).count == 150)
        let back = try store("back\(seed)")
        for (path, text) in files {
            let file = try ImportFile(folder.write(Data(text.utf8), to: path).path)
            #expect(FileFormat.of(file)?.name == "calibre")
            let source = TableSource(name: "Calibre", date: .now, person: "maria")
            var reader = try #require(try FileFormat.calibre.reader?(file, source))
            let summary = try back.importEntries(&reader) { Issue.record("\($0)") }
            #expect(reader.leftOut == [], "all that is written is read")
            #expect(summary.added == 1)
        }
        for (one, other) in zip(files, try exported(back)) where one != other {
            Issue.record("\(one)\n\(other)")
            break
        }
    }

    @Test(arguments: [
        ("A/B: C?", "A_B_ C_"), ("...", "_"), ("-rf", "rf"), ("a\u{0}b", "a_b"), ("漢字", "漢字"),
        ("CON", "CON"), ("\"\u{301}x", "_x"),
        (String(repeating: "é", count: 80), String(repeating: "é", count: 50)),
    ])
    func `a title becomes a name that every system takes`(title: String, name: String) {
        #expect(CalibreFolderWriter.safe(title) == name)
    }

    @Test func `a book without a title is not written`() throws {
        var writer = CalibreFolderWriter()
        let untitled = Book(isbn: try isbn("9780439023481"))
        #expect(writer.file(of: KeptBook(book: untitled)) == nil)
    }

    // MARK: Calibre itself

    private static let executable = "/usr/bin/calibredb"
    private static let isInstalled = access(executable, X_OK) == 0

    private struct Listed: Decodable {
        var title: String
        var authors: String
        var isbn: String
        var series: String?
        var seriesIndex: Double
        var tags: [String]
        var rating: Int?
        var publisher: String?
        var languages: [String]
        var pubdate: String
        var comments: String?
        var cover: String?
    }

    /// Runs it with a temporary library and home.
    private func calibredb(_ arguments: String...) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: Self.executable)
        process.arguments = arguments + ["--with-library", folder.file("library").path]
        process.environment = [
            "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen",
            "CALIBRE_CONFIG_DIRECTORY": folder.file("config").path,
        ]
        let output = folder.file("calibredb-\(UUID().uuidString)")
        try Data().write(to: output)
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try Data(contentsOf: output)
    }

    @Test(.enabled(if: isInstalled, "needs calibredb, of the package calibre"))
    func `calibredb adds the folder and lists the same books`() throws {
        var books = [
            Book(
                isbn: try isbn("9780439023481"), title: "A & B <c>", subtitle: "\"sub\"",
                contributors: [
                    Contributor(name: "Ursula K. Le Guin"), Contributor(name: "Ed Itor", role: .editor),
                    Contributor(name: "村上春樹"),
                ], series: "Series & Sons", seriesNumber: "2.5", publisher: "Düsseldorf & Co", year: 1968,
                language: "eng", tags: ["Science fiction", "物語"]),
            Book(title: "No number 👩‍👧", contributors: [Contributor(name: "محمد")]),
            Book(title: "No number 👩‍👧", contributors: [Contributor(name: "محمد")], year: 2001),
        ]
        for index in books.indices { books[index].credit(Origin(.edited, "by hand")) }
        var writer = CalibreFolderWriter()
        for (number, book) in books.enumerated() {
            let rating =
                number == 0 ? Comment(person: "maria", rating: Rating(4.5), text: "Two\n\nlines <b>") : nil
            let written = writer.file(of: KeptBook(book: book, comment: rating), hasCover: number == 0)
            let (path, text) = try #require(written)
            try folder.write(Data(text.utf8), to: "out/\(path)")
            guard number == 0 else { continue }
            let picture = Repository.root.appending(path: "testimages/imprint-cip-same-book-sideways.jpg")
            try folder.write(
                Data(contentsOf: picture), to: "out/\(path.replacing("metadata.opf", with: "cover.jpg"))")
        }
        _ = try calibredb("add", "--recurse", "--duplicates", folder.file("out").path)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let listed = try decoder.decode(
            [Listed].self, from: calibredb("list", "--for-machine", "--fields", "all")
        ).sorted { $0.title < $1.title }
        #expect(
            listed.count == 3 && listed.map(\.title) == ["A & B <c>: \"sub\"", "No number 👩‍👧", "No number 👩‍👧"])
        let first = try #require(listed.first)
        #expect(first.authors == "Ursula K. Le Guin & 村上春樹" && first.isbn == "9780439023481")
        #expect(first.series == "Series & Sons" && first.seriesIndex == 2.5 && first.rating == 9)
        #expect(Set(first.tags) == ["Science fiction", "物語"] && first.languages == ["eng"])
        #expect(first.publisher == "Düsseldorf & Co" && first.pubdate.hasPrefix("1968-01-01"))
        #expect(first.comments == "Two<br/><br/>lines &lt;b&gt;")
        #expect(listed.map { $0.cover?.hasSuffix("cover.jpg") } == [true, nil, nil])
        try expectLibraryIsRead(listed: 3)
    }

    /// Imports the books from the database that Calibre made.
    private func expectLibraryIsRead(listed: Int) throws {
        let store = try store("again")
        let file = try ImportFile(folder.file("library").path)
        #expect(FileFormat.of(file)?.name == "calibre")
        let source = TableSource(name: "Calibre", date: .now, person: "maria")
        var reader = try #require(try FileFormat.calibre.reader?(file, source))
        #expect(try store.importEntries(&reader) { Issue.record("\($0)") }.rows == listed)
        let book = try #require(try store.book(reference("9780439023481")))
        #expect(book.title == "A & B <c>: \"sub\"" && book.year == 1968 && book.seriesNumber == "2.5")
        #expect(book.contributors.map(\.name) == ["Ursula K. Le Guin", "村上春樹"])
        #expect(book.tags == ["Science fiction", "物語"] && book.language == "eng")
    }
}
