// A picture in colour, for people: thumbnails, and photos on which the witnesses are marked.
import CLeptonica
import Foundation

/// Red, green and blue, one byte each, in a Leptonica `PIX` that it owns.
package final class ColourImage {
    package let pix: UnsafeMutablePointer<Pix>
    /// In pixels.
    package let width: Int
    package let height: Int

    private init(owning coloured: UnsafeMutablePointer<Pix>) {
        pix = coloured
        width = Int(pixGetWidth(coloured))
        height = Int(pixGetHeight(coloured))
    }

    package convenience init?(taking pix: UnsafeMutablePointer<Pix>?) {
        guard let pix, let coloured = Self.converting(pix, { pixConvertTo32($0) }) else { return nil }
        self.init(owning: coloured)
    }

    package convenience init?(unfilledWidth width: Int, height: Int) {
        guard let pix = pixCreateNoInit(Int32(width), Int32(height), 32) else { return nil }
        self.init(owning: pix)
    }

    deinit {
        var pix: UnsafeMutablePointer<Pix>? = pix
        pixDestroy(&pix)
    }

    /// The picture, reduced to fit into a square; itself if it fits. `nil` if there is no memory.
    package func fitted(into side: Int) -> ColourImage? {
        let factor = Float(side) / Float(max(width, height))
        if factor >= 1 { return self }
        return ColourImage(
            taking: factor < 0.7 ? pixScaleAreaMap(pix, factor, factor) : pixScale(pix, factor, factor))
    }

    /// `nil` outside the picture.
    package func colour(x: Int, y: Int) -> (red: Int, green: Int, blue: Int)? {
        var (red, green, blue): (l_int32, l_int32, l_int32) = (0, 0, 0)
        guard pixGetRGBPixel(pix, Int32(x), Int32(y), &red, &green, &blue) == 0 else { return nil }
        return (Int(red), Int(green), Int(blue))
    }

    /// Red, green and blue of each pixel, one byte each, row by row.
    package var rows: Data {
        var rows = Data(capacity: 3 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                let colour = colour(x: x, y: y) ?? (255, 255, 255)
                rows.append(contentsOf: [colour.red, colour.green, colour.blue].map(UInt8.init(clamping:)))
            }
        }
        return rows
    }

    /// As a JPEG file without metadata; `nil` if there is no memory.
    ///
    /// - Parameter quality: 1…100.
    package func jpeg(quality: Int) -> Data? {
        // Text that the decoder found in the file would be written to the JPEG.
        pixSetText(pix, nil)
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixWriteMemJpeg(&bytes, &count, pix, Int32(quality), 0) == 0, let bytes else { return nil }
        defer { lept_free(bytes) }
        return Data(bytes: bytes, count: count)
    }
}

extension ColourImage: DecodedImage {
    package static var hasColour: Bool { true }

    package var stride: Int { Int(pixGetWpl(pix)) * 4 }

    package func fill<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
        defer { pixEndianByteSwap(pix) }
        return body(UnsafeMutableRawPointer(pixGetData(pix)).assumingMemoryBound(to: UInt8.self))
    }

    package var isPlain: Bool { GreyImage(taking: pixClone(pix))?.isPlain ?? false }
}

// From pixels that are already decoded, such as a page of a document.
extension ColourImage {
    /// `nil` if there are too few rows, or no memory.
    ///
    /// - Parameter rows: red, green and blue of each pixel, one byte each.
    package convenience init?(rows: Data, width: Int, height: Int) {
        guard width > 0, height > 0, rows.count / 3 / width >= height else { return nil }
        self.init(unfilledWidth: width, height: height)
        fill { start in
            rows.withUnsafeBytes { (rows: UnsafeRawBufferPointer) in
                for y in 0..<height {
                    let (from, to) = (3 * y * width, start + y * stride)
                    for x in 0..<width {
                        for sample in 0..<3 { to[4 * x + sample] = rows[from + 3 * x + sample] }
                        to[4 * x + 3] = 255
                    }
                }
            }
        }
    }
}
