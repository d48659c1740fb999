// A real store file for a test, in a temporary folder.
import Books
import Catalogue
import Foundation
import TestSupport

struct TemporaryStore {
    private let temporary: TemporaryFolder
    let store: Store

    var folder: URL { temporary.url }
    var path: String { store.path }

    private static let empty = FolderTemplate { _ = try Store(path: $0.file("store.sqlite").path) }

    init() throws {
        temporary = try Self.empty.copy()
        store = try Store(path: temporary.file("store.sqlite").path)
    }
}

extension Origin {
    static let file = Origin(.imported, "books.csv", Date(timeIntervalSince1970: 1_700_000_000))
    static let source = Origin(.fetched, "Open Library", Date(timeIntervalSince1970: 1_710_000_000))
    static let person = Origin(.edited, "by hand", Date(timeIntervalSince1970: 1_720_000_000))
}

extension Book {
    /// With `origin` for every field that has a value.
    func credited(_ origin: Origin) -> Book {
        var book = self
        book.credit(origin)
        return book
    }
}

func isbn(_ text: String) throws -> ISBN { try ISBN(text) }

func reference(_ text: String) throws -> BookSpecifier { try BookSpecifier(text) }
