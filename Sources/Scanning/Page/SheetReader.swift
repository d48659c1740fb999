// The lines of one sheet, the likeliest first, until the evidence is enough and no further number is likely.
import Imaging
import Recognition

struct SheetReader {
    let found: TextLineFinder.Findings
    let reader: LineReader

    func read(_ lines: [RankedLine], into evidence: inout Evidence) {
        var vain = 0
        for ranked in lines.prefix(LineRanking.mostRead) {
            let isLikely = ranked.likelihood.number >= LineRanking.sure
            if !isLikely, evidence.isEnough || vain >= LineRanking.mostVain { return }
            if evidence.explains(reader.sheet.upright(ranked.line.corners())) { continue }
            switch read(ranked.line, into: &evidence) {
            case .number, .possibleNumber: vain = 0
            case .text, .nothing: vain += 1
            }
        }
    }

    /// Until the text agrees with the bars, or nothing more can be expected to contradict them.
    func readBesideBars(_ lines: [RankedLine], into evidence: inout Evidence) {
        for ranked in lines.prefix(LineRanking.mostBesideBars)
        where ranked.likelihood.number >= LineRanking.sure && !evidence.isAgreed {
            _ = read(ranked.line, into: &evidence)
        }
    }

    /// Reads a line as it was found, and again with other edges when it seems to hold a number that was cut or was not
    /// read clearly, then together with the line above or below when its label or its other half may stand there.
    private func read(_ line: TextLine, into evidence: inout Evidence) -> LineReader.Content {
        guard let first = reader.read(line) else { return .nothing }
        var content = interpret([first], into: &evidence)
        if content == .number, evidence.isEnough { return content }
        let others: [LineEdges] =
            switch content {
            case .number: [.taller]
            case .possibleNumber: [.longer, .taller, .lower] + (first.announcesNumber ? [.onward] : [])
            case .text, .nothing: []
            }
        for edges in others {
            guard let read = reader.read(edges.applied(to: line)) else { return content }
            let again = interpret([read], into: &evidence)
            if content != .number { content = again }
            if again == .number || again == .text || again == .nothing { break }
        }
        guard !evidence.isEnough, content == .number || content == .possibleNumber else { return content }
        readNeighbours(of: first, holds: content, into: &evidence)
        return content
    }

    private func readNeighbours(
        of first: ReadLine, holds content: LineReader.Content, into evidence: inout Evidence
    ) {
        let neighbours = found.neighbours(of: first.line)
        if content == .number,
            let above = neighbours.first(where: { $0.depth(below: first.line) < 0 }).flatMap(reader.read)
        {
            interpret([above, first], into: &evidence)
        }
        if first.announcesNumber,
            let below = neighbours.first(where: { $0.depth(below: first.line) > 0 }).flatMap(reader.read)
        {
            interpret([first, below], into: &evidence)
        }
    }

    @discardableResult
    private func interpret(_ lines: [ReadLine], into evidence: inout Evidence) -> LineReader.Content {
        let (observations, content) = reader.observations(in: lines)
        for observation in observations { evidence.add(observation) }
        for number in lines.count == 1 ? reader.cutNumbers(in: lines[0]) : [] { evidence.add(number) }
        return content
    }
}
