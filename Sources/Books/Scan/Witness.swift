// One piece of evidence for an ISBN in a photo.

/// One reading of one number in a photo: the evidence behind an answer.
public struct Witness: Hashable, Sendable, Codable {
    public var reader: WitnessReader
    /// The text as read.
    public var text: String
    /// 0…1, to four decimals; more are not significant.
    public var confidence: Double
    /// By how many degrees clockwise, 0…359, the upright photo was rotated to read this.
    public var rotation: Int
    /// Corners in the upright photo, clockwise from the top left of the first letter; empty if the position is
    /// unknown.
    public var box: [PhotoPoint]
    /// Each repaired character, in words (`O→0 at 7`).
    public var repairs: [String]
    /// Which of a book's photos shows it; `nil` in the record of one photo.
    public var photo: PhotoPage?

    public init(
        reader: WitnessReader, text: String, confidence: Double, rotation: Int = 0, box: [PhotoPoint] = [],
        repairs: [String] = [], photo: PhotoPage? = nil
    ) {
        self.reader = reader
        self.text = text
        self.confidence = (confidence * 10_000).rounded() / 10_000
        self.rotation = rotation
        self.box = box
        self.repairs = repairs
        self.photo = photo
    }
}

extension Witness {
    /// The confidence of bars whose measured widths fit this number and no other.
    package static let measuredBars = 0.999
}

/// What kind of reading a witness is.
public enum WitnessReader: String, Codable, Sendable, CaseIterable {
    case ocr, barcode
    /// A house label, which is never a witness of an ISBN.
    case label
    /// The largest lines of a photo without a number, by which its book may be found; never a witness, either.
    case title
    /// The text of a document, without OCR.
    case text
    /// The metadata of a document: an EPUB's package.
    case metadata

    /// The readers of pictures, among which users can choose.
    public static let ofPictures: [WitnessReader] = [.ocr, .barcode, .label, .title]
    /// Those that look for ISBNs.
    public static let usual: Set<WitnessReader> = [.ocr, .barcode]
}

/// A point in the upright photo, in pixels from its top left corner. Encoded as `[x, y]`.
public struct PhotoPoint: Hashable, Sendable, Codable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    public init(from decoder: any Decoder) throws {
        var pair = try decoder.unkeyedContainer()
        self.init(x: try pair.decode(Int.self), y: try pair.decode(Int.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var pair = encoder.unkeyedContainer()
        try pair.encode(x)
        try pair.encode(y)
    }
}
