// Removes duplicates: sources give the same ISBN, person or subject more than once.

extension Array where Element: Hashable {
    /// Each element once, in order.
    package var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension [ISBN] {
    /// Each element other than `isbn` once, in order.
    package func unique(without isbn: ISBN) -> [ISBN] { uniqued.filter { $0 != isbn } }
}
