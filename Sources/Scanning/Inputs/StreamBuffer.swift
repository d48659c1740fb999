// A window on a stream that is read no further than someone asks: what lets photos out as they arrive.
import Books
import Foundation

/// The bytes of a stream that are not handed out yet, counted from the first of them.
struct StreamBuffer: ~Copyable {
    private let file: InputFile
    private(set) var bytes: [UInt8] = []
    private(set) var isAtEnd = false

    init(_ file: consuming InputFile) {
        self.file = file
    }

    var count: Int { bytes.count }

    subscript(place: Int) -> UInt8 { bytes[place] }

    /// Waits until there are `count` bytes; false when the stream ends before.
    mutating func holds(_ count: Int) throws(ScanError) -> Bool {
        while bytes.count < count, !isAtEnd { try readMore() }
        return bytes.count >= count
    }

    mutating func readMore() throws(ScanError) {
        isAtEnd = try file.read(Photo.chunk, into: &bytes) == 0
        if bytes.count > Photo.sizeLimit { throw .tooManyBytes }
    }

    /// Whether nothing comes for so long that no more may be on its way.
    func isQuiet(for milliseconds: Int32) -> Bool { !file.isReady(within: milliseconds) }

    @discardableResult
    mutating func removeFirst(_ count: Int) -> Data {
        defer { bytes.removeFirst(count) }
        return Data(bytes[..<count])
    }

    // MARK: Where a photo may start

    private static let jpegSignature: [UInt8] = [0xFF, 0xD8, 0xFF]
    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    mutating func holdsJPEG(at place: Int) throws(ScanError) -> Bool {
        try holds(place + 3) && bytes[place...].starts(with: StreamBuffer.jpegSignature)
    }

    mutating func holdsPNG(at place: Int) throws(ScanError) -> Bool {
        try holds(place + 8) && bytes[place...].starts(with: StreamBuffer.pngSignature)
    }

    /// The first place whose bytes, as far as they have come, begin a JPEG or a PNG; `nil` when there is none.
    func firstSignature(from place: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var place = place
            while place < bytes.count {
                if bytes[place] == 0xFF || bytes[place] == 0x89 {
                    let seen = bytes[place...].prefix(8)
                    if StreamBuffer.jpegSignature.starts(with: seen.prefix(3))
                        || StreamBuffer.pngSignature.starts(with: seen)
                    {
                        return place
                    }
                }
                place += 1
            }
            return nil
        }
    }

    /// Among what has come; `nil` when it is not there.
    func firstIndex(of byte: UInt8, from place: Int) -> Int? {
        bytes.withUnsafeBytes { buffer in
            guard place < buffer.count, let start = buffer.baseAddress,
                let found = memchr(start + place, Int32(byte), buffer.count - place)
            else { return nil }
            return UnsafeRawPointer(found) - start
        }
    }
}
