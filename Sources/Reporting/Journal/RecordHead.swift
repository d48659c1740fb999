// As much of a record as a run's end and beginning want to know of it: reading all of a hundred thousand takes its time.
import Books
import Foundation

/// A record without its evidence.
struct RecordHead: Decodable {
    private enum CodingKeys: String, CodingKey {
        case photo, page, sha256, status, isbns, repeats, warnings, error, settings, photos, books
        case escapedPhoto = "photo_escaped"
    }

    struct Reading: Decodable {
        var isbn13: String
        var book: Int?
    }

    var photo: String
    var page: Int
    var sha256: String?
    var status: ScanStatus
    var isbns: [Reading]
    var repeats: PhotoPage?
    /// Whether it warns of photos of its group that came earlier.
    var isLate: Bool
    var error: PhotoFailure?
    /// See `PhotoRecord`; `nil`, too, where `isWithoutSettings`.
    var settings: String?
    /// Whether it was written by a version that did not say with what it read.
    var isWithoutSettings: Bool
    /// Of a book; `nil` in the record of one photo.
    var photos: [PhotoPage]?
    /// Whether it says what the books are, be it that nothing is known of them.
    var hasBooks: Bool

    var place: PhotoPage { PhotoPage(photo: photo, page: page) }

    /// `nil` for what is no record.
    init?(_ line: some Collection<UInt8>) {
        guard let head = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
        self = head
    }

    init(from decoder: any Decoder) throws {
        let head = try decoder.container(keyedBy: CodingKeys.self)
        photo = try head.decodePhoto(.photo, escaped: .escapedPhoto)
        page = try head.decode(Int.self, forKey: .page)
        sha256 = try head.decodeIfPresent(String.self, forKey: .sha256)
        status = try head.decode(ScanStatus.self, forKey: .status)
        isbns = try head.decode([Reading].self, forKey: .isbns)
        repeats = try head.decodeIfPresent(PhotoPage.self, forKey: .repeats)
        isLate = try head.decode([String].self, forKey: .warnings).contains(PhotoRecord.lateWarning)
        error = try head.decodeIfPresent(PhotoFailure.self, forKey: .error)
        settings = try head.decodeIfPresent(String.self, forKey: .settings)
        isWithoutSettings = !head.contains(.settings)
        photos = try head.decodeIfPresent([PhotoPage].self, forKey: .photos)
        hasBooks = head.contains(.books)
    }

    init(_ record: PhotoRecord) {
        photo = record.photo
        page = record.page
        sha256 = record.sha256
        status = record.status
        isbns = record.isbns.map { Reading(isbn13: $0.isbn.isbn13, book: $0.book) }
        repeats = record.repeats
        isLate = record.warnings.contains(PhotoRecord.lateWarning)
        error = record.error
        settings = record.settings
        isWithoutSettings = false
        photos = record.photos.isEmpty ? nil : record.photos.map(\.place)
        hasBooks = false
    }
}
