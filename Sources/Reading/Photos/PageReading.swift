// The result of reading one page: its record, and the evidence for it, which may be combined with that of other
// photos of the same book.
import Books
import Foundation
import Imaging

package struct PageReading: Codable, Sendable {
    package var record: PhotoRecord
    package var evidence: Evidence
    /// When the photo was taken according to its EXIF data, in seconds on the camera's clock; `nil` if unknown.
    package var taken: Double?
    /// Whether it is a PDF or an EPUB, which is not combined with other photos.
    package var isDocument = false
    /// The page within its file, if its record counts the pages of a stream.
    package var pageOfFile: Int?

    package init(record: PhotoRecord, evidence: Evidence = Evidence(), taken: Double? = nil) {
        self.record = record
        self.evidence = evidence
        self.taken = taken
    }

    /// For a photo that could not be read at all.
    package init(failed name: String, _ error: ScanError) {
        self.init(record: PhotoRecord(photo: name, status: .failed, error: PhotoFailure(error)))
    }
}

/// Reads one photo at a time.
package protocol PhotoReader: Sendable {
    /// One result per page; a photo that can't be read has a record that says why.
    func read(_ photo: Photo) async throws(CancellationError) -> [PageReading]
}

/// Rows of grey pixels of an upright photo, the top row first; one byte per pixel, 0 black … 255 white.
public struct GrayRows: Hashable, Sendable {
    public var bytes: Data
    /// In pixels.
    public var width: Int
    public var height: Int
    /// The distance between the starts of two rows; at least `width`.
    public var bytesPerRow: Int

    /// - Parameter bytesPerRow: `nil` if the rows have no padding.
    public init(_ bytes: Data, width: Int, height: Int, bytesPerRow: Int? = nil) {
        self.bytes = bytes
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow ?? width
    }

    /// Throws if there are too few bytes for the size, or too many pixels.
    func page() throws(ScanError) -> PhotoFile.Page {
        guard width > 0, height > 0 else { throw .empty }
        guard width <= PhotoFile.mostPixels / height else {
            throw .tooManyPixels(width: width, height: height)
        }
        guard bytesPerRow >= width, bytes.count / bytesPerRow >= height - 1,
            bytes.count - bytesPerRow * (height - 1) >= width
        else { throw .missingRows }
        guard let picture = GrayImage(width: width, height: height) else { throw .noMemory }
        bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            for y in 0..<height {
                let row = picture.row(y)
                for x in 0..<width { row[x] = bytes[y * bytesPerRow + x] }
            }
        }
        return PhotoFile.Page(picture)
    }
}
