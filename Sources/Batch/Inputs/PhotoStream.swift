// Splits a stream of several photos on standard input, as `cat *.jpg` and `ffmpeg -f image2pipe` write it. Many phone
// photos have a second, hidden JPEG (a gain map, a preview) or other bytes after their end; those belong to the photo
// before them, unless they can't come from a camera.
import Books
import Documents
import Foundation
import Imaging
import Output
import Reading

/// Where an image's own data ends in a stream.
struct ImageEnd {
    var place: Int
    /// Whether it has its end marker; else it is cut off or damaged.
    var isWhole: Bool
}

/// A file in a stream.
enum StreamedFile {
    case photo(Data)
    /// An archive may be larger than memory; `isWhole` is false if it is cut off or damaged.
    case archive(UnnamedFile, isWhole: Bool)
    /// An archive for which there is no room.
    case failed(ScanError)
}

/// Returns the photos of a stream, each with all bytes before the next photo but a separator, so that a file is the
/// same as before `cat`.
struct PhotoStream: ~Copyable {
    /// In milliseconds: how long to wait for more bytes after an image's end before returning the photo.
    private static let timeout: Int32 = 500

    private var buffer: StreamBuffer
    private var hasBegun = false
    /// Whether the last file is in a format to which cameras and editors append data.
    private var isPadded = true
    /// The sizes of what the last file announces after its end, in bytes.
    private var announced = 0

    init(_ file: consuming InputFile) {
        buffer = StreamBuffer(file)
    }

    /// `nil` at the end. Bytes between files that belong to none are returned separately, and can't be read as a
    /// photo.
    mutating func next() throws(ScanError) -> StreamedFile? {
        if hasBegun {
            let behindLast = ImageEnd(place: 0, isWhole: true)
            let next = try nextFile(behind: behindLast, canWait: true)
            let end = next.start ?? buffer.count
            let foreign = isPadded ? next.own : 0
            if isForeign(foreign, end) {
                isPadded = true
                buffer.removeFirst(foreign)
                return .photo(buffer.removeFirst(end - foreign))
            }
            guard let start = next.start else { return nil }
            buffer.removeFirst(start)
            buffer.removeSeparator()
        }
        guard try buffer.holds(1) else { throw .empty }
        try buffer.waitFor(FileSignature.length, timeout: PhotoStream.timeout)
        let isFirst = !hasBegun
        hasBegun = true
        let head = buffer.bytes.prefix(FileSignature.length)
        if !FileSignature.isReadable(head), let format = ArchiveFormat(of: head) {
            return try archive(format)
        }
        guard let end = try end() else {
            guard let start = try nextFile(behind: ImageEnd(place: 1, isWhole: false)).start else {
                // The whole stream contains nothing that can be read.
                if isFirst { throw .unreadable(head, named: "") }
                return .photo(buffer.removeFirst(buffer.count))
            }
            return .photo(buffer.removeFirst(start))
        }
        if let start = try startAfterCut(end.end) {
            isPadded = false
            return .photo(buffer.removeFirst(start))
        }
        let next = try nextFile(behind: end.end, hiddenLengths: end.hiddenLengths)
        let start = next.start ?? buffer.count
        isPadded = end.isPadded
        announced = end.hiddenLengths.reduce(0) { $0 + min($1, Photo.sizeLimit) }
        let own = isPadded ? next.own : end.end.place
        guard end.end.isWhole, isForeign(own, start) else {
            let isSeparated = end.end.isWhole && buffer.isSeparator(own..<start)
            return .photo(buffer.removeFirst(isSeparated ? own : start))
        }
        // They are returned next.
        isPadded = false
        return .photo(buffer.removeFirst(own))
    }

    /// Whether bytes after a file are not part of it.
    ///
    /// Cameras and editors append notes, or a video, to a JPEG or HEIF. After other formats they may be a photo in an
    /// unknown format.
    private func isForeign(_ start: Int, _ end: Int) -> Bool {
        let bytes = buffer.bytes[min(buffer.afterBlanks(from: start), end)..<end]
        guard bytes.count > Self.mostPadding else { return false }
        return !isPadded || bytes.isForeignFile || bytes.isText
            || bytes.count > Self.mostNotes + announced && !bytes.containsVideo
    }

    private mutating func archive(_ format: ArchiveFormat) throws(ScanError) -> StreamedFile {
        let spool = ArchiveSpool()
        let isWhole = try spool.take(format, from: &buffer, timeout: PhotoStream.timeout)
        isPadded = false
        if isWhole {
            var next = try nextFile(behind: ImageEnd(place: 0, isWhole: true)).start ?? buffer.count
            if next <= PhotoStream.mostPadding { spool.take(&next, from: &buffer) }
        }
        return switch spool.file {
        case .success(let file): .archive(file, isWhole: isWhole)
        case .failure(let error): .failed(error)
        }
    }

    /// Bytes after an image that are not a file, at most.
    private static let mostPadding = 16
    /// What cameras and editors append unannounced, at most, besides videos.
    private static let mostNotes = 1 << 16

    /// Where the file at the buffer's start ends; `nil` if it is not in a known format.
    private mutating func end() throws(ScanError) -> (
        end: ImageEnd, hiddenLengths: Set<Int>, isPadded: Bool
    )? {
        let head = buffer.bytes.prefix(FileSignature.length)
        let format = PhotoFormat(of: head)
        if format == .jpeg {
            let header = try JPEGHeader(in: &buffer, at: 0)
            let end = try header.imageEnd(in: &buffer)
            // If the file is cut off, what looks like its data may contain the next.
            return (
                end.isWhole ? end : ImageEnd(place: header.end, isWhole: false), header.hiddenLengths, true
            )
        }
        return try buffer.ownEnd(timeout: PhotoStream.timeout).map { ($0, [], format == .heif) }
    }

    /// Where the next file starts after one that was cut off: the length that a file states may reach into the next.
    /// `nil` if nothing indicates a cut.
    private mutating func startAfterCut(_ end: ImageEnd) throws(ScanError) -> Int? {
        guard let mostCarried = mostCarried else { return nil }
        if end.isWhole {
            let behind = buffer.afterBlanks(from: end.place)
            try buffer.waitFor(behind + FileSignature.length, timeout: PhotoStream.timeout)
            if behind >= buffer.count || buffer.showsFile(at: behind) { return nil }
        }
        // Blank bytes may precede a PDF.
        let own = mostCarried == .max ? buffer.firstSignature(from: 0) ?? 0 : 0
        let start = try buffer.nextStart(
            behind: own, over: end.isWhole ? end.place : nil, mostCarried, timeout: PhotoStream.timeout)
        return start ?? (end.isWhole ? nil : buffer.count)
    }

    /// The sizes of JPEGs that the file at the buffer's start may carry, in bytes; `nil` if its end is found in
    /// another way.
    private var mostCarried: Int? {
        let head = buffer.bytes.prefix(FileSignature.length)
        switch (PhotoFormat(of: head), DocumentFormat(of: head)) {
        case (.png, _), (.gif, _), (.bmp, _), (.jpeg2000, _): return 0
        case (.heif, _), (.tiff, _), (.webp, _): return StreamBuffer.largestPreview
        case (nil, .pdf): return .max
        case (.jpeg, _), (nil, _): return nil
        }
    }

    /// Where the next file starts; `nil` if all bytes so far belong to the one before: at the stream's end, or when
    /// nothing arrives for a while.
    ///
    /// Immediately after a complete file, or after blank bytes, the first bytes of any format suffice. Further on,
    /// where a video or a maker's notes may contain anything, only formats with a long signature count, and a JPEG
    /// must have a header from its first segment to its image data.
    ///
    /// - Parameter hiddenLengths: of the JPEGs that the photo announces after its end, in bytes.
    /// - Returns: also where the last JPEG ends that belongs to the file before, or that file itself.
    private mutating func nextFile(
        behind end: ImageEnd, hiddenLengths: Set<Int> = [], canWait: Bool = false
    ) throws(ScanError) -> (start: Int?, own: Int) {
        var place = end.place
        var own = end.place
        var hiddenLengths = hiddenLengths
        while true {
            if end.isWhole {
                let start = buffer.afterBlanks(from: end.place)
                if start < buffer.count {
                    try buffer.waitFor(start + FileSignature.length, timeout: PhotoStream.timeout)
                }
                // A JPEG may be hidden in the file before.
                if buffer.showsFile(at: start), !buffer.shows(StreamBuffer.jpegSignature, at: start) {
                    return (start, own)
                }
            }
            guard let start = buffer.firstSignature(from: place) else {
                if buffer.isAtEnd { return (nil, own) }
                if end.isWhole, hiddenLengths.isEmpty, !canWait, buffer.isQuiet(for: PhotoStream.timeout) {
                    return (nil, own)
                }
                // A signature may start in the bytes that have arrived.
                place = max(place, buffer.count - StreamBuffer.longestSignature)
                try buffer.readMore()
                continue
            }
            guard try buffer.holdsJPEG(at: start) else {
                try buffer.waitFor(start + FileSignature.length, timeout: PhotoStream.timeout)
                if buffer.showsFile(at: start) { return (start, own) }
                place = start + 1
                continue
            }
            let header = try JPEGHeader(in: &buffer, at: start)
            if header.isHidden || !hiddenLengths.isEmpty {
                let hidden = try header.imageEnd(in: &buffer)
                let isAnnounced = hiddenLengths.remove(hidden.place - start) != nil
                if isAnnounced || header.isHidden {
                    place = hidden.place
                    own = place
                    continue
                }
            }
            if header.isComplete || (end.isWhole && start == end.place) { return (start, own) }
            place = start + 1
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether they begin a picture or archive in a format that is known but not read: PBM, PGM, PPM, PSD, JPEG XL (whose
    /// leading zeros count as blank), OpenEXR, QOI, 7z, RAR, xz, Zstandard, bzip2.
    fileprivate var isForeignFile: Bool {
        let signatures: [[UInt8]] = [
            Array("8BPS".utf8), Array("\u{C}JXL ".utf8), [0xFF, 0x0A], [0x76, 0x2F, 0x31, 0x01],
            Array("qoif".utf8),
            [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], Array("Rar!\u{1A}\u{7}".utf8),
            [0xFD, 0x37, 0x7A, 0x58, 0x5A],
            [0x28, 0xB5, 0x2F, 0xFD], Array("BZh".utf8),
        ]
        return signatures.contains { starts(with: $0) }
            || first == UInt8(ascii: "P") && dropFirst().prefix(1).allSatisfy { (0x31...0x37).contains($0) }
                && dropFirst(2).prefix(1).allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    }

    fileprivate var isText: Bool {
        allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) }
            && String(validating: self, as: UTF8.self) != nil
    }

    /// Whether they include the first box of a video, as in motion photos.
    fileprivate var containsVideo: Bool { Data(self).range(of: Data("ftyp".utf8)) != nil }
}
