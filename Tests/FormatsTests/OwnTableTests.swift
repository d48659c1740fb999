// A catalogue exported as a table and imported again: byte for byte.
import Books
import Catalogue
import Foundation
import Output
import TestSupport
import Testing

@testable import Formats

struct OwnTableTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func exported(_ store: Store) throws -> String {
        var writer = try #require(FileFormat.csv.writer?(WriterOptions()))
        var table = writer.beginning()
        var last: BookID?
        while let books = try store.keptBooks(after: last, for: "maria") {
            last = books.last?.book.id
            for book in books { table += writer.text(of: book) }
        }
        return table
    }

    private func imported(_ table: String, to name: String) throws -> Store {
        let file = try folder.write(Data(table.utf8), to: "\(name).csv")
        let store = try Store(path: folder.file("\(name).sqlite").path)
        let source = TableSource(name: name, date: .now, person: "maria")
        var reader = try #require(try FileFormat.csv.reader?(ImportFile(file.path), source))
        var refused: [RefusedRow] = []
        let summary = try store.importEntries(&reader) { refused.append($0) }
        #expect(reader.leftOut == [], "all that is written is read")
        #expect(refused.isEmpty && summary.remarks.isEmpty, "\(refused) \(summary.remarks)")
        return store
    }

    @Test func `a table of our own comes back byte for byte`() throws {
        var made = MadeBooks(seed: 4)
        for round in 0..<4 {
            let store = try Store(path: folder.file("made\(round).sqlite").path)
            try made.save(120, in: store)
            let table = try exported(store)
            let back = try exported(imported(table, to: "back\(round)"))
            if back != table {
                let (one, other) = (table.split(separator: "\r\n"), back.split(separator: "\r\n"))
                let first = zip(one, other).first { $0 != $1 }
                Issue.record("\(String(describing: first?.0))\n\(String(describing: first?.1))")
            }
        }
    }

    @Test func `a name that a book has twice comes back twice`() throws {
        let store = try Store(path: folder.file("twice.sqlite").path)
        var book = Book(
            title: "Atlas",
            contributors: ["Ana Novak", "Ada Okafor", "Ana Novak"].map { Contributor(name: $0) })
        book.credit(Origin(.edited, "maria", .now))
        try store.save(book)
        let table = try exported(store)
        #expect(table.contains("Ana Novak; Ada Okafor; Ana Novak"))
        #expect(try exported(imported(table, to: "twice-back")) == table)
    }

    @Test func `ISBNs that a spreadsheet leaves alone are read again`() throws {
        let store = try Store(path: folder.file("sheet.sqlite").path)
        for number in ["9780306406157", "9791034304783"] { try store.save(ISBN(number)) }
        var writer = try #require(FileFormat.csv.writer?(WriterOptions(isForSpreadsheets: true)))
        let books = try store.keptBooks(after: nil, for: "maria") ?? []
        let table = writer.beginning() + books.map { writer.text(of: $0) }.joined()
        #expect(table.hasPrefix("\u{FEFF}isbn13,isbn10,"))
        #expect(table.contains("\r\n\"=\"\"9780306406157\"\"\",\"=\"\"0306406152\"\"\",,"))
        let back = try imported(table, to: "sheet-back")
        #expect(try back.keptBooks(after: nil, for: "maria")?.map(\.book.isbn) == books.map(\.book.isbn))
    }

    @Test func `of formulas digits alone are harmless`() {
        let cells = [CSVRow.digits("080442957X"), CSVRow.digits(""), "=\"1\"+1\"", "=\"x\"", "=1"]
        #expect(
            CSVRow.line(cells)
                == "\"=\"\"080442957X\"\"\",\"=\"\"\"\"\",\"'=\"\"1\"\"+1\"\"\",\"'=\"\"x\"\"\",'=1\r\n")
    }

    @Test func `what a spreadsheet must not run has one apostrophe more`() {
        #expect(CSVRow.line(["=1", "'=1", "'a", "-", "'-"]) == "'=1,''=1,'a,-,''-\r\n")
        #expect(
            CSVRow.line(["\"\u{301}"]) == "\"\"\"\u{301}\"\r\n", "a quote under a mark is one all the same")
    }
}
