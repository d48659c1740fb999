// What one page gives: its record, and what that is made from, which other photos of the same book may add to.
import Books

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
