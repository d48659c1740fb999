// A dry run of an import: what it counts, and that it leaves the store to others.
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreDryRunTests {
    private let temporary: TemporaryStore

    init() throws { temporary = try TemporaryStore() }

    /// Calls a function before each book.
    private struct Reader: EntryReader {
        let header = ["isbn"]
        let source = TableSource(name: "books.csv", date: .now, person: "ion")
        let isPersonal = false
        let leftOut: [String] = []
        var isbns: [ISBN]
        let before: () -> Void

        mutating func next() throws(CatalogueError) -> ReadEntry? {
            guard !isbns.isEmpty else { return nil }
            before()
            let isbn = isbns.removeFirst()
            var entry = ImportedEntry(book: Book(isbn: isbn), by: "ion", lists: ["owned"])
            entry.rating = SourceRating(source: "books.csv", average: 4, count: 9, date: source.date)
            return ReadEntry(line: 1, fields: [isbn.isbn13], entry: .success(entry))
        }
    }

    private static let numbers = ["9780439023481", "9780439554930"]

    @Test func `counts as an import does, and changes nothing`() throws {
        let store = temporary.store
        try store.save(isbn(Self.numbers[0]))
        var reader: any EntryReader = Reader(isbns: try Self.numbers.map { try isbn($0) }, before: {})
        let expected = try store.importEntries(&reader, isDryRun: true) { _ in }
        #expect(expected.added == 1 && expected.unchanged == 1 && expected.listed == 2)
        #expect(try store.info().books == 1)
        #expect(try store.ids(on: "owned", for: "ion") == [])
        reader = Reader(isbns: try Self.numbers.map { try isbn($0) }, before: {})
        #expect(try store.importEntries(&reader) { _ in } == expected)
    }

    @Test func `others write meanwhile`() throws {
        let store = temporary.store
        let other = try Store(path: store.path)
        let own = try isbn("9780061120084")
        var saved: [Bool] = []
        var reader: any EntryReader = Reader(isbns: try Self.numbers.map { try isbn($0) }) {
            saved.append((try? other.save(own)) ?? false)
        }
        #expect(try store.importEntries(&reader, isDryRun: true) { _ in }.added == 2)
        #expect(saved == [true, false], "it is new, and then known")
        #expect(try store.info().books == 1)
    }

    @Test func `rows that a program sends, and the preview of a merge, leave the lock to others`() throws {
        let store = temporary.store
        let numbers = try Self.numbers.map { try isbn($0) }
        for number in numbers { try store.save(number) }
        let other = try Store(path: store.path)
        try other.write { _ in
            let rows = [ImportedEntry(book: Book(isbn: try isbn("9780061120084")), by: "ion")]
            #expect(try store.take(rows, listsOf: "ion", isDryRun: true).added == 1)
            let preview = try store.mergePreview(of: .isbn(numbers[1]), into: .isbn(numbers[0]), for: "ion")
            #expect(preview.merged.card.book.otherISBNs == [numbers[1]])
        }
        #expect(try store.info().books == 2)
    }

    @Test func `without a store, none is made`() throws {
        let path = temporary.folder.appending(path: "none.sqlite").path
        var reader: any EntryReader = Reader(isbns: try Self.numbers.map { try isbn($0) }, before: {})
        let store = try Store.empty(insteadOf: path)
        #expect(try store.importEntries(&reader, isDryRun: true) { _ in }.added == 2)
        #expect(try store.info().books == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `an import of the same ratings is no change`() throws {
        let store = temporary.store
        for count in [1, 1] {
            var reader: any EntryReader = Reader(isbns: try Self.numbers.map { try isbn($0) }, before: {})
            _ = try store.recordingChange(.importTable, by: "ion").importEntries(&reader) { _ in }
            #expect(try store.history(of: nil, for: "ion", limit: 9).count == count)
        }
    }
}
