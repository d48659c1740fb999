// Patterns of file names, with the syntax of `.gitignore`, rsync and ripgrep.

/// Matches the path of a file or folder, relative to the folder that was given.
///
/// `*` and `?` match within one name, `**` matches any number of folders, `[a-z]` and `[!a-z]` match one character,
/// and a backslash escapes the next one. A pattern without a slash matches a name at any depth; with one, the whole
/// path. With a slash at its end it matches folders only.
public struct Glob: Hashable, Sendable {
    fileprivate enum Part: Hashable {
        case character(Unicode.Scalar)
        case anyCharacter
        case anyInName
        /// Zero or more whole folders.
        case anyFolders
        case anyAtAll
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    }

    private let parts: [Part]
    private let isPath: Bool
    private let isFolder: Bool

    /// `nil` if the pattern is invalid: it is empty, has an unclosed bracket, or ends in a backslash.
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

    /// `*` backtracks only to the last one, and each `**` recurses: time is at most the product of the lengths for
    /// each `**`.
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
