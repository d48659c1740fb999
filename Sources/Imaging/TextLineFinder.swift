// Text lines from connected components: letters of like height in a row. Whole-page layout analysis costs ten times
// as much and gives up on photos.

/// All that looks like a line of text in a picture, and the bars.
public struct TextLineFinder {
    /// The likeliest to hold an ISBN first.
    public let lines: [TextLine]
    public let bars: [BarBlock]

    /// - Parameters:
    ///   - image: best with letters 10 to 60 pixels tall.
    ///   - ink: whether letters are darker or lighter than their ground.
    public init(in image: GrayImage, ink: Ink = .dark) {
        let short = min(image.width, image.height)
        let window = max(24, min(short / 18, 120)) | 1
        let map = InkMap(of: image, ink: ink, window: window, contrast: 10)
        var lines: [TextLine] = []
        var bars: [BarBlock] = []
        for axis in [Direction.right, .down] {
            let parts = map.components.map { Part($0, along: axis) }
            let found = ink == .dark ? BarBlock.find(in: parts, axis) : []
            bars += found
            let chains = Chain.find(in: parts.filter { $0.isLetter(maximum: Double(short) / 3) })
            lines += chains.compactMap { $0.line(axis, bars: found) }
            lines += found.flatMap(\.digitLines)
        }
        self.lines = lines.sorted { $0.promise > $1.promise }
        self.bars = bars
    }
}

/// A component seen along a reading direction.
struct Part {
    var start: Double
    var end: Double
    var top: Double
    var bottom: Double
    var height: Double { bottom - top }
    var width: Double { end - start }
    var middle: Double { (top + bottom) / 2 }

    init(_ box: InkMap.Component, along axis: Direction) {
        if axis == .right {
            (start, end, top, bottom) = (box.x, box.x + box.width, box.y, box.y + box.height)
        } else {
            // Text that reads downwards has its feet on the left.
            (start, end, top, bottom) = (box.y, box.y + box.height, -(box.x + box.width), -box.x)
        }
    }

    func isLetter(maximum: Double) -> Bool {
        height >= 7 && height <= maximum && height <= width * 6 && width <= height * 25
    }
}

extension Direction {
    /// From places along and below this direction to the picture's.
    func place(along: Double, below: Double) -> (x: Double, y: Double) {
        let feet = self.below
        return (x * along + feet.x * below, y * along + feet.y * below)
    }
}
