// Finds ISBNs in a text of any length that arrives in chunks.

/// Finds in its pieces what `ISBN.find(in:)` finds in the whole text, with little of it in memory.
public struct ISBNStream: Sendable {
    /// A match depends on at most this many scalars before and after it.
    private static let reach = 1024
    /// How much text is worth a search.
    private static let chunk = 8 * reach

    /// The end of the text so far.
    private var window: [Unicode.Scalar] = []
    /// Where the window begins in the text.
    private var start = 0
    /// Numbers that begin before this place in the text have been given.
    private var decided = 0
    private var counted = (line: 1, offset: 0)

    public init() {}

    /// What the text holds up to a little before the piece's end; places count from the first piece's beginning.
    public mutating func find(in piece: String) -> ISBNFindings {
        let passed = min(max(0, decided - Self.reach - start), window.count)
        countLines(to: start + passed)
        window.removeFirst(passed)
        start += passed
        for scalar in piece.unicodeScalars { window.append(scalar) }
        let end = start + window.count - Self.reach
        return end - decided < Self.chunk ? ISBNFindings() : decide(upTo: end)
    }

    /// What is left to be found once the last piece has been given.
    public mutating func finish() -> ISBNFindings { decide(upTo: .max) }

    /// The line, counted from 1, of a place in the findings given last. Ask in the text's order.
    public mutating func line(at offset: Int) -> Int {
        countLines(to: min(offset, start + window.count))
        return counted.line
    }

    private mutating func decide(upTo end: Int) -> ISBNFindings {
        var found = ISBN.find(in: FoldedText(window))
        for place in found.matches.indices { found.matches[place].move(by: start) }
        for place in found.nearMisses.indices { found.nearMisses[place].move(by: start) }
        let undecided = decided..<end
        found.matches.removeAll { !undecided.contains($0.range.lowerBound) }
        found.nearMisses.removeAll { !undecided.contains($0.range.lowerBound) }
        decided = end
        return found
    }

    private mutating func countLines(to offset: Int) {
        guard offset > counted.offset else { return }
        counted.line += window[(counted.offset - start)..<(offset - start)].count { $0 == "\n" }
        counted.offset = offset
    }
}

extension Range<Int> {
    fileprivate mutating func move(by distance: Int) {
        self = lowerBound + distance..<upperBound + distance
    }
}

extension ISBNMatch {
    fileprivate mutating func move(by distance: Int) {
        range.move(by: distance)
        for place in repairs.indices { repairs[place].offset += distance }
    }
}

extension ISBNNearMiss {
    fileprivate mutating func move(by distance: Int) { range.move(by: distance) }
}
