// Books whose photos are all read before their turn in the order comes: whoever remembers is told of them at once, so that
// one slow photo does not hold up what a kill then costs.
import Books
import Reading

/// Gathers the photos of each book by their places among the inputs.
struct EarlyBooks {
    private struct Book {
        /// By the photos' places; `nil` for one that is not read yet.
        var photos: [Int: [PageReading]?] = [:]
        /// Whether another book has begun.
        var isWhole = false
    }

    private let grouping: PhotoGrouping
    private let keys: GroupKeys
    private let isStrict: Bool
    /// By the places of their first photos.
    private var books: [Int: Book] = [:]
    /// Of the book that each photo belongs to.
    private var firstPlaces: [Int: Int] = [:]
    private var open: Int?
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
        switch input {
        case .photo(let photo): return find(photo.name, at: place)
        case .failed(let name, let failure):
            let ended = find(name, at: place)
            // Its own book is not whole yet.
            _ = take([PageReading(failed: name, failure)], at: place)
            return ended
        case .barred, .book, .known, .recorded, .repeated, .skipped: return nil
        }
    }

    /// Takes what became of a photo; returns its book, if that is whole.
    mutating func take(_ outcome: PhotoOutcome, at place: Int) -> PhotoRecord? {
        if case .photo(let pages) = outcome, !pages[0].isDocument { return take(pages, at: place) }
        leave(place)
        return nil
    }

    private mutating func find(_ photo: String, at place: Int) -> PhotoRecord? {
        let new = keys.key(of: photo)
        if new == nil || new != key {
            let ended = end()
            (open, key) = (place, new)
            books[place] = Book()
            add(place, to: place)
            return ended
        }
        if let open { add(place, to: open) }
        return nil
    }

    private mutating func take(_ pages: [PageReading], at place: Int) -> PhotoRecord? {
        guard let first = firstPlaces[place] else { return nil }
        books[first]?.photos[place] = pages
        return record(of: first)
    }

    /// What was to be a photo is a document, at which its book ends and another begins: nothing is told of either.
    private mutating func leave(_ place: Int) {
        guard let first = firstPlaces[place], let book = books.removeValue(forKey: first) else { return }
        for place in book.photos.keys { firstPlaces[place] = nil }
    }

    /// No photo comes any more, or another book begins.
    mutating func end() -> PhotoRecord? {
        guard let last = open else { return nil }
        (open, key) = (nil, nil)
        books[last]?.isWhole = true
        return record(of: last)
    }

    private mutating func add(_ place: Int, to first: Int) {
        books[first]?.photos[place] = .some(nil)
        firstPlaces[place] = first
    }

    private mutating func record(of first: Int) -> PhotoRecord? {
        guard let book = books[first], book.isWhole, book.photos.values.allSatisfy({ $0 != nil }) else {
            return nil
        }
        books[first] = nil
        for place in book.photos.keys { firstPlaces[place] = nil }
        let readings = book.photos.sorted { $0.key < $1.key }.flatMap { $0.value ?? [] }
        if readings.isEmpty { return nil }
        return grouping.completed(PhotoRecord(book: readings, as: .photos, isStrict: isStrict))
    }
}
