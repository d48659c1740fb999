// Why a photo's bytes gave no picture.

package enum ImagingError: Error, Hashable, Sendable {
    case empty
    case unknownFormat
    /// Sides in pixels.
    case tooLarge(width: Int, height: Int)
    /// More than so many, which is how many were read.
    case tooManyPages(Int)
    case truncated
    /// The bytes begin as this format and then are not it.
    case damaged(PhotoFormat)
    case noMemory
    /// Its header promises a picture that takes more than so many bytes.
    case needsMore(than: Int)
}

extension PhotoFormat {
    /// As people call it.
    package var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .gif: "GIF"
        case .bmp: "BMP"
        case .tiff: "TIFF"
        case .webp: "WebP"
        case .jpeg2000: "JPEG 2000"
        case .heif: "HEIF"
        }
    }
}
