// Pictures made of pictures, by Leptonica.
import CLeptonica
import Foundation

extension GrayImage {
    /// Scaled by area averaging when it shrinks, linearly when it grows.
    ///
    /// - Parameter factor: of both sides, above 0.
    package func scaled(by factor: Double) -> GrayImage? {
        if factor == 1 { return self }
        let factor = Float(factor)
        if factor == 0.5 { return GrayImage(taking: pixScaleAreaMap2(pix)) }
        return GrayImage(
            taking: factor < 0.7 ? pixScaleAreaMap(pix, factor, factor) : pixScaleGrayLI(pix, factor, factor))
    }

    /// Turned clockwise.
    ///
    /// - Parameter quarters: turns by 90 degrees.
    package func turned(quarters: Int) -> GrayImage? {
        let quarters = ((quarters % 4) + 4) % 4
        return quarters == 0 ? self : GrayImage(taking: pixRotateOrth(pix, Int32(quarters)))
    }

    /// Turned clockwise about its middle, grown to hold all of itself, with white corners.
    ///
    /// - Parameter degrees: any angle.
    package func turned(degrees: Double) -> GrayImage? {
        let whole = Int((degrees / 90).rounded())
        guard let turned = turned(quarters: whole) else { return nil }
        let rest = degrees - Double(whole) * 90
        if abs(rest) < 0.01 { return turned }
        return GrayImage(
            taking: pixRotate(
                turned.pix, Float(rest * .pi / 180), l_int32(L_ROTATE_AREA_MAP), l_int32(L_BRING_IN_WHITE),
                Int32(turned.width), Int32(turned.height)))
    }

    func mirrored() -> GrayImage? { GrayImage(taking: pixFlipLR(nil, pix)) }

    /// The part within a rectangle, cut to the picture; `nil` when nothing of it is inside.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> GrayImage? {
        var box = boxCreate(Int32(x), Int32(y), Int32(width), Int32(height))
        defer { boxDestroy(&box) }
        guard box != nil else { return nil }
        return GrayImage(taking: pixClipRectangle(pix, box, nil))
    }

    /// Whether 99 of 100 pixels have the same grey.
    var isPlain: Bool {
        var counts = pixGetGrayHistogram(pix, 1)
        defer { numaDestroy(&counts) }
        var most: Float = 0
        numaGetMax(counts, &most, nil)
        return Double(most) >= 0.99 * Double(width * height)
    }
}

// Pictures for a person to look at.
extension GrayImage {
    /// Writes a PNG with outlines drawn in; a file that can't be written is left out.
    ///
    /// - Parameters:
    ///   - path: as the system has it, with the NUL at its end.
    ///   - boxes: corners in pixels.
    package func writePNG(to path: [CChar], boxes: [Quad] = []) {
        var canvas: UnsafeMutablePointer<Pix>? = boxes.isEmpty ? pixClone(pix) : pixConvertTo32(pix)
        defer { pixDestroy(&canvas) }
        for box in boxes {
            var points = ptaCreate(4)
            defer { ptaDestroy(&points) }
            for corner in box.corners { ptaAddPt(points, Float(corner.x), Float(corner.y)) }
            pixRenderPolylineArb(canvas, points, 3, 230, 30, 30, 1)
        }
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixWriteMemPng(&data, &count, canvas, 0) == 0, let data else { return }
        defer { lept_free(data) }
        guard let file = fopen(path, "wb") else { return }
        fwrite(data, 1, count, file)
        fclose(file)
    }
}
