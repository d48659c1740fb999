// A number of a photo that is not an ISBN.

/// One labelled number that is not an ISBN, or the UPC-A of a paperback.
public struct OtherReading: Hashable, Sendable {
    public var number: OtherNumber
    /// 0…1: the mean over its characters; of a barcode, how often one read so clearly is right.
    public var confidence: Double
    /// Corners in the upright photo, clockwise from the top left of the first character; empty if the position is
    /// unknown.
    public var box: [PhotoPoint]
    /// Which of a book's photos shows it; `nil` in the record of one photo.
    public var photo: PhotoPage?

    public init(
        number: OtherNumber, confidence: Double, box: [PhotoPoint] = [], photo: PhotoPage? = nil
    ) {
        self.number = number
        self.confidence = confidence
        self.box = box
        self.photo = photo
    }
}

extension OtherReading: Codable {
    private enum CodingKeys: String, CodingKey { case confidence, box, photo }

    public init(from decoder: any Decoder) throws {
        let reading = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            number: try OtherNumber(from: decoder),
            confidence: try reading.decode(Double.self, forKey: .confidence),
            box: try reading.decode([PhotoPoint].self, forKey: .box),
            photo: try reading.decodeIfPresent(PhotoPage.self, forKey: .photo))
    }

    /// Confidence to three decimals.
    public func encode(to encoder: any Encoder) throws {
        try number.encode(to: encoder)
        var reading = encoder.container(keyedBy: CodingKeys.self)
        try reading.encode((confidence * 1000).rounded() / 1000, forKey: .confidence)
        try reading.encode(box, forKey: .box)
        try reading.encodeIfPresent(photo, forKey: .photo)
    }
}

extension [OtherReading] {
    /// Those of a book's photos together, each number once.
    package init(ofPhotos photos: [PhotoRecord]) {
        var seen: Set<OtherNumber> = []
        self = photos.flatMap { photo in
            photo.others.filter { seen.insert($0.number).inserted }.map { reading in
                var reading = reading
                reading.photo = photos.count > 1 ? photo.place : nil
                return reading
            }
        }
    }
}
