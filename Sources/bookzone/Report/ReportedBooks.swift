// What the store says of a record on its way into a report: the titles of its books, and what a person decided.
import Books
import Catalogue
import RunReport
import Scanning

struct ReportedBooks: Sendable {
    private let store: Store?

    /// - Parameter store: `nil` where there is none: then there are no titles.
    init(_ store: Store?) {
        self.store = store
    }

    /// Nothing is kept of it.
    func shown(_ record: PhotoRecord, photo: Photo?) throws(CatalogueError) -> ShownPhoto {
        guard let store else { return ShownPhoto([record], photo: photo) }
        var record = record
        var named: [PhotoPage: String] = [:]
        if let sha256 = record.sha256, let decision = try store.decision(on: sha256, page: record.page) {
            record = record.following(decision)
            if case .book(let id) = decision { named[record.place] = try store.book(.id(id))?.words }
        }
        var titles: [ISBN: String] = [:]
        for reading in record.isbns + record.candidates {
            titles[reading.isbn] = try store.book(.isbn(reading.isbn))?.words
        }
        return ShownPhoto([record], photo: photo, titles: titles, named: named)
    }
}
