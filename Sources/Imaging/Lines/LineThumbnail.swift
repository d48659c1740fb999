// A line at a height of 16 pixels, for the small networks; much cheaper than a strip for OCR.

/// A line of text, 16 pixels tall, level, with stretched contrast. Its digits are 10.4 pixels tall.
package struct LineThumbnail: Sendable {
    /// In pixels.
    package static let height = 16
    package let width: Int
    /// Row by row, 0 paper … 255 ink.
    package let ink: [UInt8]

    private static let digitHeight = 10.4
    private static let longest = 1640

    /// - Parameters:
    ///   - line: in `picture`'s pixels.
    ///   - ink: whether the letters are darker or lighter than their background.
    ///
    /// `nil` if the line is too short or too long.
    package init?(of line: TextLine, in picture: GreyImage, ink: Ink) {
        let scale = LineThumbnail.digitHeight / line.height
        let margin = LineThumbnail.digitHeight * 0.6
        let width = line.length * scale + 2 * margin
        guard width >= Double(LineThumbnail.height), width <= Double(LineThumbnail.longest) else {
            return nil
        }
        var greys = LineThumbnail.sample(line, in: picture, scale: scale, margin: margin, width: Int(width))
        if ink == .light { for index in greys.indices { greys[index] = 255 - greys[index] } }
        self.init(greys: greys)
    }

    /// - Parameter greys: 16 rows of equal length, 0 black … 255 white.
    package init(greys: [UInt8]) {
        width = greys.count / LineThumbnail.height
        ink = LineThumbnail.stretched(greys, width: width)
    }

    private init(width: Int, ink: [UInt8]) {
        self.width = width
        self.ink = ink
    }

    /// The line read in the opposite direction.
    package var reversed: LineThumbnail { LineThumbnail(width: width, ink: ink.reversed()) }

    private static func sample(
        _ line: TextLine, in picture: GreyImage, scale: Double, margin: Double, width: Int
    ) -> [UInt8] {
        let samples = scale > 0.5 ? 2 : 3
        let step = 1 / (scale * Double(samples))
        let first = -Double(height) / 2 / scale + 0.5 * step
        // Coordinates in units of 1/65536 pixel.
        let one = 65536.0
        let (right, bottom) = (picture.width - 1, picture.height - 1)
        let down = (x: Int(line.direction.below.x * step * one), y: Int(line.direction.below.y * step * one))
        var sums = [Int](repeating: 0, count: width * height)
        sums.withUnsafeMutableBufferPointer { sums in
            for place in 0..<width * samples {
                let along = ((Double(place) + 0.5) / Double(samples) - margin) / scale
                let top = line.point(along: along - line.length / 2, below: first)
                var (x, y, cell) = (Int(top.x * one), Int(top.y * one), place / samples)
                for _ in 0..<height {
                    for _ in 0..<samples {
                        sums[cell] += Int(
                            picture.row(min(max(y >> 16, 0), bottom))[min(max(x >> 16, 0), right)])
                        x += down.x
                        y += down.y
                    }
                    cell += width
                }
            }
        }
        return sums.map { UInt8($0 / (samples * samples)) }
    }

    /// The number of columns whose contrast is stretched together, and how many such blocks on each side are
    /// included.
    private static let (block, reach) = (8, 6)

    /// Converts grey to ink: the darkest 3 % in the neighbourhood are full ink, the lightest 15 % none.
    private static func stretched(_ greys: [UInt8], width: Int) -> [UInt8] {
        var ink = [UInt8](repeating: 0, count: greys.count)
        let blocks = (width + block - 1) / block
        // In steps of four grey levels.
        var counts = [Int](repeating: 0, count: 64)
        var total = 0
        func count(_ index: Int, _ change: Int) {
            let columns = index * block..<min((index + 1) * block, width)
            for row in 0..<height {
                for column in columns { counts[Int(greys[row * width + column] >> 2)] += change }
            }
            total += change * columns.count * height
        }
        func level(_ rank: Int) -> Int {
            var seen = 0
            return 4
                * (counts.firstIndex {
                    seen += $0
                    return seen > rank
                } ?? 0)
        }
        for index in 0..<min(reach, blocks) { count(index, 1) }
        for index in 0..<blocks {
            let (black, white) = (level(total * 3 / 100), level(total * 85 / 100))
            let gain = 255 / Float(max(white - black, 24))
            for row in 0..<height {
                for place in row * width + index * block..<row * width + min((index + 1) * block, width) {
                    ink[place] = 255 - UInt8(min(max(Float(Int(greys[place]) - black) * gain, 0), 255))
                }
            }
            if index + reach < blocks { count(index + reach, 1) }
            if index - reach >= 0 { count(index - reach, -1) }
        }
        return ink
    }
}
