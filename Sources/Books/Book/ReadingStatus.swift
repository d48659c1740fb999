// One reading of a book by one person.

public struct ReadingStatus: Hashable, Sendable, Codable {
    /// The raw values are names of lists, too.
    public enum State: String, Codable, Sendable, CaseIterable {
        case reading, read, abandoned
    }

    /// `nil` until a store has given it one.
    public var id: Int64?
    public var person: String
    public var state: State
    /// `nil` if unknown, as is the next.
    public var started: PartialDate?
    /// When it was finished or abandoned.
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
    /// This reading, completed by another record of it; `nil` if that describes another reading.
    /// A reading without an end may have ended since. Dates of one reading agree, or the other's end date lies within
    /// it.
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

// One reading as a line of text, for tables.
extension ReadingStatus {
    /// `read 2019-01 to 2019-03`, `read to 2021`, `reading 2026-11-02 to`, `read`.
    package var cell: String {
        let parts = [
            state.rawValue, started?.description, started == nil && ended == nil ? nil : "to",
            ended?.description,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// `nil` if `cell` is none of those.
    package init?(cell: String, person: String) {
        let words = cell.lowercased().split(separator: " ").map(String.init)
        guard let state = words.first.flatMap(State.init) else { return nil }
        self.init(person: person, state: state)
        if words.count == 1 { return }
        guard let place = words.firstIndex(of: "to"), words.count <= 4 else { return nil }
        let (before, after) = (words[1..<place], words[(place + 1)...])
        guard before.count <= 1, after.count <= 1 else { return nil }
        started = before.first.flatMap { PartialDate($0) }
        ended = after.first.flatMap { PartialDate($0) }
        guard (started == nil) == before.isEmpty, (ended == nil) == after.isEmpty else { return nil }
    }
}

extension [ReadingStatus] {
    /// By date, unfinished ones last, so that a table always has the same order.
    package var chronological: [ReadingStatus] {
        func key(_ reading: ReadingStatus) -> [String] {
            let date = reading.ended ?? reading.started
            return [reading.state == .reading ? "1" : "0", date?.description ?? "", reading.cell]
        }
        return sorted { key($0).lexicographicallyPrecedes(key($1)) }
    }
}
