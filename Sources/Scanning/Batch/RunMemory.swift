// What a photo's record says of the run it is in: which page of standard input it is, and which book came before.
import Books

/// Completes results in the order in which they are handed out.
package struct RunMemory {
    private var firstPages: [ISBN: PhotoPage] = [:]
    private var streamedPages = 0

    package init() {}

    mutating func completed(_ result: ScanResult) -> ScanResult {
        switch result {
        case .photo(let records): .photo(records.map { completed($0) })
        case .recorded(let record, let place): .recorded(repeated(record), place)
        case .known, .skipped: result
        }
    }

    private mutating func completed(_ record: PhotoRecord) -> PhotoRecord {
        var record = record
        if record.photo == PhotoPath.standardInput.name {
            streamedPages += 1
            record.page = streamedPages
        }
        return repeated(record)
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
