// Where a line of text lies in a picture, and how to cut it out level.
import CLeptonica
import Foundation

/// A direction in a picture, of length 1; y grows downwards.
public struct Direction: Hashable, Sendable {
    public let x: Double
    public let y: Double

    public static let right = Direction(x: 1, y: 0)
    public static let down = Direction(x: 0, y: 1)

    public init(x: Double, y: Double) {
        let length = (x * x + y * y).squareRoot()
        self.x = x / length
        self.y = y / length
    }

    /// - Parameter degrees: clockwise from reading rightwards.
    public init(degrees: Double) {
        self.init(x: cos(degrees * .pi / 180), y: sin(degrees * .pi / 180))
    }

    /// Whether both differ by no more, read from whichever end.
    func isWithin(degrees: Double, of other: Direction) -> Bool {
        abs(x * other.x + y * other.y) >= cos(degrees * .pi / 180)
    }

    /// A quarter turn clockwise: where a text's feet are when it reads in this direction.
    var below: Direction { Direction(x: -y, y: x) }
    var reversed: Direction { Direction(x: -x, y: -y) }
    /// Clockwise from reading rightwards, 0…359.
    public var degrees: Int { (Int((atan2(y, x) * 180 / .pi).rounded()) + 360) % 360 }
}

/// A line of text, straight or slightly bowed.
public struct TextLine: Hashable, Sendable {
    /// The middle of the line, in pixels.
    public var x: Double
    public var y: Double
    /// The way it reads, if it is not upside down.
    public var direction: Direction
    /// From its first to its last edge, in pixels.
    public var length: Double
    /// Of its capitals and digits, in pixels.
    public var height: Double
    /// How far its ends hang below its middle (or stand above it, if negative), in pixels.
    public var sag: Double
    /// How many characters it seems to have.
    public var characters: Int
    /// The likelier it holds an ISBN, the larger.
    public var promise: Double
    /// Cut by where bars are, not by where letters were seen.
    public var isBelowBars = false

    /// Read from its other end.
    public var reversed: TextLine {
        var line = self
        line.direction = direction.reversed
        line.sag = -sag
        return line
    }

    /// Whether both read the same way, or nearly.
    public func reads(like other: TextLine) -> Bool {
        direction.x * other.direction.x + direction.y * other.direction.y > 0.9
    }

    /// Whether it is printed some lines above or below another, the same way or on its head.
    public func isNext(to other: TextLine) -> Bool {
        guard reads(like: other) || reversed.reads(like: other) else { return false }
        let (right, down) = (x - other.x, y - other.y)
        let along = abs(right * other.direction.x + down * other.direction.y)
        let below = abs(depth(below: other))
        let largest = max(height, other.height)
        return below > largest / 2 && below < 5 * largest && along < (length + other.length) / 2
            && largest < 1.6 * min(height, other.height)
    }

    /// How far down it is on the page that another line stands level on, in pixels.
    public func depth(below other: TextLine) -> Double {
        let feet = other.direction.below
        return (x - other.x) * feet.x + (y - other.y) * feet.y
    }

    /// In a picture `factor` times as large.
    public func scaled(by factor: Double) -> TextLine {
        var line = self
        line.x *= factor
        line.y *= factor
        line.length *= factor
        line.height *= factor
        line.sag *= factor
        return line
    }

    /// The place that is `along` pixels behind the middle and `below` pixels under the line.
    public func point(along: Double, below: Double) -> (x: Double, y: Double) {
        let part = along / max(length / 2, 1)
        let down = below + sag * (part * part - 0.5)
        let feet = direction.below
        return (x + direction.x * along + feet.x * down, y + direction.y * along + feet.y * down)
    }

    /// Corners of a part of the line, clockwise from its top left.
    ///
    /// - Parameter part: fractions of the line's length; 0…1 is all of it.
    public func corners(of part: ClosedRange<Double> = 0...1) -> [(x: Double, y: Double)] {
        let start = (part.lowerBound - 0.5) * length
        let end = (part.upperBound - 0.5) * length
        let half = height * 0.7
        return [(start, -half), (end, -half), (end, half), (start, half)].map {
            point(along: $0.0, below: $0.1)
        }
    }
}

/// A line cut out, level, dark on light, its contrast stretched.
public struct LineStrip {
    public let image: GrayImage
    /// Pixels of blank margin before the line's first and behind its last edge.
    public let margin: Double

    /// - Parameters:
    ///   - line: in `picture`'s pixels.
    ///   - digitHeight: what the line's height becomes, in pixels; 0.15 of it is kept above and below.
    ///   - ink: light letters come out dark.
    ///
    /// `nil` when the line is too short, too long or there is no memory.
    public init?(of line: TextLine, in picture: GrayImage, digitHeight: Double, ink: Ink) {
        let scale = digitHeight / line.height
        let margin = digitHeight * 0.6
        let width = Int((line.length * scale + 2 * margin).rounded())
        let height = Int((digitHeight * LineStrip.heights).rounded())
        guard width >= height, width <= 4096, let strip = GrayImage(width: width, height: height) else {
            return nil
        }
        LineStrip.sample(line, in: picture, scale: scale, margin: margin, into: strip)
        strip.stretchContrast(inverting: ink == .light)
        image = strip
        self.margin = margin
    }

    /// A strip's height in digit heights: the model sees 36 pixels, so every margin costs detail.
    public static let heights = 1.3

    /// The fraction of the line's length at a column of the strip.
    public func part(atColumn column: Double) -> Double {
        (column - margin) / max(Double(image.width) - 2 * margin, 1)
    }

    private static func sample(
        _ line: TextLine, in picture: GrayImage, scale: Double, margin: Double, into strip: GrayImage
    ) {
        // Several samples a pixel where the strip is smaller than the picture, so that thin strokes survive.
        let samples = max(1, min(4, Int((1 / scale).rounded(.up))))
        let step = 1 / (scale * Double(samples))
        let (maxX, maxY) = (Double(picture.width - 1), Double(picture.height - 1))
        let feet = line.direction.below
        let rise = -Double(strip.height) / 2 / scale + 0.5 * step
        for column in 0..<strip.width {
            let start = (Double(column) - margin) / scale + 0.5 * step - line.length / 2
            let tops = (0..<samples).map { line.point(along: start + Double($0) * step, below: 0) }
            for row in 0..<strip.height {
                var sum = 0.0
                let first = Double(row) / scale + rise
                for top in tops {
                    for sample in 0..<samples {
                        let below = first + Double(sample) * step
                        sum += picture.grey(
                            x: min(max(top.x + feet.x * below - 0.5, 0), maxX),
                            y: min(max(top.y + feet.y * below - 0.5, 0), maxY))
                    }
                }
                strip.bytes[row * strip.stride + (column ^ 3)] = UInt8(sum / Double(samples * samples))
            }
        }
    }
}

extension GrayImage {
    /// The grey between four pixels, each with its nearness.
    ///
    /// - Parameters: inside the picture, pixels' middles on whole numbers.
    @inline(__always)
    fileprivate func grey(x: Double, y: Double) -> Double {
        let (left, top) = (Int(x), Int(y))
        let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
        let (upper, lower) = (bytes + top * stride, bytes + bottom * stride)
        let (across, down) = (x - Double(left), y - Double(top))
        let above = Double(upper[left ^ 3]) * (1 - across) + Double(upper[right ^ 3]) * across
        let below = Double(lower[left ^ 3]) * (1 - across) + Double(lower[right ^ 3]) * across
        return above * (1 - down) + below * down
    }

    /// Spreads the greys between the darkest and the lightest few percent, column group by column group, so that
    /// shadows and glare along a line even out.
    func stretchContrast(inverting: Bool) {
        let reach = height * 3
        let step = max(1, height / 2)
        let places = Swift.stride(from: 0, to: width, by: step).map { $0 }
        let ends = places.map { place -> (low: Double, high: Double) in
            var counts = [Int](repeating: 0, count: 256)
            let columns = max(0, place - reach)..<min(width, place + reach)
            for y in 0..<height {
                let row = bytes + y * stride
                for x in columns { counts[Int(inverting ? 255 - row[x ^ 3] : row[x ^ 3])] += 1 }
            }
            let total = columns.count * height
            return (GrayImage.level(counts, total * 3 / 100), GrayImage.level(counts, total * 85 / 100))
        }
        for x in 0..<width {
            let place = min(Double(x) / Double(step), Double(places.count - 1))
            let (left, part) = (Int(place), place - Double(Int(place)))
            let right = min(left + 1, places.count - 1)
            let low = ends[left].low * (1 - part) + ends[right].low * part
            let high = ends[left].high * (1 - part) + ends[right].high * part
            let gain = 255 / max(high - low, 24)
            for y in 0..<height {
                let at = y * stride + (x ^ 3)
                let value = Double(inverting ? 255 - bytes[at] : bytes[at])
                bytes[at] = UInt8(min(max((value - low) * gain, 0), 255))
            }
        }
    }

    /// The grey that `rank` pixels do not exceed.
    private static func level(_ counts: [Int], _ rank: Int) -> Double {
        var seen = 0
        for (grey, count) in counts.enumerated() {
            seen += count
            if seen > rank { return Double(grey) }
        }
        return 255
    }
}
