// Books whose photos have all been read before it is their turn. The caches are notified at once, so that with one
// slow photo a kill loses little.
import Books
import Reading

/// Collects the photos of each book by the numbers of their inputs.
struct CompletedGroups {
    private struct Book {
        /// The number of its first photo's input.
        let first: Int
        /// By the numbers of the photos' inputs.
        var readings: [Int: [PageReading]] = [:]
        /// How many photos are not read yet.
        var unread = 0
        var isWhole = false
        /// An input may turn out to be a document, which ends the book and starts another: the caches are notified of
        /// neither.
        var holdsDocuments = false
    }

    private let grouping: PhotoGrouping
    private let keys: GroupKeys
    private let isStrict: Bool
    /// In the order of the inputs; the last may be incomplete.
    private var books: [Book] = []
    /// Of the last book.
    private var key: [UInt8]?

    /// `nil` if the grouping does not use names.
    init?(_ grouping: PhotoGrouping?, isStrict: Bool) {
        guard let grouping, grouping.needsNames else { return nil }
        self.grouping = grouping
        keys = GroupKeys(grouping)
        self.isStrict = isStrict
    }

    /// Adds an input; returns the book that ends before it, if all its photos have been read. A known book ends the
    /// current one as in `BookTable`: the caches must not be notified of a book after it was handed out.
    mutating func take(_ input: PhotoInput, at place: Int) -> PhotoRecord? {
        switch input {
        case .known, .book: return end()
        default: break
        }
        guard let photo = input.ofBook else { return nil }
        let new = photo.name.flatMap { keys.key(of: $0) }
        var ended: PhotoRecord?
        if new == nil || new != key {
            ended = end()
            books.append(Book(first: place))
            key = new
        }
        books[books.count - 1].unread += 1
        // The book of this input is not complete yet.
        if let outcome = input.outcome { _ = take(outcome, at: place) }
        return ended
    }

    /// Adds the outcome of a photo; returns its book, if that is complete.
    mutating func take(_ outcome: PhotoOutcome, at place: Int) -> PhotoRecord? {
        guard let book = books.lastIndex(where: { $0.first <= place }) else { return nil }
        books[book].unread -= 1
        if case .photo(let pages) = outcome, !pages[0].isDocument {
            books[book].readings[place] = pages
        } else {
            books[book].holdsDocuments = true
        }
        return record(of: book)
    }

    /// No more photos follow, or another book starts.
    mutating func end() -> PhotoRecord? {
        key = nil
        guard let last = books.indices.last, !books[last].isWhole else { return nil }
        books[last].isWhole = true
        return record(of: last)
    }

    private mutating func record(of book: Int) -> PhotoRecord? {
        guard books[book].isWhole, books[book].unread == 0 else { return nil }
        let book = books.remove(at: book)
        if book.holdsDocuments { return nil }
        let readings = book.readings.sorted { $0.key < $1.key }.flatMap(\.value)
        return grouping.completed(PhotoRecord(book: readings, as: .photos, isStrict: isStrict))
    }
}
