// The pages of a TIFF and how each is to be turned. Leptonica turns them too, but tells the size before that, and turns
// some the wrong way: it is given pages that say they are upright.
import Foundation

/// An image file directory (TIFF 6.0, section 2).
struct TIFFDirectory {
    /// Where the next page's begins; `nil` after the last.
    let next: Int?
    let orientation: Orientation
    /// Of the two bytes that say it, in the order of the file's numbers.
    private let orientationPlace: Int?
    private let isLittleEndian: Bool

    /// `nil` in BigTIFF, of which the first page alone is read, and where nothing sensible is.
    ///
    /// - Parameter offset: where it begins; 0 is the first.
    init?(in data: Data, at offset: Int) {
        let isLittle = data.first == UInt8(ascii: "I")
        func number(_ place: Int, _ length: Int) -> Int? {
            guard place >= 0, place + length <= data.count else { return nil }
            let bytes = data.dropFirst(place).prefix(length)
            return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(2, 2) == 42, let start = offset == 0 ? number(4, 4) : offset,
            let count = number(start, 2), let next = number(start + 2 + count * 12, 4)
        else { return nil }
        let fields = (0..<count).map { start + 2 + $0 * 12 }
        let (tag, short) = (0x112, 3)
        orientationPlace = fields.first { number($0, 2) == tag && number($0 + 2, 2) == short }.map { $0 + 8 }
        orientation = Orientation(exif: orientationPlace.flatMap { number($0, 2) } ?? 1)
        self.next = next == 0 ? nil : next
        isLittleEndian = isLittle
    }

    /// The file with this page said to be upright.
    func uprightData(_ data: Data) -> Data {
        guard orientation != .upright, let orientationPlace else { return data }
        var data = data
        let start = data.startIndex + orientationPlace
        data.replaceSubrange(start..<start + 2, with: isLittleEndian ? [1, 0] : [0, 1])
        return data
    }
}
