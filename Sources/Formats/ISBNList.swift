// A plain list of ISBNs, one per line; other text in a line is ignored.
import Books
import Catalogue

extension FileFormat {
    static let isbns = FileFormat(
        name: "isbns", title: "A list of ISBNs, one per line", titleInText: "lists of ISBNs",
        recognises: { file in
            guard let first = file.tableHeader.first(where: { $0.tidied != nil }) else { return false }
            return ISBNListReader.isbns(first).contains { $0.isbn != nil }
                || file.tableHeader.contains { ISBNCell($0).isbn != nil }
        },
        reader: { file, source throws(CatalogueError) in try ISBNListReader(file, from: source) })
}

struct ISBNListReader: EntryReader {
    let header = ["line"]
    let source: TableSource
    let isPersonal = false
    let encoding: String?
    private(set) var leftOut: [String] = []
    var fraction: Double? { bytes.fraction }
    private var bytes: TableBytes
    private var line = 0
    /// Further ISBNs of the last line.
    private var waiting: ArraySlice<ReadEntry> = []

    init(_ file: ImportFile, from source: TableSource) throws(CatalogueError) {
        self.source = source
        let table = try TableFile(file)
        encoding = table.encoding
        bytes = try table.bytes()
    }

    mutating func next() throws(CatalogueError) -> ReadEntry? {
        while waiting.isEmpty {
            guard let text = try nextLine() else { return nil }
            waiting = entries(text)[...]
        }
        return waiting.popFirst()
    }

    /// The numbers of a line that are meant as ISBNs.
    static func isbns(_ text: String) -> [ISBNCell] {
        let cell = ISBNCell(text)
        if case .isbn = cell { return [cell] }
        let found = ISBN.find(in: text)
        let matches = found.matches.filter(\.repairs.isEmpty).map(\.isbn).uniqued
        if !matches.isEmpty { return matches.map { .isbn($0) } }
        return cell == .none ? [] : [cell]
    }

    private mutating func entries(_ text: String) -> [ReadEntry] {
        guard text.tidied != nil else { return [] }
        let cells = Self.isbns(text)
        if cells.contains(where: { $0.isbn != nil }), text.hasWords {
            leftOut = ["text beside ISBNs"]
        }
        return (cells.isEmpty ? [.none] : cells).map { cell in
            ReadEntry(
                line: line, fields: [text],
                entry: Result { () throws(RefusedRow.Reason) in try entry(cell) })
        }
    }

    private func entry(_ cell: ISBNCell) throws(RefusedRow.Reason) -> ImportedEntry {
        var entry = ImportedEntry(by: source.person, lists: [source.list].compactMap(\.self))
        switch cell {
        case .none: throw .nothingToAdd
        case .rounded: throw .onlyRounded
        case .wrong(let wrong): throw .wrongISBN(wrong)
        case .isbn(let isbn): entry.book.isbn = isbn
        case .padded(let isbn):
            entry.book.isbn = isbn
            entry.isPadded = true
        }
        return entry
    }

    private mutating func nextLine() throws(CatalogueError) -> String? {
        var text: [UInt8] = []
        while let byte = try bytes.next() {
            if byte == 0x0A {
                line += 1
                return String(decoding: text, as: UTF8.self)
            }
            if text.count < DelimitedReader.limit { text.append(byte) }
        }
        line += 1
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}

extension String {
    /// Whether it contains more than an ISBN with its label.
    fileprivate var hasWords: Bool {
        split { !$0.isLetter }.contains { !["isbn", "x"].contains($0.lowercased()) }
    }
}
