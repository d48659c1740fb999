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

    /// Its contents are moved out while they change, to avoid a copy.
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

/// By which part of their paths photos belong together.
struct GroupKeys {
    private let grouping: PhotoGrouping?
    private let expression: Regex<AnyRegexOutput>?

    init(_ grouping: PhotoGrouping?) {
        self.grouping = grouping
        expression = if case .pattern(let pattern) = grouping { try? Regex(pattern) } else { nil }
    }

    /// What a photo has in common with others of its book; `nil` for one that has a book of its own.
    ///
    /// - Parameter path: as given.
    func key(of path: String) -> String? {
        let name = path.nameStart
        let folder = path[..<name]
        switch grouping {
        case .folder: return String(folder)
        case .name: return folder + NameStem.of(path[name...]).lowercased()
        case .pattern:
            guard let match = try? expression?.firstMatch(in: path), match.output.count > 1 else {
                return nil
            }
            return match.output[1].substring.map(String.init)
        case .books(let books): return books[path]
        case .time, .frames, nil: return nil
        }
    }

    /// By what a photo's share of a list is told, so that a folder that lies elsewhere on another machine makes no other
    /// shares; `nil` where that is its path.
    ///
    /// - Parameters:
    ///   - path: below the folder that was given.
    ///   - name: the whole path, in which patterns look.
    func share(of path: String, name: String) -> String? {
        if case .pattern = grouping { key(of: name) } else { key(of: path) }
    }

    /// Those with one key where the first of them stands.
    ///
    /// - Parameter name: the path of a photo; `nil` for what is none.
    func together<Element>(_ elements: [Element], name: (Element) -> String?) -> [Element] {
        guard areSorted else { return elements }
        var places: [String: Int] = [:]
        let ranked = elements.enumerated().map { place, element in
            guard let key = name(element).flatMap({ self.key(of: $0) }) else {
                return (place, place, element)
            }
            places[key] = places[key] ?? place
            return (places[key] ?? place, place, element)
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Whether the photos of a folder are put in the order of their keys.
    var areSorted: Bool { grouping?.needsNames == true }
}
