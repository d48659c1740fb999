// Finds lines of text from connected components: letters of similar height in a row. A layout analysis of the whole
// page would take ten times as long, and fails on photos.

/// Finds everything in a picture that looks like a line of text or a barcode.
package struct TextLineFinder {
    private let map: InkMap
    private let shortSide: Double
    private let ink: Ink

    /// The directions in which to search for lines.
    package enum Directions: Sendable {
        /// Horizontal, vertical, or along the barcodes.
        case straight
        /// All other directions.
        case slanted
        /// Only along the barcodes.
        case alongBars

        fileprivate var axes: [Direction] {
            switch self {
            case .straight: [.right, .down]
            case .slanted: [30, 60, 120, 150].map(Direction.init(degrees:))
            case .alongBars: []
            }
        }
    }

    /// What was found in these directions.
    package struct Findings {
        /// Sorted by how likely they contain an ISBN.
        package var lines: [TextLine] = []
        package var bars: [BarBlock] = []
        /// Too short for nine digits, but perhaps a label or the rest of a number.
        fileprivate var shortChains: [(chain: Chain, axis: Direction)] = []

        /// Lines of fewer characters than an ISBN has printed next to longer ones, those that look most like digits
        /// first.
        package var shortLines: [TextLine] {
            let short = shortChains.filter { $0.chain.characters >= TextLineFinder.fewestOfShort }
                .compactMap { $0.chain.line($0.axis, bars: []) }
            return short.filter { line in
                lines.contains {
                    $0.characters >= TextLineFinder.fewestOfNeighbour
                        && ($0.isNext(to: line) || $0.isBeside(line))
                }
            }
            .sorted { $0.score > $1.score }
        }

        /// Lines above and below, in the reading direction of `line`, the nearest first.
        package func neighbours(of line: TextLine) -> [TextLine] {
            all(readingLike: line).filter { $0.isNext(to: line) }
                .sorted { abs($0.depth(below: line)) < abs($1.depth(below: line)) }
        }

        /// The lines of its column above, also headings in larger letters, in the reading direction of `line`, the nearest
        /// first.
        package func column(above line: TextLine) -> [TextLine] {
            all(readingLike: line).filter { $0.isAbove(line) }
                .sorted { $0.depth(below: line) > $1.depth(below: line) }
        }

        /// The nearest lines of its column above that stand side by side, in the reading direction of `line`.
        package func row(above line: TextLine) -> [TextLine] {
            let column = column(above: line)
            guard let nearest = column.first?.depth(below: line) else { return [] }
            return column.filter { $0.depth(below: line) > nearest - $0.height / 2 }
        }

        /// The line before a wide gap in the same row, in the reading direction of `line`.
        package func line(before line: TextLine) -> TextLine? {
            all(readingLike: line).filter { $0.isBefore(line) }
                .max { $0.distance(along: line) < $1.distance(along: line) }
        }

        /// All lines before it in its row, from left to right.
        package func parts(before line: TextLine) -> [TextLine] {
            var parts: [TextLine] = []
            while let next = self.line(before: parts.first ?? line), parts.count < Findings.mostParts {
                parts.insert(next, at: 0)
            }
            return parts
        }

        /// The rows of print above a line, from left to right, the nearest first, as far as they follow closely. They may
        /// end before the line begins.
        package func rows(above line: TextLine, most: Int) -> [[TextLine]] {
            let near = all(readingLike: line).filter { $0.isNearAbove(line) }
            // The direction of a short line is imprecise.
            var axis = line
            axis.direction = (near + [line]).max { $0.length < $1.length }?.direction ?? line.direction
            var (rows, last): ([[TextLine]], Double) = ([], 0)
            for part in near.sorted(by: { $0.depth(below: axis) > $1.depth(below: axis) }) {
                let depth = part.depth(below: axis)
                if depth > last - Findings.sameRow * line.height {
                    if !rows.isEmpty { rows[rows.count - 1].append(part) }
                } else if depth > last - Findings.nextRow * line.height, rows.count < most {
                    rows.append([part])
                    last = depth
                } else {
                    break
                }
            }
            return rows.map { $0.sorted { $0.distance(along: axis) < $1.distance(along: axis) } }
        }

        private static let mostParts = 4
        /// In heights of the print, how far rows are apart at least and at most.
        private static let (sameRow, nextRow) = (0.9, 3.4)

        /// All lines, those that are upside down to one turned.
        private func all(readingLike line: TextLine) -> [TextLine] {
            (lines + shortChains.compactMap { $0.chain.line($0.axis, bars: []) }).map {
                $0.reads(like: line) ? $0 : $0.reversed
            }
        }
    }

    /// An ISBN-10 has nine digits and a check digit, some of which may touch.
    private static let fewestCharacters = 8

    /// `58-5678`, of which two may touch; and its label, or other print.
    fileprivate static let (fewestOfShort, fewestOfNeighbour) = (6, 8)

    /// In degrees: the boxes of components along a direction are used for lines that differ from it by up to this.
    private static let tolerance = 17.0

    /// - Parameters:
    ///   - image: letters of 10 to 60 pixels' height are best.
    ///   - ink: whether letters are darker or lighter than their background.
    package init(in image: GreyImage, ink: Ink = .dark) {
        let short = min(image.width, image.height)
        let window = max(24, min(short / 18, 48)) | 1
        map = InkMap(of: image, ink: ink, window: window, contrast: 10)
        shortSide = Double(short)
        self.ink = ink
    }

    /// - Parameter directions: slanted lines take twice as long as straight ones.
    package func find(_ directions: Directions) -> Findings {
        var found = Findings()
        var axes = directions.axes
        if directions != .slanted, ink == .dark, let axis = map.barAxis {
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

    /// The lines of print that read to the right, or nearly, whatever they say.
    package func prints() -> [TextLine] {
        Chain.find(in: map.parts(along: .right).filter { $0.isLetter(maximum: 2 * shortSide / 3) })
            .filter { $0.parts.count >= 2 && $0.characters >= TextLineFinder.fewestOfWord }
            .compactMap { $0.print(.right) }
            .filter { $0.direction.isWithin(degrees: TextLineFinder.tolerance, of: .right) }
    }

    /// Shorter words say too little.
    private static let fewestOfWord = 3

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
