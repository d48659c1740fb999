// Who reads a batch's photos: a scanner in this process, or a process of its own.
import Books

/// What became of a photo.
package enum PhotoOutcome: Sendable {
    /// Its pages, which may be put together with those of other photos.
    case photo([PageReading])
    /// What is handed on as it is.
    case other(ScanResult)
}

/// Reads one photo at a time.
package protocol PhotoReader: Sendable {
    /// One a page; a photo that can't be read is a record that says so.
    func read(_ photo: Photo) async throws(CancellationError) -> PhotoOutcome
}
