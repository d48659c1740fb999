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
            var numbers = reader.beyondEnds(of: line, hasChoice: hasChoice, isPrintOnly: isPrintOnly)
            if isPrintOnly { numbers += reader.belowHeading(line) + reader.continuing(line) }
            for number in numbers where evidence.mayAdd(number) { evidence.add(number) }
        }
        for number in hasChoice ? reader.inTable(lines) : [] where evidence.mayAdd(number) {
            evidence.add(number)
        }
    }
}

/// Reads each line around the numbers of a sheet once.
struct ContextReader {
    let reader: LineReader
    let found: TextLineFinder.Findings
    private var known: [TextLine: ReadLine?] = [:]

    /// How many lines above a number are read: the nearest short ones, and the first of the column.
    private static let mostAbove = 4
    /// The most letters in the heading of a list.
    private static let longestHeading = 48
    /// In lines above the number's own.
    private static let longestSentence = 3
    /// In heights of the print: a line that is further below the one above it begins a paragraph.
    private static let paragraphGap = 2.7

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
        let whole = edges.reduce(line.line) { $1.applied(to: $0) }
        guard let read = reader.read(whole) else { return [] }
        let longer =
            edges.contains(.backward) && read.beginsInMargin
            ? reader.read(LineEdges.backward.applied(to: whole)) : nil
        return [read, longer].compactMap(\.self).flatMap { reader.interpret([$0]).observations }
    }

    /// The numbers of a line below the heading of a list of other books; empty if there is none.
    mutating func belowHeading(_ line: ReadLine) -> [Observation] {
        listHeading(above: line.line).map { reader.interpret(line, below: $0) } ?? []
    }

    /// The heading of a list of other books, or the reference that a line continues; `nil` if there is none.
    mutating func listHeading(above line: TextLine) -> ReadLine? {
        let column = found.column(above: line)
        guard let nearest = column.first, nearest.depth(below: line) > -Self.paragraphGap * line.height else {
            return nil
        }
        let short = column.indices.filter { column[$0].characters <= Self.longestHeading }
        for place in Set(short.prefix(Self.mostAbove) + short.suffix(1)).sorted() {
            // It may be found in pieces.
            guard let heading = read(LineEdges.longer.applied(to: column[place])) else { continue }
            if OtherWorks.endsList(heading.text) { return nil }
            let isAnnouncing = OtherWorks.isReference(heading.text) || OtherWorks.namesOtherForm(heading.text)
            if place == 0, isAnnouncing { return heading }
            guard OtherWorks.beginsList(heading.text) else { continue }
            let isEnded = column[..<place].contains { read($0).map { OtherWorks.endsList($0.text) } ?? false }
            return isEnded ? nil : heading
        }
        return nil
    }

    /// The numbers of a line that goes on with a sentence of the lines above it; empty if it does not.
    mutating func continuing(_ line: ReadLine) -> [Observation] {
        var sentence = [line]
        while sentence.count <= Self.longestSentence,
            OtherWorks.continuesSentence(sentence[0].text)
                || sentence.count == 1 && OtherWorks.closesBracket(line.text),
            let above = found.column(above: sentence[0].line).first,
            above.depth(below: sentence[0].line) > -Self.paragraphGap * line.line.height,
            let read = read(LineEdges.longer.applied(to: above))
        {
            sentence.insert(read, at: 0)
        }
        return sentence.count > 1 ? reader.interpret(sentence).observations : []
    }

    /// Numbers without a qualifier, each with the words at the head of its column or row, if these name forms of a book or
    /// numbers stand side by side below heads of their own.
    mutating func inTable(_ lines: [ReadLine]) -> [Observation] {
        var cells: [TableCell] = []
        for line in lines {
            let above = found.row(above: line.line).compactMap { read($0) }
            let before = found.line(before: line.line).flatMap { read($0) }
            var start = 0
            for (number, range) in reader.numbers(of: line) {
                // With its label.
                let printed = start..<range.upperBound
                start = range.upperBound
                if number.qualifier != nil { continue }
                let heads = above.map { ($0.words(over: printed, of: line), $0.line) }
                cells.append(
                    TableCell(
                        number: number, place: line.place(of: printed),
                        columnHeads: heads.filter { !$0.0.isEmpty }, rowHead: before?.text))
            }
        }
        for place in cells.indices where cells[place].columnHeads.isEmpty {
            // Heads of two letters are not found by themselves.
            guard let line = cells[place].head(among: cells), let head = read(line) else { continue }
            cells[place].columnHeads = [(head.text, line)]
        }
        let isTable = cells.contains { cell in
            cell.name != nil
                || cell.isHeaded(among: cells)
                    && cells.contains { $0.isBeside(cell) && $0.isHeaded(among: cells) }
        }
        return isTable ? cells.compactMap(\.qualified) : []
    }
}

/// A number in print that may be in a table.
private struct TableCell {
    let number: Observation
    /// Of the number with its label.
    let place: TextLine
    /// Words above it, each with the line they are in.
    var columnHeads: [(words: String, line: TextLine)]
    let rowHead: String?

    private var heads: [String] {
        (columnHeads.map(\.words) + [rowHead].compactMap(\.self)).filter { words in
            words.contains(where: \.isLetter) && ISBN.find(in: words).matches.isEmpty
                && (NumberForm.isName(words) || !OtherWorks.isOfImprint(words.lowercased()))
        }
    }

    /// The name of a form of a book.
    var name: String? { heads.first(where: NumberForm.isName) }

    /// The most letters of a head.
    private static let longest = 24

    /// The number with its head as its qualifier.
    var qualified: Observation? {
        let words = name ?? heads.first { $0.count <= Self.longest }
        return words.map { words in
            var number = number
            number.qualifier = words.trimmingCharacters(in: .whitespaces.union(.init(charactersIn: ":")))
            return number
        }
    }

    /// Where its head must be, as high above it as one that names a form is above a neighbour; `nil` if there is none.
    func head(among cells: [TableCell]) -> TextLine? {
        for cell in cells where cell.isBeside(self) {
            guard let head = cell.columnHeads.first(where: { NumberForm.isName($0.words) }) else { continue }
            return place.moved(down: head.line.depth(below: cell.place))
        }
        return nil
    }

    /// Whether a short line is above it and above no other.
    func isHeaded(among cells: [TableCell]) -> Bool {
        columnHeads.contains { head in
            head.line.characters <= Self.longest
                && cells.count { $0.columnHeads.contains { $0.line == head.line } } == 1
        }
    }

    func isBeside(_ other: TableCell) -> Bool {
        number.isbn != other.number.isbn && abs(place.depth(below: other.place)) < place.height
    }
}
