// What `store check` finds, in the words that a person reads.
import Catalogue

extension StoreProblem {
    /// In one line.
    package var words: String {
        switch self {
        case .page(let words): words
        case .missing(let kind, let name): "\(kind.rawValue) \(name): missing"
        case .dangling(let table, let row):
            "\(table): row \(row.map(String.init) ?? "?") refers to nothing"
        case .notIndexed(let books): "full-text index: books missing: \(books)"
        case .damaged(.pages): "pages: damaged"
        case .damaged(.references): "references: damaged"
        case .damaged(.index): "full-text index: damaged"
        }
    }
}
