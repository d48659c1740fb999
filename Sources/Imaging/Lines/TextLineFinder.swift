// Text lines from connected components: letters of like height in a row. Whole-page layout analysis costs ten times
// as much and gives up on photos.

/// Finds all that looks like a line of text in a picture, and the bars.
package struct TextLineFinder {
    private let map: InkMap
    private let shortSide: Double
    private let ink: Ink

    /// How lines lie in a picture.
    package enum Lean: Sendable {
        /// Along it, across it, or along its bars, whichever way these lean.
        case straight
        /// Leaning too much for that.
        case slanted
        /// Along the picture's bars alone.
        case alongBars

        fileprivate var axes: [Direction] {
            switch self {
            case .straight: [.right, .down]
            case .slanted: [30, 60, 120, 150].map(Direction.init(degrees:))
            case .alongBars: []
            }
        }
    }

    /// What was found along some directions.
    package struct Findings {
        /// The likeliest to hold an ISBN first.
        package var lines: [TextLine] = []
        package var bars: [BarBlock] = []
        /// Too short to hold nine digits, but a label or the rest of a number.
        fileprivate var shortChains: [(chain: Chain, axis: Direction)] = []

        /// Lines above and below, turned to read as `line` does, the nearest first.
        package func neighbours(of line: TextLine) -> [TextLine] {
            let short = shortChains.lazy.compactMap { $0.chain.line($0.axis, bars: []) }
            return (lines + short).filter { $0.isNext(to: line) }
                .map { $0.reads(like: line) ? $0 : $0.reversed }
                .sorted { abs($0.depth(below: line)) < abs($1.depth(below: line)) }
        }
    }

    /// So many characters may hold an ISBN-10's nine digits and a check digit, some run together.
    private static let fewestCharacters = 8

    /// Letters are told from their boxes along a direction up to this far from their own.
    private static let tolerance = 17.0

    /// - Parameters:
    ///   - image: best with letters 10 to 60 pixels tall.
    ///   - ink: whether letters are darker or lighter than their ground.
    package init(in image: GrayImage, ink: Ink = .dark) {
        let short = min(image.width, image.height)
        let window = max(24, min(short / 18, 48)) | 1
        map = InkMap(of: image, ink: ink, window: window, contrast: 10)
        shortSide = Double(short)
        self.ink = ink
    }

    /// - Parameter lean: finding slanted lines takes twice as long as straight ones.
    package func find(_ lean: Lean) -> Findings {
        var found = Findings()
        var axes = lean.axes
        if lean != .slanted, ink == .dark, let axis = map.barAxis {
            let parts = map.parts(along: axis)
            found.bars = BarBlock.find(in: parts, axis)
            if !found.bars.isEmpty {
                axes.removeAll { $0.isWithin(degrees: 5, of: axis) }
                add(parts, axis, to: &found)
                found.lines += found.bars.flatMap(\.digitLines)
            }
        }
        for axis in axes { add(map.parts(along: axis), axis, to: &found) }
        found.lines.sort { $0.score > $1.score }
        return found
    }

    private func add(_ parts: [Part], _ axis: Direction, to found: inout Findings) {
        for chain in Chain.find(in: parts.filter({ $0.isLetter(maximum: shortSide / 3) })) {
            guard chain.characters >= TextLineFinder.fewestCharacters else {
                if chain.parts.count >= 3 { found.shortChains.append((chain, axis)) }
                continue
            }
            guard let line = chain.line(axis, bars: found.bars),
                line.direction.isWithin(degrees: TextLineFinder.tolerance, of: axis)
            else { continue }
            found.lines.append(line)
        }
    }
}
