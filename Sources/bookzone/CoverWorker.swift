// Makes covers of what servers send, in a worker that starts with the first one.
import Books
import Catalogue
import Foundation
import Lookup
import Output
import Reading
import Sandbox

actor CoverWorker {
    private var worker: PhotoWorker?

    /// - Parameter workers: where its worker comes from; `nil` starts a process of its own.
    init(_ workers: ForkServer? = nil) { worker = workers.map(PhotoWorker.init) }

    /// For one run of the program.
    static func maker(_ workers: ForkServer? = nil) -> CoverMaker {
        let worker = CoverWorker(workers)
        return { try await worker.cover(of: $0) }
    }

    /// The cover that a photo shows; the whole picture if none is found in it.
    ///
    /// - Throws: `CatalogueError.unreadable`, `ScanError`, and a refusal if that can't be a cover.
    static func cover(inFile path: String) async throws -> CoverPicture {
        guard access(path.systemPath, R_OK) == 0 else {
            throw CatalogueError.unreadable(path: path, errno: errno)
        }
        let worker = try await CoverWorker().started()
        let photo = Photo(name: path, content: .file(PhotoPath(path)))
        for request in [CoverRequest.found, .whole] {
            if let cover = await worker.cover(request, of: photo) { return cover }
        }
        throw Refusal(
            "\(path.shownPath): can't be a cover; "
                + "give an undamaged photo or picture at least 40 pixels wide and high")
    }

    private func cover(of file: Data) async throws(ScanError) -> CoverPicture? {
        try await started().cover(.whole, of: Photo(name: "cover", content: .streamed(file)))
    }

    private func started() throws(ScanError) -> PhotoWorker {
        if let worker { return worker }
        let new = PhotoWorker(try PhotoWorkers.pictureServer())
        worker = new
        return new
    }
}
