// Who reads a batch's photos: a scanner in this process, or a process of its own.
/// Reads one photo at a time.
package protocol PhotoReader: Sendable {
    /// One a page; a photo that can't be read is a record that says so.
    func read(_ photo: Photo) async throws(CancellationError) -> [PageReading]
}
