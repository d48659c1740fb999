// Reads lines for numbers that are not ISBNs: with the label above, or the catalogue entry that they end, and again until
// what no digit checks is believed.
import Books
import Imaging
import Recognition

extension SheetReader {
    /// Reads lines that hardly contain an ISBN, for other numbers: both ways round, until one is clear.
    ///
    /// - Parameters:
    ///   - lines: the likeliest first.
    ///   - upright: a line that is not upside down; `nil` if none is known.
    func readOthers(
        _ lines: [RankedLine], upright: TextLine?, into evidence: inout Evidence
    ) throws(RecognitionError) {
        var (upright, reads) = (upright, 0)
        for ranked in lines where reads < LineRanking.mostReadForOthers {
            for ranked in [ranked, ranked.reversed] {
                let line = ranked.line
                if let upright, !line.reads(like: upright) { continue }
                guard scorer.digits(in: ranked.thumbnail).count >= LineRanking.fewestDigitsOfOthers else {
                    continue
                }
                reads += 1
                let reader = LineReader(recognizer: try recognizer(), sheet: sheet, debug: debug)
                guard let read = reader.read(line) else { continue }
                let holdsOthers = OtherReader(reader: reader, found: found).read(read, into: &evidence)
                if holdsOthers || read.isClear || reader.interpret([read]).content == .number {
                    upright = upright ?? line
                    break
                }
            }
        }
    }
}

/// Finds numbers in lines that were read, with what is printed around them.
struct OtherReader {
    let reader: LineReader
    let found: TextLineFinder.Findings

    /// How many rows above a number are read for its class.
    private static let mostRows = 3
    /// A heading has at least so many letters, and at most so many lines are read for one.
    private static let (shortestHeading, mostHeadings) = (24, 6)

    /// With the label above, or the catalogue entry that the line ends, if it may be there; what no digit checks is read
    /// again until it is believed.
    ///
    /// - Returns: whether there are any.
    @discardableResult
    func read(_ line: ReadLine, into evidence: inout Evidence) -> Bool {
        var (seen, context) = others(in: line)
        if isInList(line, seen), !evidence.hasBookBars {
            for place in seen.indices { seen[place].sighting.isOfOtherWork = true }
        }
        evidence.add(seen.map(\.sighting))
        if seen.allSatisfy(\.sighting.isOfOtherWork) { return !seen.isEmpty }
        if seen.allSatisfy(\.sighting.number.hasCheckDigit) { return !seen.isEmpty }
        let numbers = seen.map(\.sighting.number)
        let longer = LineEdges.longer.applied(to: line.line)
        let isWhole = seen.allSatisfy { reader.shows(whole: $0.printed, of: line, in: longer) }
        // In blank paper beyond the ends the text model reads characters.
        for edges in (isWhole ? [.looser, .tighter] : []) + [LineEdges.longer, .taller, .lower] {
            guard let other = reader.read(edges.applied(to: line.line)) else { continue }
            let again = other.withoutEcho(of: line).map { others(in: line, again: $0, seen, context) } ?? []
            evidence.add(again.map(\.sighting))
            let believed = evidence.otherReadings.map(\.number)
            if numbers == again.map(\.sighting.number), numbers.allSatisfy(believed.contains) { break }
        }
        return true
    }

    /// Whether a line with labelled LCCNs is in a list of other books.
    private func isInList(_ line: ReadLine, _ seen: [LineReader.OtherPlace]) -> Bool {
        guard seen.contains(where: { $0.sighting.number.kind == .lccn && !$0.sighting.isOfEntry }) else {
            return false
        }
        var context = ContextReader(reader: reader, found: found)
        return context.listHeading(above: line.line) != nil
    }

    /// In another crop of a line.
    private func others(
        in line: ReadLine, again other: ReadLine, _ seen: [LineReader.OtherPlace],
        _ context: LineReader.Context?
    ) -> [LineReader.OtherPlace] {
        let again = reader.others(in: other, context)
        guard again.isEmpty, context == nil, let first = seen.first else { return again }
        // The label may be misread in one crop, and the digits in another.
        let place = line.along(first.printed.lowerBound)
        return reader.others(in: other.tail(from: place), .init(before: [line.head(to: place)]))
    }

    private func others(in line: ReadLine) -> InContext {
        let (seen, context) = withContext(line)
        guard seen.contains(where: \.sighting.isOfEntry) else { return (seen, context) }
        let isBelowHeading = heading(above: leftmost(of: line, context)).map(\.isOfCongress)
        return isBelowHeading == false ? ([], nil) : (seen, context)
    }

    private func withContext(_ line: ReadLine) -> InContext {
        let own = reader.others(in: line)
        if !own.isEmpty { return (own, nil) }
        let mayContinueLabel = OtherNumber.mayContinueLabel(line.text)
        let mayEndEntry = OtherNumber.mayEndEntry(line.text)
        if mayContinueLabel, let seen = belowLabel(line) { return seen }
        guard mayContinueLabel || mayEndEntry else { return ([], nil) }
        let before = LineReader.Context(before: found.parts(before: line.line).compactMap(reader.read))
        if !before.before.isEmpty, let seen = others(in: line, before) { return seen }
        return (mayEndEntry ? inEntry(line, before) : nil) ?? ([], nil)
    }

    /// Numbers, and what is printed around them and shows what they are; `nil` if the line itself does.
    private typealias InContext = (seen: [LineReader.OtherPlace], context: LineReader.Context?)

    /// `nil` if there are none.
    private func others(in line: ReadLine, _ context: LineReader.Context) -> InContext? {
        let seen = reader.others(in: line, context)
        return seen.isEmpty ? nil : (seen, context)
    }

    private func above(_ line: TextLine) -> TextLine? {
        found.neighbours(of: line).first { $0.depth(below: line) < 0 }
    }

    /// With the line above, and what is before that in its row; `nil` if there is no label.
    private func belowLabel(_ line: ReadLine) -> InContext? {
        guard let above = above(line.line), let read = reader.read(above) else { return nil }
        if let seen = others(in: line, .init(above: [[read]])) { return seen }
        let parts = found.parts(before: above).compactMap(reader.read)
        return parts.isEmpty ? nil : others(in: line, .init(above: [parts + [read]]))
    }

    /// With the rows above, and at last the entry's heading, until it is clear that they are an entry that the line ends;
    /// `nil` if they are none.
    private func inEntry(_ line: ReadLine, _ before: LineReader.Context) -> InContext? {
        var context = before
        for row in found.rows(above: line.line, most: Self.mostRows) {
            context.above.insert(row.compactMap(reader.read), at: 0)
            if let seen = others(in: line, context) { return seen }
        }
        guard let heading = heading(above: leftmost(of: line, context)), heading.isOfCongress else {
            return nil
        }
        context.above = [[heading.line]] + context.above.suffix(1)
        return others(in: line, context)
    }

    private func leftmost(of line: ReadLine, _ context: LineReader.Context?) -> TextLine {
        (context?.before.first ?? context?.above.last?.first ?? line).line
    }

    /// The nearest heading of a catalogue entry, and whether it is the Library of Congress's; `nil` if there is none.
    private func heading(above line: TextLine) -> (line: ReadLine, isOfCongress: Bool)? {
        let column = found.column(above: line)
        let long = column.indices.filter { column[$0].characters >= Self.shortestHeading }
        for place in long.prefix(Self.mostHeadings) {
            guard let heading = reader.read(LineEdges.longer.applied(to: column[place])),
                let isOfCongress = OtherNumber.headsEntryOfCongress(heading.text)
            else { continue }
            if isOfCongress || place + 1 == column.count { return (heading, isOfCongress) }
            // The library's name may be in the line above.
            let name = reader.read(LineEdges.longer.applied(to: column[place + 1]))?.text ?? ""
            return (heading, OtherNumber.headsEntryOfCongress(name + " " + heading.text) ?? false)
        }
        return nil
    }
}
