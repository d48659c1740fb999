// A real store file for a test, in a folder of its own that goes with it.
import Books
import Catalogue
import Foundation

final class TemporaryStore {
    let folder: URL
    let path: String
    let store: Store

    init() throws {
        folder = URL(filePath: NSTemporaryDirectory()).appending(path: "catalogue-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "store.sqlite").path
        store = try Store(path: path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

extension Origin {
    static let file = Origin(.imported, "books.csv", Date(timeIntervalSince1970: 1_700_000_000))
    static let source = Origin(.fetched, "Open Library", Date(timeIntervalSince1970: 1_710_000_000))
    static let person = Origin(.edited, "by hand", Date(timeIntervalSince1970: 1_720_000_000))
}

extension Book {
    /// With every field that has a value from `origin`.
    func credited(_ origin: Origin) -> Book {
        var book = self
        book.credit(origin)
        return book
    }
}

func isbn(_ text: String) throws -> ISBN { try ISBN(text) }
