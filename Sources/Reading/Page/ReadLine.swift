// A line that was read: its characters, where they are, and what its ends tell.
import Books
import Imaging
import Recognition

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
    ///
    /// - Returns: `nil` if it begins with other characters there, on blank paper.
    func withoutEcho(of shorter: ReadLine) -> ReadLine? {
        let rest = characters.dropFirst().drop { $0.scalar == " " }
        func letters(_ characters: some Sequence<ReadCharacter>) -> [Unicode.Scalar] {
            characters.map(\.scalar).filter { $0 != " " }
        }
        let margin = strip.margin(of: shorter.line)
        guard strip.isBlank(before: margin) else { return self }
        let isRepeated =
            letters(rest).count >= letters(shorter.characters).count
            && letters(rest).prefix(2) == letters(shorter.characters).prefix(2)
        if isRepeated { return ReadLine(line: line, strip: strip, characters: Array(rest)) }
        let isOnPaper = characters.first.map { ($0.left + $0.right) / 2 < margin } ?? false
        return isOnPaper ? nil : self
    }

    /// Where a character begins, in pixels of the sheet from the line's centre, which other crops of it share.
    func along(_ place: Int) -> Double {
        (strip.part(atColumn: Double(characters[place].left)) - 0.5) * line.length
    }

    /// Its characters before a place.
    func head(to place: Double) -> ReadLine {
        let end = characters.indices.first { along($0) >= place } ?? characters.endIndex
        return ReadLine(line: line, strip: strip, characters: Array(characters[..<end]))
    }

    /// Its characters from a place on, which in this crop may begin a little earlier.
    func tail(from place: Double) -> ReadLine {
        let start = characters.indices.first { along($0) >= place - line.height / 2 } ?? characters.endIndex
        return ReadLine(line: line, strip: strip, characters: Array(characters[start...]))
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
        columns(of: range).map(strip.isStruck) ?? false
    }

    /// Whether some of its characters are crossed out.
    func isCrossedOut(_ range: Range<Int>) -> Bool {
        columns(of: range).map(strip.isCrossedOut) ?? false
    }

    /// A number has this many digits before those that may be hidden: of its prefix, which may stand apart.
    private static let fewestDigitsBeforeGap = 4
    /// Digits are this many times as far apart as most of their number only if others may be between them.
    private static let gapOfHiddenDigits = 2.5

    /// Whether some of its digits, between which no blank was read, are so far apart that others may be hidden there.
    func hasGap(in range: Range<Int>) -> Bool {
        let digits = range.filter { characters[$0].isDigit }
        let steps = zip(digits, digits.dropFirst()).enumerated()
            .filter { $0.element.1 == $0.element.0 + 1 }
            .map { count, pair in
                (
                    after: count + 1, start: characters[pair.0].left,
                    width: characters[pair.1].left - characters[pair.0].left
                )
            }
        let widths = steps.map(\.width).sorted()
        guard let usual = widths.dropFirst(widths.count / 2).first, usual > 0 else { return false }
        return steps.contains { step in
            guard step.after >= ReadLine.fewestDigitsBeforeGap,
                Double(step.width) > ReadLine.gapOfHiddenDigits * Double(usual)
            else { return false }
            let gap = step.start + usual + usual / 4..<step.start + step.width - usual / 4
            return strip.isBlank(gap.clamped(to: 0..<strip.image.width))
        }
    }

    private func columns(of range: Range<Int>) -> Range<Int>? {
        guard let first = characters[range].first, let last = characters[range].last else { return nil }
        return first.left..<max(first.left, last.right)
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
    /// How wide the paper beside the letters of a shorter crop of the line is, in columns.
    func margin(of shorter: TextLine) -> Int {
        let extra = (line.length - shorter.length) / 2 * LineReader.digitHeight / line.height
        return Int(margin + extra - LineReader.digitHeight / 4)
    }

    /// Whether there is only paper before a column.
    func isBlank(before column: Int) -> Bool { isBlank(0..<min(max(column, 0), image.width)) }

    /// Whether there is only paper in so many columns at the end.
    func isBlank(after count: Int) -> Bool {
        isBlank(image.width - min(max(count, 0), image.width)..<image.width)
    }

    fileprivate func isBlank(_ columns: Range<Int>) -> Bool {
        let ink = (0..<image.height).reduce(0) { ink, y in
            let row = image.row(y)
            return ink + columns.count { row[$0] < EvidenceRules.blank.level }
        }
        return !columns.isEmpty
            && Double(ink) < EvidenceRules.blank.part * Double(columns.count * image.height)
    }
}

extension ReadCharacter {
    var isDigit: Bool { scalar.properties.numericType != nil }
    /// Not what parts a number.
    var isMark: Bool { ![" ", "-"].contains(scalar) }
}

extension [ReadCharacter] {
    var text: String { String(scalars: map(\.scalar)) }
}
