// What an ISBN of a photo rests on.

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
