// A window on a stream that is read only on demand, so that photos can be handed out as they arrive.
import Books
import Foundation
import Imaging
import Reading

/// The bytes of a stream that have not been handed out, counted from the first of them.
struct StreamBuffer: ~Copyable {
    private let file: InputFile
    private(set) var bytes: [UInt8] = []
    private(set) var isAtEnd = false

    init(_ file: consuming InputFile) {
        self.file = file
    }

    var count: Int { bytes.count }

    subscript(place: Int) -> UInt8 { bytes[place] }

    /// Runs `body` as if the buffer began at a position.
    mutating func from<Value>(
        _ place: Int, _ body: (inout StreamBuffer) throws(ScanError) -> Value
    ) throws(ScanError) -> Value {
        let before = bytes.prefix(place)
        bytes.removeFirst(place)
        defer { bytes.insert(contentsOf: before, at: 0) }
        return try body(&self)
    }

    /// Waits until there are `count` bytes; false if the stream ends before.
    mutating func holds(_ count: Int) throws(ScanError) -> Bool {
        while bytes.count < count, !isAtEnd { try readMore() }
        return bytes.count >= count
    }

    mutating func readMore() throws(ScanError) {
        isAtEnd = try file.read(Photo.chunk, into: &bytes) == 0
        if bytes.count > Photo.sizeLimit { throw .tooManyBytes }
    }

    /// Whether nothing arrives for this time, so that probably no more is on its way.
    func isQuiet(for milliseconds: Int32) -> Bool { !file.isReady(within: milliseconds) }

    @discardableResult
    mutating func removeFirst(_ count: Int) -> Data {
        defer { bytes.removeFirst(count) }
        return Data(bytes[..<count])
    }

    /// The opposite of `removeFirst`.
    mutating func putBack(_ start: [UInt8]) { bytes.insert(contentsOf: start, at: 0) }

    // MARK: Where a photo may start

    static let jpegSignature: [UInt8] = [0xFF, 0xD8, 0xFF]
    private static let signatures: [[UInt8]] = [
        jpegSignature, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("GIF8".utf8),
        Array("RIFF".utf8),
        Array("%PDF-".utf8), [0x50, 0x4B, 3, 4],
        [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
    ]
    /// A HEIF begins with the length of its first box, followed by the box's type.
    private static let heifKind = Array("ftyp".utf8)
    static let longestSignature = 12

    mutating func holdsJPEG(at place: Int) throws(ScanError) -> Bool {
        try holds(place + 3) && shows(StreamBuffer.jpegSignature, at: place)
    }

    func shows(_ signature: [UInt8], at place: Int) -> Bool {
        place <= count && bytes[place...].starts(with: signature)
    }

    /// The first position before `end` at which a file of a format with a long signature begins; `nil` if there is none.
    func firstSignature(from place: Int, before end: Int = .max) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var place = place
            let end = min(end, bytes.count)
            while place < end {
                switch bytes[place] {
                // The kind of a first box, behind its length, is `jP  ` or `ftyp`.
                case 0 where place + 4 >= bytes.count || ![0x6A, 0x66].contains(bytes[place + 4]): break
                case 0xFF, 0x89, UInt8(ascii: "G"), UInt8(ascii: "R"), UInt8(ascii: "%"), UInt8(ascii: "P"),
                    0:
                    let seen = bytes[place...].prefix(StreamBuffer.longestSignature)
                    if StreamBuffer.signatures.contains(where: { seen.starts(with: $0) }) { return place }
                    let kind = seen.dropFirst(4).prefix(4)
                    if seen[place] == 0, kind.count == 4, kind.elementsEqual(StreamBuffer.heifKind) {
                        return place
                    }
                default: break
                }
                place += 1
            }
            return nil
        }
    }

    /// The first position of a byte; waits for it. `nil` if it does not arrive.
    mutating func index(of byte: UInt8, from start: Int) throws(ScanError) -> Int? {
        var place = start
        while true {
            if let found = firstIndex(of: byte, from: place) { return found }
            place = count
            guard try holds(place + 1) else { return nil }
        }
    }

    /// Among the bytes that have arrived; `nil` if it is not there.
    private func firstIndex(of byte: UInt8, from place: Int) -> Int? {
        bytes.withUnsafeBytes { buffer in
            guard place < buffer.count, let start = buffer.baseAddress,
                let found = memchr(start + place, Int32(byte), buffer.count - place)
            else { return nil }
            return UnsafeRawPointer(found) - start
        }
    }
}

// Where a HEIF file ends in a stream: it is a sequence of boxes, each of which starts with its length (ISO/IEC
// 14496-12, 4.2).
extension StreamBuffer {
    /// After its last box: where another file or something else begins, or nothing more arrives.
    ///
    /// - Parameter timeout: milliseconds to wait for a box after those that make a complete picture.
    mutating func heifEnd(timeout: Int32) throws(ScanError) -> ImageEnd {
        var place = 0
        var seen: Set<String> = []
        while true {
            if place == count, seen.isSuperset(of: ["meta", "mdat"]), !isAtEnd, isQuiet(for: timeout) {
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

    /// A length of 0 means up to the stream's end; `nil` if there is no box.
    private mutating func box(at place: Int) throws(ScanError) -> (kind: String, length: Int)? {
        let kind = bytes[place + 4..<place + 8]
        // Lowercase letters, as in the types that the standard defines.
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
        // A box that reaches to the end contains the pictures' data.
        guard length >= 8 || (length == 0 && kind.elementsEqual("mdat".utf8)) else { return nil }
        return (String(decoding: kind, as: UTF8.self), length)
    }
}
