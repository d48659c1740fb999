// What a program, ours or another, said of one page.
import Books

/// What was said of one page.
package struct Answer: Hashable, Sendable {
    /// Accepted, the book's own first.
    package var accepted: [ISBN]
    /// Read but left for a person to look at.
    package var candidates: [ISBN]
    package var milliseconds: Double
    /// What it rests on; empty for another program's answer.
    package var records: [PhotoRecord]

    package init(
        accepted: [ISBN] = [], candidates: [ISBN] = [], milliseconds: Double = 0, records: [PhotoRecord] = []
    ) {
        self.accepted = accepted
        self.candidates = candidates
        self.milliseconds = milliseconds
        self.records = records
    }

    /// Adds what was said of more of the same.
    mutating func add(_ more: Answer) {
        accepted += more.accepted
        candidates += more.candidates
        milliseconds += more.milliseconds
        records += more.records
    }
}
