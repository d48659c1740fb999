// Reads photos from async code without blocking one of the threads that all Swift tasks share.
import Books
import Foundation

/// Reads one photo at a time on its own queue; create one per photo to be read in parallel, and keep them.
///
/// Its methods throw only when their task is cancelled, which is checked between two steps of a page.
public actor AsyncPhotoScanner: PhotoReader {
    private let scanner: PhotoScanner
    private let executor = BlockingExecutor(label: "bookzone.scanner")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Throws `ScanError.noModel` if text is to be read and `options.tessdata` contains no model.
    public init(options: ScanOptions = ScanOptions()) throws(ScanError) {
        scanner = try PhotoScanner(options: options) { Task.isCancelled }
    }

    /// Returns one record per page; a photo that can't be read has a record that says why.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the photo's file.
    ///   - name: the photo's name in the records.
    public func scan(_ bytes: Data, name: String) throws(CancellationError) -> [PhotoRecord] {
        try uncancelled(scanner.scan(bytes, name: name))
    }

    /// The same for a file; its path becomes the name in the records.
    public func scan(file: PhotoPath) throws(CancellationError) -> [PhotoRecord] {
        try read(Photo(name: file.name, content: .file(file))).map(\.record)
    }

    /// The same for a picture that is already decoded.
    public func scan(_ rows: GreyRows, name: String) throws(CancellationError) -> [PhotoRecord] {
        try uncancelled(scanner.scan(rows, name: name))
    }

    package func read(_ photo: Photo) throws(CancellationError) -> [PageReading] {
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

    /// A page whose reading was cancelled has no valid result.
    private func uncancelled<Page>(_ records: [Page]) throws(CancellationError) -> [Page] {
        if Task.isCancelled { throw CancellationError() }
        return records
    }
}
