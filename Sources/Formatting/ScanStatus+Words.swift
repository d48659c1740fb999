// The outcomes of photos, in words.
import Books
import Translation

extension ScanStatus {
    package var words: Phrase {
        switch self {
        case .found: "found"
        case .uncertain: "uncertain"
        case .none: "without an ISBN"
        case .failed: "failed"
        }
    }
}
