// The size of a picture from its header, and the memory that decoding needs: a file of a few bytes may claim
// gigabytes, which must be rejected before allocation.

/// Size, depth and samples as stated in the header.
struct ImageHeader {
    /// In pixels as stored, before rotation.
    var width: Int
    var height: Int
    /// Samples per pixel: 1 for grey, 3 for colour, one more with transparency.
    var samples = 1
    /// Bits per sample.
    var bits = 8
    /// Bytes that the decoder needs besides the picture, at any reduction.
    var held = 0

    /// Whether the decoder can produce a reduced picture faster or with less memory.
    func canBeReduced(_ format: PhotoFormat) -> Bool {
        switch format {
        case .jpeg, .jpeg2000: true
        case .png: bits == 16
        case .gif, .bmp, .tiff, .webp, .heif: false
        }
    }

    /// The least memory needed while the picture is decoded to grey, in bytes; decoders need somewhat more.
    func memory(_ format: PhotoFormat, reduction: Int) -> Int {
        let grey = ((width + reduction - 1) / reduction) * ((height + reduction - 1) / reduction)
        // Leptonica keeps the decoded picture until it is converted to grey, and needs four bytes per pixel for
        // colours.
        let decoded = samples < 3 ? grey * bits / 8 : 4 * grey
        let picture =
            switch format {
            case .jpeg: grey
            // Reduction sums pixels in two bytes each.
            case .png: reduction == 1 ? grey : 3 * grey
            // OpenJPEG needs four bytes per sample.
            case .jpeg2000: 4 * samples * grey + decoded
            // Luma, and chroma at half the width and height.
            case .heif: (bits > 8 ? 2 : 1) * grey * 3 / 2 + grey
            case .webp: 4 * grey + grey
            case .gif: 2 * grey
            case .bmp, .tiff: decoded + (samples < 3 && bits == 8 ? 0 : grey)
            }
        return held + picture
    }
}
