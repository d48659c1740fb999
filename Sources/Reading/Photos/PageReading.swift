// What one page gives: its record, and what that is made from, which other photos of the same book may add to.
import Books
import Foundation
import Imaging

package struct PageReading: Codable, Sendable {
    package var record: PhotoRecord
    package var evidence: Evidence
    /// When the photo was taken by its EXIF data, in seconds on the camera's clock; `nil` where it does not say.
    package var taken: Double?
    /// Whether it is a PDF or an EPUB, whose record is whole: other photos add nothing to it.
    package var isDocument = false
    /// Of its file, where its record counts the pages of a stream.
    package var pageOfFile: Int?

    package init(record: PhotoRecord, evidence: Evidence = Evidence(), taken: Double? = nil) {
        self.record = record
        self.evidence = evidence
        self.taken = taken
    }

    /// Of what could not be read at all.
    package init(failed name: String, _ error: ScanError) {
        self.init(record: PhotoRecord(photo: name, status: .failed, error: PhotoFailure(error)))
    }
}

/// Reads one photo at a time.
package protocol PhotoReader: Sendable {
    /// One a page; a photo that can't be read is a record that says so.
    func read(_ photo: Photo) async throws(CancellationError) -> [PageReading]
}

/// Rows of grey pixels, the upright photo's top one first; a byte a pixel, 0 black … 255 white.
public struct GrayRows: Hashable, Sendable {
    public var bytes: Data
    /// Pixels.
    public var width: Int
    public var height: Int
    /// From one row's first byte to the next one's, `width` or more.
    public var bytesPerRow: Int

    /// - Parameter bytesPerRow: `nil` when nothing stands between the rows.
    public init(_ bytes: Data, width: Int, height: Int, bytesPerRow: Int? = nil) {
        self.bytes = bytes
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow ?? width
    }

    /// Throws when the bytes are too few for the sides, or the pixels too many.
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
