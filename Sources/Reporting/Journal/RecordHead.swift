// As much of a record as a run's end and beginning want to know of it: reading all of a hundred thousand takes its time.
import Books
import Foundation

/// A record without its evidence.
struct RecordHead: Decodable {
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
    var error: PhotoFailure?
    /// Of a book; `nil` in the record of one photo.
    var photos: [PhotoPage]?

    var place: PhotoPage { PhotoPage(photo: photo, page: page) }

    /// `nil` for what is no record.
    init?(_ line: some Collection<UInt8>) {
        guard let head = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
        self = head
    }

    init(_ record: PhotoRecord) {
        photo = record.photo
        page = record.page
        sha256 = record.sha256
        status = record.status
        isbns = record.isbns.map { Reading(isbn13: $0.isbn.isbn13, book: $0.book) }
        repeats = record.repeats
        error = record.error
        photos = record.photos.isEmpty ? nil : record.photos.map(\.place)
    }
}
