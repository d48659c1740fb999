// How photos are grouped by book.
import Books
import Documents
import Reading

/// What photos of one book have in common. They follow each other.
public enum PhotoGrouping: Hashable, Sendable {
    /// Their folder.
    case folder
    /// Their names up to a short ending: `IMG_12a.jpg`, `IMG_12b.jpg`.
    case name
    /// The time: at most this many seconds between one photo and the next, from their EXIF data.
    case time(gap: Double)
    /// The text that the first group of a regular expression matches in their paths.
    case pattern(String)
    /// The book that is given here for their paths; a path that is not listed is a book of its own.
    case books([String: String])
    /// They are frames of a video, and their content shows where a book ends.
    case frames

    /// Whether it uses the photos' paths.
    public var needsNames: Bool {
        switch self {
        case .folder, .name, .pattern, .books: true
        case .time, .frames: false
        }
    }

    /// Whether a regular expression has a capture group; `nil` if it is not a valid regular expression.
    public static func hasGroup(_ pattern: String) -> Bool? {
        guard (try? Regex(pattern)) != nil else { return nil }
        // The empty alternative matches the empty text and has as many groups as the whole.
        let match = try? Regex("(?:\(pattern))|").prefixMatch(in: "")
        return match.map { $0.output.count > 1 } ?? false
    }
}

/// The part of a path that photos of one book have in common.
struct GroupKeys {
    private let grouping: PhotoGrouping?
    private let expression: Regex<AnyRegexOutput>?

    init(_ grouping: PhotoGrouping?) {
        self.grouping = grouping
        expression = if case .pattern(let pattern) = grouping { try? Regex(pattern) } else { nil }
    }

    /// The key of a photo's book; `nil` for a photo that is a book of its own, such as a PDF, and for an archive. As
    /// bytes: folders whose names differ only in their Unicode normalization are different.
    ///
    /// - Parameter path: as given.
    func key(of path: String) -> [UInt8]? { text(of: path).map { Array($0.utf8) } }

    private func text(of path: String) -> String? {
        let name = path.nameStart
        let folder = path[..<name]
        if path.isNamedLikeAFileOfManyPages { return nil }
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

    /// The key that decides on the shard of a photo, relative to the folder, so that shards are the same if the
    /// folder has another path on another machine; `nil` to use the photo's path.
    ///
    /// - Parameters:
    ///   - path: relative to the folder that was given.
    ///   - name: the whole path, which patterns are matched against.
    func share(of path: String, name: String) -> String? {
        if case .pattern = grouping { text(of: name) } else { text(of: path) }
    }

    /// Moves elements with the same key to the first of them.
    ///
    /// - Parameter name: the path of a photo; `nil` for an element that is not a photo.
    func together<Element>(_ elements: [Element], name: (Element) -> String?) -> [Element] {
        guard areSorted else { return elements }
        var places: [[UInt8]: Int] = [:]
        let ranked = elements.enumerated().map { place, element in
            guard let key = name(element).flatMap({ self.key(of: $0) }) else {
                return (place, place, element)
            }
            places[key] = places[key] ?? place
            return (places[key] ?? place, place, element)
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Whether the photos of a folder are sorted by their keys.
    var areSorted: Bool { grouping?.needsNames == true }
}

extension String {
    /// Whether the extension is that of a document or an archive.
    fileprivate var isNamedLikeAFileOfManyPages: Bool {
        let name = lowercased()
        return name.hasSuffix(".pdf") || name.hasSuffix(".epub") || ArchiveFormat.isNamed(name)
    }
}

// The settings of a book's record: how its photos were read, and how they were grouped.
extension ScanOptions {
    /// The `settings` of records of books, or of photos without grouping.
    package func fingerprint(model: String?, _ grouping: PhotoGrouping?) -> String {
        let photos = fingerprint(model: model)
        return grouping?.settings(ofPhotos: photos) ?? photos
    }
}

extension PhotoGrouping {
    /// The `settings` of a book's record, from those of its photos.
    func settings(ofPhotos photos: String) -> String { ScanOptions.fingerprint([photos, words]) }

    /// A book's record whose `settings` include how its photos were grouped.
    func completed(_ book: PhotoRecord) -> PhotoRecord {
        var book = book
        book.settings = book.settings.map(settings)
        return book
    }

    /// In seconds. Someone who takes several photos of a book turns it over within seconds, and takes longer to put
    /// it away and fetch the next. In a dealer's photos, those of one book were at most 15 s apart, except once (19
    /// s); those of two books, 21 s or more.
    package static let usualGap = 15.0

    /// Parses `folder`, `name`, `frames`, `time` or `time:30`, of at most a day.
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

    /// As given to `--group`.
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
