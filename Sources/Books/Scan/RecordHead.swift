// The part of a record that resuming needs; decoding whole records of large runs would be slow.
import Foundation

/// A record without its evidence.
package struct RecordHead: Decodable {
    private enum CodingKeys: String, CodingKey {
        case photo, page, sha256, status, isbns, repeats, warnings, error, settings, photos, books,
            marks
        case escapedPhoto = "photo_escaped"
    }

    package struct Reading: Decodable {
        package var isbn13: String
        package var book: Int?
    }

    package var photo: String
    package var page: Int
    package var sha256: String?
    package var status: ScanStatus
    package var isbns: [Reading]
    package var repeats: PhotoPage?
    /// Whether it has warnings about earlier photos of its group.
    package var isLate: Bool
    package var error: PhotoFailure?
    /// See `PhotoRecord`.
    package var settings: String?
    /// For a book; `nil` in the record of one photo.
    package var photos: [PhotoPage]?
    /// Whether the record contains looked-up books, even if nothing was found about them.
    package var hasBooks: Bool
    /// Whether a reviewer chose a book without an ISBN.
    package var hasChosenBook: Bool
    /// Whether one of them is marked as having come earlier in the run.
    package var hasSeenBooks: Bool

    /// The ISBN-13 of each book, in order.
    package var ownISBNs: [String] { isbns.unique { $0.book ?? 1 }.map(\.isbn13) }

    package var place: PhotoPage { PhotoPage(photo: photo, page: page) }

    /// `nil` for a line that is not a record.
    package init?(_ line: some Collection<UInt8>) {
        guard let head = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
        self = head
    }

    package init(from decoder: any Decoder) throws {
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
        photos = try head.decodeIfPresent([PhotoPage].self, forKey: .photos)
        hasBooks = head.contains(.books)
        hasChosenBook = status == .none && head.decodeChosenBook(.books) != nil
        let marks = try head.decodeIfPresent([String].self, forKey: .marks)
        hasSeenBooks = marks?.contains(BookMark.twice.rawValue) == true
    }

    package init(_ record: PhotoRecord) {
        photo = record.photo
        page = record.page
        sha256 = record.sha256
        status = record.status
        isbns = record.isbns.map { Reading(isbn13: $0.isbn.isbn13, book: $0.book) }
        repeats = record.repeats
        isLate = record.warnings.contains(PhotoRecord.lateWarning)
        error = record.error
        settings = record.settings
        photos = record.photos.isEmpty ? nil : record.photos.map(\.place)
        hasBooks = false
        hasChosenBook = record.chosenBook != nil
        hasSeenBooks = false
    }
}
