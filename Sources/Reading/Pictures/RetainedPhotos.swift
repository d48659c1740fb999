// Keeps photos in memory until pictures are made of them; photos from a pipe can't be opened again.
import Books
import Synchronization

/// Keeps photos between reading them and making pictures of them.
package final class RetainedPhotos: Sendable {
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

    /// Removes and returns the photo of a record; `nil` if it was not read in this run.
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

/// Reads photos with another reader, and keeps them.
package struct RetainingReader: PhotoReader {
    private let reader: any PhotoReader
    private let retained: RetainedPhotos

    package init(_ reader: any PhotoReader, retained: RetainedPhotos) {
        self.reader = reader
        self.retained = retained
    }

    package func read(_ photo: Photo) async throws(CancellationError) -> [PageReading] {
        let pages = try await reader.read(photo)
        if !photo.isSoonFound { retained.keep(photo, read: pages) }
        return pages
    }
}
