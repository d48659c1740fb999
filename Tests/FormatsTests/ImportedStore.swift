// A temporary store, with imports and exports.
import Books
import Catalogue
import Foundation
import TestSupport

@testable import Formats

struct ImportedStore {
    let temporary: TemporaryFolder
    let store: Store
    var folder: URL { temporary.url }

    init() throws {
        temporary = try TemporaryFolder()
        store = try Store(path: temporary.file("store.sqlite").path)
    }

    struct Outcome {
        var summary: ImportSummary
        var refused: [RefusedRow]
        var leftOut: [String]
        /// `nil` if it is UTF-8.
        var encoding: String?
    }

    /// - Parameter format: `nil` detects it.
    func load(
        _ bytes: Data, as format: FileFormat? = nil, named: [TableColumn: String] = [:],
        from name: String = "table.csv", date: Date = .now, list: String? = nil, isDryRun: Bool = false
    ) throws -> Outcome {
        try load(
            temporary.write(bytes, to: "imported"), as: format, named: named, from: name, date: date,
            list: list,
            isDryRun: isDryRun)
    }

    func load(
        _ url: URL, as format: FileFormat? = nil, named: [TableColumn: String] = [:],
        from name: String = "table.csv", date: Date = .now, list: String? = nil, isDryRun: Bool = false
    ) throws -> Outcome {
        let file = try ImportFile(url.path)
        let format = format ?? FileFormat.of(file) ?? .csv
        let source = TableSource(name: format.site ?? name, date: date, person: "ion", list: list)
        var reader: any EntryReader
        if named.isEmpty, let open = format.reader {
            reader = try open(file, source)
        } else {
            let table = try TableFile(file)
            reader = try TableReader(table, TableLayout(header: table.header, named: named), from: source)
        }
        var refused: [RefusedRow] = []
        let summary = try store.importEntries(&reader, isDryRun: isDryRun) { refused.append($0) }
        return Outcome(
            summary: summary, refused: refused, leftOut: reader.leftOut,
            encoding: try? TableFile(file).encoding)
    }

    /// All books with the data of `person`, in a format.
    func exported(_ format: FileFormat, for person: String = "ion") throws -> String {
        guard var writer = format.writer?(WriterOptions()) else { return "" }
        var text = writer.beginning()
        var last: BookID?
        while let books = try store.keptBooks(after: last, for: person) {
            last = books.last?.book.id
            for book in books { text += writer.text(of: book) }
        }
        return text + writer.end()
    }

    func book(_ isbn: String) throws -> Book? { try store.book(BookSpecifier(isbn)) }
}

func isbn(_ text: String) throws -> ISBN { try ISBN(text) }

func reference(_ text: String) throws -> BookSpecifier { try BookSpecifier(text) }
