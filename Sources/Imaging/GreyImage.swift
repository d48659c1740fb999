// A grey picture, on which every step between decoding and text works.
import CLeptonica
import Foundation

/// An 8-bit grey picture, 0 black … 255 white, that owns its Leptonica `PIX`.
package final class GreyImage {
    package let pix: UnsafeMutablePointer<Pix>
    /// In pixels.
    package let width: Int
    package let height: Int
    package let stride: Int
    private let bytes: UnsafeMutablePointer<UInt8>

    private init(owning grey: UnsafeMutablePointer<Pix>) {
        pix = grey
        width = Int(pixGetWidth(grey))
        height = Int(pixGetHeight(grey))
        stride = Int(pixGetWpl(grey)) * 4
        bytes = UnsafeMutableRawPointer(pixGetData(grey)).assumingMemoryBound(to: UInt8.self)
    }

    package convenience init?(taking pix: UnsafeMutablePointer<Pix>?) {
        guard let pix else { return nil }
        let isGrey = pixGetDepth(pix) == 8 && pixGetColormap(pix) == nil
        guard let grey = isGrey ? pix : Self.converting(pix, { pixConvertTo8($0, 0) }) else { return nil }
        self.init(owning: grey)
    }

    deinit {
        var pix: UnsafeMutablePointer<Pix>? = pix
        pixDestroy(&pix)
    }

    /// A white picture; `nil` if there is no memory for it.
    package convenience init?(width: Int, height: Int) {
        self.init(unfilledWidth: width, height: height)
        pixSetAll(pix)
    }

    package convenience init?(unfilledWidth width: Int, height: Int) {
        guard let pix = pixCreateNoInit(Int32(width), Int32(height), 8) else { return nil }
        self.init(owning: pix)
    }

    package func fill<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
        defer { pixEndianByteSwap(pix) }
        return body(bytes)
    }

    /// - Parameter y: 0 is the top row.
    @inline(__always)
    package func row(_ y: Int) -> GrayRow { GrayRow(memory: bytes + y * stride) }

    /// `nil` if there is no memory for it.
    package func withRaster<Result>(_ body: (Raster) throws -> Result) rethrows -> Result? {
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixGetRasterData(pix, &data, &count) == 0, let data else { return nil }
        defer { lept_free(data) }
        let pixels = UnsafeBufferPointer(start: data, count: count)
        return try body(Raster(pixels: pixels, width: width, height: height))
    }
}

/// Grey values row by row, without padding: 0 black … 255 white.
package struct Raster {
    /// Valid only during `GreyImage.withRaster`.
    package let pixels: UnsafeBufferPointer<UInt8>
    package let width: Int
    package let height: Int
}

/// The divisors by which pictures are reduced: those that decoders and scalers are fastest at.
package enum Reduction {
    /// - Parameters:
    ///   - longSide: in pixels.
    ///   - side: the minimum, in pixels.
    /// - Returns: 1, 2, 4 or 8.
    package static func largest(of longSide: Int, keeping side: Int) -> Int {
        [8, 4, 2].first { longSide / $0 >= side } ?? 1
    }
}

/// The pixels of one row, by column. Valid as long as its picture.
package struct GrayRow {
    /// The row in memory, padded to whole words.
    let memory: UnsafeMutablePointer<UInt8>

    /// The byte of a column. Leptonica fills each 32-bit word from the most significant byte, so that on
    /// little-endian machines every four bytes are reversed.
    @inline(__always)
    static func place(of column: Int) -> Int { column ^ 3 }

    @inline(__always)
    package subscript(column: Int) -> UInt8 {
        get { memory[GrayRow.place(of: column)] }
        nonmutating set { memory[GrayRow.place(of: column)] = newValue }
    }

    /// Copies the pixels in order, up to a multiple of four.
    @inline(__always)
    func copy(_ width: Int, to pixels: UnsafeMutablePointer<UInt8>) {
        let (from, to) = (UnsafeRawPointer(memory), UnsafeMutableRawPointer(pixels))
        for place in Swift.stride(from: 0, to: width, by: 4) {
            let four = UInt32(bigEndian: from.load(fromByteOffset: place, as: UInt32.self))
            to.storeBytes(of: four, toByteOffset: place, as: UInt32.self)
        }
    }
}
