// CSL-JSON: the format of Zotero, Pandoc and citation processors.
import Books
import Catalogue
import Foundation
import Output

extension FileFormat {
    static let cslJSON = FileFormat(
        name: "csl-json", title: "CSL-JSON",
        recognises: { file in
            let head = String(decoding: file.head, as: UTF8.self)
            let type =
                /"type"\s*:\s*"(?:book|chapter|article|article-[a-z]+|paper-conference|thesis|report|webpage|[a-z]+_[a-z]+|entry[a-z-]*|manuscript|document|pamphlet|classic|collection)"/
            return head.firstMatch(of: /^[\u{FEFF}\s]*[\[{]/) != nil && head.firstMatch(of: type) != nil
        },
        reader: { file, source throws(CatalogueError) in try CSLReader(file, from: source) },
        writer: { _ in CSLWriter() })
}

/// Names of variables that the reader and the writer share.
private enum Variable {
    static let id = "id", type = "type", title = "title", short = "title-short", issued = "issued",
        isbn = "ISBN"
    static let publisher = "publisher", pages = "number-of-pages", series = "collection-title"
    static let seriesNumber = "collection-number", language = "language", keyword = "keyword", doi = "DOI"
    static let dateParts = "date-parts"

    static let roles: [(name: String, role: Contributor.Role)] = [
        ("author", .author), ("editor", .editor), ("translator", .translator), ("illustrator", .illustrator),
        ("contributor", .contributor),
    ]
}

/// Reads the books among the items of a file.
struct CSLReader: EntryReader {
    let header = ["item"]
    let source: TableSource
    let isPersonal = false
    let encoding: String?
    private var left = LeftOutFields()
    private let items: [Any]
    private var place = 0

    var leftOut: [String] { left.names }
    var fraction: Double? { Double(place) / Double(max(1, items.count)) }

    /// - Throws: `unreadable`; `malformed` if it is not complete JSON; `otherFormat` if it contains no items.
    init(_ file: ImportFile, from source: TableSource) throws(CatalogueError) {
        self.source = source
        let json = try file.json { try JSONSerialization.jsonObject(with: $0) }
        encoding = json.encoding
        switch json.value {
        case let list as [Any]: items = list
        case let item as [String: Any]: items = item["items"] as? [Any] ?? [item]
        default: throw .otherFormat(path: file.name, expected: "CSL-JSON")
        }
        let isCSL = items.contains { ($0 as? [String: Any])?[Variable.type] is String }
        guard items.isEmpty || isCSL else { throw .otherFormat(path: file.name, expected: "CSL-JSON") }
    }

    mutating func next() throws(CatalogueError) -> ReadEntry? {
        guard place < items.count else { return nil }
        let item = items[place] as? [String: Any]
        let json = Self.json(items[place])
        place += 1
        let type = item?[Variable.type] as? String
        let citation = item.flatMap { item in type.flatMap { self.citation(of: item, $0.lowercased()) } }
        let source = source
        let entry = Result { () throws(RefusedRow.Reason) in
            guard let type else { throw .damaged }
            guard let citation else { throw .noBook(type) }
            return try ImportedEntry(citation, from: source)
        }
        return ReadEntry(line: place, fields: [json], entry: entry)
    }

    /// `nil` for items other than books that have no ISBN, and for articles.
    private mutating func citation(of item: [String: Any], _ type: String) -> Citation? {
        let isbns = Self.texts(item[Variable.isbn])
        let isBook = Self.books.contains(type)
        guard isBook || !type.hasPrefix("article") && ImportedEntry.hasISBN(isbns) else { return nil }
        let isPart = Self.parts.contains(type)
        var citation = Citation(isbns: isbns)
        if isPart {
            citation.title = Self.text(item["container-title"]).map(Self.withoutMarkup)
        } else {
            citation.take(
                fullTitle: Self.text(item[Variable.title]).map(Self.withoutMarkup),
                short: Self.text(item[Variable.short] ?? item["shortTitle"]).map(Self.withoutMarkup))
        }
        for (name, role) in Variable.roles {
            let names = item[isPart && role == .author ? "container-author" : name]
            citation.contributors += Self.contributors(names, role)
        }
        citation.series = Self.text(item[Variable.series])
        citation.seriesNumber = Self.text(item[Variable.seriesNumber] ?? item["volume"])
        citation.publisher = Self.text(item[Variable.publisher])
        citation.year = Self.year(item[Variable.issued])
        citation.pages = isPart ? nil : Self.text(item[Variable.pages])
        citation.language = Self.text(item[Variable.language])
        citation.tags = Self.tags(item[Variable.keyword])
        citation.doi = isPart ? nil : Self.text(item[Variable.doi])
        citation.notes = [item["note"], item["annote"]].flatMap(Self.texts)
        noteLeftOut(item, isPart: isPart)
        return citation
    }

    private mutating func noteLeftOut(_ item: [String: Any], isPart: Bool) {
        for (name, value) in item.sorted(by: { $0.key < $1.key }) where !Self.taken.contains(name) {
            switch name {
            case "container-title", "container-author": if isPart { continue }
            case Variable.title, "author", Variable.pages, Variable.doi, Variable.short, "shortTitle":
                if !isPart { continue }
            case "volume": if item[Variable.series] != nil, item[Variable.seriesNumber] == nil { continue }
            default: break
            }
            if !Self.values(value).isEmpty { left.add(name) }
        }
        // Of a list only the first text is taken, and nothing of an object.
        for name in Self.single where Self.values(item[name]).count > 1 || Self.isUnread(item[name]) {
            left.add(name)
        }
        for name in Self.repeated where Self.isUnread(item[name]) { left.add(name) }
    }

    private static let single = [
        Variable.title, Variable.short, "shortTitle", "container-title", Variable.publisher, Variable.series,
        Variable.seriesNumber, "volume", Variable.language, Variable.pages, Variable.doi,
    ]
    private static let repeated = [Variable.isbn, "note", "annote"]

    private static let books: Set = ["book", "classic", "collection", "pamphlet"]
    private static let parts: Set = [
        "chapter", "paper-conference", "entry", "entry-encyclopedia", "entry-dictionary",
    ]
    private static let taken: Set = Set(
        Variable.roles.map(\.name).filter { $0 != "author" } + [
            Variable.id, Variable.type, Variable.isbn, Variable.publisher, Variable.issued, Variable.series,
            Variable.seriesNumber, Variable.language, Variable.keyword, "note", "annote", "citation-key",
        ])
}

// Converts values.
extension CSLReader {
    /// From a string or a number, or the first in a list.
    private static func text(_ value: Any?) -> String? { texts(value).first }

    private static func texts(_ value: Any?) -> [String] {
        values(value).compactMap { value in
            switch value {
            case let text as String: text
            case let number as NSNumber: number.stringValue
            default: nil
            }
        }
    }

    /// A value, or those of a list, as Crossref writes it.
    private static func values(_ value: Any?) -> [Any] {
        (value as? [Any] ?? [value].compactMap(\.self)).filter { !isEmpty($0) }
    }

    private static func isEmpty(_ value: Any) -> Bool {
        value is NSNull || (value as? String).map { $0.tidied == nil } == true
    }

    private static func isUnread(_ value: Any?) -> Bool { texts(value).count < values(value).count }

    private static func contributors(_ value: Any?, _ role: Contributor.Role) -> [Contributor] {
        (value as? [Any] ?? [value].compactMap(\.self)).compactMap { item in
            guard let parts = item as? [String: Any] else {
                return text(item).map { Contributor(name: $0, role: role) }
            }
            if let literal = text(parts["literal"]) {
                return Contributor(PersonalName(literal: literal), role: role)
            }
            let particles = [parts["dropping-particle"], parts["non-dropping-particle"]].compactMap {
                text($0)
            }
            let name = PersonalName(
                family: text(parts["family"]) ?? "", given: text(parts["given"]),
                particle: particles.joined(separator: " "), suffix: text(parts["suffix"]))
            return Contributor(name, role: role)
        }
    }

    private static func year(_ value: Any?) -> String? {
        guard let date = value as? [String: Any] else { return text(value) }
        let parts = (date[Variable.dateParts] as? [Any])?.first as? [Any]
        return text(parts?.first) ?? text(date["raw"]) ?? text(date["literal"])
    }

    /// Separated by semicolons if there are any, else by commas.
    private static func tags(_ value: Any?) -> [String] {
        if let list = value as? [Any] { return list.compactMap { text($0) } }
        guard let text = text(value) else { return [] }
        let parts = CellText.escapedParts(text)
        return text.contains(";") ? parts : parts.flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// Removes the markup that CSL defines, if tags are paired.
    private static func withoutMarkup(_ text: String) -> String {
        guard text.contains("</") else { return text }
        let pair = /<(i|b|sc|sup|sub|span)(?: [^<>]*)?>([^<>]*)<\/\1>/
        var text = text
        // Innermost tags first.
        for _ in 0..<4 { text = text.replacing(pair) { String($0.2) } }
        return text
    }

    private static func json(_ item: Any) -> String {
        let data = try? JSONSerialization.data(
            withJSONObject: item, options: [.fragmentsAllowed, .sortedKeys])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// Writes every book as `book`.
struct CSLWriter: EntryWriter {
    let fileType = FileType(media: "application/vnd.citationstyles.csl+json", suffix: "json")
    private var keys = CitationKeys()
    private var isFirst = true

    func beginning() -> String { "[" }
    func end() -> String { isFirst ? "]\n" : "\n]\n" }

    mutating func text(of kept: KeptBook) -> String {
        let book = kept.book
        guard let title = book.wholeTitle?.tidied else { return "" }
        var item: [String: JSONTree] = [
            Variable.id: .text(keys.key(of: book)), Variable.type: .text("book"),
            Variable.title: .text(title),
        ]
        if book.subtitle?.tidied != nil { item[Variable.short] = book.title?.tidied.map(JSONTree.text) }
        for (name, role) in Variable.roles {
            let names = book.names(role).map(Self.object)
            if !names.isEmpty { item[name] = .list(names) }
        }
        item[Variable.issued] = book.year.map { .object([Variable.dateParts: .list([.list([.whole($0)])])]) }
        item[Variable.isbn] = book.isbnField.map(JSONTree.text)
        item[Variable.publisher] = book.publisher.map(JSONTree.text)
        item[Variable.pages] = book.pages.map(JSONTree.whole)
        item[Variable.series] = book.series.map(JSONTree.text)
        item[Variable.seriesNumber] = book.series == nil ? nil : book.seriesNumber.map(JSONTree.text)
        item[Variable.language] = book.language?.tidied.map { .text(LanguageName.tag($0)) }
        item[Variable.doi] = book.doi.map(JSONTree.text)
        if !book.tags.isEmpty { item[Variable.keyword] = .text(CSVRow.escaped(book.tags)) }
        // No number in it is infinite or NaN.
        guard let line = try? JSONLine.line(item) else { return "" }
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n") + line.dropLast()
    }

    private static func object(_ name: PersonalName) -> JSONTree {
        if name.isLiteral { return .object(["literal": .text(name.family)]) }
        let parts = [
            "family": name.family, "given": name.given, "non-dropping-particle": name.particle,
            "suffix": name.suffix,
        ]
        return .object(parts.compactMapValues { $0.map(JSONTree.text) })
    }
}
