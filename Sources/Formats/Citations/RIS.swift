// RIS: the exchange format of EndNote, Zotero and library catalogues.
import Books
import Catalogue
import Foundation

extension FileFormat {
    static let ris = FileFormat(
        name: "ris", title: "RIS",
        recognises: { file in
            String(decoding: file.head, as: UTF8.self).firstMatch(of: /(?m)^\u{FEFF}?TY {1,2}- ?[A-Z]{2,}/)
                != nil
        },
        reader: { file, source throws(CatalogueError) in try RISReader(file, from: source) },
        writer: { _ in RISWriter() })
}

/// Tags that the reader and the writer share.
private enum Tag {
    static let type = "TY", id = "ID", author = "AU", editor = "ED", translator = "A4", title = "TI"
    static let short = "ST", series = "T3", number = "VL", publisher = "PB", year = "PY", pages = "SP"
    static let isbn = "SN", doi = "DO", language = "LA", keyword = "KW", end = "ER"
}

/// A record's lines, by their tags.
private struct RISRecord {
    var line: Int
    var fields: [(tag: String, value: String)] = []
    var hasEnd = false

    var type: String { value(Tag.type)?.uppercased() ?? "" }

    func values(_ tags: String...) -> [String] {
        fields.filter { tags.contains($0.tag) && $0.value.tidied != nil }.map(\.value)
    }

    func value(_ tags: String...) -> String? {
        for tag in tags {
            if let field = fields.first(where: { $0.tag == tag && $0.value.tidied != nil }) {
                return field.value
            }
        }
        return nil
    }

    var text: String { fields.map { RISWriter.line($0.tag, $0.value) }.joined() }
}

/// Reads the books among the records of a file.
struct RISReader: EntryReader {
    let header = ["record"]
    let source: TableSource
    let isPersonal = false
    let encoding: String?
    private var left = LeftOutFields()
    private let bytes: [UInt8]
    private var place = 0
    private var line = 0
    /// The first line of the next record, read when a record had no end.
    private var pending: (tag: String, value: String)?

    var leftOut: [String] { left.names }
    var fraction: Double? { Double(place) / Double(max(1, bytes.count)) }

    /// - Throws: `unreadable`; `encoding`; `otherFormat` if it contains text but no record.
    init(_ file: ImportFile, from source: TableSource) throws(CatalogueError) {
        (bytes, encoding) = try file.text()
        self.source = source
        var probe = self
        guard file.isBlank || probe.record() != nil else {
            throw .otherFormat(path: file.name, expected: "RIS")
        }
    }

    mutating func next() throws(CatalogueError) -> ReadEntry? {
        guard let record = record() else { return nil }
        let (citation, source) = (citation(of: record), source)
        let entry = Result { () throws(RefusedRow.Reason) in
            guard record.hasEnd else { throw .truncated }
            guard let citation else { throw .noBook(record.type) }
            return try ImportedEntry(citation, from: source)
        }
        return ReadEntry(line: record.line, fields: [record.text], entry: entry)
    }

    /// Skips text before a record. A record may lack its end if another follows.
    private mutating func record() -> RISRecord? {
        var record: RISRecord?
        while let (tag, value) = nextLine() {
            guard let tag else {
                if let last = record?.fields.indices.last, !value.isEmpty {
                    record?.fields[last].value += "\n" + value
                }
                continue
            }
            switch tag {
            case Tag.type where record == nil: record = RISRecord(line: line, fields: [(tag, value)])
            case Tag.type:
                pending = (tag, value)
                record?.hasEnd = true
                return record
            case Tag.end where record != nil:
                record?.hasEnd = true
                return record
            default: record?.fields.append((tag, value))
            }
        }
        return record
    }

    /// - Returns: a tag and its value, or a line that continues the value before; `nil` at the end.
    private mutating func nextLine() -> (tag: String?, value: String)? {
        if let pending {
            self.pending = nil
            return pending
        }
        guard place < bytes.count else { return nil }
        let start = place
        while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
        let text = String(textOf: bytes[start..<place])
        if place < bytes.count { place += bytes[place...].starts(with: [0x0D, 0x0A]) ? 2 : 1 }
        line += 1
        guard let (tag, value) = Self.parts(text) else { return (nil, text) }
        return (tag, value)
    }

    /// `TI  - Title`; fewer spaces are accepted.
    private static func parts(_ line: String) -> (tag: String, value: String)? {
        let bytes = Array(line.utf8)
        guard bytes.count >= 4, (0x41...0x5A).contains(bytes[0]),
            (0x41...0x5A).contains(bytes[1]) || (0x30...0x39).contains(bytes[1])
        else { return nil }
        let hyphen = bytes[2...].prefix(3).firstIndex(of: UInt8(ascii: "-")) ?? 2
        guard hyphen > 2, bytes[2..<hyphen].allSatisfy({ $0 == 0x20 }) else { return nil }
        let value = bytes[(hyphen + 1)...]
        return (
            String(decoding: bytes[..<2], as: UTF8.self),
            String(decoding: value.first == 0x20 ? value.dropFirst() : value, as: UTF8.self)
        )
    }

    /// `nil` for records other than books that have no ISBN, and for articles.
    private mutating func citation(of record: RISRecord) -> Citation? {
        let isbns = record.values(Tag.isbn)
        let isBook = Self.books.contains(record.type)
        guard isBook || !Self.articles.contains(record.type) && ImportedEntry.hasISBN(isbns) else {
            return nil
        }
        let isPart = Self.parts.contains(record.type)
        var citation = Citation(isbns: isbns)
        if isPart {
            citation.title = record.value("BT", "T2")
        } else {
            citation.take(
                fullTitle: record.value(Tag.title, "T1", "BT", "CT"), short: record.value(Tag.short))
        }
        citation.contributors = contributors(record, isPart: isPart)
        citation.series = record.value(Tag.series) ?? (isPart ? nil : record.value("T2"))
        citation.seriesNumber = record.value("SV", Tag.number)
        citation.publisher = record.value(Tag.publisher)
        citation.year = record.value(Tag.year, "Y1", "DA")
        citation.pages = isPart || record.value("EP") != nil ? nil : record.value(Tag.pages)
        citation.language = record.value(Tag.language)
        citation.tags = record.values(Tag.keyword).flatMap { $0.split(separator: "\n").map(String.init) }
        citation.doi = isPart ? nil : record.value(Tag.doi)
        citation.notes = record.values("N1")
        noteLeftOut(record, isPart: isPart)
        return citation
    }

    private func contributors(_ record: RISRecord, isPart: Bool) -> [Contributor] {
        // The authors of a chapter are not the book's.
        let authors = isPart ? [] : record.values(Tag.author, "A1")
        let roles: [([String], Contributor.Role)] = [
            (authors, .author), (record.values(Tag.editor, "A2"), .editor),
            (record.values(Tag.translator), .translator), (record.values("A3"), .contributor),
        ]
        return roles.flatMap { names, role in
            names.map { Contributor(inverted: $0, role: role) }
        }
    }

    private mutating func noteLeftOut(_ record: RISRecord, isPart: Bool) {
        let hasSeries = record.value(Tag.series) != nil || !isPart && record.value("T2") != nil
        for (tag, value) in record.fields where value.tidied != nil {
            switch tag {
            case Tag.number, "SV": if !hasSeries { left.add(tag) }
            case Tag.pages, "EP": if isPart || record.value("EP") != nil { left.add(tag) }
            case Tag.author, "A1", Tag.title, "T1", Tag.doi: if isPart { left.add(tag) }
            case Tag.short:
                if isPart || !(record.value(Tag.title, "T1") ?? "").hasPrefix(value) { left.add(tag) }
            default: if !Self.taken.contains(tag) { left.add(tag) }
            }
        }
    }

    private static let books: Set = ["BOOK", "EBOOK", "EDBOOK", "CLSWK", "PAMP"]
    private static let parts: Set = ["CHAP", "ECHAP", "CONF", "CPAPER", "ENCYC", "DICT"]
    private static let articles: Set = [
        "JOUR", "EJOUR", "JFULL", "MGZN", "NEWS", "ABST", "INPR", "SER", "ELEC", "BLOG",
    ]
    private static let taken: Set = [
        Tag.type, Tag.id, Tag.editor, "A2", "A3", Tag.translator, "BT", "T2", "CT", Tag.series, Tag.publisher,
        Tag.year, "Y1", "DA", Tag.isbn, Tag.language, Tag.keyword, "N1",
    ]
}

/// Writes every book as `BOOK`.
struct RISWriter: EntryWriter {
    let fileType = FileType(media: "application/x-research-info-systems", suffix: "ris")
    private var keys = CitationKeys()

    mutating func text(of kept: KeptBook) -> String {
        let book = kept.book
        guard let title = book.wholeTitle?.tidied else { return "" }
        var lines = Self.line(Tag.type, "BOOK") + Self.line(Tag.id, keys.key(of: book))
        func add(_ tag: String, _ value: String?) {
            if let value = value?.tidied { lines += Self.line(tag, value) }
        }
        for (tag, role) in [
            (Tag.author, Contributor.Role.author), (Tag.editor, .editor), (Tag.translator, .translator),
        ] {
            for contributor in book.contributors where contributor.role == role {
                add(tag, contributor.sortName ?? Self.written(contributor.parts))
            }
        }
        add(Tag.title, title)
        add(Tag.short, book.subtitle == nil ? nil : book.title)
        add(Tag.series, book.series)
        add(Tag.number, book.series == nil ? nil : book.seriesNumber)
        add(Tag.publisher, book.publisher)
        add(Tag.year, book.year.map(String.init))
        add(Tag.pages, book.pages.map(String.init))
        add(Tag.isbn, book.isbnField)
        add(Tag.doi, book.doi)
        add(Tag.language, book.language)
        for tag in book.tags { add(Tag.keyword, tag) }
        return lines + "\(Tag.end)  - \r\n\r\n"
    }

    /// A comma at the end shows that the name is not divided, as in EndNote.
    private static func written(_ name: PersonalName) -> String {
        name.isLiteral && name.family.contains(",") ? name.family + "," : name.inverted
    }

    fileprivate static func line(_ tag: String, _ value: String) -> String { "\(tag)  - \(value)\r\n" }
}
