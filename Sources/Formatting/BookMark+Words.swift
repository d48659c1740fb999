// What a book is to whoever scans it, in the words that a person reads.
import Books

extension BookMark {
    /// For people.
    package var words: String {
        switch self {
        case .new, .yours, .wanted: rawValue
        case .anotherEdition: "another edition"
        case .twice: "twice in this run"
        }
    }

    /// Before a book in a table.
    var lead: String { "\(words): " }
}
