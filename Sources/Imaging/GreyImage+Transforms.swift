// Scaling and rotating by any angle with Leptonica.
import CLeptonica
import Foundation

extension GreyImage {
    /// Scaled: by area averaging if smaller, linearly if larger.
    ///
    /// - Parameter factor: of both sides, above 0.
    package func scaled(by factor: Double) -> GreyImage? {
        if factor == 1 { return self }
        let factor = Float(factor)
        if factor == 0.5 { return GreyImage(taking: pixScaleAreaMap2(pix)) }
        return GreyImage(
            taking: factor < 0.7 ? pixScaleAreaMap(pix, factor, factor) : pixScaleGrayLI(pix, factor, factor))
    }

    /// Rotated clockwise about its centre, enlarged to contain everything, with white corners.
    ///
    /// - Parameter degrees: any angle.
    package func turned(degrees: Double) -> GreyImage? {
        let whole = Int((degrees / 90).rounded())
        guard let turned = turned(quarters: whole) else { return nil }
        let rest = degrees - Double(whole) * 90
        if abs(rest) < 0.01 { return turned }
        return GreyImage(
            taking: pixRotate(
                turned.pix, Float(rest * .pi / 180), l_int32(L_ROTATE_AREA_MAP), l_int32(L_BRING_IN_WHITE),
                Int32(turned.width), Int32(turned.height)))
    }

    /// Whether at least 99 % of the pixels have the same grey.
    package var isPlain: Bool {
        var counts = pixGetGrayHistogram(pix, 1)
        defer { numaDestroy(&counts) }
        var most: Float = 0
        numaGetMax(counts, &most, nil)
        return Double(most) >= 0.99 * Double(width * height)
    }
}

// Debug images.
extension GreyImage {
    /// Writes a PNG with outlines; a file that can't be written is skipped.
    ///
    /// - Parameters:
    ///   - path: as bytes, terminated by NUL.
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
