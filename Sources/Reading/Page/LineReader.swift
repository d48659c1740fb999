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
    static let digitHeight = 26.0

    /// `nil` if it can't be cut out.
    func read(_ line: TextLine) -> ReadLine? {
        guard let strip = sheet.strip(of: line, digitHeight: LineReader.digitHeight) else { return nil }
        let read = ReadLine(
            line: line, strip: strip, characters: recognizer.recognize(strip, alternatives: false))
        debug?.write(line, in: sheet.picture, strip: strip.image, reads: read.text)
        return read
    }

    /// - Parameter lines: one or more, in reading order; of several, only labelled numbers of the last, and those that end
    ///   there, count.
    func interpret(_ lines: [ReadLine]) -> Interpretation {
        guard let last = lines.last else { return Interpretation(content: .noNumber) }
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
        var partialNumbers = findings.nearMisses.compactMap { partialNumber(of: $0, in: last) }
        if findings == ISBNFindings(), let beginning = beginning(in: last) {
            partialNumbers.append(beginning)
        }
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
        return Interpretation(content: .noNumber)
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

    /// What may hold a number's label, or its class in a catalogue entry.
    struct Context {
        /// The rows above its line, the highest first, from left to right.
        var above: [[ReadLine]] = []
        /// In the same row, before a gap, from left to right.
        var before: [ReadLine] = []

        fileprivate var characters: [ReadCharacter] {
            let rows = above.map { Array($0.map(\.characters).joined(separator: [.gap])) + [.lineBreak] }
            return rows.flatMap(\.self) + before.flatMap { $0.characters + [.gap] }
        }
    }

    /// A number that is not an ISBN, and which of its line's characters it is.
    typealias OtherPlace = (sighting: OtherSighting, printed: Range<Int>)

    /// The numbers of a line that are not ISBNs.
    func others(in last: ReadLine, _ context: Context? = nil) -> [OtherPlace] {
        let before = context?.characters ?? []
        let (characters, start) = (before + last.characters, before.count)
        return OtherNumber.find(in: characters.text).compactMap { match in
            guard match.range.lowerBound >= start else { return nil }
            let printed = match.range.lowerBound - start..<match.range.upperBound - start
            guard last.isInside(sheet, printed) else { return nil }
            var sighting = sighting(of: match, in: characters, at: last.quad(of: printed))
            sighting.isOfOtherWork =
                match.number.kind == .lccn && !match.isOfEntry && OtherWorks(characters.text).claim(match)
            return (sighting, printed)
        }
    }

    /// Whether a longer crop of a line shows that it cuts off nothing before and after some of its characters.
    func shows(whole printed: Range<Int>, of line: ReadLine, in longer: TextLine) -> Bool {
        guard let strip = sheet.strip(of: longer, digitHeight: LineReader.digitHeight) else { return false }
        let margin = strip.margin(of: line.line)
        return (printed.lowerBound > 0 || strip.isBlank(before: margin))
            && (printed.upperBound < line.characters.count || strip.isBlank(after: margin))
    }

    private func sighting(of match: OtherNumberMatch, in characters: [ReadCharacter], at quad: Quad)
        -> OtherSighting
    {
        let confidences = characters[match.range].filter(\.isMark).map(\.confidence)
        return OtherSighting(
            number: match.number, weakest: confidences.min() ?? 0,
            confidence: confidences.reduce(0, +) / Double(max(confidences.count, 1)),
            box: sheet.upright(quad), isOfEntry: match.isOfEntry)
    }

    /// A labelled number whose digits were not all read, or not all read correctly.
    private func partialNumber(of miss: ISBNNearMiss, in line: ReadLine) -> PartialNumber? {
        guard let label = miss.label, NumberForm(label: label, qualifier: nil) != .electronic(nil),
            !miss.isMarkedWrong, let read = legibleDigits(of: line, miss.range)
        else { return nil }
        let lacksPrefix = miss.error == .length(10) && (try? ISBN("979" + read))?.isRegistered == true
        return PartialNumber(
            digits: lacksPrefix ? "979" + read : read, box: sheet.upright(line.quad(of: miss.range)))
    }

    /// Fewer digits after a label may be of another edition of the standard, or noise.
    private static let fewestOfBeginning = 5

    /// The first digits beside a label, of which fewer were read than a number with a wrong check digit has.
    private func beginning(in line: ReadLine) -> PartialNumber? {
        let text = line.text
        guard let found = text.firstMatch(of: /(?:^|[^A-Z-])ISBN(?:[ -]?1[03](?!\d))?[ :]*(\d[\d -]*)/)
        else { return nil }
        let start = text.unicodeScalars.distance(from: text.startIndex, to: found.1.startIndex)
        let range = start..<start + found.1.unicodeScalars.count
        guard let read = legibleDigits(of: line, range), read.count >= Self.fewestOfBeginning else {
            return nil
        }
        return PartialNumber(digits: read, box: sheet.upright(line.quad(of: range)))
    }

    /// `nil` if one of them is not legible, or they are crossed out.
    private func legibleDigits(of line: ReadLine, _ range: Range<Int>) -> String? {
        let digits = line.characters[range].filter(\.isDigit)
        guard let least = digits.map(\.confidence).min(), least >= EvidenceRules.legible.digit,
            !line.isCrossedOut(range)
        else { return nil }
        return digits.text
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
        let mean = confidences.reduce(0, +) / Double(max(confidences.count, 1))
        return Observation(
            isbn: match.isbn, kind: kind, form: match.form, label: match.label, qualifier: match.qualifier,
            hyphensAgree: match.hyphensAgree,
            announcement: place.line.isCrossedOut(printed)
                ? .otherWork : announcement(of: match, in: characters, place),
            provenance: provenance,
            isBroken: match.range.lowerBound < place.start && match.hyphensAgree != true,
            isObscured: place.line.isStruck(printed)
                || kind != .digitsBelowBars && place.line.hasGap(in: printed)
                || match.form != .isbn13 && place.line.isCutBefore(printed, by: sheet)
                || place.before == nil && inferred == nil
                    && isReadOtherwise(match.isbn, mean, in: place.line),
            weakest: confidences.min() ?? 0,
            witness: Witness(
                reader: .ocr, text: characters.text, confidence: mean,
                rotation: sheet.placement.turn(toRead: place.line.line.direction.degrees),
                box: sheet.upright(place.quad(of: match.range, printed: printed)), repairs: repairs))
    }

    /// Degrees: print that is not clear must be read the same in a crop that is rotated by this, either way.
    private static let tilt = 1.0

    /// Whether a number that is hardly legible is not read in another crop of its line.
    private func isReadOtherwise(_ isbn: ISBN, _ mean: Double, in line: ReadLine) -> Bool {
        guard EvidenceRules.hardlyLegible.contains(mean) else { return false }
        return ![Self.tilt, -Self.tilt].contains { degrees in
            guard let strip = sheet.strip(of: line.line.rotated(by: degrees), digitHeight: Self.digitHeight)
            else {
                return false
            }
            let text = recognizer.recognize(strip, alternatives: false).text
            return ISBN.find(in: text).matches.contains { $0.isbn == isbn }
        }
    }

    private func announcement(
        of match: ISBNMatch, in characters: [ReadCharacter], _ place: Place
    ) -> Observation.Announcement {
        let works = OtherWorks(characters.text)
        if works.claim(match) || works.isMentioned(match) { return .otherWork }
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
        case .partOfLabel: match.form == .isbn13 ? .plain : .partOfLabel
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
