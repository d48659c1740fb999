// What grey and coloured pictures have in common.
import CLeptonica

/// The result of decoding, in a Leptonica `PIX` that it owns: grey for reading, colour for people.
package protocol DecodedImage: AnyObject {
    /// Whether a pixel has four bytes.
    static var hasColour: Bool { get }
    var pix: UnsafeMutablePointer<Pix> { get }
    /// Takes ownership of a picture of any depth; `nil` if there is none, or no memory to convert it.
    init?(taking pix: UnsafeMutablePointer<Pix>?)
    /// A picture with uninitialized pixels; `nil` if there is no memory for it.
    init?(unfilledWidth width: Int, height: Int)
    /// The distance between the starts of two rows, in bytes.
    var stride: Int { get }
    /// Calls `body` with the memory for all rows, to be filled with pixels in reading order.
    func fill<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result
    /// Whether the picture is blank.
    var isPlain: Bool { get }
}

extension DecodedImage {
    /// A picture in another depth, in place of `pix`. Transparent pixels become white.
    static func converting(
        _ pix: UnsafeMutablePointer<Pix>,
        _ convert: (UnsafeMutablePointer<Pix>) -> UnsafeMutablePointer<Pix>?
    ) -> UnsafeMutablePointer<Pix>? {
        var given: UnsafeMutablePointer<Pix>? = pix
        defer { pixDestroy(&given) }
        var opaque = pixGetSpp(pix) == 4 ? pixRemoveAlpha(pix) : pixClone(pix)
        defer { pixDestroy(&opaque) }
        return opaque.flatMap(convert)
    }

    /// The part inside a rectangle; `nil` if that is outside the picture.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> Self? {
        var box = boxCreate(Int32(x), Int32(y), Int32(width), Int32(height))
        defer { boxDestroy(&box) }
        guard box != nil else { return nil }
        return Self(taking: pixClipRectangle(pix, box, nil))
    }

    /// Rotated clockwise.
    ///
    /// - Parameter quarters: turns by 90 degrees.
    package func turned(quarters: Int) -> Self? {
        let quarters = ((quarters % 4) + 4) % 4
        return quarters == 0 ? self : Self(taking: pixRotateOrth(pix, Int32(quarters)))
    }

    func upright(_ orientation: Orientation) -> Self? {
        let mirrored = orientation.mirrors ? Self(taking: pixFlipLR(nil, pix)) : self
        return mirrored?.turned(quarters: orientation.quarters)
    }
}
