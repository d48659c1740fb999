#if Server
// A picture that is to become a book's cover, until a person confirms it.
import Books
import Foundation
import Reading
import Sandbox

struct PendingCover: PendingUpload {
    /// A new one with each change, so that browsers load the changed picture.
    let id = Secret().text
    let book: BookSpecifier
    let file: SpooledFiles
    /// The whole picture, in which the corners can be moved.
    let whole: CoverPicture
    /// The corners of the cover that is seen in the picture; `nil` if none is seen.
    let found: CoverOutline?
    let request: CoverRequest
    let cover: CoverPicture
    let made = Date.now

    /// - Returns: `nil` if the picture can't be a cover.
    init?(_ file: SpooledFiles, of book: BookSpecifier, by worker: PhotoWorker) async {
        guard let whole = await worker.cover(.whole, of: file.photo) else { return nil }
        let cut = await worker.cut(.found, of: file.photo)
        (self.file, self.book, self.whole, found) = (file, book, whole, cut?.outline)
        (request, cover) = cut?.picture.map { (.found, $0) } ?? (.whole, whole)
    }

    private init(_ other: PendingCover, _ request: CoverRequest, _ cover: CoverPicture) {
        (file, book, whole, found) = (other.file, other.book, other.whole, other.found)
        (self.request, self.cover) = (request, cover)
    }

    /// The same picture, cut or turned in another way; `nil` if that gives no cover.
    func changed(to request: CoverRequest, by worker: PhotoWorker) async -> PendingCover? {
        await worker.cover(request, of: file.photo).map { PendingCover(self, request, $0) }
    }
}

extension SpooledFiles {
    fileprivate var photo: Photo { Photo(name: "cover", content: .file(files[0].path)) }
}
#endif
