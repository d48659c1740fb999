// How far a HEIF file reaches in a stream: it is a row of boxes, each of which says how long it is (ISO/IEC 14496-12, 4.2).
import Foundation
import Imaging
import Reading

extension StreamBuffer {
    /// Behind its last box: where another file or something else begins, or nothing more comes.
    ///
    /// - Parameter patience: milliseconds to wait for a box behind those that make a picture.
    mutating func heifEnd(patience: Int32) throws(ScanError) -> ImageEnd {
        var place = 0
        var seen: Set<String> = []
        while true {
            if place == count, seen.isSuperset(of: ["meta", "mdat"]), !isAtEnd, isQuiet(for: patience) {
                break
            }
            guard try holds(place + 8), let box = try box(at: place) else { break }
            if place > 0, box.kind == "ftyp" { break }
            if box.length == 0 {
                while !isAtEnd { try readMore() }
                return ImageEnd(place: count, isWhole: true)
            }
            guard try holds(place + box.length) else {
                return ImageEnd(place: place, isWhole: seen.isSuperset(of: ["meta", "mdat"]))
            }
            seen.insert(box.kind)
            place += box.length
        }
        return ImageEnd(place: place, isWhole: place > 0)
    }

    /// A length of 0 reaches to the stream's end; `nil` where no box is.
    private mutating func box(at place: Int) throws(ScanError) -> (kind: String, length: Int)? {
        let kind = bytes[place + 4..<place + 8]
        // Small letters, as the standard's own boxes have.
        guard kind.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x20 })
        else {
            return nil
        }
        var length = bigNumber(at: place, 4)
        if length == 1 {
            guard try holds(place + 16) else { return nil }
            length = bigNumber(at: place + 8, 8)
            guard (16...Photo.sizeLimit).contains(length) else { return nil }
        }
        // What reaches to the end is the pictures' data.
        guard length >= 8 || (length == 0 && kind.elementsEqual("mdat".utf8)) else { return nil }
        return (String(decoding: kind, as: UTF8.self), length)
    }
}
