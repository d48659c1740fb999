// Photos read from async code, without holding one of the threads that Swift shares among all tasks.
import Books
import Foundation

/// Reads one photo at a time on a queue of its own; make as many as are to be read at once, and keep them.
///
/// Its methods throw only when their task is cancelled, which they look for between two steps of a page.
public actor AsyncPhotoScanner: PhotoReader {
    private let scanner: PhotoScanner
    private let executor = BlockingExecutor(label: "bookzone.scanner")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Throws `ScanError.noModel` when text is to be read and `options.tessdata` holds no model.
    public init(options: ScanOptions = ScanOptions()) throws(ScanError) {
        scanner = try PhotoScanner(options: options) { Task.isCancelled }
    }

    /// One record a page; a photo that can't be read is a record that says so.
    ///
    /// - Parameters:
    ///   - bytes: the photo's file, whole.
    ///   - name: what the record calls the photo.
    public func scan(_ bytes: Data, name: String) throws(CancellationError) -> [PhotoRecord] {
        try uncancelled(scanner.scan(bytes, name: name))
    }

    /// The same of a file, which the record calls by its path.
    public func scan(file: PhotoPath) throws(CancellationError) -> [PhotoRecord] {
        try records(of: Photo(name: file.name, content: .file(file)))
    }

    /// The same of a picture that is decoded already.
    public func scan(_ rows: GrayRows, name: String) throws(CancellationError) -> [PhotoRecord] {
        try uncancelled(scanner.scan(rows, name: name))
    }

    package func scan(_ photo: Photo) throws(CancellationError) -> ScanResult {
        .photo(try records(of: photo))
    }

    private func records(of photo: Photo) throws(CancellationError) -> [PhotoRecord] {
        let bytes: Data
        do throws(ScanError) {
            bytes = try photo.bytes()
        } catch {
            return [PhotoRecord(photo: photo.name, status: .failed, error: PhotoFailure(error))]
        }
        return try scan(bytes, name: photo.name)
    }

    /// A page that was left in its middle says nothing.
    private func uncancelled(_ records: [PhotoRecord]) throws(CancellationError) -> [PhotoRecord] {
        if Task.isCancelled { throw CancellationError() }
        return records
    }
}
