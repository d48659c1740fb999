// From the pixels of the picture that is read back to those of the upright photo.
import Books
import Foundation
import Imaging

/// How the picture that is read was cut and turned out of the upright photo.
struct Placement {
    /// The upright photo's pixels for one of the picture's.
    var scale = 1.0
    /// Upright pixels that were cut off at the left and the top.
    var left = 0.0
    var top = 0.0
    /// Clockwise degrees by which the cut was turned.
    var rotation = 0
    /// Sides before and after turning, in the picture's pixels.
    var cutWidth = 0.0
    var cutHeight = 0.0
    var turnedWidth = 0.0
    var turnedHeight = 0.0

    func upright(_ place: Point) -> PhotoPoint {
        let angle = -Double(rotation) * .pi / 180
        let (dx, dy) = (place.x - turnedWidth / 2, place.y - turnedHeight / 2)
        let cutX = dx * cos(angle) - dy * sin(angle) + cutWidth / 2
        let cutY = dx * sin(angle) + dy * cos(angle) + cutHeight / 2
        return PhotoPoint(
            x: Int((cutX * scale + left).rounded()), y: Int((cutY * scale + top).rounded()))
    }

    func upright(_ quad: Quad) -> [PhotoPoint] { quad.corners.map(upright) }

    /// Clockwise degrees, 0…359, by which the upright photo is turned so that text at this angle reads rightwards.
    func turn(toRead degrees: Int) -> Int { (((rotation - degrees) % 360) + 360) % 360 }
}

extension Placement {
    /// Of the part that is read, at the upright page's full size; `nil` when it begins outside.
    init?(_ options: ScanOptions, width: Int, height: Int) {
        (cutWidth, cutHeight) = (Double(width), Double(height))
        if let crop = options.crop {
            guard let part = crop.pixels(width: width, height: height) else { return nil }
            (left, top, cutWidth, cutHeight) = (part.x, part.y, part.width, part.height)
        }
        rotation = ((options.rotation % 360) + 360) % 360
        (turnedWidth, turnedHeight) = rotation % 180 == 0 ? (cutWidth, cutHeight) : (cutHeight, cutWidth)
    }
}

extension CropRegion {
    /// In pixels of a photo of this size; `nil` when it begins outside.
    func pixels(
        width: Int, height: Int
    ) -> (x: Double, y: Double, width: Double, height: Double)? {
        let (x, y) = (self.x.pixels(of: width), self.y.pixels(of: height))
        guard x < Double(width), y < Double(height) else { return nil }
        return (x, y, self.width.pixels(of: width), self.height.pixels(of: height))
    }
}
