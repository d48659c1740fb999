// The end of a catalogue entry in an imprint ("Cataloging in Publication Data"), where the Library of Congress number
// has no label.

/// What stands before a number at the end of an entry: the shelf mark, Dewey's number, or both.
///
/// ```
/// PZ4.B8215Can   [PS3552.R29]   813'.5'4      79-11734
///
/// QE75.B7 1997
/// 557.3—dc21                                  97-12345
/// ```
///
/// The number may also stand alone in the line below:
///
/// ```
/// PS3563.I654Z46 2010
/// 813'.54—dc22
/// 2010026322
/// ```
///
/// If the heading of the Library of Congress is known, the shelf mark may be misread.
struct CatalogueEntry {
    private let text: FoldedText
    /// Before the number, in its line.
    private let row: Range<Int>
    /// The lines above it, the nearest first.
    private let above: [Range<Int>]
    private let number: Range<Int>

    /// Longer lines are prose.
    private static let longest = 60
    /// How much may follow the number: `CIP`, `MARC`, `r86`, `MARC AC`.
    private static let mostAfter = 10
    /// How many lines the classes have.
    private static let mostRows = 3

    init(before number: Range<Int>, in text: FoldedText) {
        func line(before end: Int) -> Range<Int> {
            var start = end
            while text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
            return start..<end
        }
        row = line(before: number.lowerBound)
        var above: [Range<Int>] = []
        var start = row.lowerBound
        while start > 0, above.count <= Self.mostRows {
            above.append(line(before: start - 1))
            start = above.last?.lowerBound ?? 0
        }
        self.text = text
        self.above = above
        self.number = number
    }

    var isLikely: Bool {
        guard mayBeLast else { return false }
        return beginsWithShelfMark(row) || endsWithEdition(row) || isBelowClass || isBelowHeading
    }

    /// Whether nothing but classes and marks of the record share its line.
    var mayBeLast: Bool {
        let end = number.upperBound
        let isLast = (end...end + Self.mostAfter).contains { text[$0] == UInt8(ascii: "\n") }
        return isLast && row.count <= Self.longest
            && (isAlone || mayBeClass(row) || beginsWithShelfMark(row) || endsWithEdition(row))
    }

    private var isAlone: Bool { row.allSatisfy { text[$0] == UInt8(ascii: " ") } }

    /// Whether the line above begins with a shelf mark, or the one above Dewey's number does.
    private var isBelowClass: Bool {
        let hasTenDigits = number.count == 10 && number.allSatisfy { text[$0].isDigit }
        if isAlone, hasTenDigits, let nearest = above.first, nearest.count <= Self.longest,
            beginsWithShelfMark(nearest) || endsWithEdition(nearest)
        {
            return true
        }
        let classes = above.prefix(Self.mostRows).prefix(while: mayBeClass)
        return classes.contains(where: beginsWithShelfMark)
    }

    /// Whether classes stand before it or above it, below the heading of the Library of Congress.
    private var isBelowHeading: Bool {
        guard isAlone ? above.first.map(mayBeClass) ?? false : mayBeClass(row) else { return false }
        let headings = above.lazy.compactMap { OtherNumber.headsEntryOfCongress(text.printed($0)) }
        return headings.first ?? false
    }

    /// Whether a line may be made of shelf marks, Dewey's numbers and marks such as `[Fic]`, which OCR may have misread.
    private func mayBeClass(_ line: Range<Int>) -> Bool {
        let words = line.split { text[$0] == UInt8(ascii: " ") }
        let marks = words.filter { !$0.contains { text[$0].isDigit } }
        let digits = line.count { text[$0].isDigit }
        func hasWord(_ part: Range<Int>) -> Bool {
            part.split { !text[$0].isLetter }.contains { $0.count > 4 }
        }
        return line.count <= Self.longest && digits >= 3
            && marks.count { $0.contains { text[$0].isLetter } } <= 2
            && !words.contains(where: hasWord)
    }

    /// Classification and cutter: `QE75.B7`, `PZ4.B8215CAN`.
    private func beginsWithShelfMark(_ line: Range<Int>) -> Bool {
        var place = line.lowerBound
        func skip(_ isWanted: (UInt8) -> Bool) -> Int {
            let start = place
            while line.contains(place), isWanted(text[place]) { place += 1 }
            return place - start
        }
        // The text model often reads the first letter of a line twice.
        guard line.count <= Self.longest, (1...4).contains(skip(\.isLetter)),
            (1...4).contains(skip(\.isDigit))
        else { return false }
        let dot = place
        guard skip({ $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: " ") }) <= 2,
            (dot..<place).contains(where: { text[$0] == UInt8(ascii: ".") })
        else { return false }
        return skip(\.isLetter) == 1 && skip(\.isDigit) > 0
    }

    /// The edition of Dewey's classification behind a number: `557.3—DC21`.
    private func endsWithEdition(_ line: Range<Int>) -> Bool {
        let last = line.reversed().first { text[$0] != UInt8(ascii: " ") } ?? line.lowerBound
        let start = last - 3
        guard start > line.lowerBound, text.printed(start..<start + 2).uppercased() == "DC",
            text[start + 2].isDigit, text[last].isDigit
        else { return false }
        return (line.lowerBound..<start).count { text[$0].isDigit } >= 3
    }
}

extension OtherNumber {
    /// Whether a line is the heading of a catalogue entry of the Library of Congress, false if of another library; `nil`
    /// if it is none.
    package static func headsEntryOfCongress(_ line: String) -> Bool? {
        let letters = FoldedText(line).bytes.filter(\.isLetter).map(\.uppercasedLetter)
        guard let end = letters.endOf("CATALOGING", misread: 2) ?? letters.endOf("CATALOGUING", misread: 2)
        else { return nil }
        let congress = letters.endOf("CONGRESS", misread: 2)
        let isWhole = letters.endOf("INPUBLICATION", misread: 3) != nil
        return congress.map { $0 <= end } ?? (isWhole ? false : nil)
    }
}
