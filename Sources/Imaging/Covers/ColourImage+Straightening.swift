// Cuts a cover out of a photo: straight, and as bright as print.
import CLeptonica
import Foundation

extension ColourImage {
    /// What a quadrilateral encloses, as a rectangle; `nil` if that is too small, or there is no memory.
    ///
    /// - Parameter quad: in parts of the sides, 0…1.
    package func straightened(_ quad: Quad) -> ColourImage? {
        let corners = quad.mapped { Point(x: $0.x * Double(width), y: $0.y * Double(height)) }
        func length(_ one: Point, _ other: Point) -> Double { hypot(one.x - other.x, one.y - other.y) }
        let across =
            (length(corners.topLeft, corners.topRight) + length(corners.bottomLeft, corners.bottomRight)) / 2
        let down =
            (length(corners.topLeft, corners.bottomLeft) + length(corners.topRight, corners.bottomRight)) / 2
        // The result is drawn on a picture as large as this one.
        let factor = min(1, Double(width) / across, Double(height) / down)
        let (right, bottom) = ((across * factor).rounded(.down), (down * factor).rounded(.down))
        guard right >= 16, bottom >= 16 else { return nil }
        let target = Quad(left: 0, top: 0, right: right, bottom: bottom)
        var (from, to) = (Self.points(corners), Self.points(target))
        defer {
            ptaDestroy(&from)
            ptaDestroy(&to)
        }
        let warped = ColourImage(taking: pixProjectivePta(pix, to, from, l_int32(L_BRING_IN_WHITE)))
        return warped?.cropped(x: 0, y: 0, width: Int(right), height: Int(bottom))
    }

    private static func points(_ quad: Quad) -> UnsafeMutablePointer<Pta>? {
        let points = ptaCreate(4)
        for corner in quad.corners { ptaAddPt(points, Float(corner.x), Float(corner.y)) }
        return points
    }

    /// Stretched, within bounds, so that the darkest is black and the lightest white: photos are grey.
    package var levelled: ColourImage? {
        guard let grey = pixConvertRGBToLuminance(pix) else { return nil }
        var given: UnsafeMutablePointer<Pix>? = grey
        defer { pixDestroy(&given) }
        var counts = pixGetGrayHistogram(grey, 1)
        defer { numaDestroy(&counts) }
        var (dark, light): (Float, Float) = (0, 0)
        numaHistogramGetValFromRank(counts, 0.01, &dark)
        numaHistogramGetValFromRank(counts, 0.99, &light)
        (dark, light) = (min(dark, 60), max(light, 170))
        var curve = numaCreate(256)
        defer { numaDestroy(&curve) }
        for shade in 0..<256 {
            numaAddNumber(curve, min(255, max(0, ((Float(shade) - dark) * 255 / (light - dark)).rounded())))
        }
        guard let copy = pixCopy(nil, pix) else { return nil }
        pixTRCMap(copy, nil, curve)
        return ColourImage(taking: copy)
    }
}
