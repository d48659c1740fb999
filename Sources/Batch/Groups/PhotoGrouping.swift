// Which photos are one book's.
import Books
import Reading

/// What makes photos one book's. Those of one book follow each other.
public enum PhotoGrouping: Hashable, Sendable {
    /// They lie in one folder.
    case folder
    /// Their names differ in what ends them alone: `IMG_12a.jpg`, `IMG_12b.jpg`.
    case name
    /// No more seconds lie between one and the next, by their EXIF data.
    case time(gap: Double)
    /// A regular expression whose first group finds the same in their paths.
    case pattern(String)
    /// Their paths stand for the same book here; one that is not here has a book of its own.
    case books([String: String])
    /// They are frames of a video: what they show tells where a book ends.
    case frames

    /// Whether it goes by the photos' paths.
    public var needsNames: Bool {
        switch self {
        case .folder, .name, .pattern, .books: true
        case .time, .frames: false
        }
    }

    /// Whether a regular expression has a group; `nil` where it is no regular expression.
    public static func hasGroup(_ pattern: String) -> Bool? {
        guard (try? Regex(pattern)) != nil else { return nil }
        // The empty alternative finds itself in an empty text, and has as many groups as the whole.
        let match = try? Regex("(?:\(pattern))|").prefixMatch(in: "")
        return match.map { $0.output.count > 1 } ?? false
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

// With what the record of a book was made: with what its photos were read, and how they were told to be one book's.
extension ScanOptions {
    /// What records of books have as `settings`, or of photos where there is no grouping.
    package func fingerprint(model: String?, _ grouping: PhotoGrouping?) -> String {
        let photos = fingerprint(model: model)
        return grouping?.settings(ofPhotos: photos) ?? photos
    }
}

extension PhotoGrouping {
    /// What records of books have as `settings`, by those of their photos.
    func settings(ofPhotos photos: String) -> String { ScanOptions.fingerprint([photos, words]) }

    /// A book's record whose `settings` say, too, how its photos were found to be one book's.
    func completed(_ book: PhotoRecord) -> PhotoRecord {
        var book = book
        book.settings = book.settings.map(settings)
        return book
    }

    /// Whoever takes several photos of a book turns it over within seconds, and takes longer to put it away and fetch the
    /// next: a dealer's photos of one book followed each other within 15 s but once (19 s), those of two after 21 s or more.
    package static let usualGap = 15.0

    /// `folder`, `name`, `frames`, `time` or `time:30`, of at most a day.
    package init?(words: String) {
        switch words {
        case "folder": self = .folder
        case "name": self = .name
        case "frames": self = .frames
        case "time": self = .time(gap: Self.usualGap)
        default:
            guard words.hasPrefix("time:"), let gap = Double(words.dropFirst(5)),
                (0...86_400).contains(gap)
            else { return nil }
            self = .time(gap: gap)
        }
    }

    /// As it is given to `--group`.
    package var words: String {
        switch self {
        case .folder: "folder"
        case .name: "name"
        case .time(let gap): "time:\(gap)"
        case .pattern(let pattern): pattern
        case .books: "books"
        case .frames: "frames"
        }
    }
}
