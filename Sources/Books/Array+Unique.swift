// Removes duplicates: sources give the same ISBN, person or subject more than once.

extension Array {
    /// The first element with each key, in order.
    package func unique<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }
}

extension Array where Element: Hashable {
    /// Each element once, in order.
    package var uniqued: [Element] { unique { $0 } }
}

extension [ISBN] {
    /// Each element other than `isbn` once, in order.
    package func unique(without isbn: ISBN) -> [ISBN] { uniqued.filter { $0 != isbn } }
}
