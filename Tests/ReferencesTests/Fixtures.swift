// Catalogues of invented books, in the shape of the real thing.
import Books
import Foundation
import TestSupport

@testable import References

enum Dump {
    /// A row of an edition; `members` are further ones of its JSON.
    static func edition(_ number: Int, _ members: String...) -> String {
        row("/type/edition", "/books/OL\(number)M", members)
    }

    static func author(_ number: Int, _ name: String) -> String {
        row("/type/author", "/authors/OL\(number)A", [#""name": "\#(name)""#])
    }

    static func row(_ type: String, _ key: String, _ members: [String]) -> String {
        let members =
            members + [
                #""key": "\#(key)", "type": {"key": "\#(type)"}, "revision": 2, "latest_revision": 2"#,
                #""last_modified": {"type": "/type/datetime", "value": "2026-10-31T11:12:13.141516"}"#,
            ]
        return "\(type)\t\(key)\t2\t2026-10-31T11:12:13.141516\t{\(members.joined(separator: ", "))}\n"
    }

    /// Editions with a title each, `Book 1` and on.
    static func editions(_ numbers: some Sequence<Int>) -> String {
        numbers.map { number in
            edition(
                number, #""title": "Book \#(number)", "isbn_13": ["\#(isbn(number).isbn13)"]"#,
                #""publishers": ["Press \#(number % 7)"], "languages": [{"key": "/languages/eng"}]"#)
        }.joined()
    }

    /// A number that is another for each `number`, in no order.
    static func isbn(_ number: Int) -> ISBN {
        let body = 9_780_000_000_000 + UInt64(number) * 7_919_981 % 1_000_000_000 * 10
        return (0...9).lazy.compactMap { ISBN(value: body / 10 * 10 + $0) }.first!
    }
}

enum MARC {
    /// A record as ISO 2709 has it. Of a field the tag, and its text with `$` for the subfield mark.
    static func record(
        _ fields: [(tag: String, text: String)], encoding: Character = "a", status: Character = "n",
        bytes: [String: [UInt8]] = [:]
    ) -> Data {
        var directory = ""
        var content = Data()
        for (tag, text) in fields {
            let start = content.count
            content += bytes[tag].map { Data($0) } ?? Data(text.replacing("$", with: "\u{1F}").utf8)
            content.append(0x1E)
            directory += tag + padded(content.count - start, 4) + padded(start, 5)
        }
        let base = 24 + directory.utf8.count + 1
        let leader =
            "\(padded(base + content.count + 1, 5))\(status)am \(encoding)22\(padded(base, 5)) a 4500"
        return Data(leader.utf8) + Data(directory.utf8) + [0x1E] + content + [0x1D]
    }

    private static func padded(_ number: Int, _ length: Int) -> String {
        String(repeating: "0", count: length - String(number).count) + String(number)
    }

    static let lantern: [(tag: String, text: String)] = [
        ("001", "991"), ("008", "980914s1998    nyu           000 0 eng d"),
        ("020", "  $a9780306406157 (pbk.)"),
        ("020", "  $a0-456-78901-4 (bound)"), ("100", "1 $aNovak, Maria,$eauthor."),
        ("245", "14$aThe lantern atlas :$ba field guide to harbour lights /$cMaria Novak."),
        ("264", " 1$aBoston :$bQuayside Press,$c1998."), ("300", "  $axii, 374 p. ;$c23 cm"),
        ("650", " 0$aLighthouses."),
        ("700", "1 $aPopescu, I. L.,$eillustrator."),
    ]

    static func xml(_ fields: [(tag: String, text: String)], prefix: String = "") -> String {
        let inner = fields.map { tag, text in
            if tag < "010" { return "<\(prefix)controlfield tag=\"\(tag)\">\(text)</\(prefix)controlfield>" }
            let subfields = text.split(separator: "$").dropFirst().map { part in
                "<\(prefix)subfield code=\"\(part.prefix(1))\">\(part.dropFirst())</\(prefix)subfield>"
            }
            let marks = Array(text.prefix(2))
            return "<\(prefix)datafield tag='\(tag)' ind1=\"\(marks[0])\" ind2=\"\(marks[1])\">\n"
                + "\(subfields.joined(separator: "\n"))</\(prefix)datafield>"
        }
        return "<\(prefix)record><\(prefix)leader>00000nam a2200000 a 4500</\(prefix)leader>\n"
            + "\(inner.joined(separator: "\n"))\n</\(prefix)record>\n"
    }

    static func collection(_ records: String...) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n"
            + records.joined() + "</collection>\n"
    }
}

/// A place for references, and what they are made from.
struct Workshop {
    let files: TemporaryFolder
    var store: String { files.file("store.sqlite").path }
    var folder: ReferenceFolder { ReferenceFolder(besideStore: store) }

    init(_ files: [String: String] = [:]) throws { self.files = try TemporaryFolder(files) }

    func path(_ name: String) -> String { files.file(name).path }

    func builder(
        _ names: [String], name: String = "test", filter: ReferenceFilter = ReferenceFilter(),
        isReplacing: Bool = false, runSize: Int = 1 << 20
    ) throws -> ReferenceBuilder {
        try ReferenceBuilder(
            name: name, files: names.map(path), filter: filter, in: folder, isReplacing: isReplacing,
            runSize: runSize)
    }

    /// A reference of one file with this content.
    func reference(
        _ content: Data, filter: ReferenceFilter = ReferenceFilter(), isReplacing: Bool = false
    ) async throws -> ReferenceFile {
        try files.write(content, to: "input")
        return try await builder(["input"], filter: filter, isReplacing: isReplacing).build()
    }

    func reference(_ text: String, filter: ReferenceFilter = ReferenceFilter()) async throws -> ReferenceFile
    {
        try await reference(Data(text.utf8), filter: filter)
    }

    /// Packs a file with gzip, which leaves `NAME.gz` beside it.
    func pack(_ name: String) throws {
        let gzip = Process()
        gzip.executableURL = URL(filePath: "/usr/bin/env")
        gzip.arguments = ["gzip", "--keep", path(name)]
        try gzip.run()
        gzip.waitUntilExit()
    }

    var contents: [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
}
