// A grey picture: the one shape that every step between a photo's bytes and its text works on.
import CLeptonica
import Foundation

/// An 8-bit grey picture, 0 black … 255 white, that owns its Leptonica `PIX`.
public final class GrayImage {
    let pix: UnsafeMutablePointer<Pix>
    /// Pixels.
    public let width: Int
    public let height: Int
    /// Bytes from one row's start to the next one's.
    let stride: Int
    /// Leptonica packs bytes from the high end of each 32-bit word: on little-endian machines the byte of column
    /// `x` stands at `x ^ 3`.
    let bytes: UnsafeMutablePointer<UInt8>

    private init(owning grey: UnsafeMutablePointer<Pix>) {
        pix = grey
        width = Int(pixGetWidth(grey))
        height = Int(pixGetHeight(grey))
        stride = Int(pixGetWpl(grey)) * 4
        bytes = UnsafeMutableRawPointer(pixGetData(grey)).assumingMemoryBound(to: UInt8.self)
    }

    /// Takes over `pix`, of any depth; `nil` when Leptonica has no memory to make it grey.
    convenience init?(taking pix: UnsafeMutablePointer<Pix>?) {
        guard let pix else { return nil }
        guard pixGetDepth(pix) != 8 || pixGetColormap(pix) != nil else {
            self.init(owning: pix)
            return
        }
        var given: UnsafeMutablePointer<Pix>? = pix
        defer { pixDestroy(&given) }
        var opaque = pixGetSpp(pix) == 4 ? pixRemoveAlpha(pix) : pixClone(pix)
        defer { pixDestroy(&opaque) }
        guard let opaque, let grey = pixConvertTo8(opaque, 0) else { return nil }
        self.init(owning: grey)
    }

    deinit {
        var pix: UnsafeMutablePointer<Pix>? = pix
        pixDestroy(&pix)
    }

    /// A white picture; `nil` when there is no memory for it.
    public convenience init?(width: Int, height: Int) {
        guard let pix = pixCreateNoInit(Int32(width), Int32(height), 8) else { return nil }
        pixSetAll(pix)
        self.init(taking: pix)
    }

    /// Calls `body` with the pixels row by row, without padding.
    public func withRaster<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result?
    {
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixGetRasterData(pix, &data, &count) == 0, let data else { return nil }
        defer { lept_free(data) }
        return try body(UnsafeBufferPointer(start: data, count: count))
    }

    /// Calls `body` with the Leptonica picture, for the one other target that hands it on.
    public func withPix<Result>(_ body: (UnsafeMutablePointer<Pix>) throws -> Result) rethrows -> Result {
        try body(pix)
    }
}

extension GrayImage {
    /// Scaled by area averaging when it shrinks, linearly when it grows.
    ///
    /// - Parameter factor: of both sides, above 0.
    public func scaled(by factor: Double) -> GrayImage? {
        if factor == 1 { return self }
        let factor = Float(factor)
        if factor == 0.5 { return GrayImage(taking: pixScaleAreaMap2(pix)) }
        return GrayImage(
            taking: factor < 0.7 ? pixScaleAreaMap(pix, factor, factor) : pixScaleGrayLI(pix, factor, factor))
    }

    /// Turned clockwise.
    ///
    /// - Parameter quarters: turns by 90 degrees.
    public func turned(quarters: Int) -> GrayImage? {
        let quarters = ((quarters % 4) + 4) % 4
        return quarters == 0 ? self : GrayImage(taking: pixRotateOrth(pix, Int32(quarters)))
    }

    /// Turned clockwise about its middle, grown to hold all of itself, with white corners.
    ///
    /// - Parameter degrees: any angle.
    public func turned(degrees: Double) -> GrayImage? {
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
    public func cropped(x: Int, y: Int, width: Int, height: Int) -> GrayImage? {
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

    /// Black for white.
    public func inverted() -> GrayImage? { GrayImage(taking: pixInvert(nil, pix)) }
}

extension GrayImage {
    /// Writes a PNG with outlines drawn in; a file that can't be written is left out.
    ///
    /// - Parameter boxes: corners in pixels.
    public func writePNG(to path: String, boxes: [[(x: Double, y: Double)]] = []) {
        var canvas: UnsafeMutablePointer<Pix>? = boxes.isEmpty ? pixClone(pix) : pixConvertTo32(pix)
        defer { pixDestroy(&canvas) }
        for box in boxes {
            var points = ptaCreate(Int32(box.count))
            defer { ptaDestroy(&points) }
            for corner in box { ptaAddPt(points, Float(corner.x), Float(corner.y)) }
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
