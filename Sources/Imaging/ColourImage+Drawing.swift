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
    ///   - covers: drawn side by side next to the band, on the inner side, from the left.
    package func write(_ ink: [UInt8], width inkWidth: Int, isAtTop: Bool, beside covers: [ColourImage] = [])
    {
        let margin = max(4, max(width, height) / 100)
        let band = min(height, ink.count / inkWidth + 2 * margin)
        let top = isAtTop ? 0 : height - band
        write(ink, inkWidth, in: (0, top, width, top + band), margin: margin)
        var left = margin
        for cover in covers {
            let place = isAtTop ? band + margin : top - margin - cover.height
            // Parts outside the picture are clipped.
            pixRasterop(
                pix, Int32(left), Int32(place), Int32(cover.width), Int32(cover.height), PIX_SRC, cover.pix,
                0, 0)
            left += cover.width + margin
        }
    }

    /// The same on a small ground of its own, moved so that it lies within the picture.
    ///
    /// - Parameter place: where its upper left corner is to be, in pixels.
    package func write(_ ink: [UInt8], width inkWidth: Int, at place: Point) {
        let margin = max(2, max(width, height) / 300)
        let (across, down) = (inkWidth + 2 * margin, ink.count / inkWidth + 2 * margin)
        let left = Int(min(max(place.x, 0), Double(max(0, width - across))))
        let top = Int(min(max(place.y, 0), Double(max(0, height - down))))
        write(
            ink, inkWidth, in: (left, top, min(width, left + across), min(height, top + down)), margin: margin
        )
    }

    private func write(
        _ ink: [UInt8], _ inkWidth: Int, in ground: (left: Int, top: Int, right: Int, bottom: Int),
        margin: Int
    ) {
        let inkHeight = ink.count / inkWidth
        for y in ground.top..<ground.bottom {
            let row = pixGetData(pix) + y * Int(pixGetWpl(pix))
            for x in ground.left..<ground.right {
                let (column, line) = (x - ground.left - margin, y - ground.top - margin)
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
