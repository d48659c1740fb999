// Files that are cut off, corrupted, empty or of another kind: everything readable is read, and the rest is reported.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Formats

struct DamagedTableTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Reading: Equatable {
        var titles: [String] = []
        var rows = 0
    }

    /// Reads a file in a format to its end.
    private func read(_ file: URL, as format: FileFormat) throws -> Reading {
        var reader = try #require(
            try format.reader?(ImportFile(file.path), TableSource(name: "x", date: .now, person: "ion")))
        var reading = Reading()
        while let row = try reader.next() {
            reading.rows += 1
            #expect(row.fields.count <= 200)
            guard case .success(let entry) = row.entry else { continue }
            #expect(
                entry.book.isbn != nil || entry.book.title != nil || entry.book.unknownNumber != nil,
                "what says nothing is refused")
            if let title = entry.book.title { reading.titles.append(title) }
        }
        return reading
    }

    @Test(arguments: ProgramTable.all.indices)
    func `a table that is cut off anywhere is read up to there`(index: Int) throws {
        let (name, text) = ProgramTable.all[index]
        let format = try #require(FileFormat.all.named(name))
        let file = try folder.write(Data(text.utf8), to: "cut")
        let whole = try read(file, as: format)
        #expect(whole.rows > 0)
        for size in stride(from: text.utf8.count - 1, through: 0, by: -7) {
            #expect(truncate(file.path, off_t(size)) == 0)
            do {
                let reading = try read(file, as: format)
                #expect(reading.rows <= whole.rows + 1)
                // The last may be cut in two; those before it are complete.
                let before = reading.titles.dropLast(2)
                #expect(Array(before) == Array(whole.titles.prefix(before.count)))
            } catch is CatalogueError {}
        }
    }

    private static let json = [
        #"[{"ISBN":"9780306406157","title":"Süß \" ]","author":[{"family":"Ruiz"}],"type":"book"}]"#,
        "[\n {\n  \"type\": \"book\",\n  \"title\": \"Sel\"\n }\n]", ProgramTable.librarythingJSON,
    ]

    @Test(arguments: json)
    func `JSON that is cut anywhere is taken for nothing else, and none of it is read`(text: String) throws {
        let whole = Array(text.utf8)
        for size in 1...whole.count {
            let part = whole.prefix(size)
            let file = try folder.write(Data(part), to: "cut.json")
            do {
                let format = try #require(try FileFormat.ofAnyTable(ImportFile(file.path)), "\(size)")
                #expect(try read(file, as: format).rows > 0)
                #expect(size == whole.count)
            } catch CatalogueError.malformed(_, let place) {
                let line = part.count { $0 == UInt8(ascii: "\n") } + 1
                #expect(size < whole.count && place.hasPrefix("line \(line), "), "\(size): \(place)")
            }
        }
    }

    @Test(arguments: ProgramTable.all.indices)
    func `flipped bytes stop nothing`(index: Int) throws {
        let (name, text) = ProgramTable.all[index]
        let format = try #require(FileFormat.all.named(name))
        var random = SeededGenerator(seed: UInt64(index))
        var most = 0
        for _ in 0..<60 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            }
            let file = try folder.write(Data(bytes), to: "flipped")
            _ = FileFormat.of(try ImportFile(file.path))
            do { most = max(most, try read(file, as: format).rows) } catch is CatalogueError {}
        }
        #expect(most > 0)
    }

    @Test(arguments: FileFormat.read.map(\.name))
    func `files in another format are refused or have no books`(name: String) throws {
        let format = try #require(FileFormat.all.named(name))
        let others: [[UInt8]] = [
            [], Array("\n\n\n".utf8), [UInt8](repeating: 0, count: 4096), Array("{\"a\": [1, 2]}".utf8),
            Array("%PDF-1.7\n%âãÏÓ\n".utf8), [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 300),
            Array("PK\u{03}\u{04}".utf8), Array(String(repeating: "\"", count: 5000).utf8),
            Array(String(repeating: ",", count: 5000).utf8), Array("{\"books_id\": ".utf8),
        ]
        for bytes in others {
            let file = try folder.write(Data(bytes), to: "other")
            do { #expect(try read(file, as: format).titles == []) } catch is CatalogueError {}
        }
    }
}
