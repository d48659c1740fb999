// Which lines of a sheet are worth reading, and in which order: reading them is most of the work, and few can hold an
// ISBN.
import Imaging
import Recognition

/// A line, turned the way it seems to read.
struct RankedLine {
    let line: TextLine
    let thumbnail: LineThumbnail
    let likelihood: LineLikelihood

    /// A label shows where numbers are, even if the number itself is doubtful.
    var score: Double { likelihood.number + 0.5 * likelihood.label }
}

enum LineRanking {
    /// Lines less likely to hold a number are not read; below bars blurred digits are looked for too.
    static let (least, leastBelowBars) = (0.3, 0.02)
    /// From here on a line is read even when the page has given an answer: it may show another book's number, or one
    /// that contradicts.
    static let sure = 0.6
    /// From here on a line holds a label, and is read whatever digits a glance shows.
    static let sureLabel = 0.3
    /// Lines in which a glance shows fewer digits are not read.
    static let fewestDigits = 4
    /// So many lines of a sheet are read at most.
    static let mostRead = 24
    /// So many are read beside bars that answered.
    static let mostBesideBars = 3
    /// After so many lines that held no digits none of the less likely ones is expected to.
    static let mostVain = 8
    /// Long lines in one direction are print, which is not sought aslant then.
    private static let (printLength, printLines) = (16, 4)

    /// - Returns: the likeliest first.
    static func rank(_ lines: some Sequence<TextLine>, on sheet: Sheet, by scorer: any LineScorer)
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
        .filter { $0.likelihood.number >= ($0.line.isBelowBars ? leastBelowBars : least) }
        .sorted { $0.score > $1.score }
    }

    /// Whether a sheet holds plenty of lines of print, so that none need be sought in other directions.
    static func isPrint(_ lines: [TextLine]) -> Bool {
        lines.count { $0.characters >= printLength } >= printLines
    }
}
