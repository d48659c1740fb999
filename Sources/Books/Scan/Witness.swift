// One piece of evidence for an ISBN in a photo.

/// One reading of one number in a photo: the evidence behind an answer.
public struct Witness: Hashable, Sendable, Codable {
    public var reader: WitnessReader
    /// What was read, as it was read.
    public var text: String
    /// 0…1, to four decimals: more would say nothing.
    public var confidence: Double
    /// Clockwise degrees, 0…359, by which the upright photo was turned to read this.
    public var rotation: Int
    /// Corners in the upright photo, clockwise from the first letter's top left; empty when the place is unknown.
    public var box: [PhotoPoint]
    /// Each character that was repaired, in words (`O→0 at 7`).
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

/// Which way a witness saw the number.
public enum WitnessReader: String, Codable, Sendable, CaseIterable {
    case ocr, barcode
    /// The characters of a document, as they are.
    case text
    /// What a document says of itself: an EPUB's package.
    case metadata

    /// Those of a picture, which a person may choose among.
    public static let ofPictures: [WitnessReader] = [.ocr, .barcode]
}

/// A place in the upright photo, in pixels from its top left corner. Encoded as `[x, y]`.
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
