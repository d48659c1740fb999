// Which books of a run came earlier, and where.

/// The page that first showed each book of a run.
///
/// `Key` is the book's own ISBN.
package struct FirstPages<Key: Hashable & Sendable>: Sendable {
    private var pages: [Key: PhotoPage] = [:]

    package init() {}

    /// The next page of the run.
    ///
    /// - Parameter books: in order, each once.
    /// - Returns: the books that came earlier; and if all did, the page that first showed the first.
    package mutating func take(_ books: [Key], at page: PhotoPage) -> (seen: Set<Key>, repeats: PhotoPage?) {
        let seen = Set(books.filter { pages[$0] != nil })
        let repeats = seen.count == books.count ? books.first.flatMap { pages[$0] } : nil
        for book in books where !seen.contains(book) { pages[book] = page }
        return (seen, repeats)
    }
}
