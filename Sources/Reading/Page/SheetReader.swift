// Reads the lines of one sheet, the likeliest first, until the evidence is sufficient and no further number is
// likely.
import Books
import Imaging
import Recognition

struct SheetReader {
    let sheet: Sheet
    let found: TextLineFinder.Findings
    let scorer: any LineScorer
    var debug: DebugImages?
    /// Called when a line must be read: loading the OCR engine takes longer than reading most photos.
    let recognizer: () throws(RecognitionError) -> any LineRecognizer

    /// - Parameter isThorough: whether lines are read on although there is a result: there may be many books.
    func read(
        _ lines: [RankedLine], isThorough: Bool = false, into evidence: inout Evidence
    ) throws(RecognitionError) -> SheetReading {
        let most = isThorough ? LineRanking.mostReadOfMany : LineRanking.mostRead
        var (reading, withoutDigits) = (SheetReading(), 0)
        var numbered: [ReadLine] = []
        for ranked in lines where reading.lines.count < most {
            let isLikely = ranked.likelihood.number >= LineRanking.sure
            let isSufficient = evidence.isEnough && !isThorough
            if !isLikely, isSufficient || withoutDigits >= LineRanking.mostWithoutDigits { break }
            let box = sheet.upright(ranked.line.corners())
            if evidence.explains(box) { continue }
            guard LinePreview(of: ranked, by: scorer).isWorthReading else { continue }
            reading.lines.insert(ranked.line)
            let (content, line) = try readWithNeighbours(
                ranked.line, isThorough: isThorough, into: &evidence)
            if content == .number, let line { numbered.append(line) }
            if content == .number || line?.isClear == true {
                reading.upright = reading.upright ?? ranked.line
            } else {
                reading.illegible.insert(ranked.line)
            }
            switch content {
            case .number: (withoutDigits, reading.hasDigits) = (0, true)
            case .possibleNumber:
                (withoutDigits, reading.hasDigits) = (0, true)
                if !evidence.hasSureBars(beside: box, within: EvidenceRules.besideBars) {
                    reading.hasOtherNumber = true
                }
            case .noNumber: withoutDigits += 1
            }
        }
        try readContext(of: numbered, into: &evidence)
        return reading
    }

    /// Reads until the text agrees with the barcode, or nothing more is likely to contradict it.
    ///
    /// - Parameters:
    ///   - bars: where the barcode is, in the upright photo.
    ///   - expected: the books for which a preview is sufficient.
    ///   - isThorough: whether to read on although they agree.
    /// - Returns: whether a line may have another number before the barcode's, with a label beyond the sheet's edge.
    func readBesideBars(
        at bars: [PhotoPoint], _ lines: [RankedLine], expecting expected: [ISBN], isThorough: Bool,
        into evidence: inout Evidence
    ) throws(RecognitionError) -> Bool {
        var isCut = false
        for ranked in lines.prefix(LineRanking.mostBesideBars)
        where ranked.likelihood.number >= LineRanking.sure && (isThorough || !evidence.isAgreed(at: bars)) {
            let sight = LinePreview(of: ranked, by: scorer)
            if let observation = sight.number(of: expected, on: sheet) {
                evidence.add(observation)
            } else if sight.isWorthReading, !sight.isPart(of: expected) {
                let line = try readWithNeighbours(ranked.line, into: &evidence).line
                if line?.beginsInNumber(before: evidence.expected) == true { isCut = true }
            }
        }
        return isCut
    }

    /// Reads a line as it was found; then cropped differently, if it seems to contain a number that was cut off or
    /// unclear; then together with the line above or below, if its label or its other half may be there.
    ///
    /// - Parameter isThorough: whether to go on although another number is accepted.
    private func readWithNeighbours(
        _ line: TextLine, isThorough: Bool = false, into evidence: inout Evidence
    ) throws(RecognitionError) -> (content: Interpretation.Content, line: ReadLine?) {
        let reader = LineReader(recognizer: try recognizer(), sheet: sheet, debug: debug)
        guard let first = reader.read(line) else { return (.noNumber, nil) }
        let read = reader.interpret([first])
        let numbers = Set(read.observations.map(\.isbn))
        func isSufficient(_ evidence: Evidence) -> Bool {
            isThorough ? !numbers.isEmpty && evidence.accepts(numbers) : evidence.isEnough
        }
        OtherReader(reader: reader, found: found).read(first, into: &evidence)
        var content = evidence.add(read)
        if content == .number, isSufficient(evidence) { return (content, first) }
        let others: [LineEdges] =
            switch content {
            case .number: [.taller]
            case .possibleNumber: [.longer, .taller, .lower] + (first.announcesNumber ? [.onward] : [])
            case .noNumber: []
            }
        for edges in others {
            guard let other = reader.read(edges.applied(to: line)) else { return (content, first) }
            evidence.add(reader.others(in: other).map(\.sighting))
            let again = evidence.add(reader.interpret([other]))
            if content != .number { content = again }
            if again != .possibleNumber { break }
        }
        guard !isSufficient(evidence), content != .noNumber else { return (content, first) }
        readNeighbours(of: first, holds: content, by: reader, into: &evidence)
        return (content, first)
    }

    private func readNeighbours(
        of first: ReadLine, holds content: Interpretation.Content, by reader: LineReader,
        into evidence: inout Evidence
    ) {
        let neighbours = found.neighbours(of: first.line)
        if content == .number,
            let above = neighbours.first(where: { $0.depth(below: first.line) < 0 }).flatMap(reader.read)
        {
            evidence.add(reader.interpret([above, first]))
        }
        if first.announcesNumber,
            let below = neighbours.first(where: { $0.depth(below: first.line) > 0 }).flatMap(reader.read)
        {
            evidence.add(reader.interpret([first, below]))
        }
    }
}

/// What was seen while the lines of a sheet were read.
struct SheetReading {
    /// A line contained digits or a label, so that a larger picture may help.
    var hasDigits = false
    /// A line that is not beside a book's barcode contained what may be a number, but could not be read as one.
    var hasOtherNumber = false
    /// The lines that were read.
    var lines: Set<TextLine> = []
    /// Those among them that may be upside down.
    var illegible: Set<TextLine> = []
    /// One that was legible in its direction; `nil` if none was.
    var upright: TextLine?

    /// What may be read for other numbers: the other lines, and those that may be upside down, the other way round.
    func unread(_ ranked: [RankedLine]) -> [RankedLine] {
        ranked.compactMap { ranked in
            guard lines.contains(ranked.line) else { return ranked }
            guard illegible.contains(ranked.line) else { return nil }
            let reversed = ranked.reversed
            return upright.map(reversed.line.reads) ?? true ? reversed : nil
        }
    }
}

/// A picture, or part of one, scaled, from which lines are cropped.
struct Sheet {
    let picture: GreyImage
    let ink: Ink
    /// Its pixels per pixel of the original picture.
    let factor: Double
    /// Its top left corner in the original picture.
    var origin = Point(x: 0, y: 0)
    let placement: Placement

    func strip(of line: TextLine, digitHeight: Double) -> LineStrip? {
        LineStrip(of: line, in: picture, digitHeight: digitHeight, ink: ink)
    }

    func thumbnail(at line: TextLine) -> LineThumbnail? { LineThumbnail(of: line, in: picture, ink: ink) }

    func holds(_ place: Point) -> Bool {
        place.x >= 0 && place.y >= 0 && place.x <= Double(picture.width) && place.y <= Double(picture.height)
    }

    /// Corners in the upright photo.
    func upright(_ quad: Quad) -> [PhotoPoint] {
        placement.upright(quad.mapped { Point(x: $0.x / factor + origin.x, y: $0.y / factor + origin.y) })
    }
}
