// The end of a catalogue entry in an imprint ("Cataloging in Publication Data"), where the Library of Congress number
// has no label.

/// What stands before a number in the last line of an entry: the shelf mark, Dewey's number, or both.
///
/// ```
/// PZ4.B8215Can   [PS3552.R29]   813'.5'4      79-11734
///
/// QE75.B7 1997
/// 557.3—dc21                                  97-12345
/// ```
///
/// Since 2001 the number often stands alone in the line below:
///
/// ```
/// PS3563.I654Z46 2010
/// 813'.54—dc22
/// 2010026322
/// ```
struct CatalogueEntry {
    private let text: FoldedText
    /// The line before the number, or the one above if there is nothing before it.
    private let line: Range<Int>
    /// Where the number ends.
    private let end: Int

    /// Longer lines are prose.
    private static let longest = 60
    /// How much may follow the number: `CIP`, `MARC`, `r86`.
    private static let mostAfter = 8

    init(before number: Range<Int>, in text: FoldedText) {
        func startOfLine(_ place: Int) -> Int {
            var start = place
            while text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
            return start
        }
        let start = startOfLine(number.lowerBound)
        let isAlone = (start..<number.lowerBound).allSatisfy { text[$0] == UInt8(ascii: " ") }
        let hasTenDigits = number.count == 10 && number.allSatisfy { text[$0].isDigit }
        line =
            isAlone && hasTenDigits && start > 0
            ? startOfLine(start - 1)..<start - 1 : start..<number.lowerBound
        self.text = text
        end = number.upperBound
    }

    var isLikely: Bool {
        guard line.count <= Self.longest else { return false }
        let isLast = (end...end + Self.mostAfter).contains { text[$0] == UInt8(ascii: "\n") }
        return isLast && (beginsWithShelfMark || endsWithEdition)
    }

    /// Classification and cutter: `QE75.B7`, `PZ4.B8215CAN`.
    private var beginsWithShelfMark: Bool {
        var place = line.lowerBound
        func skip(_ isWanted: (UInt8) -> Bool) -> Int {
            let start = place
            while line.contains(place), isWanted(text[place]) { place += 1 }
            return place - start
        }
        // The text model often reads the first letter of a line twice.
        guard (1...4).contains(skip(\.isLetter)), (1...4).contains(skip(\.isDigit)) else { return false }
        let dot = place
        guard skip({ $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: " ") }) <= 2,
            (dot..<place).contains(where: { text[$0] == UInt8(ascii: ".") })
        else { return false }
        return skip(\.isLetter) == 1 && skip(\.isDigit) > 0
    }

    /// The edition of Dewey's classification behind a number: `557.3—DC21`.
    private var endsWithEdition: Bool {
        let last = line.reversed().first { text[$0] != UInt8(ascii: " ") } ?? line.lowerBound
        let start = last - 3
        guard start > line.lowerBound, text.printed(start..<start + 2).uppercased() == "DC",
            text[start + 2].isDigit, text[last].isDigit
        else { return false }
        return (line.lowerBound..<start).count { text[$0].isDigit } >= 3
    }
}
