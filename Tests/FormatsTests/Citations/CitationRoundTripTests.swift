// Exporting, importing into an empty store and exporting again; importing twice; and damaged files.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct CitationRoundTripTests {
    private static let names = Citations.formats.map(\.name)

    @Test(arguments: names) func `what is written is read and written again byte for byte`(name: String)
        throws
    {
        let format = Citations.format(name)
        var random = SeededGenerator(seed: 21)
        for round in 0..<3 {
            let made = try ImportedStore()
            for number in 0..<60 { try made.store.save(Citations.book(round * 1000 + number, &random)) }
            let file = try made.exported(format)
            let back = try ImportedStore()
            let outcome = try back.load(Data(file.utf8), from: name)
            #expect(outcome.refused.isEmpty && outcome.leftOut.isEmpty, "\(outcome)")
            #expect(outcome.summary.added == 60 && outcome.summary.remarks.isEmpty)
            let again = try back.exported(format)
            if again != file {
                let (one, other) = (
                    file.split(whereSeparator: \.isNewline), again.split(whereSeparator: \.isNewline)
                )
                let first = zip(one, other).first { $0 != $1 }
                Issue.record("\(String(describing: first?.0))\n\(String(describing: first?.1))")
            }
        }
    }

    @Test(arguments: names) func `a second import changes nothing, and a dry run predicts that`(name: String)
        throws
    {
        var random = SeededGenerator(seed: 8)
        let made = try ImportedStore()
        for number in 0..<40 { try made.store.save(Citations.book(number, &random)) }
        let file = Data(try made.exported(Citations.format(name)).utf8)
        let back = try ImportedStore()
        let dry = try back.load(file, from: name, isDryRun: true)
        let first = try back.load(file, from: name)
        #expect(dry.summary == first.summary && first.summary.added == 40)
        let second = try back.load(file, from: name)
        #expect(second.summary.unchanged == 40, "\(second.summary)")
    }

    @Test(arguments: names) func `a file is recognised, whatever its encoding`(name: String) throws {
        var writer = try #require(Citations.format(name).writer?(WriterOptions()))
        let text = writer.beginning() + writer.text(of: KeptBook(book: Book(title: "Été"))) + writer.end()
        for bytes in [Data(text.utf8), Data([0xEF, 0xBB, 0xBF] + text.utf8), Data("\r\n\(text)".utf8)] {
            let store = try ImportedStore()
            let file = try ImportFile(store.temporary.write(bytes, to: "file").path)
            #expect(FileFormat.of(file)?.name == name)
            #expect(try store.load(bytes).summary.added == 1)
        }
    }

    @Test(arguments: names) func `a file without a book is a file of the format`(name: String) throws {
        let store = try ImportedStore()
        let text = try store.exported(Citations.format(name))
        #expect(text.isEmpty == (name != "csl-json"))
        #expect(try store.load(Data(text.utf8), as: Citations.format(name)).summary.rows == 0)
    }

    @Test(arguments: names) func `files in another format are refused`(name: String) throws {
        let store = try ImportedStore()
        for bytes in [Data("title,isbn\nA,1\n".utf8), Data([0, 1, 2, 0xFF, 0xFE]), Data("{}".utf8)] {
            #expect(throws: CatalogueError.self) { try store.load(bytes, as: Citations.format(name)) }
        }
    }

    @Test(arguments: names) func `a file that is cut gives whole books or says where it ends`(name: String)
        throws
    {
        let format = Citations.format(name)
        var writer = try #require(format.writer?(WriterOptions()))
        var text = writer.beginning()
        for title in ["The Hunger Games", "Müßiggang & {Fleiß}"] {
            var book = Book(
                isbn: try Citations.isbn(title.count), title: title, year: 2008, tags: ["a, b", "c"])
            book.contributors = [
                Contributor(name: "Suzanne Collins"), Contributor(name: "WHO Press", role: .editor),
            ]
            text += writer.text(of: KeptBook(book: book))
        }
        let bytes = Data((text + writer.end()).utf8)
        let titles: Set = ["The Hunger Games", "Müßiggang & {Fleiß}"]
        let folder = try TemporaryFolder()
        let source = TableSource(name: name, date: .now, person: "ion")
        for count in 0...bytes.count {
            let file = try ImportFile(folder.write(bytes.prefix(count), to: "cut").path)
            guard var reader = try? format.reader?(file, source) else { continue }
            while let entry = try reader.next() {
                if let book = try? entry.entry.get().book {
                    #expect(book.title.map(titles.contains) == true, "\(count)")
                }
            }
        }
    }

    @Test(arguments: names) func `changed bytes affect only their entry`(name: String) throws {
        let format = Citations.format(name)
        var random = SeededGenerator(seed: 3)
        var writer = try #require(format.writer?(WriterOptions()))
        var text = writer.beginning()
        for number in 0..<8 { text += writer.text(of: KeptBook(book: try Citations.book(number, &random))) }
        let bytes = Array((text + writer.end()).utf8)
        let folder = try TemporaryFolder()
        let source = TableSource(name: name, date: .now, person: "ion")
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: damaged.indices, using: &random)
                damaged[place] = UInt8.random(in: 0...255, using: &random)
            }
            let file = try ImportFile(folder.write(Data(damaged), to: "damaged").path)
            guard var reader = try? format.reader?(file, source) else { continue }
            var count = 0
            while try reader.next() != nil { count += 1 }
            #expect(count <= 40)
        }
    }

    @Test func `keys come from the book and are never twice`() throws {
        var keys = CitationKeys()
        let collins = Contributor(name: "Suzanne Collins")
        let first = Book(
            isbn: try isbn("9780439023481"), title: "The Hunger Games", contributors: [collins], year: 2008)
        let other = Book(
            isbn: try isbn("9780439023528"), title: "The Hunger Games", contributors: [collins], year: 2008)
        let without = Book(title: "The Hunger Games", contributors: [collins], year: 2008)
        #expect(keys.key(of: first) == "collins2008hunger")
        #expect(keys.key(of: other) == "collins2008hunger-9780439023528")
        #expect(keys.key(of: without) == "collins2008hunger-2")
        #expect(keys.key(of: without) == "collins2008hunger-3")
        #expect(keys.key(of: Book(title: "!!!")) == "book")
        #expect(keys.key(of: Book(title: "!!!")) == "book-2")
        let tolstoy = Book(title: "Война и мир", contributors: [Contributor(name: "Лев Толстой")], year: 1869)
        #expect(keys.key(of: tolstoy) == "tolstoj1869vojna")
        let murakami = Book(title: "ノルウェイの森", contributors: [Contributor(name: "村上春樹")], year: 1987)
        #expect(keys.key(of: murakami).utf8.allSatisfy { $0 < 0x80 })
        let doeblin = Book(title: "Die Ermordung", contributors: [Contributor(name: "Alfred Döblin")])
        #expect(keys.key(of: doeblin) == "doblinermordung")
    }
}
