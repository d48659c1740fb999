// Which lines of a sheet to read, and in which order: reading them is most of the work, and few can contain an ISBN.
import Imaging
import Recognition

/// A line, rotated to its likely reading direction.
struct RankedLine {
    let line: TextLine
    let thumbnail: LineThumbnail
    let likelihood: LineLikelihood

    /// A label shows where numbers are, even if the number itself is doubtful.
    var score: Double { likelihood.number + 0.5 * likelihood.label }

    var reversed: RankedLine {
        RankedLine(line: line.reversed, thumbnail: thumbnail.reversed, likelihood: likelihood)
    }

    /// Whether an ISBN is likely enough.
    var mayHoldISBN: Bool {
        likelihood.number >= (line.isBelowBars ? LineRanking.leastBelowBars : LineRanking.least)
    }
}

enum LineRanking {
    /// Lines less likely to contain a number are not read; below barcodes blurred digits are read, too.
    static let (least, leastBelowBars) = (0.3, 0.02)
    /// From this likelihood on a line is read even if the page has a result: it may contain another book's number, or
    /// one that contradicts.
    static let sure = 0.6
    /// From this likelihood on a line has a label, and is read whatever digits its preview shows.
    static let sureLabel = 0.3
    /// Lines with fewer digits in their preview are not read.
    static let fewestDigits = 4
    /// The maximum number of lines read in a sheet.
    static let mostRead = 24
    /// The maximum number where there may be many books.
    static let mostReadOfMany = 72
    /// The maximum number of lines that are read only for other numbers than ISBNs, and how many digits their preview
    /// shows: an LCCN has six or more.
    static let (mostReadForOthers, fewestDigitsOfOthers) = (8, 6)
    /// The maximum number of lines too short for an ISBN whose preview is looked at.
    static let mostShortLines = 24
    /// The maximum number of lines read beside a decoded barcode.
    static let mostBesideBars = 3
    /// After this many lines without digits, less likely ones are not read.
    static let mostWithoutDigits = 8
    /// Long lines in one direction are print; then slanted lines are not searched.
    private static let (printLength, printLines) = (16, 4)

    /// - Returns: those worth reading, the likeliest first.
    static func rank(_ lines: some Sequence<TextLine>, on sheet: Sheet, by scorer: any LineScorer)
        -> [RankedLine]
    {
        rated(lines, on: sheet, by: scorer).filter(\.mayHoldISBN)
    }

    /// - Returns: all of them, the likeliest first.
    static func rated(_ lines: some Sequence<TextLine>, on sheet: Sheet, by scorer: any LineScorer)
        -> [RankedLine]
    {
        lines.compactMap { line -> RankedLine? in
            guard let thumbnail = sheet.thumbnail(at: line) else { return nil }
            let upright = RankedLine(
                line: line, thumbnail: thumbnail, likelihood: scorer.likelihood(of: thumbnail))
            if line.isBelowBars { return upright }
            let turned = thumbnail.reversed
            let reversed = RankedLine(
                line: line.reversed, thumbnail: turned, likelihood: scorer.likelihood(of: turned))
            return upright.score < reversed.score ? reversed : upright
        }
        .sorted { $0.score > $1.score }
    }

    /// Whether a sheet has so many lines of print that other directions need not be searched.
    static func isPrint(_ lines: [TextLine]) -> Bool {
        lines.count { $0.characters >= printLength } >= printLines
    }
}
