// Reads the books from a table that `scan --format csv` wrote. It has no records of photos, so none are imported.
import Books
import Catalogue
import Foundation

extension FileFormat {
    /// Its reader is for tables. Records in JSON Lines are imported with their photos (`ImportFile.isScan`).
    package static let scan = FileFormat(
        name: "scan", title: "Results of scans, as JSON Lines or CSV",
        titleInText: "results of scans (JSON Lines or CSV)",
        recognises: { $0.isScan || ScanTableReader.fits($0.tableHeader) },
        reader: { file, source throws(CatalogueError) in try ScanTableReader(file, from: source) })
}

extension ImportFile {
    /// Whether its first line is the record of a photo, as `scan --format jsonl` writes it. Of a run without photos it is
    /// empty, and known by its name.
    package var isScan: Bool {
        if head.isEmpty { return !isEmptyFolder && name.lowercased().hasSuffix(".jsonl") }
        let text = head.withoutByteOrderMark
        guard let line = text.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first,
            line.first == UInt8(ascii: "{")
        else {
            return false
        }
        let keys = [#""photo":"#, #""isbns":"#].map { Data($0.utf8) }
        return keys.allSatisfy { Data(line).range(of: $0) != nil }
    }
}

/// Imports the own ISBN of each book that a row's photo shows. Further ISBNs, such as those of sets and e-books, are no
/// books that are there.
struct ScanTableReader: EntryReader {
    let header: [String]
    let source: TableSource
    let isPersonal = false
    let leftOut: [String] = []
    var fraction: Double? { rows.fraction }
    private var rows: DelimitedReader
    private let columns: [Column: Int]
    /// The remaining books of the current row.
    private var waiting: ArraySlice<ReadEntry> = []

    private enum Column: String, CaseIterable {
        case photo, page, status, isbn13
        case otherBooks = "other_books"
    }

    static func fits(_ header: [String]) -> Bool {
        Column.allCases.allSatisfy { header.contains($0.rawValue) }
    }

    /// - Throws: `unreadable`, `otherFormat`.
    init(_ file: ImportFile, from source: TableSource) throws(CatalogueError) {
        let table = try TableFile(file)
        guard Self.fits(table.header) else { throw .otherFormat(path: file.name, expected: "a scan") }
        self.source = source
        header = table.header
        columns = Dictionary(
            uniqueKeysWithValues: Column.allCases.compactMap { column in
                table.header.firstIndex(of: column.rawValue).map { (column, $0) }
            })
        rows = try table.rows()
    }

    mutating func next() throws(CatalogueError) -> ReadEntry? {
        while waiting.isEmpty {
            guard let row = try rows.next() else { return nil }
            waiting = entries(row)[...]
        }
        return waiting.popFirst()
    }

    private func entries(_ row: DelimitedRecord) -> [ReadEntry] {
        func cell(_ column: Column) -> String {
            guard let place = columns[column], row.fields.indices.contains(place) else { return "" }
            return row.fields[place]
        }
        // Every row that was written has all columns.
        if row.isTruncated || row.isUnended && row.fields.count < header.count {
            return [ReadEntry(line: row.line, fields: row.fields, entry: .failure(.truncated))]
        }
        let isbns = ([cell(.isbn13)] + CellText.parts(cell(.otherBooks))).filter { !$0.isEmpty }
        // A row without ISBNs is reported with its status, such as `uncertain`.
        let texts: [String?] = isbns.isEmpty ? [nil] : isbns
        return texts.map { text in
            ReadEntry(
                line: row.line, fields: row.fields,
                entry: Result { () throws(RefusedRow.Reason) in
                    guard let text else { throw .noBook(cell(.status)) }
                    var entry = ImportedEntry(by: source.person, lists: [source.list].compactMap(\.self))
                    try entry.takeISBNs([text])
                    try entry.credit(source)
                    return entry
                })
        }
    }
}
