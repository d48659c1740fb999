// Where archives end in a stream; they may be larger than memory.
import Books
import Documents
import Foundation
import Reading

extension StreamBuffer {
    /// After two blocks of zeros (POSIX.1-1988, ustar), or where no further member begins. If it is cut off within a member,
    /// where the next file begins.
    ///
    /// - Parameters:
    ///   - spool: gets the bytes before the end. Then the place is relative to what is left in the buffer.
    ///   - timeout: milliseconds to wait for the next file's first bytes.
    mutating func tarEnd(into spool: ArchiveSpool? = nil, timeout: Int32) throws(ScanError) -> ImageEnd {
        var (place, zeros) = (0, 0)
        // Of the last member, in the file.
        var content = 0
        while try holds(place + 512) {
            let block = bytes[place..<place + 512]
            if block.allSatisfy({ $0 == 0 }) {
                place += 512
                zeros += 1
                if zeros == 2 { return ImageEnd(place: place, isWhole: true) }
                continue
            }
            if zeros > 0 { return ImageEnd(place: place, isWhole: true) }
            guard ArchiveFormat.isTARHeader(block) else { break }
            content = place + 512 + (spool?.size ?? 0)
            let size = (Self.tarSize(block) + 511) / 512 * 512
            place += 512
            guard try pass(size, from: &place, into: spool) else {
                return try end(behindCut: content - (spool?.size ?? 0), spool, timeout: timeout)
            }
        }
        if zeros > 0 { return ImageEnd(place: place, isWhole: true) }
        // It was cut off before a member.
        if place == count { return ImageEnd(place: place, isWhole: false) }
        // Its last zeros are incomplete, or missing.
        let next = afterBlanks(from: place)
        if next == count || showsFile(at: next) {
            return ImageEnd(place: next, isWhole: next > place)
        }
        return try end(behindCut: content - (spool?.size ?? 0), spool, timeout: timeout)
    }

    /// After its members (RFC 1952). A TAR may be compressed in several, so that only one that starts a TAR after the end of
    /// another begins a new archive. If it is damaged or cut off, where the next file begins.
    ///
    /// - Parameters:
    ///   - spool: gets the bytes before the end. Then the place is relative to what is left in the buffer.
    ///   - timeout: milliseconds to wait for a further member, or the next file's first bytes.
    mutating func gzipEnd(into spool: ArchiveSpool? = nil, timeout: Int32) throws(ScanError) -> ImageEnd {
        let gunzip = Gunzip()
        var (place, zeros) = (0, 0)
        while true {
            let start = place + (spool?.size ?? 0)
            guard
                try unpack(
                    by: gunzip, from: &place, into: spool,
                    { output in
                        let last = output.lastIndex { $0 != 0 }
                        zeros = last.map { output.count - 1 - $0 } ?? zeros + output.count
                    })
            else {
                // What follows a cut is soon not valid.
                let behind = max(0, place - ArchiveSpool.portion, start - (spool?.size ?? 0))
                return try end(behindCut: behind, spool, timeout: timeout)
            }
            try waitFor(place + 2048, timeout: timeout)
            // A TAR ends with two blocks of zeros.
            guard ArchiveFormat(of: bytes[place...].prefix(FileSignature.length)) == .gzip,
                zeros < 1024 || !startsGzippedTAR(at: place)
            else { return ImageEnd(place: place, isWhole: true) }
            gunzip.restart()
        }
    }

    /// Moves `place` behind compressed data; false if this is damaged or cut off. Then what was unpacked last may be of
    /// the next file, and is still in the buffer.
    mutating func unpack(
        by gunzip: Gunzip, from place: inout Int, into spool: ArchiveSpool?,
        _ receive: (ArraySlice<UInt8>) -> Void
    ) throws(ScanError) -> Bool {
        var output = [UInt8](repeating: 0, count: 1 << 16)
        var hasMore = false
        while true {
            if !hasMore { guard try holds(place + 1) else { return false } }
            let (used, written, step) = unpack(from: place, by: gunzip, into: &output)
            place += used
            hasMore = written == output.count
            receive(output[..<written])
            switch step {
            case .damaged: return false
            case .end: return true
            case .more:
                guard let spool, place > 2 * ArchiveSpool.portion else { continue }
                var done = place - ArchiveSpool.portion
                place -= done
                spool.take(&done, from: &self)
            }
        }
    }

    /// Moves `place` by `count` bytes; false if the stream ends before.
    mutating func pass(
        _ count: Int, from place: inout Int, into spool: ArchiveSpool?
    ) throws(ScanError) -> Bool {
        if spool == nil, count > Photo.sizeLimit { return false }
        var left = count
        while left > 0 {
            let portion = spool == nil ? left : min(left, ArchiveSpool.portion)
            guard try holds(place + portion) else { return false }
            place += portion
            left -= portion
            if place > ArchiveSpool.portion { spool?.take(&place, from: &self) }
        }
        return true
    }

    /// The end of an archive that is cut off or damaged behind `place`, where its last member's content begins.
    ///
    /// - Parameter place: negative if bytes from there on were moved.
    mutating func end(
        behindCut place: Int, _ spool: ArchiveSpool?, timeout: Int32
    ) throws(ScanError) -> ImageEnd {
        var place = place
        if place < 0 {
            try spool?.giveBack(min(-place, max(0, Photo.sizeLimit / 2 - count)), to: &self)
            place = 0
        }
        // Pages of a PDF are pictures of any size; other members have previews, in EXIF data.
        let isPDF = DocumentFormat(of: bytes[min(place, count)...].prefix(FileSignature.length)) == .pdf
        let next = try nextStart(
            behind: place, over: nil, isPDF ? .max : Self.largestPreview, timeout: timeout)
        return ImageEnd(place: next ?? count, isWhole: false)
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
