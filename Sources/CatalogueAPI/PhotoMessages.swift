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
        let stored = StoredDecision(decision)
        (isbn, book, isbns) = (stored.isbn, stored.book, stored.isbns)
    }

    package var decision: PhotoDecision { StoredDecision(isbn: isbn, book: book, isbns: isbns).decision }
}

/// An ISBN, a book without one, or the ISBNs of all books; none of them if the photo shows none.
private struct StoredDecision: Codable, Sendable {
    var isbn: ISBN?
    var book: BookID?
    var isbns: [ISBN]?

    var decision: PhotoDecision {
        isbns.map(PhotoDecision.several) ?? isbn.map(PhotoDecision.confirmed) ?? book.map(PhotoDecision.book)
            ?? .rejected
    }
}

extension StoredDecision {
    init(_ decision: PhotoDecision) {
        switch decision {
        case .confirmed(let isbn): self.init(isbn: isbn)
        case .book(let id): self.init(book: id)
        case .several(let isbns): self.init(isbns: isbns)
        case .rejected: self.init()
        }
    }
}

/// A scan's record with an earlier decision applied.
package struct DecidedPhotoMessage: Codable, Sendable {
    package var record: PhotoRecord
    /// `nil` if there is no decision.
    private var stored: StoredDecision?

    private enum CodingKeys: String, CodingKey {
        case record
        case stored = "said"
    }

    package init(record: PhotoRecord, decision: PhotoDecision?) {
        self.record = record
        stored = decision.map(StoredDecision.init)
    }

    package var decision: PhotoDecision? { stored?.decision }
}
