// What a scan says of one photo: the record that JSON Lines prints and every other format is made from.

/// What a scan says of one photo, of one page of a photo with several, or of all photos of one book.
public struct PhotoRecord: Hashable, Sendable {
    /// The path exactly as given, an address without what signs it; `-` for standard input. Bytes that are no UTF-8 have
    /// characters of Unicode's last private plane in their place, and a `PhotoPath` of it opens the photo. Of several photos
    /// of one book, that on which the answer rests.
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
    /// Fingerprint of what the photo was read with, 16 lower-case hexadecimal digits: the program's version, the text model
    /// and the options that change answers. `nil` where it was not read.
    public var settings: String?
    /// What is warned of where photos of one group do not follow each other.
    package static let lateWarning = "other photos of its group came earlier; list a group's photos together"
    /// What each of a book's photos says alone, where they were read as photos of one book; else empty.
    public var photos: [PhotoRecord] = []

    public init(
        photo: String, page: Int = 1, sha256: String? = nil, width: Int? = nil, height: Int? = nil,
        status: ScanStatus = .none, isbns: [ISBNReading] = [], candidates: [ISBNReading] = [],
        repeats: PhotoPage? = nil, warnings: [String] = [], milliseconds: Double = 0,
        error: PhotoFailure? = nil, settings: String? = nil
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
        self.settings = settings
    }
}
