// Pictures are made after a photo was read, when its turn comes: what came over a pipe, or has a name that no text holds,
// could not be found again by its record.
import Books
import Synchronization

/// Holds photos between their reading and their pictures.
package final class PhotoKeeper: Sendable {
    private struct Key: Hashable {
        var name: String
        var sha256: String?
    }

    private let photos = Mutex<[Key: [Photo]]>([:])

    package init() {}

    fileprivate func keep(_ photo: Photo, read pages: [PageReading]) {
        guard let record = pages.first?.record else { return }
        photos.withLock { $0[Key(name: photo.name, sha256: record.sha256), default: []].append(photo) }
    }

    /// Lets go of the photo that a record is of; `nil` where it was not read in this run.
    package func take(_ record: PhotoRecord) -> Photo? {
        let key = Key(name: record.photo, sha256: record.sha256)
        return photos.withLock { photos in
            guard var waiting = photos[key], !waiting.isEmpty else { return nil }
            let photo = waiting.removeFirst()
            photos[key] = waiting.isEmpty ? nil : waiting
            return photo
        }
    }
}

/// Reads photos as another reader does, and has them kept.
package struct KeepingReader: PhotoReader {
    private let reader: any PhotoReader
    private let keeper: PhotoKeeper

    package init(_ reader: any PhotoReader, keeper: PhotoKeeper) {
        self.reader = reader
        self.keeper = keeper
    }

    package func read(_ photo: Photo) async throws(CancellationError) -> [PageReading] {
        let pages = try await reader.read(photo)
        if !photo.isSoonFound { keeper.keep(photo, read: pages) }
        return pages
    }
}
