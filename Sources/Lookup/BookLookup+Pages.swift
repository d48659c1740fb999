// Finds books by the largest lines of a title page or cover.
import Books
import References

extension BookLookup {
    /// The likeliest editions in the references, the best first; at most three. No source is asked.
    ///
    /// - Parameter titleLines: see `PhotoRecord.titleLines`.
    public func editions(titleLines: [TitleLine]) -> [TitleMatch] {
        let search = TitleSearch(titleLines)
        let matches = references.flatMap { (try? search.matches(in: $0)) ?? [] }
        var seen: Set<ISBN> = []
        return Array(
            matches.sorted { $0.likelihood > $1.likelihood }
                .filter { $0.book.isbn.map { seen.insert($0).inserted } ?? false }.prefix(TitleSearch.most))
    }
}
