// Where the next file begins in a stream, after one that is cut off and so reaches into it.
import Books
import Documents
import Foundation
import Reading

extension StreamBuffer {
    /// Of a JPEG in EXIF data, in bytes.
    static let largestPreview = 1 << 16

    /// The first position in a range at which a file of a format with a long signature begins; `nil` if there is none.
    mutating func startOfFile(in range: Range<Int>, timeout: Int32) throws(ScanError) -> Int? {
        try waitFor(range.upperBound + Self.longestSignature, timeout: timeout)
        var place = range.lowerBound
        while let start = firstSignature(from: place, before: range.upperBound) {
            if shows(Self.jpegSignature, at: start) {
                if try JPEGHeader(in: &self, at: start).isComplete { return start }
            } else {
                try waitFor(start + FileSignature.length, timeout: timeout)
                if showsFile(at: start) { return start }
            }
            place = start + 1
        }
        return nil
    }

    /// Where the next file begins behind the start of one that is cut off; `nil` if there is none in that file, or in
    /// the stream.
    ///
    /// - Parameters:
    ///   - limit: the end of the file around it; `nil` if it has none.
    ///   - mostCarried: the sizes of JPEGs that the file may carry, in bytes.
    ///   - timeout: milliseconds to wait for a file's first bytes.
    mutating func nextStart(
        behind place: Int, over limit: Int?, _ mostCarried: Int, timeout: Int32
    ) throws(ScanError) -> Int? {
        var place = place + 1
        while true {
            guard let start = firstSignature(from: place, before: limit ?? .max) else {
                if limit != nil || isAtEnd { return nil }
                // A signature may start in the bytes that have arrived.
                place = max(place, count - Self.longestSignature)
                try readMore()
                continue
            }
            try waitFor(start + FileSignature.length, timeout: timeout)
            if !isMemberOfTAR(at: start), try begins(at: start, over: limit, mostCarried, timeout: timeout) {
                return start
            }
            place = start + 1
        }
    }

    /// A compressed TAR may contain its members as they are.
    private func isMemberOfTAR(at place: Int) -> Bool {
        place >= 512 && ArchiveFormat.isTARHeader(bytes[place - 512..<place])
    }

    /// Whether a separate file begins at a position, rather than a part of the file around it: it ends after the end
    /// of that file, or is followed by other files that do, or is whole in a file that carries none.
    private mutating func begins(
        at place: Int, over limit: Int?, _ mostCarried: Int, timeout: Int32
    ) throws(ScanError) -> Bool {
        var start = place
        while showsFile(at: start) {
            let isJPEG = shows(Self.jpegSignature, at: start)
            if isJPEG, try !JPEGHeader(in: &self, at: start).isComplete { return false }
            // Only JPEGs are carried.
            if limit == nil, !isJPEG { return true }
            let own = try from(start) { (buffer) throws(ScanError) in try buffer.ownEnd(timeout: timeout) }
            guard let own else { return false }
            let isCarried = isJPEG && own.place <= mostCarried
            guard own.isWhole else { return !isCarried }
            let end = start + own.place
            if let limit, end > limit { return true }
            // Pixels contain no whole file, apart from a preview.
            if mostCarried == 0, !isJPEG || own.place > Self.largestPreview { return true }
            let behind = afterBlanks(from: end)
            try waitFor(behind + FileSignature.length, timeout: timeout)
            if limit == nil { return behind >= count || showsFile(at: behind) || !isCarried }
            start = behind
        }
        return false
    }
}
