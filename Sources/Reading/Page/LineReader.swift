// Reads one line of text, or two that belong together, and finds numbers in them.
import Books
import Imaging
import Recognition

/// Reads the lines of one sheet.
struct LineReader {
    let recognizer: any LineRecognizer
    let sheet: Sheet
    var debug: DebugImages?

    /// The height of digits that the model was trained for, in pixels.
    fileprivate static let digitHeight = 26.0

    /// `nil` if it can't be cut out.
    func read(_ line: TextLine) -> ReadLine? {
        guard let strip = sheet.strip(of: line, digitHeight: LineReader.digitHeight) else { return nil }
        let read = ReadLine(
            line: line, strip: strip, characters: recognizer.recognize(strip, alternatives: false))
        debug?.write(line, in: sheet.picture, strip: strip.image, reads: read.text)
        return read
    }

    /// - Parameter lines: one or two, in reading order; of two lines, only numbers that span both count.
    func interpret(_ lines: [ReadLine]) -> Interpretation {
        guard let last = lines.last else { return Interpretation(content: .nothing) }
        let characters = Array(lines.map(\.characters).joined(separator: [.lineBreak]))
        let findings = ISBN.find(in: characters.text)
        let place = Place(
            line: last, start: characters.count - last.characters.count, before: lines.dropLast().last)
        guard lines.count == 1 else {
            let matches = findings.matches.filter {
                $0.range.upperBound > place.start && ($0.label != nil || $0.range.lowerBound < place.start)
            }
            return Interpretation(
                observations: matches.compactMap { observation(of: $0, in: characters, place) },
                content: .number)
        }
        let partialNumbers = findings.nearMisses.compactMap { partialNumber(of: $0, in: last) }
        if !findings.matches.isEmpty {
            return Interpretation(
                observations: findings.matches.compactMap { observation(of: $0, in: characters, place) },
                partialNumbers: partialNumbers, content: .number)
        }
        let inferred = findings.nearMisses.compactMap { miss in
            inferDigit(of: miss, in: last).flatMap {
                observation(of: $0.match, in: characters, place, inferred: $0)
            }
        }
        let digits = characters.count(where: \.isDigit)
        if digits >= 8 || !findings.nearMisses.isEmpty || characters.text.contains("ISB") {
            return Interpretation(
                observations: inferred, partialNumbers: partialNumbers, content: .possibleNumber)
        }
        let sure = characters.count { $0.confidence >= 0.9 && $0.scalar != " " && $0.scalar != "*" }
        return Interpretation(content: sure >= 8 && sure * 10 >= characters.count * 8 ? .text : .nothing)
    }

    /// The numbers of a line, which are those of other books: it is in a list with this heading.
    func interpret(_ line: ReadLine, below heading: ReadLine) -> [Observation] {
        numbers(of: line).map { number, _ in
            var number = number
            number.announcement = .otherWork
            number.witness.text = heading.text + "\n" + line.text
            return number
        }
    }

    /// The numbers of a line, and which of its characters they are.
    func numbers(of line: ReadLine) -> [(number: Observation, range: Range<Int>)] {
        let place = Place(line: line, start: 0, before: nil)
        return ISBN.find(in: line.text).matches.compactMap { match in
            observation(of: match, in: line.characters, place).map { ($0, match.range) }
        }
    }

    /// What may hold a number's label.
    enum Context {
        /// The line above.
        case above(ReadLine)
        /// In the same row, before a gap.
        case before(ReadLine)

        fileprivate var characters: [ReadCharacter] {
            switch self {
            case .above(let line): line.characters + [.lineBreak]
            case .before(let line): line.characters + [.gap]
            }
        }
    }

    /// The numbers of a line that are not ISBNs.
    func others(in last: ReadLine, _ context: Context? = nil) -> [OtherSighting] {
        let before = context?.characters ?? []
        let (characters, start) = (before + last.characters, before.count)
        return OtherNumber.find(in: characters.text).compactMap { match in
            guard match.range.lowerBound >= start else { return nil }
            let printed = match.range.lowerBound - start..<match.range.upperBound - start
            guard last.isInside(sheet, printed) else { return nil }
            let confidences = characters[match.range].filter { $0.scalar != " " && $0.scalar != "-" }
                .map(\.confidence)
            return OtherSighting(
                number: match.number, weakest: confidences.min() ?? 0,
                confidence: confidences.reduce(0, +) / Double(max(confidences.count, 1)),
                box: sheet.upright(last.quad(of: printed)))
        }
    }

    /// A labelled number whose digits were not all read, or not all read correctly.
    private func partialNumber(of miss: ISBNNearMiss, in line: ReadLine) -> PartialNumber? {
        let digits = miss.range.filter { line.characters[$0].isDigit }
        let confidences = digits.map { line.characters[$0].confidence }
        guard miss.label != nil, !miss.isMarkedWrong, let least = confidences.min(),
            least >= EvidenceRules.legible.digit
        else {
            return nil
        }
        let read = String(String.UnicodeScalarView(digits.map { line.characters[$0].scalar }))
        let lacksPrefix = miss.error == .length(10) && (try? ISBN("979" + read))?.isRegistered == true
        return PartialNumber(
            digits: lacksPrefix ? "979" + read : read, box: sheet.upright(line.quad(of: miss.range)))
    }

    /// The position of a number.
    private struct Place {
        let line: ReadLine
        /// The index of the first interpreted character in the line.
        let start: Int
        /// The line above, if there were two.
        let before: ReadLine?

        /// The quad around a number; around all of it if it spans both lines.
        func quad(of range: Range<Int>, printed: Range<Int>) -> Quad {
            let own = line.quad(of: printed)
            guard let before, range.lowerBound < before.characters.count else { return own }
            return own.enclosing(before.quad(of: range.lowerBound..<before.characters.count))
        }
    }

    /// `nil` if part of it was read outside the picture.
    ///
    /// - Parameter inferred: a digit that differs from the OCR engine's first choice.
    private func observation(
        of match: ISBNMatch, in characters: [ReadCharacter], _ place: Place, inferred: InferredDigit? = nil
    ) -> Observation? {
        let confidences = match.range.filter {
            $0 != inferred?.place && (characters[$0].isDigit || characters[$0].scalar == "X")
        }
        .map { characters[$0].confidence }
        let kind: Observation.Kind =
            match.label != nil ? .labelled : place.line.line.isBelowBars ? .digitsBelowBars : .unlabelled
        let printed = max(match.range.lowerBound - place.start, 0)..<(match.range.upperBound - place.start)
        guard place.line.isInside(sheet, printed) else { return nil }
        var repairs = match.repairs.map(\.description)
        if let inferred { repairs.append(inferred.description) }
        let provenance: Observation.Provenance =
            match.repairs.contains { $0.part == .number } ? .repaired : inferred != nil ? .inferred : .printed
        return Observation(
            isbn: match.isbn, kind: kind, form: match.form, label: match.label, qualifier: match.qualifier,
            hyphensAgree: match.hyphensAgree, announcement: announcement(of: match, in: characters, place),
            provenance: provenance,
            isBroken: match.range.lowerBound < place.start && match.hyphensAgree != true,
            isObscured: place.line.isStruck(printed)
                || match.form != .isbn13 && place.line.isCutBefore(printed, by: sheet),
            weakest: confidences.min() ?? 0,
            witness: Witness(
                reader: .ocr, text: characters.text,
                confidence: confidences.reduce(0, +) / Double(max(confidences.count, 1)),
                rotation: sheet.placement.turn(toRead: place.line.line.direction.degrees),
                box: sheet.upright(place.quad(of: match.range, printed: printed)), repairs: repairs))
    }

    private func announcement(
        of match: ISBNMatch, in characters: [ReadCharacter], _ place: Place
    ) -> Observation.Announcement {
        if OtherWorks(characters.text).claim(match) { return .otherWork }
        if match.label != nil {
            // Thirteen digits need no label to be an ISBN.
            let isClear = match.form == .isbn13 || isLabelClear(of: match, in: characters)
            return match.repairs.contains { $0.part == .label } || !isClear ? .damagedLabel : .plain
        }
        let before = ISBN.announcement(
            before: match.range.lowerBound, in: characters.text,
            mayBeCut: (place.before ?? place.line).beginsInMargin)
        return switch before {
        case .book: .plain
        case .unknownWord: match.form == .isbn13 ? .plain : .otherNumber
        case .otherNumber: .otherNumber
        }
    }

    /// The text model expects `ISBN` before such numbers, and may read another word as that, but not whole phrases.
    private func isLabelClear(of match: ISBNMatch, in characters: [ReadCharacter]) -> Bool {
        let label = Array(match.label?.unicodeScalars ?? "".unicodeScalars)
        let start = characters.indices.dropLast(max(label.count - 1, 0)).last {
            $0 < match.range.upperBound && characters[$0..<$0 + label.count].map(\.scalar) == label
        }
        guard let start else { return true }
        var letters = characters[start..<start + label.count].filter(\.scalar.properties.isAlphabetic)
        if letters.count > Self.mostLettersExpected { return true }
        // One that is read twice at the beginning is faint both times.
        if start > 0, characters[start - 1].scalar == letters.first?.scalar { letters.removeFirst() }
        return letters.allSatisfy { $0.confidence >= EvidenceRules.labelLetter }
    }

    /// Of `E-ISBN`.
    private static let mostLettersExpected = 5

    /// A digit that replaces the one that was read, and was another possible reading there.
    private struct InferredDigit: CustomStringConvertible {
        let match: ISBNMatch
        let place: Int
        let printed: Unicode.Scalar
        let taken: Unicode.Scalar

        var description: String { "\(printed)→\(taken) at \(place + 1)" }
    }

    /// If one digit of a number with a wrong check digit has another possible reading that gives a registered ISBN
    /// with fitting hyphens, that reading; `nil` if there is none or more than one.
    private func inferDigit(of miss: ISBNNearMiss, in line: ReadLine) -> InferredDigit? {
        guard case .checkDigit = miss.error else { return nil }
        let characters = recognizer.recognize(line.strip, alternatives: true)
        guard characters.text == line.text else { return nil }
        var found: [InferredDigit] = []
        for place in miss.range {
            for alternative in characters[place].alternatives {
                var other = characters
                other[place].scalar = alternative
                found += ISBN.find(in: other.text).matches
                    .filter { $0.range.contains(place) && $0.isbn.isRegistered && $0.hyphensAgree != false }
                    .map {
                        InferredDigit(
                            match: $0, place: place, printed: characters[place].scalar, taken: alternative)
                    }
            }
        }
        return found.count == 1 ? found[0] : nil
    }
}

/// Other ways to crop a line whose ends or height may be wrong.
enum LineEdges: CaseIterable {
    case longer, taller, lower
    /// Extended to the right.
    case onward
    /// Extended to the left.
    case backward

    func applied(to line: TextLine) -> TextLine {
        var line = line
        switch self {
        case .longer: line.length += 5 * line.height
        case .taller:
            line.length += 3 * line.height
            line.height *= 1.25
        case .lower:
            line.length += 3 * line.height
            line.height *= 0.85
        case .onward: line.extend(by: 12 * line.height, towards: 1)
        case .backward: line.extend(by: 12 * line.height, towards: -1)
        }
        return line
    }
}

extension TextLine {
    /// - Parameter side: 1 extends its end, -1 its beginning.
    fileprivate mutating func extend(by part: Double, towards side: Double) {
        length += part
        x += side * part / 2 * direction.x
        y += side * part / 2 * direction.y
    }
}

/// A line after it was cropped and read.
struct ReadLine {
    let line: TextLine
    let strip: LineStrip
    let characters: [ReadCharacter]

    var text: String { characters.text }

    /// Whether it has a label without a complete number after it.
    var announcesNumber: Bool {
        let text = self.text
        return text.contains("ISB") && ISBN.find(in: text).matches.isEmpty
    }

    /// Whether it is so legible that it is not upside down.
    var isClear: Bool {
        let confidences = characters.filter { $0.scalar != " " }.map(\.confidence)
        return confidences.count >= EvidenceRules.upright.characters
            && confidences.reduce(0, +) >= EvidenceRules.upright.mean * Double(confidences.count)
    }

    /// Without its first character if that was read twice, as the text model does behind a wide margin: there is only
    /// paper before where `shorter`, another crop of the line, begins with the same characters.
    func withoutEcho(of shorter: ReadLine) -> ReadLine {
        let rest = characters.dropFirst().drop { $0.scalar == " " }
        let start =
            strip.margin
            + (line.length - shorter.line.length) / 2 * LineReader.digitHeight / line.height
        func letters(_ characters: some Sequence<ReadCharacter>) -> [Unicode.Scalar] {
            characters.map(\.scalar).filter { $0 != " " }
        }
        let isRepeated =
            letters(rest).count >= letters(shorter.characters).count
            && letters(rest).prefix(2) == letters(shorter.characters).prefix(2)
        guard isRepeated, strip.isBlank(before: Int(start - LineReader.digitHeight / 4)) else { return self }
        return ReadLine(line: line, strip: strip, characters: Array(rest))
    }

    /// Whether it may begin within a word, or with what lies beside the text: a page's edge.
    var beginsInMargin: Bool { characters.first.map { Double($0.left) < strip.margin / 2 } ?? false }

    /// Whether it may end within a word.
    private var endsInMargin: Bool {
        characters.last.map { Double($0.left) > Double(strip.image.width) - 2 * strip.margin } ?? false
    }

    /// Fewer digits may be a price.
    private static let fewestDigitsOfNumber = 6

    /// Whether a number may be before one of these, whose label was not read.
    func beginsInNumber(before isbns: [ISBN]) -> Bool {
        let matches = ISBN.find(in: text).matches
        guard let place = matches.firstIndex(where: { isbns.contains($0.isbn) }),
            matches[...place].allSatisfy({ $0.label == nil })
        else { return false }
        let before = characters[..<matches[place].range.lowerBound]
        return before.count(where: \.isDigit) >= Self.fewestDigitsOfNumber
    }

    /// In digit heights: after a number that ends this near to the line's end, a word may be missing.
    private static let wordGap = 3.0

    /// Beyond which of its ends words of its number may be.
    ///
    /// - Parameters:
    ///   - hasChoice: whether words of several numbers are compared.
    ///   - isPrintOnly: whether no barcode shows which number is the book's.
    func openEnds(hasChoice: Bool, isPrintOnly: Bool) -> [LineEdges] {
        guard let match = ISBN.find(in: text).matches.last else { return hasChoice ? [.onward] : [] }
        let beginsWhole = match.label.map { text.hasPrefix($0) } ?? false
        let beginsInWord = (beginsInMargin || isPrintOnly) && characters.first?.isDigit == false
        let digitHeight = Double(strip.image.height) / LineStrip.heights
        let gap =
            Double(strip.image.width) - strip.margin
            - Double(characters[match.range.upperBound - 1].left)
        let endsEarly = endsInMargin || gap < (1 + ReadLine.wordGap) * digitHeight
        return (!beginsWhole && (beginsInWord || hasChoice) ? [.backward] : [])
            + (hasChoice && endsEarly ? [.onward] : [])
    }

    /// Its words above some characters of a line below it.
    func words(over range: Range<Int>, of below: ReadLine) -> String {
        func place(_ part: Double, in line: TextLine) -> Double {
            line.distance(along: below.line) + (part - 0.5) * line.length
        }
        let number = below.part(of: range)
        let (left, right) = (
            place(number.lowerBound, in: below.line), place(number.upperBound, in: below.line)
        )
        return characters.indices.split { characters[$0].scalar == " " }.filter { word in
            let part = part(of: word.startIndex..<word.endIndex)
            return place(part.upperBound, in: line) > left && place(part.lowerBound, in: line) < right
        }
        .map { Array(characters[$0.startIndex..<$0.endIndex]).text }.joined(separator: " ")
    }

    /// The quad around some of its characters, in the sheet's pixels.
    func quad(of range: Range<Int>) -> Quad {
        line.corners(of: part(of: range))
    }

    /// Some of its characters as a line of their own.
    func place(of range: Range<Int>) -> TextLine {
        let part = part(of: range)
        var place = line
        let middle = line.point(along: (part.lowerBound + part.upperBound - 1) / 2 * line.length, below: 0)
        (place.x, place.y, place.sag) = (middle.x, middle.y, 0)
        (place.length, place.characters) = ((part.upperBound - part.lowerBound) * line.length, range.count)
        return place
    }

    /// The fraction of the line's length that some of its characters cover.
    private func part(of range: Range<Int>) -> ClosedRange<Double> {
        guard let first = characters[range].first, let last = characters[range].last else { return 0...1 }
        let start = strip.part(atColumn: Double(first.left))
        // Before a wide gap, Tesseract's box of a character extends far into the gap.
        let right = min(
            Double(last.right), Double(last.left) + 2 * Double(strip.image.height))
        return start...max(start, strip.part(atColumn: right))
    }

    /// Whether some of its characters stand on a stroke: a 7 is read as a 2 there without doubt.
    func isStruck(_ range: Range<Int>) -> Bool {
        guard let first = characters[range].first, let last = characters[range].last else { return false }
        return strip.isStruck(inColumns: first.left..<max(first.left, last.right))
    }

    /// Whether some of its characters begin at the sheet's edge, which may hide others before them.
    func isCutBefore(_ range: Range<Int>, by sheet: Sheet) -> Bool {
        let start = (part(of: range).lowerBound - 0.5) * line.length
        return !sheet.holds(line.point(along: start - EvidenceRules.roomAtEdge * line.height, below: 0))
    }

    /// Whether some of its characters start inside the sheet: beyond the edge the last pixels are repeated, which may
    /// look like digits.
    func isInside(_ sheet: Sheet, _ range: Range<Int>) -> Bool {
        guard let first = characters[range].first, let last = characters[range].last else { return false }
        return [first.right, last.left].allSatisfy {
            sheet.holds(line.point(along: (strip.part(atColumn: Double($0)) - 0.5) * line.length, below: 0))
        }
    }
}

extension LineStrip {
    /// Whether there is only paper before a column.
    fileprivate func isBlank(before column: Int) -> Bool {
        let columns = 0..<min(max(column, 0), image.width)
        let ink = (0..<image.height).reduce(0) { ink, y in
            let row = image.row(y)
            return ink + columns.count { row[$0] < EvidenceRules.blank.level }
        }
        return !columns.isEmpty
            && Double(ink) < EvidenceRules.blank.part * Double(columns.count * image.height)
    }
}

extension ReadCharacter {
    static let lineBreak = ReadCharacter(scalar: "\n", confidence: 1, left: 0, right: 0)
    fileprivate static let gap = ReadCharacter(scalar: " ", confidence: 1, left: 0, right: 0)

    var isDigit: Bool { scalar.properties.numericType != nil }
}

extension [ReadCharacter] {
    var text: String { String(String.UnicodeScalarView(map(\.scalar))) }
}
