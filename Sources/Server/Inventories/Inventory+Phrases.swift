#if Server
// What an inventory counts, for pages.
import Books
import Catalogue
import Translation

extension Inventory {
    /// Of the English words that are stored: `place hall/1`, `list owned`.
    var scopeWords: Phrase {
        let parts = scope.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = Scope(rawValue: parts[0]) else { return Phrase(verbatim: scope) }
        let name = parts[1]
        return switch kind {
        case .place: "place \(name)"
        case .list: "list \(Phrase(list: ListName(name)?.text ?? name))"
        case .file: "file \(name)"
        }
    }

    private enum Scope: String { case place, list, file }
}
#endif
