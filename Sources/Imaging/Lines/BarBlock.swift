// Barcodes found by the shape of their bars: even one that can't be decoded shows where the digits and the label are.

/// A block of parallel bars, such as an EAN-13.
package struct BarBlock: Hashable, Sendable {
    /// The direction across the bars.
    let axis: Direction
    let start: Double
    let end: Double
    let top: Double
    /// The lower end of most bars; guard bars are a little longer.
    let bottom: Double
    /// How far the lower end moves down per pixel along the axis.
    let slope: Double

    /// The minimum number of bars. An EAN-13 has thirty; some merge or are missed.
    static let fewest = 12
    /// The minimum length of a bar in pixels, and the minimum ratio of its length to its width.
    private static let (length, shape) = (24.0, 4.5)

    static func isBar(length: Double, width: Double) -> Bool {
        length >= self.length && length > width * shape
    }

    static func find(in parts: [Part], _ axis: Direction) -> [BarBlock] {
        let bars = parts.filter { isBar(length: $0.height, width: $0.width) }.sorted {
            $0.start < $1.start
        }
        var blocks: [[Part]] = []
        for bar in bars {
            let home = blocks.lastIndex { block in
                guard let last = block.last else { return false }
                let (small, large) = (min(last.height, bar.height), max(last.height, bar.height))
                return bar.start - last.end <= 0.35 * large && large <= 1.7 * small
                    && abs(bar.middle - last.middle) <= 0.3 * large
            }
            if let home { blocks[home].append(bar) } else { blocks.append([bar]) }
        }
        return blocks.compactMap { BarBlock($0, axis) }
    }

    /// `nil` if there are too few bars.
    private init?(_ bars: [Part], _ axis: Direction) {
        guard bars.count >= BarBlock.fewest, let first = bars.first, let last = bars.last else { return nil }
        self.axis = axis
        start = first.start
        end = last.end
        let middle = (start + end) / 2
        let half = max((end - start) / 2, 1)
        let feet = Parabola(bars.map { (($0.start + $0.end - 2 * middle) / 2 / half, $0.bottom) })
        let heads = Parabola(bars.map { (($0.start + $0.end - 2 * middle) / 2 / half, $0.top) })
        guard let feet, let heads else { return nil }
        bottom = feet.constant
        top = heads.constant
        slope = (feet.linear + heads.linear) / 2 / half
    }

    /// Whether a line is directly above or below the bars.
    func isBeside(middle: Double, below: Double, height: Double) -> Bool {
        let reach = 3 * height
        return middle > start - reach && middle < end + reach
            && (abs(below - bottom) < reach || abs(below - top) < reach)
    }

    /// The bars as a line that can be cropped and levelled, with a margin for bars that were missed.
    package var line: TextLine {
        let (middle, below) = ((start + end) / 2, (top + bottom) / 2)
        let place = axis.place(along: middle, below: below)
        let turned = axis.place(along: 1, below: slope)
        return .bars(
            middle: place, direction: Direction(x: turned.x, y: turned.y), length: end - start,
            height: bottom - top)
    }

    /// The width of the narrowest bar in pixels, provided that all bars were found.
    package var module: Double { (end - start) / 95 }

    /// The positions of an EAN-13's digits, for the bars as they are and upside down.
    ///
    /// From the nominal symbol (GS1 General Specifications, 5.2): 95 modules of bars, digits 8.3 modules tall that
    /// begin 1 module below the bars, the first digit 11 modules to their left.
    var digitLines: [TextLine] {
        let height = 8.3 * module
        guard height >= 6 else { return [] }
        return [(bottom, 1.0), (top, -1.0)].map { edge, side in
            let middle = (start + end) / 2 - side * 2 * module
            let below = edge + side * 5.4 * module - slope * side * 2 * module
            let place = axis.place(along: middle, below: below)
            let turned = axis.place(along: side, below: side * slope)
            return TextLine(
                x: place.x, y: place.y, direction: Direction(x: turned.x, y: turned.y), length: 113 * module,
                height: height, sag: 0, characters: 13, score: 22, isBelowBars: true)
        }
    }
}
