// Finds ISBNs in a text of any length that arrives in chunks.

/// Finds in chunks what `ISBN.find(in:)` finds in the whole text, with little of it in memory.
public struct ISBNStream: Sendable {
    /// A match depends on at most this many scalars before and after it.
    private static let reach = 1024
    /// How much text is collected before a search.
    private static let chunk = 8 * reach

    /// The end of the text so far.
    private var window: [Unicode.Scalar] = []
    /// Where the window begins in the text.
    private var start = 0
    /// Numbers that begin before this position were returned already.
    private var decided = 0
    private var counted = (line: 1, offset: 0)

    public init() {}

    /// The findings up to a little before the chunk's end; positions count from the beginning of the first chunk.
    public mutating func find(in piece: String) -> ISBNFindings {
        let passed = min(max(0, decided - Self.reach - start), window.count)
        countLines(to: start + passed)
        window.removeFirst(passed)
        start += passed
        for scalar in piece.unicodeScalars { window.append(scalar) }
        let end = start + window.count - Self.reach
        return end - decided < Self.chunk ? ISBNFindings() : decide(upTo: end)
    }

    /// The remaining findings after the last chunk.
    public mutating func finish() -> ISBNFindings { decide(upTo: .max) }

    /// The line, from 1, of a position in the latest findings. Call in the order of the text.
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
