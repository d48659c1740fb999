// Patterns of file names, as `.gitignore`, rsync and ripgrep have taught them.

/// Matches the path of a file or folder below the folder that was given.
///
/// `*` and `?` stay in one name, `**` goes over folders, `[a-z]` and `[!a-z]` are one character, a backslash takes the next
/// one as it is. A pattern without a slash is a name anywhere below; with one, it is the whole path. A slash at its end is a
/// folder.
public struct Glob: Hashable, Sendable {
    fileprivate enum Part: Hashable {
        case character(Unicode.Scalar)
        case anyCharacter
        case anyInName
        /// As many whole folders as there are, and none.
        case anyFolders
        case anyAtAll
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    }

    private let parts: [Part]
    private let isPath: Bool
    private let isFolder: Bool

    /// `nil` when nothing can match: it is empty, a bracket is not closed, or a backslash ends it.
    public init?(_ pattern: String) {
        var text = Array(pattern.unicodeScalars)[...]
        isFolder = text.last == "/"
        if isFolder { text.removeLast() }
        isPath = text.contains("/")
        if text.first == "/" { text.removeFirst() }
        guard !text.isEmpty else { return nil }
        var parts: [Part] = []
        while let character = text.popFirst() {
            switch character {
            case "?": parts.append(.anyCharacter)
            case "*":
                let isAtStart = parts.isEmpty || parts.last == .character("/") || parts.last == .anyFolders
                guard text.first == "*" else {
                    parts.append(.anyInName)
                    continue
                }
                text = text.drop { $0 == "*" }
                if isAtStart, text.first == "/" {
                    text.removeFirst()
                    parts.append(.anyFolders)
                } else {
                    parts.append(isAtStart && text.isEmpty ? .anyAtAll : .anyInName)
                }
            case "[":
                guard let part = Self.bracket(&text) else { return nil }
                parts.append(part)
            case "\\":
                guard let next = text.popFirst() else { return nil }
                parts.append(.character(next))
            default: parts.append(.character(character))
            }
        }
        self.parts = parts
    }

    private static func bracket(_ text: inout ArraySlice<Unicode.Scalar>) -> Part? {
        let isNegated = text.first == "!" || text.first == "^"
        if isNegated { text.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let first = text.popFirst() {
            if first == "]", !ranges.isEmpty { return .oneOf(ranges, isNegated: isNegated) }
            if text.first == "-", let last = text.dropFirst().first, last != "]" {
                text.removeFirst(2)
                if first <= last { ranges.append(first...last) } else { ranges.append(first...first) }
            } else {
                ranges.append(first...first)
            }
        }
        return nil
    }

    /// - Parameter path: relative, without a slash at either end.
    func matches(_ path: String, isFolder: Bool) -> Bool {
        if self.isFolder, !isFolder { return false }
        let whole = Array(path.unicodeScalars)
        let name = whole.lastIndex(of: "/").map { whole[($0 + 1)...] } ?? whole[...]
        return Self.match(parts[...], isPath ? whole[...] : name)
    }

    /// Goes back to one star alone, the last that stays in a name, and to one that does not: time is never more than the
    /// product of the lengths for each of the latter.
    private static func match(_ parts: ArraySlice<Part>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
        var (parts, text) = (parts, text)
        var retry: (parts: ArraySlice<Part>, text: ArraySlice<Unicode.Scalar>)?
        while true {
            switch parts.first {
            case .anyAtAll: return !text.isEmpty
            case .anyFolders:
                parts.removeFirst()
                while true {
                    if match(parts, text) { return true }
                    guard let slash = text.firstIndex(of: "/") else { return false }
                    text = text[(slash + 1)...]
                }
            case .anyInName:
                parts.removeFirst()
                retry = (parts, text)
                continue
            case let part?:
                if let character = text.first, part.matches(character) {
                    parts.removeFirst()
                    text.removeFirst()
                    continue
                }
            case nil:
                if text.isEmpty { return true }
            }
            guard var again = retry, let skipped = again.text.popFirst(), skipped != "/" else { return false }
            (parts, text) = (again.parts, again.text)
            retry = again
        }
    }
}

extension Glob.Part {
    fileprivate func matches(_ character: Unicode.Scalar) -> Bool {
        switch self {
        case .character(let wanted): character == wanted
        case .anyCharacter: character != "/"
        case .oneOf(let ranges, let isNegated):
            character != "/" && ranges.contains { $0.contains(character) } != isNegated
        case .anyInName, .anyFolders, .anyAtAll: false
        }
    }
}
