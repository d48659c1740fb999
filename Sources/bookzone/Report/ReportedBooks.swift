// What the store says of a record on its way into a report: the titles of its books, and what a person decided.
import Batch
import Books
import Catalogue
import RunReport

struct ReportedBooks: Sendable {
    private let store: (any BookReader & PhotoDecisions)?

    /// - Parameter store: `nil` where there is none: then there are no titles.
    init(_ store: (any BookReader & PhotoDecisions)?) {
        self.store = store
    }

    /// The photo of a record, or those of a book. Nothing is kept of them.
    func shown(_ record: PhotoRecord, at place: RecordPlace) throws(CatalogueError) -> [ShownPhoto] {
        var record = record
        var named: [PhotoPage: String] = [:]
        var titles: [ISBN: String] = [:]
        if let store {
            if let decision = try store.said(of: record, keeps: false) {
                record = record.following(decision)
                if case .book(let id) = decision {
                    let words = try store.book(.id(id))?.words
                    for photo in record.single { named[photo.place] = words }
                }
            }
            for reading in record.isbns + record.candidates {
                titles[reading.isbn] = try store.book(.isbn(reading.isbn))?.words
            }
        }
        return record.files.map { pages in
            ShownPhoto(pages, photo: pages[0].photo(at: place), titles: titles, named: named)
        }
    }
}
