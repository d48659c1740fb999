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
