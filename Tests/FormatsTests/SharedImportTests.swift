// Exports that other projects publish for their own tests. They are not part of the project, so they may be missing.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Formats

struct SharedImportTests {
    private static let folder = Repository.shared.appending(path: "data/exports")
    private static let isPresent = FileManager.default.fileExists(atPath: folder.path)

    struct Case: Sendable {
        var file: String
        var format: String
        var added: Int
        var refused = 0
    }

    @Test(
        .enabled(if: isPresent, "needs ../shared/data, which is not beside this checkout"),
        arguments: [
            Case(file: "bookwyrm.csv", format: "bookwyrm", added: 3),
            Case(file: "calibre.csv", format: "calibre-csv", added: 1),
            Case(file: "goodreads.csv", format: "goodreads", added: 3),
            Case(file: "librarything.tsv", format: "librarything", added: 3),
            Case(file: "librarything.json", format: "librarything", added: 3),
            Case(file: "openlibrary.csv", format: "openlibrary", added: 0, refused: 4),
            Case(file: "openreads-csv-example.csv", format: "openreads", added: 4),
            Case(file: "storygraph.csv", format: "storygraph", added: 2),
        ])
    func `a real export is recognised and imported whole`(told: Case) throws {
        let url = Self.folder.appending(path: told.file)
        #expect(FileFormat.of(try ImportFile(url.path))?.name == told.format)
        let store = try ImportedStore()
        let outcome = try store.load(url)
        #expect(outcome.summary.added == told.added && outcome.summary.refused == told.refused)
        #expect(outcome.summary.wrongISBNs == 0)
        let again = try store.load(url).summary
        #expect(again.added + again.changed + again.listed + again.comments == 0)
        let books = try store.store.keptBooks(after: nil, for: "ion") ?? []
        #expect(books.allSatisfy { !$0.book.contributors.isEmpty })
    }
}
