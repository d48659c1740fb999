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
        var place = min(start, count)
        while place < count, [0x00, 0x09, 0x0A, 0x0D, 0x20].contains(self[place]), !showsFile(at: place) {
            place += 1
        }
        return place
    }

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
        case .epub: return try zipEnd()
        case nil: break
        }
        return switch ArchiveFormat(of: head) {
        case .zip: try zipEnd()
        case .tar: try tarEnd()
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
            if hasPicture, ["jP  ", "ftyp"].contains(where: { kind.elementsEqual($0.utf8) }) { break }
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

    /// After the first end marker that no further part of the PDF follows: each update of a PDF adds a marker.
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
            if !isPart || showsFile(at: next) { return ImageEnd(place: end, isWhole: true) }
        }
    }

    /// After its end record, which gives the position of the directory before it (APPNOTE, 4.3.16).
    ///
    /// - Parameter spool: gets the bytes before the end. Then the place is relative to what is left in the buffer, and negative
    ///   if bytes that were moved belong to the next file.
    mutating func zipEnd(into spool: ArchiveSpool? = nil) throws(ScanError) -> ImageEnd {
        let mark: [UInt8] = [0x50, 0x4B, 5, 6]
        var place = 0
        while true {
            if place > ArchiveSpool.portion { try spool?.take(&place, from: &self) }
            guard let found = try index(of: mark[0], from: place) else { return cut }
            guard try holds(found + 22) else { return cut }
            place = found + 1
            guard bytes[found...].starts(with: mark) else { continue }
            let start = found - littleNumber(at: found + 12, 4) - littleNumber(at: found + 16, 4)
            // It may be the end record of the next archive.
            let isOfNext = start + (spool?.size ?? 0) > 0
            if isOfNext, try spool?.showsFile(at: start, before: self) ?? showsFile(at: start) {
                return ImageEnd(place: start, isWhole: false)
            }
            guard start + (spool?.size ?? 0) == 0 else { continue }
            let end = found + 22 + littleNumber(at: found + 20, 2)
            return try holds(end) ? ImageEnd(place: end, isWhole: true) : cut
        }
    }

    /// After two blocks of zeros (POSIX.1-1988, ustar), or where no further member begins.
    ///
    /// - Parameter spool: gets the bytes before the end. Then the place is relative to what is left in the buffer.
    mutating func tarEnd(into spool: ArchiveSpool? = nil) throws(ScanError) -> ImageEnd {
        var (place, zeros) = (0, 0)
        while try holds(place + 512) {
            let block = bytes[place..<place + 512]
            if block.allSatisfy({ $0 == 0 }) {
                place += 512
                zeros += 1
                if zeros == 2 { return ImageEnd(place: place, isWhole: true) }
                continue
            }
            guard zeros == 0, ArchiveFormat.isTARHeader(block) else {
                return ImageEnd(place: place, isWhole: zeros > 0)
            }
            var left = 512 + (Self.tarSize(block) + 511) / 512 * 512
            while left > 0 {
                let portion = spool == nil ? left : min(left, ArchiveSpool.portion)
                guard try holds(place + portion) else { return cut }
                place += portion
                left -= portion
                try spool?.take(&place, from: &self)
            }
        }
        return ImageEnd(place: count, isWhole: place == count)
    }

    /// After its members (RFC 1952). A TAR may be compressed in several, so that only one that starts a TAR after the end of
    /// another begins a new archive.
    ///
    /// - Parameters:
    ///   - spool: gets the bytes before the end. Then the place is relative to what is left in the buffer.
    ///   - timeout: milliseconds to wait for a further member.
    mutating func gzipEnd(into spool: ArchiveSpool? = nil, timeout: Int32) throws(ScanError) -> ImageEnd {
        let gunzip = Gunzip()
        var output = [UInt8](repeating: 0, count: 1 << 16)
        var (place, zeros, hasMore) = (0, 0, false)
        while true {
            if !hasMore { guard try holds(place + 1) else { return cut } }
            let (used, written, step) = unpack(from: place, by: gunzip, into: &output)
            place += used
            hasMore = written == output.count
            let last = output[..<written].lastIndex { $0 != 0 }
            zeros = last.map { written - 1 - $0 } ?? zeros + written
            switch step {
            case .damaged: return ImageEnd(place: place, isWhole: false)
            case .more: if place > ArchiveSpool.portion { try spool?.take(&place, from: &self) }
            case .end:
                try waitFor(place + 2048, timeout: timeout)
                // A TAR ends with two blocks of zeros.
                guard ArchiveFormat(of: bytes[place...].prefix(FileSignature.length)) == .gzip,
                    zeros < 1024 || !startsGzippedTAR(at: place)
                else { return ImageEnd(place: place, isWhole: true) }
                gunzip.restart()
                hasMore = false
            }
        }
    }

    private func startsGzippedTAR(at place: Int) -> Bool {
        var head = [UInt8](repeating: 0, count: 512)
        _ = unpack(from: place, by: Gunzip(), into: &head)
        return ArchiveFormat.isTARHeader(head[...])
    }

    private func unpack(
        from place: Int, by gunzip: Gunzip, into output: inout [UInt8]
    ) -> (used: Int, written: Int, step: Gunzip.Step) {
        bytes.withUnsafeBytes { bytes in
            output.withUnsafeMutableBytes {
                gunzip.unpack(UnsafeRawBufferPointer(rebasing: bytes[place...]), into: $0)
            }
        }
    }

    /// The size of a member in bytes: octal digits, or a binary number if the first bit is set.
    private static func tarSize(_ block: ArraySlice<UInt8>) -> Int {
        let field = block.dropFirst(124).prefix(12)
        return field.first.map { $0 & 0x80 != 0 } == true
            ? field.suffix(7).reduce(0) { $0 << 8 | Int($1) }
            : field.drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }.reduce(0) {
                $0 << 3 | Int($1 - 0x30)
            }
    }
}
