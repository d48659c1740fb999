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
    let extent: Extent

    /// How much of a page's pixels a file contains.
    enum Extent: Equatable {
        case whole
        /// The file ends before all of them; so many bytes are missing.
        case cut(Int)
        /// The file contains less than a hundredth of them.
        case missing
    }

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

    /// Throws `truncated` if the file ends before the directory does, and `damaged` if there is no valid one.
    ///
    /// - Parameter offset: of the directory; 0 is the first one.
    init(in data: Data, at offset: Int) throws(ImagingError) {
        let numbers = Numbers(data: data, isLittleEndian: Self.isLittleEndian(data))
        let form: Form
        switch numbers.at(2, 2) {
        case 42: form = .classic
        case 43 where numbers.at(4, 2) == Form.big.offset && numbers.at(6, 2) == 0: form = .big
        default: throw .damaged(.tiff)
        }
        guard let start = offset == 0 ? numbers.at(form.firstPlace, form.offset) : offset,
            let count = numbers.at(start, form.count)
        else { throw .truncated }
        guard count <= Int(UInt16.max) else { throw .damaged(.tiff) }
        let fields = start + form.count
        let nextPlace = fields + count * form.field
        guard nextPlace <= data.count else { throw .truncated }
        var places: [Int: Int] = [:]
        for place in stride(from: fields, to: nextPlace, by: form.field) {
            guard let tag = numbers.at(place, 2), places[tag] == nil else { continue }
            places[tag] = place
        }
        let orientationPlace = places[Tag.orientation].flatMap { place in
            numbers.at(place + 2, 2) == 3 ? place + form.valuePlace : nil
        }
        orientation = Orientation(exif: orientationPlace.flatMap { numbers.at($0, 2) } ?? 1)
        self.start = start
        let next = numbers.at(nextPlace, form.offset)
        self.next = next == 0 ? nil : next
        var changes = [
            PictureNumber(place: form.firstPlace, length: form.offset, value: UInt64(start)),
            PictureNumber(place: nextPlace, length: form.offset, value: 0),
        ]
        if orientation != .upright, let orientationPlace {
            changes.append(PictureNumber(place: orientationPlace, length: 2, value: 1))
        }
        self.changes = changes
        let extent = Self.extent(places, form, numbers)
        self.extent = next == nil && extent == .whole ? .cut(form.offset) : extent
    }

    private enum Tag {
        static let orientation = 0x112
        /// Of the offsets of strips or tiles, and of their lengths.
        static let parts = [(offsets: 0x111, lengths: 0x117), (offsets: 0x144, lengths: 0x145)]
    }

    /// - Parameter places: of the fields, by their tags.
    private static func extent(_ places: [Int: Int], _ form: Form, _ numbers: Numbers) -> Extent {
        let size = numbers.data.count
        var (held, stated, most) = (0.0, 0.0, size)
        for tag in Tag.parts {
            guard let offsets = places[tag.offsets].flatMap({ numbers.values(at: $0, form) }) else {
                continue
            }
            let lengths = places[tag.lengths].flatMap { numbers.values(at: $0, form) }
            for place in 0..<offsets.count {
                guard let offset = numbers.at(offsets, place) else { return .missing }
                // Without its length, a part is there if it begins in the file.
                let length = lengths.map { place < $0.count ? numbers.at($0, place) ?? 0 : 0 } ?? 1
                stated += Double(length)
                held += Double(max(0, min(length, size - offset)))
                // A damaged file could state any end.
                most = max(most, min(offset, 50 * size) + min(length, 50 * size))
            }
        }
        return held == stated ? .whole : held * 100 < stated ? .missing : .cut(most - size)
    }

    /// The numbers in a file.
    private struct Numbers {
        let data: Data
        let isLittleEndian: Bool

        /// Numbers of the same length, one after the other.
        struct Values {
            let place: Int
            let length: Int
            let count: Int
        }

        /// `nil` if the file ends before it; numbers of eight bytes that don't fit are the largest that do.
        func at(_ place: Int, _ length: Int) -> Int? {
            guard place >= 0, place <= data.count - length else { return nil }
            var value: UInt64 = 0
            for index in 0..<length {
                let byte = data[data.startIndex + place + (isLittleEndian ? length - 1 - index : index)]
                value = value << 8 | UInt64(byte)
            }
            return Int(clamping: value)
        }

        func at(_ values: Values, _ place: Int) -> Int? {
            at(values.place + place * values.length, values.length)
        }

        /// The values of a field; `nil` if they are not whole numbers.
        func values(at place: Int, _ form: Form) -> Values? {
            let lengths = [3: 2, 4: 4, 16: 8]
            guard let length = at(place + 2, 2).flatMap({ lengths[$0] }),
                let count = at(place + 4, form.offset)
            else { return nil }
            let isInside = count <= form.offset / length
            guard let start = isInside ? place + form.valuePlace : at(place + form.valuePlace, form.offset)
            else { return nil }
            // A field can't have more values than the file has room for, so the first one beyond it ends them.
            return Values(place: min(start, data.count), length: length, count: min(count, data.count + 1))
        }
    }

    static func isLittleEndian(_ data: Data) -> Bool { data.first == UInt8(ascii: "I") }
}
