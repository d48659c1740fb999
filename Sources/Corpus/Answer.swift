// What a program, ours or another, said of one page.
import Books

/// What was said of one page.
public struct Answer: Hashable, Sendable {
    /// Accepted, the book's own first.
    public var accepted: [ISBN]
    /// Read but left for a person to look at.
    public var candidates: [ISBN]
    public var milliseconds: Double
    /// What it rests on; empty for another program's answer.
    public var records: [PhotoRecord]

    public init(
        accepted: [ISBN] = [], candidates: [ISBN] = [], milliseconds: Double = 0, records: [PhotoRecord] = []
    ) {
        self.accepted = accepted
        self.candidates = candidates
        self.milliseconds = milliseconds
        self.records = records
    }
}
