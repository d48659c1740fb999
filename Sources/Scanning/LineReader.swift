// One line of text, or two that belong together, to sightings of numbers.
import Books
import Imaging
import Recognition

/// An enlarged picture that lines are cut from.
struct Sheet {
    let picture: GrayImage
    let ink: Ink
    /// Its pixels for one of the placed picture's.
    let factor: Double
    let placement: Placement

    func strip(of line: TextLine, digitHeight: Double) -> LineStrip? {
        LineStrip(of: line, in: picture, digitHeight: digitHeight, ink: ink)
    }

    func holds(_ place: (x: Double, y: Double)) -> Bool {
        place.x >= 0 && place.y >= 0 && place.x <= Double(picture.width) && place.y <= Double(picture.height)
    }

    /// Corners in the upright photo.
    func upright(_ corners: [(x: Double, y: Double)]) -> [PhotoPoint] {
        corners.map { placement.upright(x: $0.x / factor, y: $0.y / factor) }
    }
}

/// A line as it was cut out and read.
struct ReadLine {
    let line: TextLine
    let strip: LineStrip
    let characters: [ReadCharacter]

    var text: String { characters.text }

    /// A label, and no whole number behind it.
    var announcesNumber: Bool {
        let text = self.text
        return text.contains("ISB") && ISBN.find(in: text).matches.isEmpty
    }

    /// Corners of some of its characters, in the sheet's pixels.
    func corners(of range: Range<Int>) -> [(x: Double, y: Double)] {
        guard let first = characters[range].first, let last = characters[range].last else {
            return line.corners()
        }
        let start = strip.part(atColumn: Double(first.left))
        return line.corners(of: start...max(start, strip.part(atColumn: Double(last.right))))
    }

    /// Whether some of its characters begin inside a sheet: beyond the edge the last pixels are drawn out, and read as
    /// digits.
    func lies(in sheet: Sheet, _ range: Range<Int>) -> Bool {
        guard let first = characters[range].first, let last = characters[range].last else { return false }
        return [first.right, last.left].allSatisfy {
            sheet.holds(line.point(along: (strip.part(atColumn: Double($0)) - 0.5) * line.length, below: 0))
        }
    }
}

/// Reads the lines of one sheet.
struct LineReader {
    let engine: TextEngine
    let sheet: Sheet
    let debug: DebugImages?

    /// The height of digits that the model was trained for, in pixels.
    private static let digitHeight = 36 / LineStrip.heights

    /// What a line turned out to be: a number, what may be a number in other edges, other text, or nothing.
    enum Look { case number, promise, text, nothing }

    /// `nil` when it can't be cut out.
    func read(_ line: TextLine) -> ReadLine? {
        guard let strip = sheet.strip(of: line, digitHeight: LineReader.digitHeight) else { return nil }
        let read = ReadLine(line: line, strip: strip, characters: engine.read(strip.image))
        debug?.write(line, in: sheet.picture, strip: strip.image, reads: read.text)
        return read
    }

    /// - Parameters:
    ///   - lines: in reading order, one or two; of two only what neither says alone is heard.
    ///   - number: of the last line among all that were read from the photo.
    func hear(_ lines: [ReadLine], number: Int) -> (sightings: [Sighting], look: Look) {
        guard let last = lines.last else { return ([], .nothing) }
        let characters = Array(lines.map(\.characters).joined(separator: [.lineBreak]))
        let findings = ISBN.find(in: characters.text)
        let place = Place(line: last, number: number, start: characters.count - last.characters.count)
        let matches = findings.matches.filter {
            lines.count == 1
                || $0.range.upperBound > place.start && ($0.label != nil || $0.range.lowerBound < place.start)
        }
        if !matches.isEmpty || lines.count > 1 {
            return (matches.compactMap { sighting(of: $0, in: characters, place) }, .number)
        }
        let settled = findings.nearMisses.compactMap { miss in
            settle(miss, in: last).flatMap {
                sighting(of: $0.match, in: characters, place, settled: $0)
            }
        }
        let digits = characters.count(where: \.isDigit)
        if digits >= 8 || !findings.nearMisses.isEmpty || characters.text.contains("ISB") {
            return (settled, .promise)
        }
        let sure = characters.count { $0.confidence >= 0.9 && $0.scalar != " " && $0.scalar != "*" }
        return ([], sure >= 8 && sure * 10 >= characters.count * 8 ? .text : .nothing)
    }

    /// Where a number was read.
    private struct Place {
        let line: ReadLine
        let number: Int
        /// The first of the line's characters among those that were heard.
        let start: Int
    }

    /// `nil` when part of it was read outside the picture.
    ///
    /// - Parameter settled: the digit that is not the likeliest one.
    private func sighting(
        of match: ISBNMatch, in characters: [ReadCharacter], _ place: Place, settled: Settled? = nil
    ) -> Sighting? {
        let read = match.range.filter {
            $0 != settled?.place && (characters[$0].isDigit || characters[$0].scalar == "X")
        }
        .map { characters[$0].confidence }
        let way: Sighting.Way =
            match.label != nil ? .labelled : place.line.line.isBelowBars ? .digitsBelowBars : .bare
        let printed = max(match.range.lowerBound - place.start, 0)..<(match.range.upperBound - place.start)
        guard place.line.lies(in: sheet, printed) else { return nil }
        var repairs = match.repairs.map(\.description)
        if let settled { repairs.append(settled.description) }
        return Sighting(
            isbn: match.isbn, way: way, form: match.form, label: match.label, qualifier: match.qualifier,
            hyphensAgree: match.hyphensAgree, isRepaired: match.repairs.contains { $0.part == .number },
            isSettled: settled != nil, weakest: read.min() ?? 0, line: place.number,
            witness: Witness(
                reader: .ocr, text: characters.text,
                confidence: read.reduce(0, +) / Double(max(read.count, 1)),
                rotation: sheet.placement.turn(toRead: place.line.line.direction.degrees),
                box: sheet.upright(place.line.corners(of: printed)), repairs: repairs))
    }

    /// A digit taken for another one that was possible there.
    private struct Settled: CustomStringConvertible {
        let match: ISBNMatch
        let place: Int
        let printed: Unicode.Scalar
        let taken: Unicode.Scalar

        var description: String { "\(printed)→\(taken) at \(place + 1)" }
    }

    /// The one digit of a number that fails its check which, taken for what else it may be, gives a registered ISBN
    /// whose hyphens fit; `nil` when there is none or a choice.
    private func settle(_ miss: ISBNNearMiss, in line: ReadLine) -> Settled? {
        guard case .checkDigit = miss.error else { return nil }
        let characters = engine.read(line.strip.image, alternatives: true)
        guard characters.text == line.text else { return nil }
        var found: [Settled] = []
        for place in miss.range {
            for alternative in characters[place].alternatives {
                var other = characters
                other[place].scalar = alternative
                found += ISBN.find(in: other.text).matches
                    .filter { $0.range.contains(place) && $0.isbn.isRegistered && $0.hyphensAgree != false }
                    .map {
                        Settled(
                            match: $0, place: place, printed: characters[place].scalar, taken: alternative)
                    }
            }
        }
        return found.count == 1 ? found[0] : nil
    }
}

extension ReadCharacter {
    fileprivate static let lineBreak = ReadCharacter(scalar: "\n", confidence: 1, left: 0, right: 0)

    fileprivate var isDigit: Bool { scalar.properties.numericType != nil }
}

extension [ReadCharacter] {
    fileprivate var text: String { String(String.UnicodeScalarView(map(\.scalar))) }
}

/// Other edges for a line whose ends or height may have been misjudged.
enum LineEdges: CaseIterable {
    case asFound, longer, taller, lower
    /// Further on behind a label.
    case onward

    func applied(to line: TextLine) -> TextLine {
        var line = line
        switch self {
        case .asFound: break
        case .longer: line.length += 5 * line.height
        case .taller:
            line.length += 3 * line.height
            line.height *= 1.25
        case .lower:
            line.length += 3 * line.height
            line.height *= 0.85
        case .onward:
            line.length += 12 * line.height
            line.x += 6 * line.height * line.direction.x
            line.y += 6 * line.height * line.direction.y
        }
        return line
    }
}
