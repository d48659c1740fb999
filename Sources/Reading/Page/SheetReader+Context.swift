// What is printed around a number and says whose it is: the rest of its line, a heading above, the head of its column.
import Books
import Foundation
import Imaging
import Recognition

extension SheetReader {
    /// Reads on around lines with a number, unless a barcode shows which is the book's.
    func readContext(of lines: [ReadLine], into evidence: inout Evidence) throws(RecognitionError) {
        if lines.isEmpty { return }
        let hasChoice = evidence.hasChoice
        let isPrintOnly = !evidence.hasBookBars
        var reader = ContextReader(
            reader: LineReader(recognizer: try recognizer(), sheet: sheet, debug: debug), found: found)
        for line in lines {
            for one in reader.beyondEnds(of: line, hasChoice: hasChoice, isPrintOnly: isPrintOnly)
            where evidence.mayAdd(one) {
                evidence.add(one)
            }
            if isPrintOnly {
                for one in reader.belowHeading(line) where evidence.mayAdd(one) { evidence.add(one) }
            }
        }
        if hasChoice {
            for one in reader.inTable(lines) where evidence.mayAdd(one) { evidence.add(one) }
        }
    }
}

/// Reads each line around the numbers of a sheet once.
private struct ContextReader {
    let reader: LineReader
    let found: TextLineFinder.Findings
    private var known: [TextLine: ReadLine?] = [:]

    /// How many lines above a number are read: the nearest short ones, and the first of the column.
    private static let mostAbove = 4
    /// The most letters in the heading of a list, and in that of a column or row.
    private static let (longestHeading, longestHead) = (48, 24)

    init(reader: LineReader, found: TextLineFinder.Findings) {
        self.reader = reader
        self.found = found
    }

    private mutating func read(_ line: TextLine) -> ReadLine? {
        if let read = known[line] { return read }
        let read = reader.read(line)
        known[line] = .some(read)
        return read
    }

    /// The numbers of a line that is read again with more of what is before and after it.
    func beyondEnds(of line: ReadLine, hasChoice: Bool, isPrintOnly: Bool) -> [Observation] {
        let edges = line.openEnds(hasChoice: hasChoice, isPrintOnly: isPrintOnly)
        if edges.isEmpty { return [] }
        return reader.read(edges.reduce(line.line) { $1.applied(to: $0) })
            .map { reader.interpret([$0]).observations } ?? []
    }

    /// The numbers of a line below the heading of a list of other books; empty if there is none.
    mutating func belowHeading(_ line: ReadLine) -> [Observation] {
        let column = found.column(above: line.line)
        let short = column.indices.filter { column[$0].characters <= Self.longestHeading }
        for place in Set(short.prefix(Self.mostAbove) + short.suffix(1)).sorted() {
            // It may be found in pieces.
            guard let heading = read(LineEdges.longer.applied(to: column[place])) else { continue }
            if OtherWorks.endsList(heading.text) { return [] }
            guard OtherWorks.beginsList(heading.text) else { continue }
            let isEnded = column[..<place].contains { read($0).map { OtherWorks.endsList($0.text) } ?? false }
            return isEnded ? [] : reader.interpret(line, below: heading)
        }
        return []
    }

    /// If the heads of columns or rows name forms of a book, the numbers without a qualifier, each with its head's.
    mutating func inTable(_ lines: [ReadLine]) -> [Observation] {
        var cells: [(number: Observation, heads: [String])] = []
        for line in lines {
            let above = found.row(above: line.line).compactMap { read($0) }
            let before = found.line(before: line.line).flatMap { read($0) }
            cells += reader.heads(of: line, above: above, before: before)
        }
        guard cells.contains(where: { $0.heads.contains(where: NumberForm.isName) }) else { return [] }
        return cells.compactMap { number, heads in
            let words =
                heads.first(where: NumberForm.isName)
                ?? heads.first { $0.count <= Self.longestHead && $0.contains(where: \.isLetter) }
            guard let words else { return nil }
            var number = number
            number.qualifier = words.trimmingCharacters(in: .whitespaces.union(.init(charactersIn: ":")))
            return number
        }
    }
}
