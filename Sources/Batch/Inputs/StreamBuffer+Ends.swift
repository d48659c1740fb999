// Where files of other formats end in a stream, from their own contents.
import Books
import Documents
import Foundation
import Imaging
import Reading

extension StreamBuffer {
    /// Whether the bytes at a position, as far as they have arrived, start a photo, document or archive.
    func showsFile(at place: Int) -> Bool {
        place < count && FileSignature.isFile(bytes[place...].prefix(FileSignature.length))
    }

    /// The first position from `start` on where a file begins, or else a byte that is not a blank, line end or NUL;
    /// some programs put these between files.
    func afterBlanks(from start: Int) -> Int {
        let start = min(start, count)
        let end = bytes[start...].firstIndex { !Self.blanks.contains($0) } ?? count
        // What begins with blanks and is a file shows this soon after.
        var place = max(start, end - DocumentFormat.signatureLength)
        while place < end, !showsFile(at: place) { place += 1 }
        return place
    }

    private static let blanks: [UInt8] = [0x00, 0x09, 0x0A, 0x0D, 0x20]

    /// Whether bytes after a complete file were put there to part it from the next: line ends, or one NUL. More NULs are
    /// padding, which some cameras write.
    func isSeparator(_ range: Range<Int>) -> Bool {
        bytes[range].elementsEqual([0]) || bytes[range].allSatisfy(Self.lineEnds.contains)
    }

    /// Removes line ends or a NUL before a PDF, which could belong to it. Other formats may begin with NULs.
    mutating func removeSeparator() {
        let isNUL = bytes.first == 0 && bytes.dropFirst().first == UInt8(ascii: "%")
        removeFirst(isNUL ? 1 : bytes.prefix { Self.lineEnds.contains($0) }.count)
    }

    private static let lineEnds: [UInt8] = [0x0A, 0x0D]

    /// Waits for `count` bytes, but not if nothing arrives.
    mutating func waitFor(_ count: Int, timeout: Int32) throws(ScanError) {
        while self.count < count, !isAtEnd, !isQuiet(for: timeout) { try readMore() }
    }

    /// Of the file at the buffer's start; `isWhole` is false if that is cut off or damaged.
    mutating func end(of format: PhotoFormat, timeout: Int32) throws(ScanError) -> ImageEnd {
        switch format {
        case .jpeg: try JPEGHeader(in: &self, at: 0).imageEnd(in: &self)
        case .png: try pngEnd()
        case .heif: try heifEnd(timeout: timeout)
        case .gif: try gifEnd()
        case .bmp: try bmpEnd()
        case .webp: try webpEnd()
        case .jpeg2000: try jpeg2000End(timeout: timeout)
        case .tiff: try TIFFExtent(in: &self).end(in: &self)
        }
    }

    /// Of any file at the buffer's start; `nil` if it is in no known format.
    mutating func ownEnd(timeout: Int32) throws(ScanError) -> ImageEnd? {
        let head = bytes.prefix(FileSignature.length)
        if let format = PhotoFormat(of: head) { return try end(of: format, timeout: timeout) }
        switch DocumentFormat(of: head) {
        case .pdf: return try pdfEnd(timeout: timeout)
        case .epub: return try zipEnd(timeout: timeout)
        case nil: break
        }
        return switch ArchiveFormat(of: head) {
        case .zip: try zipEnd(timeout: timeout)
        case .tar: try tarEnd(timeout: timeout)
        case .gzip: try gzipEnd(timeout: timeout)
        case nil: nil
        }
    }

    func littleNumber(at place: Int, _ length: Int) -> Int {
        bytes[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func bigNumber(at place: Int, _ length: Int) -> Int {
        bytes[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
    }

    private var cut: ImageEnd { ImageEnd(place: count, isWhole: false) }

    /// After its trailer (GIF89a, 27).
    private mutating func gifEnd() throws(ScanError) -> ImageEnd {
        guard try holds(13) else { return cut }
        func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        var place = 13 + table(self[10])
        while try holds(place + 1) {
            switch self[place] {
            case 0x3B: return ImageEnd(place: place + 1, isWhole: true)
            case 0x21: place += 2
            case 0x2C:
                guard try holds(place + 10) else { return cut }
                // The image's own colour table is followed by the size of its codes.
                place += 10 + table(self[place + 9]) + 1
            default: return ImageEnd(place: place, isWhole: false)
            }
            while true {
                guard try holds(place + 1) else { return cut }
                let length = Int(self[place])
                place += 1 + length
                if length == 0 { break }
            }
        }
        return cut
    }

    /// From the length in its header.
    private mutating func bmpEnd() throws(ScanError) -> ImageEnd {
        guard try holds(6) else { return cut }
        let length = littleNumber(at: 2, 4)
        guard length >= 26, try holds(length) else { return cut }
        return ImageEnd(place: length, isWhole: true)
    }

    private mutating func webpEnd() throws(ScanError) -> ImageEnd {
        guard try holds(12) else { return cut }
        let length = 8 + littleNumber(at: 4, 4)
        guard try holds(length) else { return cut }
        return ImageEnd(place: length, isWhole: true)
    }

    /// Of a file of boxes, or of a bare codestream (ISO/IEC 15444-1, annexes A and I).
    private mutating func jpeg2000End(timeout: Int32) throws(ScanError) -> ImageEnd {
        if self[0] == 0xFF { return try codestreamEnd(from: 0) }
        var place = 0
        var hasPicture = false
        while true {
            if place == count, !isAtEnd, isQuiet(for: timeout) { break }
            guard try holds(place + 8) else { break }
            let (length, kind) = (bigNumber(at: place, 4), bytes[place + 4..<place + 8])
            if hasPicture, try startsFile(behindZerosAt: place, timeout: timeout) { break }
            // A new file begins in the same way, and so does a HEIF.
            if hasPicture, ["jP  ", "ftyp", "JXL "].contains(where: { kind.elementsEqual($0.utf8) }) {
                break
            }
            guard kind.allSatisfy({ (0x20...0x7E).contains($0) }) else { break }
            if length == 0 {
                guard kind.elementsEqual("jp2c".utf8) else { return cut }
                return try codestreamEnd(from: place + 8)
            }
            guard length >= 8, try holds(place + length) else { break }
            if kind.elementsEqual("jp2c".utf8) { hasPicture = true }
            place += length
        }
        return hasPicture ? ImageEnd(place: place, isWhole: true) : cut
    }

    /// Zeros before a file would be the first bytes of a box's length, and the start of the file its kind: `GIF89a`.
    private mutating func startsFile(behindZerosAt place: Int, timeout: Int32) throws(ScanError) -> Bool {
        try waitFor(place + 3 + FileSignature.length, timeout: timeout)
        return (1...3).contains { zeros in
            bytes[place..<place + zeros].allSatisfy { $0 == 0 }
                && FileSignature.isFile(bytes[(place + zeros)...].prefix(FileSignature.length))
        }
    }

    private mutating func codestreamEnd(from start: Int) throws(ScanError) -> ImageEnd {
        var place = start + 2
        while try holds(place + 2), self[place] == 0xFF {
            if self[place + 1] == 0xD9 { return ImageEnd(place: place + 2, isWhole: true) }
            guard try holds(place + 12) else { return cut }
            if self[place + 1] == 0x90 {
                let length = bigNumber(at: place + 6, 4)
                // The length of the last tile part may be left open.
                guard length > 0 else { return try codestreamTail(from: place) }
                place += length
            } else {
                place += 2 + bigNumber(at: place + 2, 2)
            }
        }
        return cut
    }

    private mutating func codestreamTail(from start: Int) throws(ScanError) -> ImageEnd {
        var place = start + 12
        while try holds(place + 2) {
            if self[place] == 0xFF {
                let marker = self[place + 1]
                if marker == 0xD9 { return ImageEnd(place: place + 2, isWhole: true) }
                // Only these markers occur in a tile part's data (ISO/IEC 15444-1, annex B).
                if marker >= 0x90, !(0x91...0x93).contains(marker) { return cut }
            }
            place += 1
        }
        return cut
    }

    /// After the first end marker that no further part of the PDF follows, and the line end that nearly all programs
    /// write after it: each update of a PDF adds a marker.
    mutating func pdfEnd(timeout: Int32) throws(ScanError) -> ImageEnd {
        let mark = Array("%%EOF".utf8)
        var (place, hasBegun) = (0, false)
        while true {
            guard let found = try index(of: mark[0], from: place) else { return cut }
            guard try holds(found + mark.count) else { return cut }
            place = found + 1
            if bytes[found...].starts(with: Array("%PDF-".utf8)) {
                // Another PDF begins before the end of the first.
                if hasBegun { return cut }
                hasBegun = true
            }
            guard bytes[found...].starts(with: mark) else { continue }
            let end = found + mark.count
            try waitFor(end + 4 + FileSignature.length, timeout: timeout)
            let next = afterBlanks(from: end)
            // An object's number, a table, or a comment.
            let isPart =
                next < count && (0x30...0x39).contains(self[next]) || shows(Array("xref".utf8), at: next)
                || shows(Array("%".utf8), at: next)
            if !isPart || showsFile(at: next) {
                let lineEnd = [[0x0D, 0x0A], [0x0A], [0x0D]].first { shows($0, at: end) } ?? []
                return ImageEnd(place: end + lineEnd.count, isWhole: true)
            }
        }
    }
}
