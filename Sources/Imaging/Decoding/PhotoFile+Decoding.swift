// The pixels of one page.
import CLeptonica
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
        guard case .file(_, .jpeg) = content, !isCMYK else { return 1 }
        return [8, 4, 2].first { max(width, height) / $0 >= side } ?? 1
    }

    /// - Parameter reduction: 1, 2, 4 or 8; each side is divided by it (JPEG only).
    package func decode(reduction: Int = 1) throws(ImagingError) -> Decoded {
        switch content {
        case .picture(let picture): return Decoded(image: picture, isIncomplete: false)
        case .file(let data, .heif):
            return Decoded(image: try HEIFPicture.decode(data), isIncomplete: false)
        case .file(let data, let format): return try decode(data, format, reduction: reduction)
        }
    }

    private func decode(
        _ data: Data, _ format: PhotoFormat, reduction: Int
    ) throws(ImagingError) -> Decoded {
        let endsEarly = format.endsEarly(data)
        var warnings: Int32 = 0
        let pix = data.withUnsafeBytes { raw -> UnsafeMutablePointer<Pix>? in
            let bytes = raw.bindMemory(to: UInt8.self)
            let (start, count) = (bytes.baseAddress, bytes.count)
            switch format {
            case .jpeg:
                let hint = (isCMYK ? 0 : L_JPEG_READ_LUMINANCE) | L_JPEG_CONTINUE_WITH_BAD_DATA
                return pixReadMemJpeg(start, count, 0, Int32(reduction), &warnings, Int32(hint))
            case .png: return pixReadMemPng(start, count)
            case .gif: return pixReadMemGif(start, count)
            case .bmp: return pixReadMemBmp(start, count)
            case .webp: return pixReadMemWebP(start, count)
            case .jpeg2000: return pixReadMemJp2k(start, count, 1, nil, 0, 0)
            case .tiff:
                var offset = offset
                return pixReadMemFromMultipageTiff(start, count, &offset)
            case .heif: return nil
            }
        }
        guard let pix else { throw endsEarly ? .truncated : .damaged(format) }
        guard let image = GrayImage(taking: pix)?.upright(orientation) else { throw .noMemory }
        // What is missing of a JPEG is filled with one grey.
        if warnings > 0, image.isPlain { throw endsEarly ? .truncated : .damaged(format) }
        return Decoded(image: image, isIncomplete: warnings > 0)
    }

}

extension PhotoFormat {
    /// Whether a file of this format lacks its end.
    fileprivate func endsEarly(_ data: Data) -> Bool {
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
