// Dumps that were tampered with, and files that are not dumps.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreDumpTests {
    private let temporary: TemporaryStore

    init() throws {
        temporary = try TemporaryStore()
        let store = temporary.store
        for (title, number) in [("One", "9780439023481"), ("Two", "9780439554930")] {
            var book = Book(isbn: try isbn(number))
            book.title = title
            book.contributors = [Contributor(name: "Ana B.")]
            try store.save(book.credited(.file))
            try store.add(
                Comment(person: "maria", rating: Rating(4.25), text: "Read."), to: reference(number))
            try store.recordingChange(.putOnList, "read", by: "maria")
                .mark([reference(number)], as: .read, by: "maria", on: PartialDate("2021"))
            try store.add([reference(number)], to: "gifts")
            try store.setCover(.made(title), as: .fetched("covers.example", title), of: reference(number))
        }
    }

    private func load(_ lines: [String], to name: String) throws -> Store {
        let path = temporary.folder.appending(path: name).path
        var next = lines.makeIterator()
        try Store.load({ next.next() }, to: path)
        return try Store(path: path)
    }

    @Test func `a number that is no ISBN is refused, and found in a store`() throws {
        try temporary.store.save(
            Book(isbn: try isbn("9780439023481"), otherISBNs: [try isbn("9780061120084")]).credited(.file))
        var lines: [String] = []
        try temporary.store.dump { lines.append($0) }
        for (right, wrong) in [("9780439023481", "9780439023482"), ("9780061120084", "9780061120085")] {
            let changed = lines.map { $0.replacing(right, with: wrong) }
            let line = try #require(lines.firstIndex { $0.hasPrefix("{\"row\":") && $0.contains(right) }) + 1
            #expect(throws: CatalogueError.wrongDumpValue(line: line, .isbn(wrong))) {
                try load(changed, to: "\(wrong).sqlite")
            }
        }
        try temporary.store.write { db in
            try db.execute(sql: "UPDATE book SET isbn = isbn + 1, other_isbns = '9780061120085' WHERE id = 1")
        }
        #expect(
            try temporary.store.check() == [
                .wrongValue(BookID(1), .isbn("9780439023482")),
                .wrongValue(BookID(1), .isbn("9780061120085")),
            ])
        try temporary.store.backUp(to: temporary.folder.appending(path: "backup.sqlite").path)
        let right = try isbn("9780439023481")
        try temporary.store.edit(.id(BookID(1)), BookEdit([.isbn: [right.isbn13]]))
        #expect(try temporary.store.check().isEmpty)
        #expect(try temporary.store.book(.isbn(right))?.otherISBNs == [])
    }

    @Test func `a year, pages or a rating that can't be entered is refused, and found in a store`() throws {
        let store = temporary.store
        try store.save(
            Book(isbn: try isbn("9780439023481"), title: "One", year: 2008, pages: 374).credited(.file))
        var lines: [String] = []
        try store.dump { lines.append($0) }
        let wrong: [(right: String, wrong: String, WrongValue)] = [
            (#""year":2008"#, #""year":123456"#, .year(123_456)),
            (#""year":2008"#, #""year":-5001"#, .year(-5001)), (#""pages":374"#, #""pages":0"#, .pages(0)),
            (#""pages":374"#, #""pages":1000001"#, .pages(1_000_001)),
            (#""rating":8.5"#, #""rating":8.3"#, .rating(4.15)),
            (#""rating":8.5"#, #""rating":11"#, .rating(5.5)),
        ]
        for (place, value) in wrong.enumerated() {
            let line = try #require(lines.firstIndex { $0.contains(value.right) })
            var changed = lines
            changed[line] = lines[line].replacing(value.right, with: value.wrong)
            #expect(throws: CatalogueError.wrongDumpValue(line: line + 1, value.2)) {
                try load(changed, to: "\(place).sqlite")
            }
        }
        try store.write { db in
            try db.execute(sql: "UPDATE book SET year = 123456, pages = 0 WHERE id = 1")
            try db.execute(sql: "UPDATE comment SET rating = 8.3 WHERE id = 1")
        }
        #expect(
            try store.check() == [
                .wrongValue(BookID(1), .year(123_456)), .wrongValue(BookID(1), .pages(0)),
                .wrongRating(comment: 1, .rating(4.15)),
            ])
        try store.edit(.id(BookID(1)), BookEdit([.year: ["2008"], .pages: ["374"]]))
        try store.edit(Comment(id: 1, person: "maria", rating: Rating(4.25), text: "Read."))
        #expect(try store.check().isEmpty)
    }

    /// An invalid dump is refused with the line of its error, and leaves no store.
    @Test func `a dump that was changed makes a whole store or none`() throws {
        var lines: [String] = []
        try temporary.store.dump { lines.append($0) }
        var random = SeededGenerator(seed: 24)
        var refused = 0
        for round in 0..<120 {
            var changed = lines
            let place = Int.random(in: 0..<lines.count, using: &random)
            switch Int.random(in: 0...4, using: &random) {
            case 0: changed.remove(at: place)
            case 1: changed.insert(lines[place], at: place)
            case 2: changed.swapAt(place, Int.random(in: 0..<lines.count, using: &random))
            case 3: changed[place] = String(changed[place].dropLast(Int.random(in: 1...5, using: &random)))
            default:
                let values = ["null", "-1", "99999", "\"x\"", "1.5", "[]", "{}", "true"]
                let value = values.randomElement(using: &random) ?? "null"
                let matches = changed[place].matches(of: /:("[^"]*"|-?\d+|null)/)
                guard let match = matches.randomElement(using: &random) else { continue }
                changed[place].replaceSubrange(match.range, with: ":\(value)")
            }
            do {
                let store = try load(changed, to: "\(round).sqlite")
                #expect(try store.check() == [])
                var after: BookID?
                while let books = try store.keptBooks(after: after, for: "maria") {
                    after = books.last?.book.id
                }
            } catch CatalogueError.noDump, CatalogueError.wrongDumpValue, CatalogueError.moreThanDump {
                refused += 1
            } catch CatalogueError.newer, CatalogueError.unsound {
                refused += 1
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path)
            #expect(!names.contains { $0.contains(".partial") })
        }
        #expect(refused > 25)
    }

    @Test func `a dump that is loaded is dumped the same`() throws {
        var lines: [String] = []
        try temporary.store.dump { lines.append($0) }
        var again: [String] = []
        try load(lines, to: "again.sqlite").dump { again.append($0) }
        #expect(again == lines)
    }

    @Test func `a dump may be followed by white space alone`() throws {
        var lines: [String] = []
        try temporary.store.dump { lines.append($0) }
        var again: [String] = []
        try load(lines + ["", " \t\r"], to: "again.sqlite").dump { again.append($0) }
        #expect(again == lines)
        for more in [lines, ["", "x"], [lines[lines.count - 1]]] {
            let blank = more.prefix { $0.isEmpty }.count
            #expect(throws: CatalogueError.moreThanDump(line: lines.count + blank + 1)) {
                try load(lines + more, to: "more.sqlite")
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path)
        #expect(!names.contains { $0.hasPrefix("more.sqlite") })
    }

    @Test func `a failure to write the dump keeps its error`() throws {
        struct Full: Error {}
        #expect(throws: Full.self) { try temporary.store.dump { _ in throw Full() } }
    }

    @Test func `a dump that is not a store's is reported`() throws {
        let folder = temporary.folder
        try Data("hello".utf8).write(to: folder.appending(path: "text"))
        try FileManager.default.createDirectory(
            at: folder.appending(path: "folder"), withIntermediateDirectories: true)
        for path in [folder.appending(path: "text").path, folder.appending(path: "folder").path, "/dev/null"]
        {
            #expect(throws: CatalogueError.notAStore(path: path)) { try Store(path: path) }
        }
    }
}
