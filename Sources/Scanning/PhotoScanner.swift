// One photo to a verdict with its witnesses.
import Books
import Foundation

/// Reads photos one after another. Holds an OCR engine, so make one a worker thread and keep it.
public final class PhotoScanner {
    public init(options: ScanOptions) throws(PhotoFailure) {
    }

    /// One record a page. Never throws: a photo that can't be read is a record that says so.
    ///
    /// - Parameters:
    ///   - bytes: the photo's file, whole.
    ///   - name: what the record calls the photo.
    public func scan(_ bytes: Data, name: String) -> [PhotoRecord] {
        [PhotoRecord(photo: name)]
    }
}
