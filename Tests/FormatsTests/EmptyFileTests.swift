// Files without records: exports of a store without books are imported, and nothing else is taken for one.
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct EmptyFileTests {
    private static let blank = ["", "\u{FEFF}", "\u{FEFF} \r\n\t\n"]
    private let store: ImportedStore

    init() throws { store = try ImportedStore() }

    @Test(arguments: FileFormat.writtenAsOneFile.filter { $0.reader != nil }.map(\.name))
    func `an export of no books is imported in its format`(name: String) throws {
        let format = try #require(FileFormat.all.named(name))
        let outcome = try store.load(Data(store.exported(format).utf8), as: format)
        #expect(outcome.summary.rows == 0 && outcome.refused.isEmpty && outcome.leftOut.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a folder without books is one for Calibre alone`(hasHidden: Bool) throws {
        let folder = store.temporary.file("books")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        if hasHidden { try Data().write(to: folder.appending(path: ".directory")) }
        #expect(try store.load(folder, as: .calibre).summary.rows == 0)
        #expect(throws: CatalogueError.empty(path: folder.path)) {
            try FileFormat.ofAnyTable(ImportFile(folder.path))
        }
        for format in FileFormat.read where format.name != FileFormat.calibre.name {
            #expect(throws: CatalogueError.self, "\(format.name)") { try store.load(folder, as: format) }
        }
        try Data("Notes".utf8).write(to: folder.appending(path: "notes.txt"))
        #expect(throws: CatalogueError.unreadable(path: folder.path + "/metadata.db", errno: ENOENT)) {
            try store.load(folder, as: .calibre)
        }
    }

    @Test(arguments: blank)
    func `a blank file is whole only where nothing is around the records`(text: String) throws {
        for name in ["marc21", "bibtex", "ris", "isbns"] {
            let format = try #require(FileFormat.all.named(name))
            #expect(try store.load(Data(text.utf8), as: format).summary.rows == 0, "\(name)")
        }
        for name in ["calibre", "marcxml", "csl-json", "goodreads", "librarything", "bookwyrm", "csv"] {
            let format = try #require(FileFormat.all.named(name))
            #expect(throws: CatalogueError.self, "\(name)") { try store.load(Data(text.utf8), as: format) }
        }
    }

    @Test(arguments: blank + ["[]", "\u{FEFF}[\n]\n"])
    func `a file by which no format is recognised is called empty`(text: String) throws {
        let file = try store.temporary.write(Data(text.utf8), to: "empty")
        #expect(throws: CatalogueError.empty(path: file.path)) {
            try FileFormat.ofAnyTable(ImportFile(file.path))
        }
    }

    @Test(arguments: ["\0\0\0", "hello\n", "00", "%PDF-1.7\n", "{}", "[ ] x"])
    func `a foreign file is not empty`(text: String) throws {
        let file = try store.temporary.write(Data(text.utf8), to: "foreign")
        #expect(try FileFormat.ofAnyTable(ImportFile(file.path))?.name == nil)
        for format in [FileFormat.marc21, .bibtex, .ris] {
            #expect(throws: CatalogueError.otherFormat(path: file.path, expected: format.expected)) {
                try store.load(file, as: format)
            }
        }
    }
}

extension FileFormat {
    fileprivate var expected: String {
        switch name {
        case FileFormat.marc21.name: "MARC 21"
        case FileFormat.bibtex.name: "BibTeX"
        default: title
        }
    }
}
