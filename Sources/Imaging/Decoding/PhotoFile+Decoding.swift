// Decodes the pixels of one page.
import CLeptonica
import CPictures
import Foundation

extension PhotoFile.Page {
    /// An upright picture, which may be incomplete.
    package struct Picture<Image: DecodedImage> {
        package let image: Image
        /// The file is cut off or damaged; the picture is what could be decoded.
        package let isIncomplete: Bool
    }

    /// The largest reduction that keeps the long side at `side` pixels or more: 1, 2, 4 or 8; always 1 for formats
    /// that can't be reduced quickly.
    package func reduction(keeping side: Int) -> Int {
        guard case .file(_, let format) = content, header.canBeReduced(format) else { return 1 }
        return Reduction.largest(of: max(width, height), keeping: side)
    }

    /// Throws `needsMore`, without decoding, if the memory needed according to the header exceeds the limit.
    ///
    /// - Parameter reduction: 1, 2, 4 or 8; each side is divided by it (JPEG, JPEG 2000 and PNG of 16 bits only).
    package func decode(reduction: Int = 1) throws(ImagingError) -> Picture<GreyImage> {
        if case .picture(let picture) = content { return Picture(image: picture, isIncomplete: false) }
        return try decoded(reduction: reduction)
    }

    /// The same in colour.
    ///
    /// - Parameter mustBeComplete: whether to throw `truncated` or `damaged` for a picture of which a part is missing.
    package func colour(
        reduction: Int = 1, mustBeComplete: Bool = false
    ) throws(ImagingError) -> ColourImage {
        if case .picture(let picture) = content {
            guard let image = ColourImage(taking: pixClone(picture.pix)) else { throw .noMemory }
            return image
        }
        let picture: Picture<ColourImage> = try decoded(reduction: reduction)
        if mustBeComplete, picture.isIncomplete, case .file(let data, let format) = content {
            throw failure(of: data, format)
        }
        return picture.image
    }

    private func decoded<Image>(reduction: Int) throws(ImagingError) -> Picture<Image> {
        guard case .file(let data, let format) = content else { throw .empty }
        try check(format, reduction: reduction)
        let stored: Picture<Image> = try stored(data, format, reduction: reduction)
        guard let image = stored.image.upright(orientation) else { throw .noMemory }
        // Missing parts of a JPEG are filled with one grey.
        if stored.isIncomplete, image.isPlain { throw failure(of: data, format) }
        return Picture(image: image, isIncomplete: stored.isIncomplete)
    }

    /// The error for a page that could not be decoded.
    private func failure(of data: Data, _ format: PhotoFormat) -> ImagingError {
        missing > 0 || format.endsEarly(data) ? .truncated : .damaged(format)
    }

    private func check(_ format: PhotoFormat, reduction: Int) throws(ImagingError) {
        guard let memory, header.memory(format, reduction: reduction) > memory else { return }
        throw .needsMore(than: memory)
    }

    /// As stored, before rotation.
    private func stored<Image>(
        _ data: Data, _ format: PhotoFormat, reduction: Int
    ) throws(ImagingError) -> Picture<Image> {
        switch format {
        case .jpeg:
            return try fill(data, format, reduction: reduction) {
                picture_decode_jpeg($0, $1, UInt32(reduction), $2)
            }
        case .png:
            return try fill(data, format, reduction: reduction) {
                picture_decode_png($0, $1, UInt32(reduction), $2)
            }
        case .heif: return Picture(image: try HEIFPicture.image(data, picture), isIncomplete: false)
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
                return try stored(data, format, reduction: 1)
            }
        case .tiff:
            errno = 0
            let pix = try PhotoFile.withTIFF(data, changes, missing: missing) { pixReadStreamTiff($0, 0) }
            return try complete(pix, data, format)
        }
    }

    /// A picture from one of Leptonica's decoders.
    private func convert<Image>(
        _ data: Data, _ format: PhotoFormat,
        _ decode: (UnsafePointer<UInt8>?, Int) -> UnsafeMutablePointer<Pix>?
    ) throws(ImagingError) -> Picture<Image> {
        errno = 0
        let pix = data.withUnsafeBytes { decode($0.bindMemory(to: UInt8.self).baseAddress, $0.count) }
        return try complete(pix, data, format)
    }

    /// - Parameter pix: `nil` if the decoder failed; `errno` is from the decoder, and was 0 before.
    private func complete<Image>(
        _ pix: UnsafeMutablePointer<Pix>?, _ data: Data, _ format: PhotoFormat
    ) throws(ImagingError) -> Picture<Image> {
        // Leptonica does not report the cause, but a failed allocation sets `errno`.
        guard let pix else { throw errno == ENOMEM ? .noMemory : failure(of: data, format) }
        guard let image = Image(taking: pix) else { throw .noMemory }
        return Picture(image: image, isIncomplete: missing > 0)
    }

    /// A picture whose rows are filled by a decoder of `CPictures`.
    private func fill<Image>(
        _ data: Data, _ format: PhotoFormat, reduction: Int,
        _ decode: (UnsafePointer<UInt8>?, Int, PictureRows) -> PictureOutcome
    ) throws(ImagingError) -> Picture<Image> {
        let (width, height) = (
            (header.width + reduction - 1) / reduction, (header.height + reduction - 1) / reduction
        )
        guard let image = Image(unfilledWidth: width, height: height) else { throw .noMemory }
        let outcome = image.fill { start in
            let rows = PictureRows(
                start: start, stride: image.stride, width: UInt32(width), height: UInt32(height),
                has_colour: Image.hasColour ? 1 : 0)
            return data.withUnsafeBytes {
                decode($0.bindMemory(to: UInt8.self).baseAddress, $0.count, rows)
            }
        }
        switch outcome {
        case PICTURE_COMPLETE, PICTURE_INCOMPLETE:
            return Picture(image: image, isIncomplete: outcome == PICTURE_INCOMPLETE)
        case PICTURE_NO_MEMORY: throw .noMemory
        default: throw failure(of: data, format)
        }
    }
}

extension GreyImage: DecodedImage {
    package static var hasColour: Bool { false }
}

extension PhotoFormat {
    /// Whether the end of a file is missing.
    fileprivate func endsEarly(_ data: Data) -> Bool {
        switch self {
        case .jpeg: data.suffix(64).range(of: Data([0xFF, 0xD9])) == nil
        case .png: data.suffix(64).range(of: Data("IEND".utf8)) == nil
        case .gif: data.last != 0x3B
        case .webp, .bmp:
            data.dropFirst(self == .webp ? 4 : 2).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
                > data.count
        // A TIFF's directories say where its pixels are.
        case .tiff, .jpeg2000, .heif: false
        }
    }
}
