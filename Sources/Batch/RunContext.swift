// The state of a run that records refer to: page numbers of standard input, and earlier books.
import Books
import Reading

/// Completes results in the order in which they are handed out.
package struct RunContext {
    private var firstPages: [ISBN: PhotoPage] = [:]
    private var streamedPages = 0

    package init() {}

    mutating func completed(_ result: ScanResult) -> ScanResult {
        switch result {
        case .photo(let records): .photo(records.map { repeated($0) })
        case .book(let record, let photos): .book(repeated(record), photos: photos)
        case .recorded(let record, let place): .recorded(repeated(record), place)
        case .known, .passed, .repeated, .skipped: result
        }
    }

    /// With the pages of standard input counted through.
    mutating func counted(_ photo: [PageReading]) -> [PageReading] {
        var photo = photo
        let before = streamedPages
        for place in photo.indices where photo[place].record.photo == PhotoPath.standardInput.name {
            photo[place].pageOfFile = photo[place].record.page
            photo[place].record.page += before
            streamedPages = photo[place].record.page
        }
        return photo
    }

    private mutating func repeated(_ record: PhotoRecord) -> PhotoRecord {
        var record = record
        if let isbn = record.isbns.first?.isbn {
            record.repeats = firstPages[isbn]
            if record.repeats == nil { firstPages[isbn] = PhotoPage(photo: record.photo, page: record.page) }
        }
        return record
    }
}
