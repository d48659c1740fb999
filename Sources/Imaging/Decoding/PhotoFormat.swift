// Detects the format of a photo from its first bytes, independent of its name.

/// A file format of photos.
package enum PhotoFormat: String, Sendable, CaseIterable {
    case jpeg = "JPEG"
    case png = "PNG"
    case gif = "GIF"
    case bmp = "BMP"
    case tiff = "TIFF"
    case webp = "WebP"
    case jpeg2000 = "JPEG 2000"
    case heif = "HEIF"

    /// The name for people.
    package var name: String { rawValue }

    /// How many bytes from the file's start `init(of:)` uses.
    package static let signatureLength = 32

    /// `nil` if the bytes start none of these formats, or are too few.
    ///
    /// HEIF includes HEIC and AVIF: the brands of ISO/IEC 23008-12, annex B, and of the AV1 image file format.
    package init?(of bytes: some Sequence<UInt8>) {
        let head = Array(bytes.prefix(PhotoFormat.signatureLength))
        func holds(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            head.dropFirst(offset).starts(with: signature)
        }
        func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
            text.withUTF8Buffer { head.dropFirst(offset).starts(with: $0) }
        }
        if holds([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if holds([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if holds("GIF87a") || holds("GIF89a") {
            self = .gif
        } else if holds("BM"), holds([0, 0, 0, 0], at: 6), holds([0, 0, 0], at: 15) {
            self = .bmp
        } else if holds("II*\0") || holds("MM\0*") || holds("II+\0") || holds("MM\0+") {
            self = .tiff
        } else if holds("RIFF"), holds("WEBP", at: 8) {
            self = .webp
        } else if holds([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
            || holds([0xFF, 0x4F, 0xFF, 0x51])
        {
            self = .jpeg2000
        } else if holds("ftyp", at: 4), PhotoFormat.heifBrands.contains(where: { holds($0, at: 8) }) {
            self = .heif
        } else {
            return nil
        }
    }

    private static let heifBrands: [StaticString] = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1", "avif",
        "avis",
    ]
}

/// Why a photo could not be decoded.
package enum ImagingError: Error, Hashable, Sendable {
    case empty
    case unknownFormat
    /// The size, in pixels.
    case tooLarge(width: Int, height: Int)
    /// It has more pages than this limit.
    case tooManyPages(Int)
    case truncated
    /// The bytes start in this format but are not valid.
    case damaged(PhotoFormat)
    case noMemory
    /// According to its header, the picture needs more memory than this limit, in bytes.
    case needsMore(than: Int)
}
