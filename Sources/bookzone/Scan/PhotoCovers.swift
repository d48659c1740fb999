// Covers from photos of a book: of a group's photos, one that shows no number may show the front.
import Books
import Catalogue
import Reading
import Sandbox

struct PhotoCovers: Sendable {
    let store: Store
    let worker: PhotoWorker

    /// Gives the book the first cover that is found, unless it has one from a photo or a person. A book that no source knows
    /// is saved with its ISBN, so that it keeps the cover.
    ///
    /// - Parameter record: of all photos of a book.
    func take(_ record: PhotoRecord) async throws(CatalogueError) {
        guard record.status == .found, let isbn = record.isbns.first?.isbn else { return }
        let book = BookSpecifier.isbn(isbn)
        if let present = try store.cover(of: book), present.kind > .fetched { return }
        for photo in record.single where photo.isbns.isEmpty && photo.candidates.isEmpty {
            guard let sha256 = photo.sha256, let file = photo.file,
                let picture = await worker.cover(.found, of: file)
            else { continue }
            let cover = BookCover(sha256: picture.sha256, kind: .photo, source: sha256)
            try store.save(isbn)
            try store.setCover(picture, as: cover, of: book)
            return
        }
    }
}
