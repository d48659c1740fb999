// A grey picture: the one shape that every step between a photo's bytes and its text works on.
import CLeptonica
import Foundation

/// An 8-bit grey picture, 0 black … 255 white, that owns its Leptonica `PIX`.
package final class GrayImage {
    let pix: UnsafeMutablePointer<Pix>
    /// Pixels.
    package let width: Int
    package let height: Int
    /// Bytes from one row's start to the next one's.
    let stride: Int
    private let bytes: UnsafeMutablePointer<UInt8>

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
    package convenience init?(width: Int, height: Int) {
        self.init(unfilledWidth: width, height: height)
        pixSetAll(pix)
    }

    /// A picture whose pixels are yet to be set; `nil` when there is no memory for it.
    convenience init?(unfilledWidth width: Int, height: Int) {
        guard let pix = pixCreateNoInit(Int32(width), Int32(height), 8) else { return nil }
        self.init(owning: pix)
    }

    /// Calls `body` with the memory of all rows, to be filled with pixels in reading order, `stride` bytes from row to
    /// row.
    func fill<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
        defer { pixEndianByteSwap(pix) }
        return body(bytes)
    }

    /// - Parameter y: 0 is the top one.
    @inline(__always)
    package func row(_ y: Int) -> GrayRow { GrayRow(memory: bytes + y * stride) }

    /// `nil` when there is no memory for it.
    package func withRaster<Result>(_ body: (Raster) throws -> Result) rethrows -> Result? {
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixGetRasterData(pix, &data, &count) == 0, let data else { return nil }
        defer { lept_free(data) }
        let pixels = UnsafeBufferPointer(start: data, count: count)
        return try body(Raster(pixels: pixels, width: width, height: height))
    }

    /// Calls `body` with the Leptonica picture, for the one other target that hands it on.
    package func withPix<Result>(_ body: (UnsafeMutablePointer<Pix>) throws -> Result) rethrows -> Result {
        try body(pix)
    }
}
