// A decision as a person reads it.
import Catalogue

extension PhotoDecision {
    /// What follows “the photo”.
    var words: String {
        switch self {
        case .confirmed(let isbn): "shows \(isbn.hyphenated)"
        case .book(let id): "shows \(id), which has no ISBN"
        case .rejected: "shows no ISBN"
        }
    }
}
