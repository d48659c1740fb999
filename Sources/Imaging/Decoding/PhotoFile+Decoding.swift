// The pixels of one page.
import CLeptonica
import CPictures
import Foundation

extension PhotoFile.Page {
    /// An upright grey picture and how much of it could be had.
    package struct Decoded {
        package let image: GrayImage
        /// The file ends early or is damaged; the picture is what could be read.
        package let isIncomplete: Bool
    }

    /// The largest reduction that keeps the long side at or above `side` pixels: 1, 2, 4 or 8, and 1 for formats
    /// that have no quick way to a small picture.
    package func reduction(keeping side: Int) -> Int {
        guard case .file(_, let format) = content, promise.canBeReduced(format) else { return 1 }
        return Reduction.largest(of: max(width, height), keeping: side)
    }

    /// Throws `needsMore`, and decodes nothing, when the header promises more than may be taken.
    ///
    /// - Parameter reduction: 1, 2, 4 or 8; each side is divided by it (JPEG, JPEG 2000 and PNG of 16 bits only).
    package func decode(reduction: Int = 1) throws(ImagingError) -> Decoded {
        switch content {
        case .picture(let picture): return Decoded(image: picture, isIncomplete: false)
        case .file(let data, let format):
            try check(format, reduction: reduction)
            let (stored, isIncomplete) = try decode(data, format, reduction: reduction)
            guard let image = stored.upright(orientation) else { throw .noMemory }
            // What is missing of a JPEG is filled with one grey.
            if isIncomplete, image.isPlain { throw format.failure(of: data) }
            return Decoded(image: image, isIncomplete: isIncomplete)
        }
    }

    private func check(_ format: PhotoFormat, reduction: Int) throws(ImagingError) {
        guard let memory, promise.memory(format, reduction: reduction) > memory else { return }
        throw .needsMore(than: memory)
    }

    /// As the file stores it, not turned yet.
    private func decode(
        _ data: Data, _ format: PhotoFormat, reduction: Int
    ) throws(ImagingError) -> (GrayImage, isIncomplete: Bool) {
        switch format {
        case .jpeg:
            return try fill(data, format, reduction: reduction) {
                picture_decode_jpeg($0, $1, UInt32(reduction), $2)
            }
        case .png:
            return try fill(data, format, reduction: reduction) {
                picture_decode_png($0, $1, UInt32(reduction), $2)
            }
        case .heif: return (try HEIFPicture.decode(data), false)
        case .gif: return try convert(data, format, pixReadMemGif)
        case .bmp: return try convert(data, format, pixReadMemBmp)
        case .webp: return try convert(data, format, pixReadMemWebP)
        case .jpeg2000:
            do throws(ImagingError) {
                return try convert(data, format) { pixReadMemJp2k($0, $1, UInt32(reduction), nil, 0, 0) }
            } catch {
                guard reduction > 1, error != .noMemory else { throw error }
                // Not every file has the smaller resolutions.
                try check(format, reduction: 1)
                return try decode(data, format, reduction: 1)
            }
        case .tiff:
            var offset = offset
            return try convert(data, format) { pixReadMemFromMultipageTiff($0, $1, &offset) }
        }
    }

    /// A picture that a decoder of Leptonica's makes.
    private func convert(
        _ data: Data, _ format: PhotoFormat,
        _ decode: (UnsafePointer<UInt8>?, Int) -> UnsafeMutablePointer<Pix>?
    ) throws(ImagingError) -> (GrayImage, isIncomplete: Bool) {
        // Leptonica does not say why it gives no picture; the allocation that failed does.
        errno = 0
        let pix = data.withUnsafeBytes { decode($0.bindMemory(to: UInt8.self).baseAddress, $0.count) }
        guard let pix else { throw errno == ENOMEM ? .noMemory : format.failure(of: data) }
        guard let image = GrayImage(taking: pix) else { throw .noMemory }
        return (image, false)
    }

    /// A picture whose rows a decoder of `CPictures` sets.
    private func fill(
        _ data: Data, _ format: PhotoFormat, reduction: Int = 1,
        _ decode: (UnsafePointer<UInt8>?, Int, PictureRows) -> PictureOutcome
    ) throws(ImagingError) -> (GrayImage, isIncomplete: Bool) {
        let (width, height) = (
            (promise.width + reduction - 1) / reduction, (promise.height + reduction - 1) / reduction
        )
        guard let image = GrayImage(unfilledWidth: width, height: height) else { throw .noMemory }
        let outcome = image.fill { start in
            let rows = PictureRows(
                start: start, stride: image.stride, width: UInt32(width), height: UInt32(height))
            return data.withUnsafeBytes {
                decode($0.bindMemory(to: UInt8.self).baseAddress, $0.count, rows)
            }
        }
        switch outcome {
        case PICTURE_COMPLETE, PICTURE_INCOMPLETE: return (image, outcome == PICTURE_INCOMPLETE)
        case PICTURE_NO_MEMORY: throw .noMemory
        default: throw format.failure(of: data)
        }
    }
}

extension PhotoFormat {
    /// Why a file of this format gave no picture.
    fileprivate func failure(of data: Data) -> ImagingError { endsEarly(data) ? .truncated : .damaged(self) }

    /// Whether a file of this format lacks its end.
    private func endsEarly(_ data: Data) -> Bool {
        switch self {
        case .jpeg: data.suffix(64).range(of: Data([0xFF, 0xD9])) == nil
        case .png: data.suffix(64).range(of: Data("IEND".utf8)) == nil
        case .gif: data.last != 0x3B
        case .webp, .bmp:
            data.dropFirst(self == .webp ? 4 : 2).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
                > data.count
        case .tiff, .jpeg2000, .heif: false
        }
    }
}
