// Why parts give no whole.
import Books
import Reading

package enum PartError: Error, Hashable, Sendable {
    /// A part, a line of one (`part-1.jsonl:7`), or the list can't be read.
    case unreadable(String, ScanError)
    /// Two parts answer differently for one page of a photo.
    case contradiction(PhotoPage, RecordPlace, RecordPlace)
    /// A photo is not where the list has it, or not in the list.
    case outOfOrder(String, RecordPlace)
}
