// A line of print of a photo without a number.

/// A line of a title page or cover, as it was read.
public struct TitleLine: Hashable, Sendable {
    /// With a space between words.
    public var text: String
    /// 0…1: the mean over its words.
    public var confidence: Double
    /// Corners in the upright photo, clockwise from the top left of the first character.
    public var box: [PhotoPoint]

    public init(text: String, confidence: Double, box: [PhotoPoint]) {
        self.text = text
        self.confidence = confidence
        self.box = box
    }
}

extension TitleLine: Codable {
    private enum CodingKeys: String, CodingKey { case text, confidence, box }

    /// Confidence to three decimals.
    public func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: CodingKeys.self)
        try line.encode(text, forKey: .text)
        try line.encode((confidence * 1000).rounded() / 1000, forKey: .confidence)
        try line.encode(box, forKey: .box)
    }
}
