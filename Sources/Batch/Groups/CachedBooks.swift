// Books with a record from an earlier run. Their photos are read again only if one is new, changed or missing.
import Books
import Reading

/// Returns the photos of each book together, or the book's cached result.
struct CachedBooks {
    private let caches: [any ScanCache]
    private let keys: GroupKeys
    /// The next one last.
    private var ready: [PhotoInput] = []
    /// The first photo of the next book.
    private var ahead: PhotoInput?
    /// The keys of books that were returned.
    private var passed: Set<[UInt8]> = []

    /// - Parameter grouping: one that uses names.
    init(_ caches: [any ScanCache], _ grouping: PhotoGrouping) {
        self.caches = caches
        keys = GroupKeys(grouping)
    }

    mutating func next(from cursor: inout InputCursor) -> PhotoInput? {
        if ready.isEmpty { ready = nextBook(from: &cursor).reversed() }
        return ready.popLast()
    }

    /// The inputs before the next book's first photo.
    private mutating func nextBook(from cursor: inout InputCursor) -> [PhotoInput] {
        var inputs: [PhotoInput] = []
        /// `nil` for a photo that can't be opened.
        var photos: [Photo?] = []
        var key: [UInt8]?
        while let input = ahead.take() ?? cursor.next() {
            if let (name, photo) = input.ofBook {
                let new = name.flatMap { keys.key(of: $0) }
                if !photos.isEmpty, new == nil || new != key {
                    ahead = input
                    break
                }
                key = new
                photos.append(photo)
            }
            inputs.append(input)
        }
        let isLate = key.map { !passed.insert($0).inserted } ?? false
        guard let known = known(photos, isLate: isLate) else { return inputs }
        return [known] + inputs.filter { $0.ofBook == nil }
    }

    /// `nil` if the photos have to be read; the caches are then notified of each.
    private func known(_ photos: [Photo?], isLate: Bool) -> PhotoInput? {
        let files = photos.compactMap(\.self).compactMap { photo in
            photo.stamp.map { NamedStamp(name: photo.name, stamp: $0) }
        }
        if !photos.isEmpty, files.count == photos.count {
            for cache in caches {
                switch cache.cached(book: files, isLate: isLate) {
                case .known(let name, let count): return .known(name, photos: count)
                case .book(let record, let count): return .book(record, photos: count)
                default: continue
                }
            }
        }
        for file in files {
            for cache in caches { _ = cache.mayBeKnown(file.name, file.stamp) }
        }
        return nil
    }
}

extension PhotoInput {
    /// What belongs to a book: a name, and the photo if it can be opened. An archive that failed has no name, as a book
    /// of its own.
    var ofBook: (name: String?, photo: Photo?)? {
        switch self {
        case .photo(let photo): (photo.name, photo)
        case .failed(let name, _): (name, nil)
        case .failedArchive: (nil, nil)
        case .unreadable, .book, .known, .recorded, .repeated, .skipped: nil
        }
    }
}
