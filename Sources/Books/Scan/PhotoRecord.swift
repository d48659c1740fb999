// What a scan says of one photo: the record that JSON Lines prints and every other format is made from.

/// The verdict on a photo.
public enum ScanStatus: String, Codable, Sendable, CaseIterable {
    /// At least one ISBN is accepted.
    case found
    /// Something was read that a person should look at; nothing is accepted.
    case uncertain
    /// The photo was read and shows no ISBN.
    case none
    /// The photo could not be read.
    case failed
}

/// Which way a witness saw the number.
public enum WitnessReader: String, Codable, Sendable, CaseIterable {
    case ocr, barcode
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

    public init(
        reader: WitnessReader, text: String, confidence: Double, rotation: Int = 0, box: [PhotoPoint] = [],
        repairs: [String] = []
    ) {
        self.reader = reader
        self.text = text
        self.confidence = (confidence * 10_000).rounded() / 10_000
        self.rotation = rotation
        self.box = box
        self.repairs = repairs
    }
}

/// One ISBN that a photo shows, with all it rests on.
public struct ISBNReading: Hashable, Sendable {
    public var isbn: ISBN
    /// 0…1: how often a reading with this evidence is right.
    public var confidence: Double
    /// The label as the page prints it (`ISBN-13:`), `nil` when there is none.
    public var label: String?
    /// What the page calls this ISBN (`paperback`, `set`, `e-book`), `nil` when it says nothing.
    public var qualifier: String?
    /// Of a candidate, why it is not accepted (`check digit only`); of the first of several accepted, why it is
    /// the book's own. A few words; `nil` when there is nothing to say.
    public var reason: String?
    /// Which of the photo's books it belongs to, from 1 in the order in which they are printed.
    public var book: Int
    public var witnesses: [Witness]

    public init(
        isbn: ISBN, confidence: Double, label: String? = nil, qualifier: String? = nil, reason: String? = nil,
        book: Int = 1, witnesses: [Witness] = []
    ) {
        self.isbn = isbn
        self.confidence = confidence
        self.label = label
        self.qualifier = qualifier
        self.reason = reason
        self.book = book
        self.witnesses = witnesses
    }
}

/// One page of one photo.
public struct PhotoPage: Hashable, Sendable, Codable {
    /// The path exactly as given; `-` for standard input.
    public var photo: String
    /// Counts from 1.
    public var page: Int

    public init(photo: String, page: Int) {
        self.photo = photo
        self.page = page
    }
}

/// Why a photo could not be read.
public struct PhotoFailure: Error, Hashable, Sendable, Codable {
    /// A fixed word that programs can compare (`truncated`, `too-large`, `unreadable`, …).
    public var code: String
    /// What happened and what to do, for a person.
    public var message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}

/// What a scan says of one photo, or of one page of a photo with several.
public struct PhotoRecord: Hashable, Sendable {
    /// The path exactly as given; `-` for standard input.
    public var photo: String
    /// Counts from 1.
    public var page: Int
    /// Of the photo's bytes, 64 lower-case hexadecimal digits; `nil` when they could not be read.
    public var sha256: String?
    /// Pixels of the upright photo; `nil` when it gave no picture.
    public var width: Int?
    public var height: Int?
    public var status: ScanStatus
    /// Accepted; of each book that the photo shows its own first.
    public var isbns: [ISBNReading]
    /// Uncertain, the likeliest first, at most three.
    public var candidates: [ISBNReading]
    /// Where the same book was seen earlier in the run; `nil` for a book not seen before.
    public var repeats: PhotoPage?
    public var warnings: [String]
    /// This photo's own time on its worker.
    public var milliseconds: Double
    /// Where that time went; not part of the record that is written.
    public var stages = StageTimes()
    public var error: PhotoFailure?

    public init(
        photo: String, page: Int = 1, sha256: String? = nil, width: Int? = nil, height: Int? = nil,
        status: ScanStatus = .none, isbns: [ISBNReading] = [], candidates: [ISBNReading] = [],
        repeats: PhotoPage? = nil, warnings: [String] = [], milliseconds: Double = 0,
        error: PhotoFailure? = nil
    ) {
        self.photo = photo
        self.page = page
        self.sha256 = sha256
        self.width = width
        self.height = height
        self.status = status
        self.isbns = isbns
        self.candidates = candidates
        self.repeats = repeats
        self.warnings = warnings
        self.milliseconds = milliseconds
        self.error = error
    }
}
