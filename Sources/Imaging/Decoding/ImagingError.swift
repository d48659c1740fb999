// Why a photo's bytes gave no picture.

package enum ImagingError: Error, Hashable, Sendable {
    case empty
    case unknownFormat
    /// Sides in pixels.
    case tooLarge(width: Int, height: Int)
    case truncated
    /// The bytes begin as this format and then are not it.
    case damaged(PhotoFormat)
    case noMemory

    /// A fixed word for programs.
    package var code: String {
        switch self {
        case .empty: "empty"
        case .unknownFormat: "unknown-format"
        case .tooLarge: "too-large"
        case .truncated: "truncated"
        case .damaged: "damaged"
        case .noMemory: "no-memory"
        }
    }

    /// What happened; what to do.
    package var message: String {
        switch self {
        case .empty: "file is empty; copy it again"
        case .unknownFormat: "not a photo of a known format; save it as JPEG or PNG"
        case .tooLarge(let width, let height):
            "\(width)×\(height) pixels are more than can be read; scale it below \(PhotoFile.maximumMegapixels) megapixels"
        case .truncated: "file ends early; copy it again"
        case .damaged(let format):
            "damaged \(format.name) file, or one of a rare kind; copy it again or save it as JPEG"
        case .noMemory: "not enough memory for its picture; scale it down"
        }
    }
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
