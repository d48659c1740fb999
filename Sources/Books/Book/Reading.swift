// How far one person has come with a book: theirs alone, as comments are, where lists belong to all who share a store.

public struct Reading: Hashable, Sendable, Codable {
    /// Each is the name of a list too.
    public enum State: String, Codable, Sendable, CaseIterable {
        case reading, read, abandoned
    }

    public var person: String
    public var state: State
    /// `nil` when not told, as is the next.
    public var started: Day?
    /// When it was read to its end, or given up.
    public var ended: Day?
    /// The edition; `nil` until a store has it.
    public var book: BookID?

    public init(
        person: String, state: State, started: Day? = nil, ended: Day? = nil, book: BookID? = nil
    ) {
        self.person = person
        self.state = state
        self.started = started
        self.ended = ended
        self.book = book
    }
}
