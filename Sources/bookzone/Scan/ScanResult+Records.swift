// The records of a result.
import Batch
import Books
import Formatting
import Output

extension ScanResult {
    /// One per page of a photo, or the one of a book.
    var records: [PhotoRecord] {
        switch self {
        case .photo(let records): records
        case .book(let record, _), .recorded(let record, _): [record]
        case .known, .passed, .repeated, .skipped: []
        }
    }

    /// The same, with paths that lead to their photos from here.
    var locatedRecords: [PhotoRecord] {
        if case .recorded(let record, let position) = self {
            [record.located(from: position)]
        } else {
            records
        }
    }

    var isbns: [ISBN] { records.flatMap(\.isbns).map(\.isbn) }
}

extension PhotoRecord {
    /// Says why the photo could not be read, if it could not.
    func noteFailure() {
        if let error { Console.note("\(photo.shownPath): \(error.message.printable)") }
    }
}
