// Turns the outcomes of a batch into results: one for each photo, or one for the photos of each book.
import Books
import Reading

/// Takes the outcomes of inputs in order and returns results in the same order.
struct BookTable {
    private let grouping: PhotoGrouping?
    private var books: BookGroups?
    private var frames: FrameGroups?

    /// - Parameter grouping: `nil` gives each photo a result of its own.
    init(_ grouping: PhotoGrouping?, isStrict: Bool) {
        self.grouping = grouping
        switch grouping {
        case nil: break
        case .frames: frames = FrameGroups(isStrict: isStrict)
        case let grouping?: books = BookGroups(grouping, isStrict: isStrict)
        }
    }

    /// - Parameter run: counts the pages of standard input.
    mutating func take(_ outcome: PhotoOutcome, _ run: inout RunContext) -> [ScanResult] {
        switch outcome {
        case .photo(let pages): take(run.counted(pages))
        case .other(let result): pass(result) + [result]
        }
    }

    private mutating func take(_ photo: [PageReading]) -> [ScanResult] {
        if books == nil, frames == nil { return [.photo(photo.map(\.record))] }
        // A document, or an archive that failed, ends the current book, so that results keep their order.
        if photo[0].isDocument { return end() + results(.init(record: photo[0].record, photos: 1)) }
        return results(books?.take(photo) ?? nil) + photo.flatMap { results(frames?.take($0)) }
    }

    /// A book that an earlier run has read ends the current book.
    private mutating func pass(_ result: ScanResult) -> [ScanResult] {
        let name: String
        switch result {
        case .known(let photo, _): name = photo
        case .book(let record, _): name = record.photo
        default: return []
        }
        let ended = results(books?.end() ?? nil)
        books?.pass(name)
        return ended
    }

    mutating func end() -> [ScanResult] {
        results(books?.end() ?? nil) + results(frames?.end())
    }

    private func results(_ group: BookGroups.Group?) -> [ScanResult] {
        guard let grouping, let group else { return [] }
        return [.book(grouping.completed(group.record), photos: group.photos)]
    }

    private func results(_ ended: FrameGroups.Ended?) -> [ScanResult] {
        guard let ended else { return [] }
        return results(ended.book) + (ended.passed > 0 ? [.passed(ended.passed)] : [])
    }
}

/// Completes results in the order in which they are handed out.
package struct RunContext {
    private var firstPages = FirstPages<ISBN>()
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

    /// Numbers the pages of standard input consecutively.
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
        if !record.isbns.isEmpty {
            record.repeats = firstPages.take(record.ownISBNs.map(\.isbn), at: record.place).repeats
        }
        return record
    }
}
