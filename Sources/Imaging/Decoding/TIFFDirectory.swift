// The pages of a TIFF and their orientation. Leptonica rotates some orientations wrongly and reports the size before
// rotation, so it gets pages that are marked as upright.
import CPictures
import Foundation

/// An image file directory (TIFF 6.0, section 2, and BigTIFF).
struct TIFFDirectory {
    let start: Int
    /// The offset of the next page's directory; `nil` after the last.
    let next: Int?
    let orientation: Orientation
    /// Changes to numbers in the file that make it contain only this page, upright.
    let changes: [PictureNumber]

    /// The sizes of the numbers in a file, in bytes.
    private struct Form {
        /// Of a file offset.
        let offset: Int
        /// Of the number of fields in a directory.
        let count: Int
        let field: Int

        static let classic = Form(offset: 4, count: 2, field: 12)
        static let big = Form(offset: 8, count: 8, field: 20)

        /// The position of the first directory's offset.
        var firstPlace: Int { offset }
        /// The position of a field's value, from the start of the field.
        var valuePlace: Int { field - offset }
    }

    /// `nil` if there is no valid directory.
    ///
    /// - Parameter offset: of the directory; 0 is the first one.
    init?(in data: Data, at offset: Int) {
        let isLittle = Self.isLittleEndian(data)
        func number(_ place: Int, _ length: Int) -> Int? {
            guard place >= 0, place <= data.count - length else { return nil }
            var value = 0
            for index in 0..<length {
                let byte = data[data.startIndex + place + (isLittle ? length - 1 - index : index)]
                value = value << 8 | Int(byte)
            }
            return value
        }
        let form: Form
        switch number(2, 2) {
        case 42: form = .classic
        case 43 where number(4, 2) == Form.big.offset && number(6, 2) == 0: form = .big
        default: return nil
        }
        guard let start = offset == 0 ? number(form.firstPlace, form.offset) : offset,
            let count = number(start, form.count), (0...data.count / form.field).contains(count)
        else { return nil }
        let fields = start + form.count
        let nextPlace = fields + count * form.field
        guard let next = number(nextPlace, form.offset) else { return nil }
        let (tag, short) = (0x112, 3)
        let orientationPlace = (0..<count).lazy.map { fields + $0 * form.field }
            .first { number($0, 2) == tag && number($0 + 2, 2) == short }.map { $0 + form.valuePlace }
        orientation = Orientation(exif: orientationPlace.flatMap { number($0, 2) } ?? 1)
        self.start = start
        self.next = next == 0 ? nil : next
        var changes = [
            PictureNumber(place: form.firstPlace, length: form.offset, value: UInt64(start)),
            PictureNumber(place: nextPlace, length: form.offset, value: 0),
        ]
        if orientation != .upright, let orientationPlace {
            changes.append(PictureNumber(place: orientationPlace, length: 2, value: 1))
        }
        self.changes = changes
    }

    static func isLittleEndian(_ data: Data) -> Bool { data.first == UInt8(ascii: "I") }
}
