// Strokes drawn below or through print, which make some digits look like others.

extension LineStrip {
    /// In this many columns, a stroke rises or falls by at most one row.
    private static let step = 4
    /// A stroke is at least this many times as long as the strip is high.
    private static let leastLength = 2
    /// A thin stroke is not as dark as print.
    private static let strokeGrey = 160
    private static let paperGrey = 200
    /// Where nothing stands on a stroke, it is hardly thicker: blurred letters that touch are.
    private static let mostThickness = 4
    /// Ink that rises this many rows higher than the stroke stands on it; and the share of the stroke's columns where it must.
    private static let (leastRise, leastTouching) = (4, 0.05)

    /// In so many of 40 rows, a pen's stroke through print lies, and in hardly more where it meets hyphens and bends of digits;
    /// digits blurred until they touch are thicker.
    private static let (mostPenThickness, mostCrossingThickness) = (8, 10)
    /// The part of a number's columns that a stroke covers if it crosses the number out. Letters that blur into each other
    /// cover a third.
    private static let leastCrossedOut = 0.4

    /// Whether print stands on a stroke or is struck through its foot, nearly level and without a gap. A line with
    /// paper between it and the print changes nothing.
    ///
    /// - Parameter columns: those of the print.
    package func isStruck(inColumns columns: Range<Int>) -> Bool {
        // Hyphens between digits are higher.
        let rows = image.height * 13 / 20..<image.height
        let rises = stroke(inColumns: columns, rows).map { ink(from: $0, -1) }.sorted()
        guard rises.count >= LineStrip.leastLength * image.height else { return false }
        let thickness = rises[rises.count / 5]
        if thickness > LineStrip.mostThickness { return false }
        let touching = rises.count { $0 >= thickness + LineStrip.leastRise }
        return Double(touching) >= LineStrip.leastTouching * Double(rises.count)
    }

    /// Whether a stroke crosses print out: nearly level, across gaps and digits, which rise above it and reach below it. Lines
    /// above, below and around print have it on one side at most.
    ///
    /// - Parameter columns: those of the print.
    package func isCrossedOut(inColumns columns: Range<Int>) -> Bool {
        let places = stroke(inColumns: columns, image.height / 5..<image.height * 4 / 5)
        guard places.count >= LineStrip.leastLength * image.height,
            Double(places.count) >= LineStrip.leastCrossedOut * Double(columns.count)
        else { return false }
        let beside = places.map { (above: ink(from: $0, -1), below: ink(from: $0, 1)) }
        let heights = beside.map { $0.above + 1 + $0.below }.sorted()
        let thickness = heights[heights.count / 5]
        if thickness > LineStrip.mostPenThickness
            || heights[heights.count * 2 / 5] > LineStrip.mostCrossingThickness
        {
            return false
        }
        let crossed = beside.count { min($0.above, $0.below) >= thickness + LineStrip.leastRise / 2 }
        return Double(crossed) >= LineStrip.leastTouching * Double(places.count)
    }

    private typealias Place = (column: Int, row: Int)

    /// The longest stroke in some columns and rows, from its end to its beginning.
    private func stroke(inColumns printed: Range<Int>, _ rows: Range<Int>) -> [Place] {
        let columns = printed.clamped(to: 0..<image.width)
        let step = LineStrip.step
        // For each step and row, how many steps a stroke is long that ends there.
        var lengths = [[Int](repeating: 0, count: image.height + 1)]
        for start in stride(from: columns.lowerBound, through: columns.upperBound - step, by: step) {
            lengths.append(extended(lengths[lengths.count - 1], by: start..<start + step, rows))
        }
        let longest = lengths.map { $0.max() ?? 0 }
        guard var end = longest.indices.max(by: { longest[$0] < longest[$1] }),
            var row = lengths[end].firstIndex(of: longest[end])
        else { return [] }
        var places: [Place] = []
        while lengths[end][row] > 0 {
            let start = columns.lowerBound + (end - 1) * step
            places += (start..<start + step).reversed().map { ($0, row) }
            end -= 1
            let before = lengths[end]
            row = (row - 1...row + 1).max { before[$0] < before[$1] } ?? row
        }
        return places
    }

    /// - Returns: for each row, how long a stroke is that ends in these columns.
    private func extended(_ lengths: [Int], by columns: Range<Int>, _ rows: Range<Int>) -> [Int] {
        var extended = [Int](repeating: 0, count: lengths.count)
        // What is dark down to the strip's edge is a border or a shadow.
        var hasPaperBelow = false
        for y in (rows.lowerBound..<image.height).reversed() {
            let row = image.row(y)
            if hasPaperBelow, rows.contains(y), columns.allSatisfy({ row[$0] < LineStrip.strokeGrey }) {
                extended[y] = 1 + max(lengths[y - 1], lengths[y], lengths[y + 1])
            }
            hasPaperBelow = hasPaperBelow || row[columns.lowerBound] >= LineStrip.strokeGrey
        }
        return extended
    }

    /// How many rows of ink are above or below a place without a gap.
    ///
    /// - Parameter step: -1 for those above, 1 for those below.
    private func ink(from place: Place, _ step: Int) -> Int {
        var rows = 0
        while case let row = place.row + step * (rows + 1), (0..<image.height).contains(row),
            image.row(row)[place.column] < LineStrip.paperGrey
        { rows += 1 }
        return rows
    }
}
