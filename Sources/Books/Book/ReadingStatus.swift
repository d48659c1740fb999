// One reading of a book by one person.

public struct ReadingStatus: Hashable, Sendable, Codable {
    /// Each is the name of a list too.
    public enum State: String, Codable, Sendable, CaseIterable {
        case reading, read, abandoned
    }

    /// `nil` until a store has given it one.
    public var id: Int64?
    public var person: String
    public var state: State
    /// `nil` when not told, as is the next.
    public var started: PartialDate?
    /// When it was read to its end, or given up.
    public var ended: PartialDate?
    /// The edition; `nil` until a store has it.
    public var book: BookID?

    public init(
        id: Int64? = nil, person: String, state: State, started: PartialDate? = nil,
        ended: PartialDate? = nil,
        book: BookID? = nil
    ) {
        self.id = id
        self.person = person
        self.state = state
        self.started = started
        self.ended = ended
        self.book = book
    }
}

extension ReadingStatus {
    /// What is known of this one reading with what another record says of it; `nil` where that tells of another time.
    ///
    /// One that goes on may have ended since. Dates of one reading agree, or the end that is told lies within it.
    public func joined(with other: ReadingStatus) -> ReadingStatus? {
        guard state == other.state || state == .reading else { return nil }
        var joined = self
        if let told = other.started, let known = started {
            guard told.agrees(with: known) else { return nil }
            joined.started = max(told, known)
        } else {
            joined.started = started ?? other.started
        }
        if let told = other.ended, let known = ended {
            let isWithin = other.started == nil && started.map { $0 <= told && told < known } == true
            guard isWithin || told.agrees(with: known) else { return nil }
            joined.ended = isWithin && !told.agrees(with: known) ? told : max(told, known)
        } else {
            joined.ended = ended ?? other.ended
        }
        if let started = joined.started, let ended = joined.ended, ended < started,
            !ended.agrees(with: started)
        {
            return nil
        }
        joined.state = other.state
        return joined
    }
}
