// Several photos one after another on standard input, as `cat *.jpg` and `ffmpeg -f image2pipe` make them, taken
// apart again. Many phone photos carry a second, hidden JPEG (a gain map, a preview) or other bytes behind their
// end: those belong to the photo before them.
import Books
import Documents
import Foundation
import Imaging
import Output
import Reading

/// Where an image's own data ends in a stream.
struct ImageEnd {
    var place: Int
    /// Whether its end mark was there; else it is cut off or damaged.
    var isWhole: Bool
}

/// What comes out of a stream.
enum StreamedFile {
    case photo(Data)
    /// An archive may be larger than memory.
    case archive(UnnamedFile)
}

/// Hands out the photos of a stream, each with all bytes up to the next photo's first, so that a file that went
/// through `cat` comes out as it was.
struct PhotoStream: ~Copyable {
    /// Milliseconds to wait for what may follow an image's end before the photo is handed out as it is.
    private static let timeout: Int32 = 500

    private var buffer: StreamBuffer
    private var hasBegun = false
    /// Whether what comes late behind the last file is its own.
    private var isPadded = true

    init(_ file: consuming InputFile) {
        buffer = StreamBuffer(file)
    }

    /// `nil` when there are no more. What stands between files and is none comes out by itself, and can't be read.
    mutating func next() throws(ScanError) -> StreamedFile? {
        if hasBegun {
            let behindLast = ImageEnd(place: 0, isWhole: true)
            let start = try nextFile(behind: behindLast, canWait: true)
            let left = (start ?? buffer.count) - buffer.behindBlanks(from: 0)
            if !isPadded, left > PhotoStream.mostPadding {
                isPadded = true
                return .photo(buffer.removeFirst(start ?? buffer.count))
            }
            guard let start else { return nil }
            buffer.removeFirst(start)
        }
        guard try buffer.holds(1) else { throw .empty }
        try buffer.awaits(FileSignature.length, timeout: PhotoStream.timeout)
        let isFirst = !hasBegun
        hasBegun = true
        let head = buffer.bytes.prefix(FileSignature.length)
        if !FileSignature.isReadable(head), let format = ArchiveFormat(of: head) {
            return .archive(try archive(format))
        }
        guard let end = try end() else {
            guard let start = try nextFile(behind: ImageEnd(place: 1, isWhole: false)) else {
                // Nothing to read in all of the stream.
                if isFirst { throw .unknownFormat }
                return .photo(buffer.removeFirst(buffer.count))
            }
            return .photo(buffer.removeFirst(start))
        }
        if let start = try startBehindCut(end.end) {
            isPadded = false
            return .photo(buffer.removeFirst(start))
        }
        let next = try nextFile(behind: end.end, hiddenLengths: end.hiddenLengths) ?? buffer.count
        // What a camera or an editor puts behind a JPEG or a HEIF is theirs; behind others it may be a photo that nobody
        // knows.
        isPadded = end.isPadded
        let isOwn = isPadded || !end.end.isWhole || next - end.end.place <= PhotoStream.mostPadding
        return .photo(buffer.removeFirst(isOwn ? next : end.end.place))
    }

    private mutating func archive(_ format: ArchiveFormat) throws(ScanError) -> UnnamedFile {
        let spool = try ArchiveSpool()
        let isWhole = try spool.take(format, from: &buffer)
        isPadded = false
        var next = try nextFile(behind: ImageEnd(place: 0, isWhole: isWhole)) ?? buffer.count
        if !isWhole || next <= PhotoStream.mostPadding { try spool.take(&next, from: &buffer) }
        return spool.file
    }

    /// Bytes behind an image that are no file.
    private static let mostPadding = 16

    /// Where what is at the buffer's start ends; `nil` where that is nothing to read.
    private mutating func end() throws(ScanError) -> (
        end: ImageEnd, hiddenLengths: Set<Int>, isPadded: Bool
    )? {
        let head = buffer.bytes.prefix(FileSignature.length)
        let format = PhotoFormat(of: head)
        if format == .jpeg {
            let header = try JPEGHeader(in: &buffer, at: 0)
            let end = try header.imageEnd(in: &buffer)
            // Of one that is cut, what looks like its data may hold the next.
            return (
                end.isWhole ? end : ImageEnd(place: header.end, isWhole: false), header.hiddenLengths, true
            )
        }
        return try buffer.ownEnd(timeout: PhotoStream.timeout).map { ($0, [], format == .heif) }
    }

    /// Where the next file starts behind a cut one: the length that a file says it has may reach over the next. `nil` where
    /// nothing speaks for a cut.
    private mutating func startBehindCut(_ end: ImageEnd) throws(ScanError) -> Int? {
        guard let mostCarried = mostCarried else { return nil }
        if end.isWhole {
            let behind = buffer.behindBlanks(from: end.place)
            try buffer.awaits(behind + FileSignature.length, timeout: PhotoStream.timeout)
            if behind >= buffer.count || buffer.showsFile(at: behind) { return nil }
        }
        // A PDF may have blanks before it.
        var place = 1 + (mostCarried == .max ? buffer.firstSignature(from: 0) ?? 0 : 0)
        while true {
            guard let start = buffer.firstSignature(from: place) else {
                if end.isWhole { return nil }
                if buffer.isAtEnd { return buffer.count }
                place = max(place, buffer.count - StreamBuffer.longestSignature)
                try buffer.readMore()
                continue
            }
            let limit = end.isWhole ? end.place : nil
            if let limit, start >= limit { return nil }
            try buffer.awaits(start + FileSignature.length, timeout: PhotoStream.timeout)
            if try begins(at: start, over: limit, mostCarried) { return start }
            place = start + 1
        }
    }

    /// How large the JPEGs are that what is at the buffer's start may carry, in bytes; `nil` where its end is told in another
    /// way. Previews lie in EXIF data, which has 64 kB.
    private var mostCarried: Int? {
        let head = buffer.bytes.prefix(FileSignature.length)
        switch (PhotoFormat(of: head), DocumentFormat(of: head)) {
        case (.png, _), (.gif, _), (.bmp, _), (.jpeg2000, _): return 0
        case (.heif, _), (.tiff, _), (.webp, _): return 1 << 16
        case (nil, .pdf): return .max
        case (.jpeg, _), (nil, _): return nil
        }
    }

    /// Whether a file of its own begins at a place, and no part of the one around it: it ends behind that one's end, or other
    /// files follow it that do.
    ///
    /// - Parameter limit: the end of the one around it; `nil` where it has none.
    private mutating func begins(
        at place: Int, over limit: Int?, _ mostCarried: Int
    ) throws(ScanError) -> Bool {
        var start = place
        while buffer.showsFile(at: start) {
            let isJPEG = buffer.shows(StreamBuffer.jpegSignature, at: start)
            if isJPEG, try !JPEGHeader(in: &buffer, at: start).isWhole { return false }
            let own = try buffer.from(start) { (buffer) throws(ScanError) in
                try buffer.ownEnd(timeout: PhotoStream.timeout)
            }
            guard let own else { return false }
            let isCarried = isJPEG && own.place <= mostCarried
            guard own.isWhole else { return !isCarried }
            let end = start + own.place
            if let limit, end > limit { return true }
            let behind = buffer.behindBlanks(from: end)
            try buffer.awaits(behind + FileSignature.length, timeout: PhotoStream.timeout)
            if limit == nil { return behind >= buffer.count || buffer.showsFile(at: behind) || !isCarried }
            start = behind
        }
        return false
    }

    /// Where the next file starts; `nil` when all that has come belongs to the one before: at the stream's end, or
    /// when nothing more comes for a while.
    ///
    /// Right behind a whole one, or behind blanks, the first bytes of any format are enough. Further on, where a video or a
    /// maker's notes may hold anything, it must be a format whose first bytes are long, and a JPEG must show a header from
    /// its first segment to its picture data.
    ///
    /// - Parameter hiddenLengths: of the JPEGs that the photo says it carries behind its end, in bytes.
    private mutating func nextFile(
        behind end: ImageEnd, hiddenLengths: Set<Int> = [], canWait: Bool = false
    ) throws(ScanError) -> Int? {
        var place = end.place
        var hiddenLengths = hiddenLengths
        while true {
            if end.isWhole {
                let start = buffer.behindBlanks(from: end.place)
                if start < buffer.count {
                    try buffer.awaits(start + FileSignature.length, timeout: PhotoStream.timeout)
                }
                // A JPEG may be hidden in the one before.
                if buffer.showsFile(at: start), !buffer.shows(StreamBuffer.jpegSignature, at: start) {
                    return start
                }
            }
            guard let start = buffer.firstSignature(from: place) else {
                if buffer.isAtEnd { return nil }
                if end.isWhole, hiddenLengths.isEmpty, !canWait, buffer.isQuiet(for: PhotoStream.timeout) {
                    return nil
                }
                // A signature may have begun in what has come.
                place = max(place, buffer.count - StreamBuffer.longestSignature)
                try buffer.readMore()
                continue
            }
            guard try buffer.holdsJPEG(at: start) else {
                try buffer.awaits(start + FileSignature.length, timeout: PhotoStream.timeout)
                if buffer.showsFile(at: start) { return start }
                place = start + 1
                continue
            }
            let header = try JPEGHeader(in: &buffer, at: start)
            if header.isHidden || !hiddenLengths.isEmpty {
                let hidden = try header.imageEnd(in: &buffer)
                let isAnnounced = hiddenLengths.remove(hidden.place - start) != nil
                if isAnnounced || header.isHidden {
                    place = hidden.place
                    continue
                }
            }
            if header.isWhole || (end.isWhole && start == end.place) { return start }
            place = start + 1
        }
    }
}
