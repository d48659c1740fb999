// The result of reading one page: its record, and the evidence for it, which may be combined with that of other
// photos of the same book.
import Books

package struct PageReading: Codable, Sendable {
    package var record: PhotoRecord
    package var evidence: Evidence
    /// When the photo was taken according to its EXIF data, in seconds on the camera's clock; `nil` if unknown.
    package var taken: Double?
    /// Whether it is a PDF or an EPUB, or an archive that failed, which is not combined with other photos.
    package var isDocument = false
    /// The page within its file, if its record counts the pages of a stream.
    package var pageOfFile: Int?

    package init(record: PhotoRecord, evidence: Evidence = Evidence(), taken: Double? = nil) {
        self.record = record
        self.evidence = evidence
        self.taken = taken
    }

    /// For a photo that could not be read at all.
    package init(failed name: String, _ error: ScanError, stamp: FileStamp? = nil) {
        self.init(record: PhotoRecord(photo: name, status: .failed, error: PhotoFailure(error)))
        record.stamp = stamp
    }
}

/// Reads one photo at a time.
package protocol PhotoReader: Sendable {
    /// One result per page; a photo that can't be read has a record that says why.
    func read(_ photo: Photo) async throws(CancellationError) -> [PageReading]
}
