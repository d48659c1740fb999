// Messages about photos and decisions on them.

import Books
import Catalogue

/// A scan's record of a photo, to which earlier decisions are to be applied.
package struct EvidenceMessage: Codable, Sendable {
    package var record: PhotoRecord

    package init(record: PhotoRecord) { self.record = record }
}

/// A decision on a photo.
package struct DecisionMessage: Codable, Sendable {
    /// SHA-256 of the photo's bytes, 64 hexadecimal digits.
    package var sha256: String
    package var page: Int
    /// The ISBN on the photo; `nil` if there is none.
    package var isbn: ISBN?
    /// The book without an ISBN on the photo.
    package var book: BookID?
    /// The ISBNs of all books on the photo.
    package var isbns: [ISBN]?
    /// The photo's display name.
    package var name: String

    package init(_ decision: PhotoDecision, sha256: String, page: Int, name: String) {
        self.sha256 = sha256
        self.page = page
        self.name = name
        switch decision {
        case .confirmed(let isbn): self.isbn = isbn
        case .book(let id): book = id
        case .several(let isbns): self.isbns = isbns
        case .rejected: break
        }
    }

    package var decision: PhotoDecision {
        isbns.map(PhotoDecision.several) ?? isbn.map(PhotoDecision.confirmed) ?? book.map(PhotoDecision.book)
            ?? .rejected
    }
}

/// A scan's record with an earlier decision applied.
package struct DecidedPhotoMessage: Codable, Sendable {
    /// A decision: an ISBN, a book without one, or the ISBNs of all books; none of them if the photo shows none.
    private struct Decision: Codable, Sendable {
        var isbn: ISBN?
        var book: BookID?
        var isbns: [ISBN]?
    }

    package var record: PhotoRecord
    /// `nil` if there is no decision.
    private var stored: Decision?

    private enum CodingKeys: String, CodingKey {
        case record
        case stored = "said"
    }

    package init(record: PhotoRecord, decision: PhotoDecision?) {
        self.record = record
        stored =
            switch decision {
            case nil: nil
            case .confirmed(let isbn): Decision(isbn: isbn)
            case .book(let id): Decision(book: id)
            case .several(let isbns): Decision(isbns: isbns)
            case .rejected: Decision()
            }
    }

    package var decision: PhotoDecision? {
        stored.map { stored in
            stored.isbns.map(PhotoDecision.several) ?? stored.isbn.map(PhotoDecision.confirmed)
                ?? stored.book.map(PhotoDecision.book) ?? .rejected
        }
    }
}
