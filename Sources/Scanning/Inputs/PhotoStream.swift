// Several photos one after another on standard input, as `cat *.jpg` and `ffmpeg -f image2pipe` make them, taken
// apart again. Many phone photos carry a second, hidden JPEG (a gain map, a preview) or other bytes behind their
// end: those belong to the photo before them.
import Books
import Foundation
import Imaging

/// Where an image's own data ends in a stream.
struct ImageEnd {
    var place: Int
    /// Whether its end mark was there; else it is cut off or damaged.
    var isWhole: Bool
}

/// Hands out the photos of a stream, each with all bytes up to the next photo's first, so that a file that went
/// through `cat` comes out as it was.
struct PhotoStream: ~Copyable {
    /// Milliseconds to wait for what may follow an image's end before the photo is handed out as it is.
    private static let patience: Int32 = 500

    private var buffer: StreamBuffer
    private var hasBegun = false

    init(_ file: consuming InputFile) {
        buffer = StreamBuffer(file)
    }

    /// `nil` when there are no more. A format that does not say where it ends takes the whole stream.
    mutating func next() throws(ScanError) -> Data? {
        if hasBegun {
            let behindLast = ImageEnd(place: 0, isWhole: true)
            guard let start = try nextPhoto(behind: behindLast, canWait: true) else { return nil }
            buffer.removeFirst(start)
        }
        guard try buffer.holds(1) else { throw .empty }
        _ = try buffer.holds(PhotoFormat.signatureLength)
        hasBegun = true
        let next: Int?
        switch PhotoFormat(of: buffer.bytes) {
        case .jpeg:
            let header = try JPEGHeader(in: &buffer, at: 0)
            let end = try header.imageEnd(in: &buffer)
            next = try nextPhoto(behind: end, hiddenLengths: header.hiddenLengths)
        case .png:
            next = try nextPhoto(behind: try buffer.pngEnd())
        case .heif:
            next = try nextPhoto(behind: try buffer.heifEnd(patience: PhotoStream.patience))
        case .some:
            while !buffer.isAtEnd { try buffer.readMore() }
            next = nil
        case nil:
            _ = try buffer.holds(FileHead.length)
            guard FileHead.isReadable(buffer.bytes) else { throw .unknownFormat }
            while !buffer.isAtEnd { try buffer.readMore() }
            next = nil
        }
        return buffer.removeFirst(next ?? buffer.count)
    }

    /// Where the next photo starts; `nil` when all that has come belongs to the one before: at the stream's end, or
    /// when nothing more comes for a while.
    ///
    /// Right behind a whole image, a signature is enough. Further on, where a video or a maker's notes may hold
    /// anything, a JPEG must show a header from its first segment to its picture data.
    ///
    /// - Parameter hiddenLengths: of the JPEGs that the photo says it carries behind its end, in bytes.
    private mutating func nextPhoto(
        behind end: ImageEnd, hiddenLengths: Set<Int> = [], canWait: Bool = false
    ) throws(ScanError) -> Int? {
        var place = end.place
        var hiddenLengths = hiddenLengths
        while true {
            if end.isWhole, buffer.showsHEIF(at: end.place) { return end.place }
            guard let start = buffer.firstSignature(from: place) else {
                if buffer.isAtEnd { return nil }
                if end.isWhole, hiddenLengths.isEmpty, !canWait, buffer.isQuiet(for: PhotoStream.patience) {
                    return nil
                }
                place = buffer.count
                try buffer.readMore()
                continue
            }
            guard try buffer.holdsJPEG(at: start) else {
                if try buffer.holdsPNG(at: start) { return start }
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
