// The size of a picture from its header, and the memory that decoding needs: a file of a few bytes may claim gigabytes,
// which has to be rejected before any are allocated.

/// Sides, depth and samples as a header has them.
struct ImageHeader {
    /// Pixels as they are stored, not turned yet.
    var width: Int
    var height: Int
    /// Grey is one, colours are three, with transparency one more.
    var samples = 1
    /// Of a sample.
    var bits = 8
    /// Bytes that the decoder holds beside the picture, whatever the reduction.
    var held = 0

    /// Whether the decoder has a quick or a lean way to a smaller picture.
    func canBeReduced(_ format: PhotoFormat) -> Bool {
        switch format {
        case .jpeg, .jpeg2000: true
        case .png: bits == 16
        case .gif, .bmp, .tiff, .webp, .heif: false
        }
    }

    /// The bytes that are held at once when a picture has become grey, and no fewer than these: decoders hold more.
    func memory(_ format: PhotoFormat, reduction: Int) -> Int {
        let grey = ((width + reduction - 1) / reduction) * ((height + reduction - 1) / reduction)
        // Leptonica makes grey of a picture that stays until then, and of any colours takes four bytes a pixel.
        let decoded = samples < 3 ? grey * bits / 8 : 4 * grey
        let picture =
            switch format {
            case .jpeg: grey
            // What is reduced is summed up before, in two bytes.
            case .png: reduction == 1 ? grey : 3 * grey
            // OpenJPEG keeps four bytes a sample.
            case .jpeg2000: 4 * samples * grey + decoded
            // Luma, and chroma at half its sides.
            case .heif: (bits > 8 ? 2 : 1) * grey * 3 / 2 + grey
            case .webp: 4 * grey + grey
            case .gif: 2 * grey
            case .bmp, .tiff: decoded + (samples < 3 && bits == 8 ? 0 : grey)
            }
        return held + picture
    }
}
