// The result of scanning one photo: the record that is written as JSON Lines and from which every other format is
// made.

/// The result of scanning one photo, one page of a photo with several, or all photos of one book.
public struct PhotoRecord: Hashable, Sendable {
    /// The path exactly as given, an address without its signature; `-` for standard input. Bytes that are not UTF-8
    /// are encoded as characters of Unicode's last private-use plane, and `PhotoPath` restores the path that opens
    /// the photo. Of several photos of one book, the one that gave the answer.
    public var photo: String
    /// Counts from 1.
    public var page: Int
    /// SHA-256 of the photo's bytes, 64 lower-case hexadecimal digits; `nil` if they could not be read.
    public var sha256: String?
    /// Pixels of the upright photo; `nil` if it could not be decoded.
    public var width: Int?
    public var height: Int?
    public var status: ScanStatus
    /// Accepted; the own ISBN of each book in the photo comes first.
    public var isbns: [ISBNReading]
    /// Uncertain, the likeliest first, at most three. Of status `none`, what a reviewer rejected.
    public var candidates: [ISBNReading]
    /// Numbers that are not ISBNs, in the order in which they were read. Only the UPC-A of a paperback is evidence for one.
    public var others: [OtherReading] = []
    /// The Library of Congress Control Number among them; the first of several.
    package var lccn: OtherNumber? { others.first { $0.number.kind == .lccn }?.number }
    /// The largest lines of print, in reading order; only of a photo without an ISBN, and only if they were asked for.
    public var titleLines: [TitleLine] = []
    /// Where the photo's book was seen earlier in the run, the first of several; `nil` if one of its books was not seen
    /// before.
    public var repeats: PhotoPage?
    /// The book that a reviewer chose for a photo without an ISBN; not part of the written record, which may have it among
    /// its `books`.
    public var chosenBook: ChosenBook?
    public var warnings: [String]
    /// The time that its worker spent on this photo.
    public var milliseconds: Double
    /// How that time was spent; not part of the written record.
    public var stages = StageTimes()
    /// The stamp of its file just before it was read; `nil` if there was none. Not part of the written record.
    package var stamp: FileStamp?
    public var error: PhotoFailure?
    /// Fingerprint of the settings that the photo was read with, 16 lower-case hexadecimal digits: the program's
    /// version, the text model and the options that change answers. `nil` if it was not read.
    public var settings: String?
    /// Warnings about photos of one group that are not consecutive.
    package static let lateWarning = "other photos of its group came earlier; list a group's photos together"
    /// The result of each photo by itself, if they were read as photos of one book; otherwise empty.
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

/// The result for a photo.
public enum ScanStatus: String, Codable, Sendable, CaseIterable {
    /// At least one ISBN is accepted.
    case found
    /// There are candidates for review; nothing is accepted.
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
    /// Finding and decoding barcodes.
    public var bars = 0.0
    /// Finding lines of text.
    public var lines = 0.0
    /// Cropping lines and reading them.
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
    /// A fixed word for programs (`truncated`, `too-large`, `unreadable`, …).
    public var code: String
    /// What happened and what to do, for a person.
    public var message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// Whether another attempt may succeed without any change by the user: the disk or the system caused it.
    package var mayPass: Bool { ["unavailable", "no-worker"].contains(code) }
}

// One status for a file with several pages, which has one record per page.
extension Collection<PhotoRecord> {
    /// The status of a photo from those of its pages: `found` if one of them is, else `uncertain`, else `failed`,
    /// else `none`. `nil` without records.
    package var verdict: ScanStatus? {
        [ScanStatus.found, .uncertain, .failed, .none].first { status in contains { $0.status == status } }
    }
}
