// Bars that stand together, found by their shape alone: even where they can't be decoded they tell where the digits
// and the label are.

/// A block of parallel bars, such as an EAN-13.
package struct BarBlock: Hashable, Sendable {
    /// The way the bars follow each other.
    let axis: Direction
    let start: Double
    let end: Double
    let top: Double
    /// Where most bars end; guard bars reach a little further.
    let bottom: Double
    /// How much the block's feet sink per pixel along the axis.
    let slope: Double

    /// An EAN-13 has thirty bars; some run together or are lost.
    static let fewest = 12
    /// So long, in pixels, and so much longer than wide is a bar.
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

    /// `nil` with too few bars.
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

    /// Whether a line runs right above or below the bars.
    func isBeside(middle: Double, below: Double, height: Double) -> Bool {
        let reach = 3 * height
        return middle > start - reach && middle < end + reach
            && (abs(below - bottom) < reach || abs(below - top) < reach)
    }

    /// The bars themselves, as a line that can be cut out level, with room for what was not seen of them.
    package var line: TextLine {
        let (middle, below) = ((start + end) / 2, (top + bottom) / 2)
        let place = axis.place(along: middle, below: below)
        let turned = axis.place(along: 1, below: slope)
        return .bars(
            middle: place, direction: Direction(x: turned.x, y: turned.y), length: end - start,
            height: bottom - top)
    }

    /// The narrowest bar's width, in pixels, if all bars were seen.
    package var module: Double { (end - start) / 95 }

    /// Where an EAN-13's digits stand, below the bars as they are and as they are upside down.
    ///
    /// By the nominal symbol (GS1 General Specifications, 5.2): 95 modules of bars, digits 8.3 modules tall that
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
