// Who reads a batch's photos: a scanner in this process, or a process of its own.
import Books

/// Reads one photo at a time.
package protocol PhotoReader: Sendable {
    /// One record a page; a photo that can't be read is a record that says so.
    func scan(_ photo: Photo) async throws(CancellationError) -> ScanResult
}
