// How a camera was held, as EXIF tells it.

/// The eight values of EXIF's orientation tag (0x0112): how the stored picture becomes the upright one.
package struct Orientation: Hashable, Sendable {
    /// Clockwise quarter turns after mirroring.
    let quarters: Int
    /// Left and right are swapped first.
    let mirrors: Bool

    package static let upright = Orientation(exif: 1)

    /// - Parameter exif: 1…8; anything else counts as upright.
    package init(exif value: Int) {
        switch value {
        case 2: (mirrors, quarters) = (true, 0)
        case 3: (mirrors, quarters) = (false, 2)
        case 4: (mirrors, quarters) = (true, 2)
        case 5: (mirrors, quarters) = (true, 3)
        case 6: (mirrors, quarters) = (false, 1)
        case 7: (mirrors, quarters) = (true, 1)
        case 8: (mirrors, quarters) = (false, 3)
        default: (mirrors, quarters) = (false, 0)
        }
    }

    package var swapsSides: Bool { !quarters.isMultiple(of: 2) }
}

extension GrayImage {
    func upright(_ orientation: Orientation) -> GrayImage? {
        (orientation.mirrors ? mirrored() : self)?.turned(quarters: orientation.quarters)
    }
}
