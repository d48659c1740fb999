// How photos of one book are told from those of the next.

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
