// Finds the end of a TIFF in a stream by following its offsets (TIFF 6.0, section 2).
import Books
import Reading

/// Follows a TIFF's directories. Values of unknown types count as within their entry.
struct TIFFExtent {
    private static let mostDirectories = 100_000
    /// The size of a value in bytes, by its type.
    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

    private let isLittle: Bool
    /// BigTIFF, with offsets of eight bytes.
    private let isBig: Bool
    private var reach = 8
    private var isWhole = true

    init(in buffer: inout StreamBuffer) throws(ScanError) {
        guard try buffer.holds(16) else {
            (isLittle, isBig, isWhole) = (true, false, false)
            return
        }
        isLittle = buffer[0] == UInt8(ascii: "I")
        isBig = buffer[isLittle ? 2 : 3] == 43
        var waiting = [number(isBig ? 8 : 4, width, buffer)]
        var seen: Set<Int> = []
        while let place = waiting.popLast(), isWhole {
            guard place > 0, seen.insert(place).inserted else { continue }
            guard seen.count < Self.mostDirectories else {
                isWhole = false
                return
            }
            try follow(place, &waiting, &buffer)
        }
    }

    func end(in buffer: inout StreamBuffer) throws(ScanError) -> ImageEnd {
        let holds = try buffer.holds(reach)
        return ImageEnd(place: min(reach, buffer.count), isWhole: isWhole && holds)
    }

    private var width: Int { isBig ? 8 : 4 }

    private func number(_ place: Int, _ length: Int, _ buffer: borrowing StreamBuffer) -> Int {
        let value = isLittle ? buffer.littleNumber(at: place, length) : buffer.bigNumber(at: place, length)
        return value >= 0 ? min(value, Photo.sizeLimit + 1) : Photo.sizeLimit + 1
    }

    private mutating func follow(
        _ place: Int, _ waiting: inout [Int], _ buffer: inout StreamBuffer
    ) throws(ScanError) {
        let head = isBig ? 8 : 2
        guard try buffer.holds(place + head) else {
            isWhole = false
            return
        }
        let count = number(place, head, buffer)
        let entry = isBig ? 20 : 12
        let end = place + head + count * entry + width
        guard count < 65_536, try buffer.holds(end) else {
            isWhole = false
            return
        }
        reach = max(reach, end)
        var values: [Int: [Int]] = [:]
        for index in 0..<count {
            let start = place + head + index * entry
            let tag = number(start, 2, buffer)
            if let found = try numbers(at: start, tag, &buffer) { values[tag] = found }
        }
        for (offsets, lengths) in [(273, 279), (324, 325), (513, 514)] {
            for (offset, length) in zip(values[offsets] ?? [], values[lengths] ?? []) {
                reach = max(reach, offset + length)
            }
        }
        for tag in [330, 34665, 34853, 40965] { waiting += values[tag] ?? [] }
        waiting.append(number(end - width, width, buffer))
    }

    /// The values of an entry that holds offsets; `nil` for all others, whose bytes are still counted.
    private mutating func numbers(
        at start: Int, _ tag: Int, _ buffer: inout StreamBuffer
    ) throws(ScanError) -> [Int]? {
        let type = number(start + 2, 2, buffer)
        let count = number(start + 4, width, buffer)
        let size = Self.sizes.indices.contains(type) ? Self.sizes[type] : 0
        let inline = start + 4 + width
        let isInline = count * size <= width
        let place = isInline ? inline : number(inline, width, buffer)
        if !isInline { reach = max(reach, place + count * size) }
        guard [273, 279, 324, 325, 330, 513, 514, 34665, 34853, 40965].contains(tag),
            [2, 4, 8].contains(size)
        else { return nil }
        guard try buffer.holds(place + count * size) else {
            isWhole = false
            return nil
        }
        return (0..<count).map { number(place + $0 * size, size, buffer) }
    }
}
