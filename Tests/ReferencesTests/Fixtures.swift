// Catalogues of invented books, in the format of real ones.
import Books
import Foundation
import TestSupport

@testable import References

enum Dump {
    /// A row of an edition; `members` are further members of its JSON.
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

    /// Editions with titles `Book 1` and so on.
    static func editions(_ numbers: some Sequence<Int>) -> String {
        numbers.map { number in
            edition(
                number, #""title": "Book \#(number)", "isbn_13": ["\#(isbn(number).isbn13)"]"#,
                #""publishers": ["Press \#(number % 7)"], "languages": [{"key": "/languages/eng"}]"#)
        }.joined()
    }

    /// A different ISBN for each `number`, in no particular order.
    static func isbn(_ number: Int) -> ISBN {
        let body = 9_780_000_000_000 + UInt64(number) * 7_919_981 % 1_000_000_000 * 10
        return (0...9).lazy.compactMap { ISBN(value: body / 10 * 10 + $0) }.first!
    }
}

/// A folder for references and their input files.
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

    /// Compresses a file with gzip to `NAME.gz`.
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
