// Covers from photos of a book: of a group's photos, one that shows no number may show the front.
import Books
import Catalogue
import Reading
import Sandbox

struct PhotoCovers: Sendable {
    private let store: Store
    /// The same store; all covers of a run are one change.
    private let recorded: Store
    private let worker: PhotoWorker

    init(_ store: Store, for person: String, by worker: PhotoWorker) {
        (self.store, self.worker) = (store, worker)
        recorded = store.recordingChange(.takeCover, by: person)
    }

    /// Gives the book the first cover that is found, unless it has one from a photo or a person. A book that no source knows
    /// is saved with its ISBN, so that it keeps the cover.
    ///
    /// - Parameters:
    ///   - record: of all photos of a book.
    ///   - named: the book without an ISBN that a reviewer chose; `nil` if none.
    /// - Returns: whether it did.
    func take(_ record: PhotoRecord, of named: BookID?) async throws(CatalogueError) -> Bool {
        let found = record.status == .found ? record.isbns.first?.isbn : nil
        guard let book = found.map(BookSpecifier.isbn) ?? named.map(BookSpecifier.id) else { return false }
        if let present = try store.cover(of: book), present.kind > .fetched { return false }
        for photo in record.single where photo.isbns.isEmpty && photo.candidates.isEmpty {
            guard let sha256 = photo.sha256, let file = photo.file,
                let picture = await worker.cover(.found, of: file, sha256: sha256)
            else { continue }
            let cover = BookCover(sha256: picture.sha256, kind: .photo, source: sha256)
            if let found { try recorded.save(found) }
            return try recorded.setCover(picture, as: cover, of: book)
        }
        return false
    }
}
