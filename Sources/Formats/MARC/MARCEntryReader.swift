// Reads a file of MARC records as books.
import Books
import Catalogue
import Foundation
import MARC

struct MARCEntryReader: EntryReader {
    /// Enough to find a record.
    let header = ["control number", "isbn", "author", "title"]
    let source: TableSource
    let isPersonal = false
    var leftOut: [String] { otherTags.sorted() }
    var fraction: Double? { records.fraction }
    private var otherTags: Set<String> = []
    private var records: MARCRecordFile
    private var number = 0

    /// - Parameter expected: the form's name for people.
    /// - Throws: `otherFormat`, `encoding`, `unreadable`.
    init(
        _ file: ImportFile, form: MARCForm, expected: String, from source: TableSource
    ) throws(CatalogueError) {
        if form == .xml, let encoding = MARCForm.foreignEncoding(head: file.head) {
            throw .encoding(path: file.name, encoding)
        }
        guard MARCForm(head: file.head) == form || form == .iso2709 && file.isBlank else {
            throw .otherFormat(path: file.name, expected: expected)
        }
        records = try MARCRecordFile(file, form: form)
        self.source = source
    }

    mutating func next() throws(CatalogueError) -> ReadEntry? {
        guard let record = try records.next() else { return nil }
        number += 1
        var fields: [String] = []
        if case .success(let read) = record {
            fields = read.fields.summary
            if !read.isDeleted { otherTags.formUnion(read.fields.otherTags) }
        }
        let source = source
        return ReadEntry(
            line: number, fields: fields,
            entry: Result { () throws(RefusedRow.Reason) in try ImportedEntry(record.get(), from: source) })
    }
}

extension MARCRecord {
    /// The values for `MARCEntryReader.header`.
    fileprivate var summary: [String] {
        let isMARC21 = dialect == .marc21
        return [
            control["001"] ?? "", isbnTexts(dialect).joined(separator: "; "),
            first(isMARC21 ? "100" : "700", "a") ?? "", first(isMARC21 ? "245" : "200", "a") ?? "",
        ]
    }
}
