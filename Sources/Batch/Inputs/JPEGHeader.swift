// Where a JPEG ends, and which further JPEGs it announces: segments as in ITU-T T.81 annex B, the index of further
// pictures as in CIPA DC-007 (MPF), lengths of gain maps and depth maps as in the XMP container directory.
import Books
import Foundation
import Reading

/// A JPEG's segments before its first image data.
struct JPEGHeader {
    /// The position after the last segment, or before the first one that is invalid.
    private(set) var end: Int
    /// Whether it has frame and scan headers, so that image data follows.
    private(set) var isWhole = false
    /// Lengths of the JPEGs that are announced after this one, in bytes.
    private(set) var hiddenLengths: Set<Int> = []
    /// Whether its metadata says that it is a gain map or another companion of the JPEG before it.
    private(set) var isHidden = false
    private var hasFrame = false
    private var hasTables = false
    /// Whether it is a file of its own; the strips of a TIFF share the tables that their header lacks.
    var isComplete: Bool { isWhole && hasTables }

    /// - Parameter start: the position of the start marker, two bytes.
    init(in buffer: inout StreamBuffer, at start: Int) throws(ScanError) {
        end = start + 2
        var last = end
        while let segment = try buffer.jpegSegment(at: end) {
            switch segment.marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: hasFrame = true
            case 0xDB: hasTables = true
            case 0xE1: parseXMP(buffer.bytes[segment.payload])
            case 0xE2: parseIndex(buffer.bytes[segment.payload])
            default: break
            }
            last = end
            end = segment.payload.upperBound
            if segment.marker == 0xDA {
                isWhole = hasFrame
                return
            }
        }
        // If no marker follows, the file was cut and the segment's length reaches beyond: the next photo may be
        // inside it.
        end = last
    }

    /// Where the image ends: after its end marker, or where it is cut off.
    func imageEnd(in buffer: inout StreamBuffer) throws(ScanError) -> ImageEnd {
        var place = end
        if isWhole { place = try buffer.jpegScanEnd(from: place) }
        while let segment = try buffer.jpegSegment(at: place) {
            place = segment.payload.upperBound
            if segment.marker == 0xDA { place = try buffer.jpegScanEnd(from: place) }
        }
        if try buffer.holds(place + 2), buffer[place] == 0xFF, buffer[place + 1] == 0xD9 {
            return ImageEnd(place: place + 2, isWhole: true)
        }
        return ImageEnd(place: min(place, buffer.count), isWhole: false)
    }

    /// Every `Item:Length` of a container directory; a gain map has no directory but has values of its own.
    private mutating func parseXMP(_ payload: ArraySlice<UInt8>) {
        guard payload.starts(with: Array("http://ns.adobe.com/xap/".utf8)) else { return }
        let xmp = String(decoding: payload, as: UTF8.self)
        for length in xmp.matches(of: /Item:Length\s*(?:=\s*["']|>)\s*(\d+)/) {
            if let length = Int(length.1), length > 0 { hiddenLengths.insert(length) }
        }
        if !xmp.contains("Container:Directory"), xmp.contains("hdrgm:") || xmp.contains("AuxiliaryImageType")
        {
            isHidden = true
        }
    }

    /// The sizes of all pictures in an MPF index except the first.
    private mutating func parseIndex(_ payload: ArraySlice<UInt8>) {
        guard payload.starts(with: Array("MPF\0".utf8)) else { return }
        let tiff = Array(payload.dropFirst(4))
        let isLittle = tiff.starts(with: Array("II".utf8))
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place + count <= tiff.count else { return nil }
            let digits = tiff[place..<place + count]
            return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let fields = number(directory, 2) else { return }
        for field in 0..<fields {
            let place = directory + 2 + field * 12
            guard number(place, 2) == 0xB002, let bytes = number(place + 4, 4),
                let entries = number(place + 8, 4)
            else { continue }
            for entry in 1..<max(1, min(bytes, tiff.count) / 16) {
                if let size = number(entries + entry * 16 + 4, 4), size > 0 { hiddenLengths.insert(size) }
            }
        }
    }
}

extension StreamBuffer {
    /// The segment at a position, its payload without marker and length; `nil` if there is no segment with a payload.
    fileprivate mutating func jpegSegment(at place: Int) throws(ScanError)
        -> (marker: UInt8, payload: Range<Int>)?
    {
        var place = place
        while try holds(place + 2), self[place] == 0xFF {
            let marker = self[place + 1]
            switch marker {
            case 0xFF: place += 1
            case 0x01, 0xD0...0xD7: place += 2
            case 0x00, 0xD8, 0xD9: return nil
            default:
                guard try holds(place + 4) else { return nil }
                let length = Int(self[place + 2]) << 8 | Int(self[place + 3])
                guard length >= 2, try holds(place + 2 + length) else { return nil }
                return (marker, place + 4..<place + 2 + length)
            }
        }
        return nil
    }

    /// The first marker after image data, skipping stuffed bytes and restart markers; the end if there is none.
    fileprivate mutating func jpegScanEnd(from start: Int) throws(ScanError) -> Int {
        var place = start
        while true {
            guard let mark = try index(of: 0xFF, from: place) else { return count }
            guard try holds(mark + 2) else { return count }
            switch self[mark + 1] {
            case 0x00, 0xD0...0xD7: place = mark + 2
            case 0xFF: place = mark + 1
            default: return mark
            }
        }
    }

    /// Where the PNG at the buffer's start ends: after its IEND chunk (ISO/IEC 15948), or before the chunk in which
    /// it is cut off.
    mutating func pngEnd() throws(ScanError) -> ImageEnd {
        var (place, last) = (8, 8)
        while try holds(place + 8) {
            let type = bytes[place + 4..<place + 8]
            guard type.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else { break }
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard try holds(place + 12 + length) else { break }
            (place, last) = (place + 12 + length, place)
            if type.elementsEqual(Array("IEND".utf8)) { return ImageEnd(place: place, isWhole: true) }
        }
        return ImageEnd(place: min(last, count), isWhole: false)
    }
}
