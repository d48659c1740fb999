// Photos on their way out of a batch: each an answer, or those of one book together.
import Books
import Reading

/// Takes photos in their order and gives results in the same.
enum BookTable {
    case photos
    case groups(BookGroups)
    case frames(FrameGroups)

    init(_ grouping: PhotoGrouping?, isStrict: Bool) {
        self =
            switch grouping {
            case nil: .photos
            case .frames: .frames(FrameGroups(isStrict: isStrict))
            case .some(let grouping): .groups(BookGroups(grouping, isStrict: isStrict))
            }
    }

    /// What it holds is let go while it changes, so that it is not copied.
    mutating func take(_ photo: [PageReading]) -> [ScanResult] {
        if photo[0].isDocument, !isOfPhotos {
            // It ends the book that is open, so that answers keep their order.
            return end() + [.book(photo[0].record, photos: 1)]
        }
        switch self {
        case .photos: return [.photo(photo.map(\.record))]
        case .groups(var groups):
            self = .photos
            defer { self = .groups(groups) }
            return Self.results(groups.take(photo))
        case .frames(var frames):
            self = .photos
            defer { self = .frames(frames) }
            return photo.flatMap { Self.results(frames.take($0)) }
        }
    }

    /// Takes a result that is handed on as it is: a book that an earlier run has read ends the one that is open.
    mutating func pass(_ result: ScanResult) -> [ScanResult] {
        let name: String
        switch result {
        case .known(let photo, _): name = photo
        case .book(let record, _): name = record.photo
        default: return []
        }
        guard case .groups(var groups) = self else { return [] }
        self = .photos
        defer { self = .groups(groups) }
        let ended = Self.results(groups.end())
        groups.pass(name)
        return ended
    }

    private var isOfPhotos: Bool { if case .photos = self { true } else { false } }

    /// What is left.
    mutating func end() -> [ScanResult] {
        switch self {
        case .photos: return []
        case .groups(var groups):
            self = .photos
            defer { self = .groups(groups) }
            return Self.results(groups.end())
        case .frames(var frames):
            self = .photos
            defer { self = .frames(frames) }
            return Self.results(frames.end())
        }
    }

    private static func results(_ group: BookGroups.Group?) -> [ScanResult] {
        group.map { [.book($0.record, photos: $0.photos)] } ?? []
    }

    private static func results(_ ended: FrameGroups.Ended) -> [ScanResult] {
        results(ended.book) + (ended.passed > 0 ? [.passed(ended.passed)] : [])
    }
}
