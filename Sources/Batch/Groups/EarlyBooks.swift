// Books whose photos are all read before their turn in the order comes: whoever remembers is told of them at once, so that
// one slow photo does not hold up what a kill then costs.
import Books
import Reading

/// Gathers the photos of each book by their places among the inputs.
struct EarlyBooks {
    private struct Book {
        /// The place of its first photo.
        let first: Int
        /// By the photos' places.
        var readings: [Int: [PageReading]] = [:]
        /// How many photos are not read yet.
        var unread = 0
        /// Whether another book has begun.
        var isWhole = false
        /// What was to be a photo may be a document, at which its book ends and another begins: nothing is told of either.
        var holdsDocuments = false
    }

    private let grouping: PhotoGrouping
    private let keys: GroupKeys
    private let isStrict: Bool
    /// In the order of their places; the last may be open.
    private var books: [Book] = []
    /// Of the last one.
    private var key: String?

    /// `nil` where books are not told by names.
    init?(_ grouping: PhotoGrouping?, isStrict: Bool) {
        guard let grouping, grouping.needsNames else { return nil }
        self.grouping = grouping
        keys = GroupKeys(grouping)
        self.isStrict = isStrict
    }

    /// Takes note of an input; returns the book that ends before it, if all of that is read.
    mutating func take(_ input: PhotoInput, at place: Int) -> PhotoRecord? {
        guard let name = input.ofBook?.name else { return nil }
        let new = keys.key(of: name)
        var ended: PhotoRecord?
        if books.isEmpty || new == nil || new != key {
            ended = end()
            books.append(Book(first: place))
            key = new
        }
        books[books.count - 1].unread += 1
        // Its own book is not whole yet.
        if let outcome = input.outcome { _ = take(outcome, at: place) }
        return ended
    }

    /// Takes what became of a photo; returns its book, if that is whole.
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

    /// No photo comes any more, or another book begins.
    mutating func end() -> PhotoRecord? {
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
