// Exports for other programs are imported unchanged.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct ProgramRoundTripTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func exported(_ store: Store, _ format: FileFormat) throws -> String {
        var writer = try #require(format.writer?(WriterOptions()))
        var text = writer.beginning()
        var last: BookID?
        while let books = try store.keptBooks(after: last, for: "maria") {
            last = books.last?.book.id
            for book in books { text += writer.text(of: book) }
        }
        return text + writer.end()
    }

    private func imported(_ table: String, _ format: FileFormat, to name: String) throws -> Store {
        let file = try ImportFile(folder.write(Data(table.utf8), to: "\(name).table").path)
        #expect(FileFormat.of(file)?.name == format.name)
        let store = try Store(path: folder.file("\(name).sqlite").path)
        var reader = try #require(
            try format.reader?(file, TableSource(name: name, date: .now, person: "maria")))
        var refused: [RefusedRow] = []
        let summary = try store.importEntries(&reader) { refused.append($0) }
        #expect(reader.leftOut == [], "all that is written is read")
        #expect(refused.isEmpty && summary.refused == 0, "\(refused)")
        return store
    }

    private func made(_ books: inout MadeBooks) throws -> Store {
        let store = try Store(path: folder.file("made.sqlite").path)
        try books.save(200, in: store)
        return store
    }

    private func expectSame(_ one: String, _ other: String) {
        let (lines, others) = (one.components(separatedBy: "\r\n"), other.components(separatedBy: "\r\n"))
        #expect(lines.count == others.count)
        let differing = zip(lines, others).filter { $0 != $1 }
        #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(3))")
    }

    @Test(arguments: ["goodreads", "bookwyrm", "librarything"])
    func `a table comes back byte for byte`(name: String) throws {
        let format = try #require(FileFormat.all.named(name))
        var books = MadeBooks(seed: 9, mostReadings: 1)
        let table = try exported(made(&books), format)
        expectSame(table, try exported(imported(table, format, to: "back"), format))
    }

    @Test(arguments: [ReadingStatus.State.reading, .abandoned], [nil, PartialDate("2018-02-03")])
    func `an earlier reading comes back from Goodreads' table`(
        state: ReadingStatus.State, earlier: PartialDate?
    ) throws {
        let store = try Store(path: folder.file("made.sqlite").path)
        let book = try BookSpecifier("9780439023481")
        _ = try store.mark([book], as: .read, by: "maria", on: earlier)
        _ = try store.mark([book], as: state, by: "maria", on: PartialDate("2022-02-03"))
        let table = try exported(store, .goodreads)
        let back = try imported(table, .goodreads, to: "back")
        let kept = try #require(back.keptBooks(after: nil, for: "maria")?.first)
        #expect(kept.readings.chronological.map(\.state) == [.read, state], "\(table)")
        expectSame(table, try exported(back, .goodreads))
    }

    @Test(arguments: ["goodreads", "bookwyrm", "librarything"])
    func `what a format can't hold is lost once`(name: String) throws {
        let format = try #require(FileFormat.all.named(name))
        var books = MadeBooks(seed: 10)
        let table = try exported(made(&books), format)
        let once = try exported(imported(table, format, to: "once"), format)
        expectSame(once, try exported(imported(once, format, to: "twice"), format))
    }
}
