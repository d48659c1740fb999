// Importing a file in a ZIP.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct ArchivedFileTests {
    private let imported: ImportedStore

    init() throws { imported = try ImportedStore() }

    private static let table = Data("isbn,title\n9780439023481,The Hunger Games\n".utf8)
    private static let package = Data(
        """
        <package xmlns="http://www.idpf.org/2007/opf"><metadata><title>A</title></metadata></package>
        """.utf8)

    private func load(_ members: [ArchiveFile.Member]) throws -> ImportedStore.Outcome {
        try imported.load(ArchiveFile.zip(members))
    }

    @Test func `the only supported file in a ZIP is imported`() throws {
        let outcome = try load([
            .init("export/", Data()), .init("export/readme.txt", Data("Thank you!\n".utf8)),
            .init("__MACOSX/export/._books.csv", Data(Self.table)), .init("export/books.csv", Self.table),
            .init("export/cover.jpg", Data([0xFF, 0xD8, 0xFF, 0xE0])),
        ])
        #expect(outcome.summary.added == 1)
        #expect(try imported.book("9780439023481")?.title == "The Hunger Games")
        #expect(try load([.init("books.csv", Self.table)]).summary.unchanged == 1)
    }

    @Test func `several files in a ZIP are refused with their names`() throws {
        let path = imported.folder.appending(path: "imported").path
        #expect(
            throws: CatalogueError.notOneFile(path: path, names: ["a.csv", "b/metadata.opf"])
        ) { try load([.init("a.csv", Self.table), .init("b/metadata.opf", Self.package)]) }
        #expect(throws: CatalogueError.notOneFile(path: path, names: [])) {
            try load([.init("readme.txt", Data("Thank you!\n".utf8))])
        }
        #expect(throws: CatalogueError.notOneFile(path: path, names: [])) { try load([]) }
        let many = (0..<9).map { ArchiveFile.Member("\($0).csv", Self.table) }
        #expect(
            throws: CatalogueError.notOneFile(path: path, names: (0..<5).map { "\($0).csv" } + ["…"])
        ) { try load(many) }
    }

    @Test func `a Calibre library in a ZIP is preferred to the books in it`() throws {
        let database = imported.folder.appending(path: "library/metadata.db")
        try CalibreLibraryFile(database).add(1, "One", ["authors": ["A"]])
        let outcome = try load([
            .init("library/A/One (1)/metadata.opf", Self.package),
            .init("library/metadata.db", try Data(contentsOf: database)),
        ])
        #expect(outcome.summary.added == 1 && outcome.leftOut == ["timestamp"])
    }

    @Test func `a ZIP that is locked, damaged or in another is refused`() throws {
        let path = imported.folder.appending(path: "imported").path
        #expect(
            throws: CatalogueError.archive(
                path: path, words: "opens with a password; unpack it, and import the file that was in it")
        ) { try load([ArchiveFile.Member("books.csv", Self.table).encrypted]) }
        let damaged = CatalogueError.archive(path: path, words: "is damaged or cut short; download it again")
        #expect(throws: damaged) { try load([ArchiveFile.Member("books.csv", Self.table).damaged]) }
        #expect(throws: CatalogueError.notOneFile(path: path, names: [])) {
            try load([.init("inner.zip", ArchiveFile.zip([.init("books.csv", Self.table)]))])
        }
        #expect(try imported.store.keptBooks(after: nil, for: "ion") == nil)
    }

    @Test func `cut at any byte a ZIP gives the whole file or an error`() throws {
        let whole = ArchiveFile.zip([.init("books.csv", Self.table)])
        for length in 31..<whole.count {
            do {
                #expect(try imported.load(whole.prefix(length), isDryRun: true).summary.added == 1)
            } catch {
                #expect(error is CatalogueError)
            }
        }
    }
}
