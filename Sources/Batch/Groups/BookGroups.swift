// Collects the photos of one book until the first of the next; holds only the current book.
import Books
import Reading

/// Takes photos in order and returns books.
struct BookGroups {
    /// One book, of one or several photos.
    struct Group {
        var record: PhotoRecord
        /// How many inputs it consists of.
        var photos: Int
    }

    private let grouping: PhotoGrouping
    private let isStrict: Bool
    private let keys: GroupKeys
    private var readings: [PageReading] = []
    private var photos = 0
    private var key: [UInt8]?
    private var lastTaken: Double?
    /// The keys of books that were returned.
    private var answered: Set<Int> = []

    init(_ grouping: PhotoGrouping, isStrict: Bool) {
        self.grouping = grouping
        self.isStrict = isStrict
        keys = GroupKeys(grouping)
    }

    /// - Parameter photo: its pages, at least one.
    /// - Returns: the book that ends before this photo; `nil` if the photo belongs to the same book.
    mutating func take(_ photo: [PageReading]) -> Group? {
        let name = photo[0].record.photo
        let new = keys.key(of: name)
        let taken = photo[0].taken
        let belongs = isOpen && belongs(new, taken)
        let ended = belongs ? nil : end()
        if !belongs { key = new }
        lastTaken = taken
        readings += photo
        photos += 1
        return ended
    }

    /// Registers a book that an earlier run has read.
    mutating func pass(_ photo: String) {
        if let key = keys.key(of: photo) { answered.insert(key.hashValue) }
    }

    /// The last book; `nil` when there is none.
    mutating func end() -> Group? {
        guard isOpen else { return nil }
        defer { (readings, photos, key) = ([], 0, nil) }
        var record = PhotoRecord(book: readings, as: .photos, isStrict: isStrict)
        if let key, !answered.insert(key.hashValue).inserted {
            record.warnings.append(PhotoRecord.lateWarning)
        }
        if case .time = grouping, lastTaken == nil {
            record.warnings.append("does not say when it was taken; read by itself")
        }
        return Group(record: record, photos: photos)
    }

    private var isOpen: Bool { photos > 0 }

    private func belongs(_ new: [UInt8]?, _ taken: Double?) -> Bool {
        if case .time(let gap) = grouping {
            guard let taken, let lastTaken else { return false }
            return abs(taken - lastTaken) <= gap
        }
        return new != nil && new == key
    }
}
