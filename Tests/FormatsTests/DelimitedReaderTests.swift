// Tables field by field, with any quoting, chunks and encodings.
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct DelimitedReaderTests {
    private func records(_ bytes: some Sequence<UInt8>) throws -> [DelimitedRecord] {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = try folder.write(Data(bytes), to: "table")
        var reader = DelimitedReader(try FileHandle(forReadingFrom: file), name: "table")
        var records: [DelimitedRecord] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    private func fields(_ text: String) throws -> [[String]] { try records(text.utf8).map(\.fields) }

    @Test(arguments: [
        ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]), ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
        ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]), ("a;b\n1,5;2\n", [["a", "b"], ["1,5", "2"]]),
        ("a\tb\n1\t2\n", [["a", "b"], ["1", "2"]]), ("a|b\n1|2\n", [["a", "b"], ["1", "2"]]),
        ("a\n1\n", [["a"], ["1"]]), ("", []), ("\n\n", []), ("a,b\n\n1,2\n\n", [["a", "b"], ["1", "2"]]),
        ("a,b\n,\n", [["a", "b"]]), (",\n1,\n", [["", ""], ["1", ""]]),
        ("a,b\n1,2\n,,\n ,\"\"\n3,4\n,\n\u{1A}", [["a", "b"], ["1", "2"], ["3", "4"]]),
        ("a,b\n\"1,\n2\",3\n", [["a", "b"], ["1,\n2", "3"]]),
        ("a,b\n\"1\r\n2\",3\n", [["a", "b"], ["1\n2", "3"]]),
        ("a,b\n\"say \"\"so\"\"\",\"\"\n", [["a", "b"], ["say \"so\"", ""]]),
        ("a,b\n=\"0439023483\",x\n", [["a", "b"], ["=\"0439023483\"", "x"]]),
        ("a,b\n\"=\"\"0439023483\"\"\",x\n", [["a", "b"], ["=\"0439023483\"", "x"]]),
        ("a,b\n5\" disk,\"x\"y\n", [["a", "b"], ["5\" disk", "xy"]]),
        ("a,b\n1,\"2", [["a", "b"], ["1", "2"]]),
        ("\"x;y;z\",b,c\n", [["x;y;z", "b", "c"]]), ("\u{FEFF}a,b\n", [["a", "b"]]),
        ("a,b\n1\0,2\n", [["a", "b"], ["1\0", "2"]]),
    ])
    func `text gives fields`(text: String, expected: [[String]]) throws {
        #expect(try fields(text) == expected)
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
    func `wide text`(encoding: String.Encoding) throws {
        let rows = (0..<5000).map { "Zoë 😀 \($0),x" }
        let text = "title,b\n" + rows.joined(separator: "\n")
        let read = try records(try #require(text.data(using: encoding))).map(\.fields)
        #expect(read == [["title", "b"]] + rows.map { $0.split(separator: ",").map(String.init) })
    }

    @Test func `narrow text field by field`() throws {
        let text = try #require("Zoë,“quoted”,naïve\n".data(using: .windowsCP1252)) + Data("Zoë,b,c\n".utf8)
        #expect(try records(text).map(\.fields) == [["Zoë", "“quoted”", "naïve"], ["Zoë", "b", "c"]])
    }

    @Test func `lines are counted inside fields`() throws {
        #expect(try records("a,b\n\"1\n\n2\",x\n\n3,4\n".utf8).map(\.line) == [1, 2, 6])
    }

    @Test func `an overlong field affects one record`() throws {
        let long = String(repeating: "x", count: DelimitedReader.limit + 10)
        let read = try records("a,b\n1,2\n3,\"\(long)\n5,6\n".utf8)
        #expect(read.map(\.isOverlong) == [false, false, true, false])
        #expect(read.map(\.line) == [1, 2, 3, 4])
        #expect(read.last?.fields == ["5", "6"])
    }

    /// Rows after a missing quote, and reviews over several lines, next to each other.
    @Test(
        arguments: [
            ("1,\"open\n2,\"b\"\n3,c\n", [2], [["2", "b"], ["3", "c"]]),
            ("1,\"open\n2,b\n3,c\n", [2], [["2", "b"], ["3", "c"]]),
            ("1,\"open\n2,\"b\",\"\n3,c\n", [2, 3], [["3", "c"]]),
            (
                "1,\"two\nlines, \"\"quoted\"\"\"\n\"open,2\n3,\"c\nd\"\n4,e", [4],
                [["1", "two\nlines, \"quoted\""], ["3", "c\nd"], ["4", "e"]]
            ),
            ("1,\"two\r\n\r\nlines\"\r\n2,b\r\n", [], [["1", "two\n\nlines"], ["2", "b"]]),
        ] as [(String, [Int], [[String]])])
    func `a missing quote affects one line`(rows: String, lines: [Int], expected: [[String]]) throws {
        let read = try records("a,b\n\(rows)".utf8)
        #expect(read.filter(\.isUnclosed).map(\.line) == lines)
        #expect(read.dropFirst().filter { !$0.isUnclosed }.map(\.fields) == expected)
    }

    @Test func `a missing quote in a long table affects few rows`() throws {
        let rows = (0..<50_000).map {
            $0 == 7 ? "\"\($0),no end" : $0 % 3 == 0 ? "\"\($0)\",\"a\nb\"" : "\($0),plain"
        }
        let read = try records("a,b\n\(rows.joined(separator: "\n"))\n".utf8)
        #expect(read.filter(\.isUnclosed).map(\.fields) == [["7,no end"]])
        #expect(read.count == 50_001)
        #expect(read.last?.fields == ["49999", "plain"])
    }

    @Test(arguments: [String.Encoding.utf32, .utf32LittleEndian, .utf32BigEndian])
    func `four bytes wide text is refused`(encoding: String.Encoding) throws {
        let text = try #require("title,author\nx,y\n".data(using: encoding))
        #expect {
            try records(text)
        } throws: { error in
            error as? CatalogueError == .encoding(path: "table", "UTF-32")
        }
    }

    @Test func `quotes across chunks`() throws {
        let pad = String(repeating: "y", count: 65_530)
        for shift in 0..<8 {
            let field = String(repeating: "z", count: shift) + pad + "\"\"\r\n,é"
            #expect(
                try fields("a,b\r\n\"\(field)\",2\r\n").last
                    == [field.replacing("\"\"", with: "\"").replacing("\r\n", with: "\n"), "2"])
        }
    }

    @Test func `a folder is not a table`() throws {
        let folder = try #require(FileHandle(forReadingAtPath: NSTemporaryDirectory()))
        var reader = DelimitedReader(folder, name: "folder")
        #expect(throws: CatalogueError.unreadable(path: "folder", errno: EISDIR)) { try reader.next() }
    }
}
