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

/// Milliseconds that one page spent in each stage.
public struct StageTimes: Hashable, Codable, Sendable {
    /// From the file's bytes to an upright grey picture.
    public var decode = 0.0
    /// Looking for bars and decoding them.
    public var bars = 0.0
    /// Finding lines of text.
    public var lines = 0.0
    /// Cutting lines out and reading them.
    public var ocr = 0.0

    public init() {}

    package static func += (sum: inout StageTimes, more: StageTimes) {
        sum.decode += more.decode
        sum.bars += more.bars
        sum.lines += more.lines
        sum.ocr += more.ocr
    }
}

/// Why a photo could not be read.
public struct PhotoFailure: Hashable, Sendable, Codable {
    /// A fixed word that programs can compare (`truncated`, `too-large`, `unreadable`, …).
    public var code: String
    /// What happened and what to do, for a person.
    public var message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// Whether it may be read another time without anybody's doing: the disk or the system was at fault.
    package var mayPass: Bool { ["unavailable", "no-worker"].contains(code) }
}

// One status for a file with several pages, which has one record per page.
extension Collection<PhotoRecord> {
    /// What a photo's pages come to: `found` where one of them is, else `uncertain`, else `failed`, else `none`. `nil` of
    /// no records.
    package var verdict: ScanStatus? {
        [ScanStatus.found, .uncertain, .failed, .none].first { status in contains { $0.status == status } }
    }
}
