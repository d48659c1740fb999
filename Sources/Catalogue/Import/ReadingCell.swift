// All of a person's readings of a book in one cell of this program's own tables.
import Books

extension Reading {
    /// `read 2019-01 to 2019-03`, `read to 2021`, `reading 2026-11-02 to`, `read`.
    package var cell: String {
        let parts = [
            state.rawValue, started?.description, started == nil && ended == nil ? nil : "to",
            ended?.description,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// `nil` where `cell` is none of those.
    init?(cell: String, person: String) {
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

extension [Reading] {
    /// By their dates, those that go on last, so that a table is the same whenever it is written.
    package var chronological: [Reading] {
        func key(_ reading: Reading) -> [String] {
            let date = reading.ended ?? reading.started
            return [reading.state == .reading ? "1" : "0", date?.description ?? "", reading.cell]
        }
        return sorted { key($0).lexicographicallyPrecedes(key($1)) }
    }
}
