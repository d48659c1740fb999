// The lines of one sheet, the likeliest first, until the evidence is enough.
import Imaging

/// What a page has told so far, and what that says of the lines to come.
struct PageFindings {
    var evidence = Evidence()
    var priority = LinePriority()
}

struct SheetReader {
    let found: TextLineFinder.Findings
    let reader: LineReader

    /// - Parameter tallest: taller lines are left out, in pixels.
    func read(tallest: Double, into page: inout PageFindings) {
        let lines = found.lines.filter { $0.height <= tallest }.prefix(LinePriority.mostLines)
        for (rank, line) in lines.enumerated() {
            let turns = line.isBelowBars ? [line] : [line, line.reversed]
            for turned in turns where page.priority.isWorthReading(turned, rank: rank) {
                let content = read(turned, into: &page)
                if page.evidence.isEnough {
                    for other in others(than: turned) { read(other, into: &page) }
                    return
                }
                if content == .text || content == .number { break }
            }
        }
    }

    /// Where one number is, others may be: imprint pages list hardback, paperback and set one below the other, and
    /// several bars are several books'.
    private func others(than line: TextLine) -> [TextLine] {
        switch found.bars.count {
        case 0: Array(found.neighbours(of: line).prefix(4))
        case 1: []
        default: found.lines.filter { $0.isBelowBars && $0 != line }
        }
    }

    /// Reads a line as it was found, and again with other edges when it seems to hold a number that was cut, then
    /// together with the line above or below when its label or its other half may stand there.
    @discardableResult
    private func read(_ line: TextLine, into page: inout PageFindings) -> LineReader.Content {
        page.priority.begin()
        var content = LineReader.Content.nothing
        var first: ReadLine?
        for edges in LineEdges.allCases where edges != .onward || first?.announcesNumber == true {
            guard let read = reader.read(edges.applied(to: line)) else { return content }
            first = first ?? read
            page.priority.learn(from: read.characters, in: line.direction)
            content = interpret([read], into: &page)
            guard content == .possibleNumber else { break }
        }
        guard let first, !page.evidence.isEnough, content == .number || content == .possibleNumber else {
            return content
        }
        let neighbours = found.neighbours(of: line)
        if content == .number,
            let above = neighbours.first(where: { $0.depth(below: line) < 0 }).flatMap(reader.read)
        {
            interpret([above, first], into: &page)
        }
        if first.announcesNumber,
            let below = neighbours.first(where: { $0.depth(below: line) > 0 }).flatMap(reader.read)
        {
            interpret([first, below], into: &page)
        }
        return content
    }

    @discardableResult
    private func interpret(_ lines: [ReadLine], into page: inout PageFindings) -> LineReader.Content {
        let (observations, content) = reader.observations(in: lines, number: page.priority.linesRead)
        for observation in observations { page.evidence.add(observation) }
        return content
    }
}
