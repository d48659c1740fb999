// LibraryThing's JSON export, read as rows of LibraryThing's table.
import Books
import Catalogue
import Foundation

struct LibraryThingRecords: EntryReader {
    let header = LibraryThingColumn.allCases.map(\.rawValue)
    let source: TableSource
    let isPersonal = true
    let leftOut: [String]
    let encoding: String?
    private let layout: TableLayout
    private var rows: ArraySlice<[String]>
    private var number = 0

    var fraction: Double? { Double(number) / Double(max(1, number + rows.count)) }

    /// Whether a file is an object of records with LibraryThing's keys.
    static func fit(_ file: ImportFile) -> Bool {
        let head = String(decoding: file.head.prefix(2000), as: UTF8.self)
        return head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first == "{" && head.contains("\"books_id\"")
    }

    /// - Throws: `unreadable`; `malformed` if it is not complete JSON.
    init(_ file: ImportFile, from source: TableSource) throws(CatalogueError) {
        let json = try file.json { try JSONDecoder().decode([String: JSONTree].self, from: $0) }
        encoding = json.encoding
        let ordered = JSONTree.object(json.value).values.map { $0.members ?? [:] }
        self.source = source
        layout = TableLayout(header: header, of: LibraryThingColumn.dialect)
        rows = ordered.map { record in LibraryThingColumn.allCases.map { $0.cell(record) } }[...]
        let taken = Set(LibraryThingColumn.allCases.flatMap(\.keys)).union(Self.repeated)
        leftOut = Set(
            ordered.flatMap { record in
                record.filter { !taken.contains($0.key) && !$0.value.texts.isEmpty }.map(\.key)
            }
        ).sorted()
    }

    mutating func next() throws(CatalogueError) -> ReadEntry? {
        guard let fields = rows.popFirst() else { return nil }
        number += 1
        let row = TableRow(
            record: DelimitedRecord(line: number, fields: fields), layout: layout)
        let source = source
        return ReadEntry(
            line: number, fields: fields,
            entry: Result { () throws(RefusedRow.Reason) in try ImportedEntry(row, from: source) })
    }

    /// Keys that repeat the data of others.
    private static let repeated = [
        "primaryauthor", "primaryauthorrole", "secondaryauthor", "secondaryauthorroles", "collections_idA",
        "language", "ean", "sortcharacter", "tagidA", "genre_id", "originallanguage_codeA",
    ]
}

extension LibraryThingColumn {
    /// The keys of the column in the records.
    fileprivate var keys: [String] {
        switch self {
        case .bookID: ["books_id"]
        case .author, .authorRole, .otherAuthors, .otherRoles: ["authors"]
        case .languages: ["language_codeA"]
        case .isbn: ["originalisbn"]
        case .isbns: ["isbn"]
        case .pages: ["pages"]
        case .comment: ["comment"]
        case .privateComment: ["privatecomment"]
        case .started: ["datestarted"]
        case .ended: ["dateread"]
        case .acquired: ["dateacquired"]
        case .subjects: ["subject"]
        case .callNumber: ["callnumber"]
        case .fromWhere: ["fromwhere"]
        case .workID: ["workcode"]
        case .lendingPatron: ["lendingpatron"]
        case .lendingStatus: ["lendingstatus"]
        case .lendingStart: ["lendingstart"]
        case .lendingEnd: ["lendingend"]
        default: [rawValue.lowercased().replacing(" ", with: "")]
        }
    }

    fileprivate func cell(_ record: [String: JSONTree]) -> String {
        let authors = record["authors"]?.items.compactMap(\.members) ?? []
        func texts(_ key: String, of people: some Sequence<[String: JSONTree]>) -> String {
            people.map { $0[key]?.texts.first ?? "" }.joined(separator: "|")
        }
        switch self {
        // Each is a list, from the general to the particular.
        case .subjects:
            let subjects = keys.flatMap { record[$0]?.values ?? [] }.map { $0.texts.joined(separator: " > ") }
            return subjects.uniqued.joined(separator: "|")
        case .author: return texts("fl", of: authors.prefix(1))
        case .authorRole: return texts("role", of: authors.prefix(1))
        case .otherAuthors: return texts("fl", of: authors.dropFirst())
        case .otherRoles: return texts("role", of: authors.dropFirst())
        default:
            return keys.flatMap { record[$0]?.texts ?? [] }.joined(separator: ", ")
        }
    }
}

extension JSONTree {
    fileprivate var members: [String: JSONTree]? {
        if case .object(let members) = self { members } else { nil }
    }

    fileprivate var items: [JSONTree] {
        if case .list(let items) = self { items } else { [] }
    }

    /// All texts in it that are not empty, in order.
    fileprivate var texts: [String] {
        switch self {
        case .null: []
        case .truth(let truth): [truth ? "1" : "0"]
        case .whole(let number): [String(number)]
        case .number(let number): [String(number)]
        case .text(let text): text.tidiedLines.isEmpty ? [] : [text]
        case .list(let items): items.flatMap(\.texts)
        case .object: values.flatMap(\.texts)
        }
    }

    /// Those of a list, or those of an object in the order of its keys, which may be numbers.
    fileprivate var values: [JSONTree] {
        switch self {
        case .list(let items): items
        case .object(let members):
            members.sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }.map(\.value)
        case .null: []
        default: [self]
        }
    }
}
