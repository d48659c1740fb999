// Books that an earlier run has answered: their photos are held back until all are there, and read again only where one of
// them is new, changed or gone.
import Books
import Reading

/// Hands out the photos of each book together, or in their place what is known of them.
struct KnownBooks {
    private let memories: [any PhotoMemory]
    private let keys: GroupKeys
    /// The next one last.
    private var ready: [PhotoInput] = []
    /// The first photo of the next book.
    private var ahead: PhotoInput?
    /// The keys of books that were handed out.
    private var passed: Set<String> = []

    /// - Parameter grouping: by names.
    init(_ memories: [any PhotoMemory], _ grouping: PhotoGrouping) {
        self.memories = memories
        keys = GroupKeys(grouping)
    }

    mutating func next(from cursor: inout InputCursor) -> PhotoInput? {
        if ready.isEmpty { ready = nextBook(from: &cursor).reversed() }
        return ready.popLast()
    }

    /// The inputs up to the next book's first photo.
    private mutating func nextBook(from cursor: inout InputCursor) -> [PhotoInput] {
        var inputs: [PhotoInput] = []
        /// `nil` for one that can't be had.
        var photos: [Photo?] = []
        var key: String?
        while let input = ahead.take() ?? cursor.next() {
            if let (name, photo) = input.ofBook {
                let new = keys.key(of: name)
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

    /// `nil` where they are to be read; who remembers is told of each then.
    private func known(_ photos: [Photo?], isLate: Bool) -> PhotoInput? {
        let files = photos.compactMap(\.self).compactMap { photo in
            photo.stamp.map { NamedStamp(name: photo.name, stamp: $0) }
        }
        if !photos.isEmpty, files.count == photos.count {
            for memory in memories {
                switch memory.recalled(book: files, isLate: isLate) {
                case .known(let name, let count): return .known(name, photos: count)
                case .book(let record, let count): return .book(record, photos: count)
                default: continue
                }
            }
        }
        for file in files {
            for memory in memories { _ = memory.meets(file.name, file.stamp) }
        }
        return nil
    }
}

extension PhotoInput {
    /// What belongs to a book: its name, and the photo if there is one.
    fileprivate var ofBook: (name: String, photo: Photo?)? {
        switch self {
        case .photo(let photo): (photo.name, photo)
        case .failed(let name, _): (name, nil)
        case .barred, .book, .known, .recorded, .repeated, .skipped: nil
        }
    }
}
