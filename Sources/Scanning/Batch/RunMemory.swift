// What a photo's record says of the run it is in: which page of standard input it is, and which book came before.
import Books

/// Completes results in the order in which they are handed out.
struct RunMemory {
    private var firstPages: [ISBN: PhotoPage] = [:]
    private var streamedPages = 0

    mutating func completed(_ result: ScanResult) -> ScanResult {
        guard case .photo(let records) = result else { return result }
        return .photo(records.map { completed($0) })
    }

    private mutating func completed(_ record: PhotoRecord) -> PhotoRecord {
        var record = record
        if record.photo == PhotoPath.standardInput.name {
            streamedPages += 1
            record.page = streamedPages
        }
        if let isbn = record.isbns.first?.isbn {
            record.repeats = firstPages[isbn]
            if record.repeats == nil { firstPages[isbn] = PhotoPage(photo: record.photo, page: record.page) }
        }
        return record
    }
}
