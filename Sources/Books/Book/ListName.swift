// Names of lists. People and sites write the same one in many ways.

/// A list's name: two that differ in case alone are one list, and the built-in ones have usual other names.
public struct ListName: Hashable, Sendable {
    /// As it is shown.
    public let text: String
    /// What lists are told apart by.
    public let key: String

    /// The two built-in lists, which belong to the store, whoever uses it.
    public static let owned = "owned"
    public static let wanted = "wanted"
    public static let builtIn = [owned, wanted]

    /// `nil` without a letter or a digit.
    public init?(_ text: String) {
        guard let name = text.tidied, name.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        let folded = name.lowercased()
        let words = folded.split { " -_".contains($0) }.joined(separator: " ")
        let builtIn = Self.otherNames[words]
        self.text = builtIn ?? name
        key = builtIn ?? folded
    }

    /// What it says of whoever reads the book; `nil` for a list that belongs to the store.
    public var state: Reading.State? { Reading.State(rawValue: key) }

    /// Those of Goodreads, LibraryThing, StoryGraph and BookWyrm.
    private static let otherNames: [String: String] = [
        "owned": owned, "own": owned, "your library": owned, "my library": owned,
        "wanted": wanted, "to read": wanted, "want to read": wanted, "wishlist": wanted, "wish list": wanted,
        "reading": Reading.State.reading.rawValue, "currently reading": Reading.State.reading.rawValue,
        "read": Reading.State.read.rawValue, "read but unowned": Reading.State.read.rawValue,
        "abandoned": Reading.State.abandoned.rawValue, "did not finish": Reading.State.abandoned.rawValue,
        "dnf": Reading.State.abandoned.rawValue, "stopped reading": Reading.State.abandoned.rawValue,
    ]
}
