// How a camera was held, as EXIF tells it.
import CExif
import Foundation

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

    /// Of a JPEG file, or of a block that begins with `Exif\0\0`; upright when nothing is said.
    init(ofEXIFIn data: Data) {
        let value = data.withUnsafeBytes { bytes -> Int in
            let start = bytes.bindMemory(to: UInt8.self).baseAddress
            guard let exif = exif_data_new_from_data(start, UInt32(clamping: bytes.count)) else { return 1 }
            defer { exif_data_unref(exif) }
            guard let directory = exif.pointee.ifd.0,
                let entry = exif_content_get_entry(directory, EXIF_TAG_ORIENTATION),
                entry.pointee.format == EXIF_FORMAT_SHORT, entry.pointee.size >= 2
            else { return 1 }
            return Int(exif_get_short(entry.pointee.data, exif_data_get_byte_order(exif)))
        }
        self.init(exif: value)
    }

    package var swapsSides: Bool { !quarters.isMultiple(of: 2) }
}

extension GrayImage {
    func upright(_ orientation: Orientation) -> GrayImage? {
        (orientation.mirrors ? mirrored() : self)?.turned(quarters: orientation.quarters)
    }
}
