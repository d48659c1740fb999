// TIFFs of any number of pages, each a different grey picture.
import Foundation

/// Creates files in TIFF 6.0 and BigTIFF.
public struct TIFFFile {
    public var isBig = false
    public var isLittleEndian = true
    /// EXIF's number, by the page's place from 0.
    public var orientation: (Int) -> Int = { _ in 1 }
    /// Fields that mean nothing, in each directory.
    public var furtherFields = 0

    public init() {}

    /// - Parameters:
    ///   - sides: of each page as it is stored, in pixels.
    ///   - grey: what each is filled with, by its place.
    public func data(_ sides: [(width: Int, height: Int)], grey: (Int) -> UInt8 = { _ in 255 }) -> Data {
        let (offset, count) = isBig ? (8, 8) : (4, 2)
        var file = Data((isLittleEndian ? "II" : "MM").utf8)
        file += number(isBig ? 43 : 42, 2) + (isBig ? number(8, 2) + number(0, 2) : Data())
        let further = (0..<furtherFields).reduce(into: Data()) { $0 += field(40_000 + $1, 0) }
        var link = file.count
        file += number(0, offset)
        for (place, side) in sides.enumerated() {
            let strip = file.count
            file += Data(repeating: grey(place), count: side.width * side.height)
            if file.count % 2 == 1 { file.append(0) }
            file.replaceSubrange(link..<link + offset, with: number(file.count, offset))
            let fields = [
                (256, side.width), (257, side.height), (258, 8), (259, 1), (262, 1), (273, strip),
                (274, orientation(place)), (277, 1), (278, side.height), (279, side.width * side.height),
            ]
            file += number(fields.count + furtherFields, count)
            for (tag, value) in fields { file += field(tag, value) }
            file += further
            link = file.count
            file += number(0, offset)
        }
        return file
    }

    private func field(_ tag: Int, _ value: Int) -> Data {
        let isShort = value < 1 << 16
        let room = isBig ? 8 : 4
        let digits = number(value, isShort ? 2 : 4)
        return number(tag, 2) + number(isShort ? 3 : 4, 2) + number(1, room) + digits
            + Data(count: room - digits.count)
    }

    private func number(_ value: Int, _ length: Int) -> Data {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return Data(isLittleEndian ? bytes : bytes.reversed())
    }
}
