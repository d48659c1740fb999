// A line cropped and scaled for OCR.
import Foundation

/// A cropped line: level, dark on light, with stretched contrast.
package struct LineStrip {
    package let image: GreyImage
    /// The line that was cropped.
    package let line: TextLine
    /// The blank margin to the left and right of the line, in pixels.
    package let margin: Double

    /// - Parameters:
    ///   - line: in `picture`'s pixels.
    ///   - digitHeight: the line's height in the result, in pixels; 0.27 of it is added above and below.
    ///   - ink: light letters become dark.
    ///
    /// `nil` if the line is too short or too long, or there is no memory.
    package init?(of line: TextLine, in picture: GreyImage, digitHeight: Double, ink: Ink) {
        let scale = digitHeight / line.height
        let margin = digitHeight * 0.6
        let width = Int((line.length * scale + 2 * margin).rounded())
        let height = Int((digitHeight * LineStrip.heights).rounded())
        guard width >= height, width <= 4096, let strip = GreyImage(width: width, height: height) else {
            return nil
        }
        LineStrip.sample(line, in: picture, scale: scale, margin: margin, into: strip)
        strip.stretchContrast(inverting: ink == .light)
        image = strip
        self.line = line
        self.margin = margin
    }

    /// A strip's height in digit heights: descenders need room, and a larger margin would cost detail.
    package static let heights = 40.0 / 26

    /// The fraction of the line's length at a column of the strip.
    package func part(atColumn column: Double) -> Double {
        (column - margin) / max(Double(image.width) - 2 * margin, 1)
    }

    private static func sample(
        _ line: TextLine, in picture: GreyImage, scale: Double, margin: Double, into strip: GreyImage
    ) {
        // Several samples per pixel if the strip is smaller than the picture, so that thin strokes are kept.
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
                strip.row(row)[column] = UInt8(sum / Double(samples * samples))
            }
        }
    }
}

extension GreyImage {
    /// The bilinear interpolation of four pixels.
    ///
    /// - Parameters: inside the picture; the centres of pixels have integer coordinates.
    @inline(__always)
    fileprivate func grey(x: Double, y: Double) -> Double {
        let (left, top) = (Int(x), Int(y))
        let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
        let (upper, lower) = (row(top), row(bottom))
        let (across, down) = (x - Double(left), y - Double(top))
        let above = Double(upper[left]) * (1 - across) + Double(upper[right]) * across
        let below = Double(lower[left]) * (1 - across) + Double(lower[right]) * across
        return above * (1 - down) + below * down
    }

    /// Stretches the contrast between the darkest and the lightest few percent, for each group of columns, which
    /// compensates for shadows and glare along a line.
    func stretchContrast(inverting: Bool) {
        let reach = height * 3
        let step = max(1, height / 2)
        let places = Swift.stride(from: 0, to: width, by: step).map { $0 }
        let ends = places.map { place -> (low: Double, high: Double) in
            var counts = [Int](repeating: 0, count: 256)
            let columns = max(0, place - reach)..<min(width, place + reach)
            for y in 0..<height {
                let row = row(y)
                for x in columns { counts[Int(inverting ? 255 - row[x] : row[x])] += 1 }
            }
            let total = columns.count * height
            return (GreyImage.level(counts, total * 3 / 100), GreyImage.level(counts, total * 85 / 100))
        }
        for x in 0..<width {
            let place = min(Double(x) / Double(step), Double(places.count - 1))
            let (left, part) = (Int(place), place - Double(Int(place)))
            let right = min(left + 1, places.count - 1)
            let low = ends[left].low * (1 - part) + ends[right].low * part
            let high = ends[left].high * (1 - part) + ends[right].high * part
            let gain = 255 / max(high - low, 24)
            for y in 0..<height {
                let row = row(y)
                let value = Double(inverting ? 255 - row[x] : row[x])
                row[x] = UInt8(min(max((value - low) * gain, 0), 255))
            }
        }
    }

    /// The lowest grey that at least `rank` pixels do not exceed.
    private static func level(_ counts: [Int], _ rank: Int) -> Double {
        var seen = 0
        for (grey, count) in counts.enumerated() {
            seen += count
            if seen > rank { return Double(grey) }
        }
        return 255
    }
}
