// EXIF data: orientation and time.
import CExif
import Foundation

/// The EXIF data that is used.
struct EXIFBlock {
    /// Upright if not given.
    var orientation = Orientation.upright
    /// In seconds since 1970 on the camera's clock, whose time zone is rarely given; `nil` if not given.
    var taken: Double?

    /// From a JPEG file, or from a block that starts with `Exif\0\0`.
    init(in data: Data) {
        data.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: UInt8.self).baseAddress
            guard let exif = exif_data_new_from_data(start, UInt32(clamping: bytes.count)) else { return }
            defer { exif_data_unref(exif) }
            if let entry = Self.entry(EXIF_TAG_ORIENTATION, in: exif.pointee.ifd.0),
                entry.format == EXIF_FORMAT_SHORT, entry.size >= 2
            {
                orientation = Orientation(
                    exif: Int(exif_get_short(entry.data, exif_data_get_byte_order(exif))))
            }
            // Last, the date that software may have changed.
            let details = exif.pointee.ifd.2
            let date =
                Self.text(EXIF_TAG_DATE_TIME_ORIGINAL, in: details)
                ?? Self.text(EXIF_TAG_DATE_TIME_DIGITIZED, in: details)
                ?? Self.text(EXIF_TAG_DATE_TIME, in: exif.pointee.ifd.0)
            let fraction = Self.text(EXIF_TAG_SUB_SEC_TIME_ORIGINAL, in: details)
            taken = date.flatMap(Self.seconds).map { $0 + (fraction.flatMap { Double("0.\($0)") } ?? 0) }
        }
    }

    init() {}

    private static func entry(
        _ tag: ExifTag, in directory: UnsafeMutablePointer<ExifContent>?
    ) -> ExifEntry? {
        directory.flatMap { exif_content_get_entry($0, tag) }?.pointee
    }

    private static func text(_ tag: ExifTag, in directory: UnsafeMutablePointer<ExifContent>?) -> String? {
        guard let entry = entry(tag, in: directory), entry.format == EXIF_FORMAT_ASCII, let data = entry.data
        else { return nil }
        let bytes = UnsafeBufferPointer(start: data, count: Int(entry.size)).prefix { $0 != 0 }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        return text.contains(where: \.isNumber) ? text : nil
    }

    /// Parses `2026:11:22 18:30:05` (EXIF 2.32, 4.6.5); `nil` also for a clock that was never set.
    static func seconds(_ text: String) -> Double? {
        let parts = text.split { $0 == ":" || $0 == " " }.map { Int32($0) }
        guard parts.count == 6, case let numbers = parts.compactMap(\.self), numbers.count == 6,
            (1...12).contains(numbers[1]), (1...31).contains(numbers[2]), (0...23).contains(numbers[3]),
            (0...59).contains(numbers[4]), (0...60).contains(numbers[5]), (1900...9999).contains(numbers[0])
        else { return nil }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[3], numbers[4], numbers[5])
        return Double(timegm(&time))
    }
}

/// The eight values of EXIF's orientation tag (0x0112): how to turn the stored picture upright.
package struct Orientation: Hashable, Sendable {
    /// Clockwise quarter turns, after mirroring.
    let quarters: Int
    /// Whether to swap left and right first.
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
