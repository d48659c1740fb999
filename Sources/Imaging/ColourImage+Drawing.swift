// Draws boxes and labels on photos.
import CLeptonica
import Foundation

extension ColourImage {
    package struct Colour: Sendable {
        let red: UInt8
        let green: UInt8
        let blue: UInt8

        package static let accepted = Colour(red: 40, green: 185, blue: 90)
        package static let doubtful = Colour(red: 235, green: 150, blue: 20)
    }

    /// Draws a closed line; parts outside the picture are clipped.
    ///
    /// - Parameters:
    ///   - corners: in pixels; fewer than two draw nothing.
    ///   - width: of the line, in pixels.
    package func outline(_ corners: [Point], width: Int, in colour: Colour) {
        guard corners.count > 1 else { return }
        // Leptonica would visit every pixel of a line, even far outside.
        let reach = Double(4 * max(self.width, height))
        var points = ptaCreate(Int32(corners.count))
        defer { ptaDestroy(&points) }
        for corner in corners {
            ptaAddPt(
                points, Float(min(max(corner.x, -reach), reach)), Float(min(max(corner.y, -reach), reach)))
        }
        pixRenderPolylineArb(pix, points, Int32(width), colour.red, colour.green, colour.blue, 1)
    }

    /// Darkens a band at an edge and writes on it in white; what does not fit is cut off.
    ///
    /// - Parameters:
    ///   - ink: 0 nothing … 255 ink, row by row.
    ///   - inkWidth: the width of the text, in pixels, 1 or more.
    ///   - isAtTop: at the upper edge; else at the lower.
    package func write(_ ink: [UInt8], width inkWidth: Int, isAtTop: Bool) {
        let inkHeight = ink.count / inkWidth
        let margin = max(4, max(width, height) / 100)
        let band = min(height, inkHeight + 2 * margin)
        let top = isAtTop ? 0 : height - band
        for y in 0..<band {
            let row = pixGetData(pix) + (top + y) * Int(pixGetWpl(pix))
            for x in 0..<width {
                let (column, line) = (x - margin, y - margin)
                let isInk = (0..<inkWidth).contains(column) && (0..<inkHeight).contains(line)
                row[x] = Self.written(row[x], isInk ? UInt32(ink[line * inkWidth + column]) : 0)
            }
        }
    }

    /// A Leptonica pixel: red, green, blue and alpha from the most significant byte on.
    private static func written(_ pixel: UInt32, _ ink: UInt32) -> UInt32 {
        var result: UInt32 = 0
        for shift: UInt32 in [24, 16, 8] {
            let dark = (pixel >> shift & 0xFF) * 3 / 10
            result |= (dark + (255 - dark) * ink / 255) << shift
        }
        return result
    }
}
