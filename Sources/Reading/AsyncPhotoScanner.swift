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
        try pages(of: Photo(name: file.name, content: .file(file))).map(\.record)
    }

    /// The same of a picture that is decoded already.
    public func scan(_ rows: GrayRows, name: String) throws(CancellationError) -> [PhotoRecord] {
        try uncancelled(scanner.scan(rows, name: name))
    }

    package func read(_ photo: Photo) throws(CancellationError) -> [PageReading] {
        try pages(of: photo)
    }

    private func pages(of photo: Photo) throws(CancellationError) -> [PageReading] {
        let bytes: Data
        do throws(ScanError) {
            bytes = try photo.bytes()
        } catch {
            return [PageReading(failed: photo.name, error)]
        }
        var readings: [PageReading] = []
        scanner.scan(bytes, name: photo.name, sha256: PhotoScanner.sha256(bytes)) { readings.append($0) }
        return try uncancelled(readings)
    }

    /// A page that was left in its middle says nothing.
    private func uncancelled<Page>(_ records: [Page]) throws(CancellationError) -> [Page] {
        if Task.isCancelled { throw CancellationError() }
        return records
    }
}
