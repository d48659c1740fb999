// What a run came to: counts, and the line that says them.
import Books

/// Counts over a run's records.
package struct ScanTally: Sendable {
    package private(set) var photos = 0
    /// Pages, or books where photos of one book are one record, as in the next three; most photos have one page.
    package private(set) var found = 0
    package private(set) var uncertain = 0
    package private(set) var none = 0
    package private(set) var failed = 0
    /// Those among the failed that may be read another time.
    package private(set) var passing = 0
    /// Different books among those found.
    package private(set) var books = 0
    /// Records of a book that was seen before.
    private var repeated = 0
    /// ISBNs accepted beside the books' own.
    package private(set) var furtherISBNs = 0
    /// Files in folders that are no photos.
    package private(set) var skipped = 0
    /// Paths that came before.
    private var namedTwice = 0
    /// Frames of a video that show no book.
    private var passed = 0
    /// The page that was counted last: those of a photo follow each other.
    private var last: PhotoPage?
    /// Whether photos of one book are one record.
    package private(set) var isByBook: Bool
    /// The first of the photos that a person has to look at.
    private var open: [String] = []

    /// - Parameter isByBook: whether photos of one book are one record; a record of several photos says so, too.
    package init(isByBook: Bool = false) {
        self.isByBook = isByBook
    }

    package var records: Int { found + uncertain + none + failed }

    package mutating func count(_ record: PhotoRecord) { count(RecordHead(record)) }

    mutating func count(_ record: RecordHead) {
        if record.photos != nil { isByBook = true }
        for page in record.photos ?? [record.place] {
            // A document has one record, of whichever page. On standard input each page is a photo, or can't be told from one.
            if page.photo != last?.photo || page.page <= last?.page ?? 0 || page.photo == "-" { photos += 1 }
            last = page
        }
        switch record.status {
        case .found:
            found += 1
            let own = Set(record.isbns.map { $0.book ?? 1 }).count
            if record.repeats == nil { books += own } else { repeated += 1 }
            furtherISBNs += record.isbns.count - own
        case .uncertain: uncertain += 1
        case .none: none += 1
        case .failed:
            failed += 1
            if record.error?.mayPass == true { passing += 1 }
        }
        if record.status == .uncertain || record.status == .failed, open.count < Self.mostNames {
            open.append("\(record.place.shown) (\(record.status.rawValue))")
        }
    }

    package mutating func countSkipped() { skipped += 1 }

    /// Counts a path that came before.
    package mutating func countRepeated() { namedTwice += 1 }

    /// Counts frames that show no book.
    package mutating func countPassed(_ frames: Int) {
        photos += frames
        passed += frames
    }

    /// Nothing was there but frames without a book.
    package var isWithoutBooks: Bool { passed > 0 && records == 0 }

    /// `5 photos: 2 found (1 book), 1 uncertain, 1 none, 1 failed`, or `3 books in 9 photos: 3 found (2 different)`.
    package var summary: String {
        var parts: [String] = []
        if found > 0 {
            let different = isByBook ? "\(books) different" : books.counted("book")
            parts.append(isByBook && books == found ? "\(found) found" : "\(found) found (\(different))")
        }
        if uncertain > 0 { parts.append("\(uncertain) uncertain") }
        if none > 0 { parts.append("\(none) none") }
        if failed > 0 { parts.append("\(failed) failed") }
        var summary = photos == 0 ? "no photos" : photos.counted("photo")
        if isByBook, photos > 0 {
            summary = (records == 0 ? "no books" : records.counted("book")) + " in " + summary
        } else if records > photos {
            summary += " with \(records) pages"
        }
        if !parts.isEmpty { summary += ": " + parts.joined(separator: ", ") }
        if passed > 0, records > 0 { summary += "; \(passed.counted("photo")) between books" }
        if namedTwice > 0 { summary += "; \(namedTwice) named twice" }
        return skipped == 0 ? summary : "\(summary); \(skipped.counted("other file")) skipped"
    }

    /// The photos that a person has to look at; `nil` where there is none, or the run is of one photo.
    package var forAPerson: String? {
        guard !open.isEmpty, photos > 1 else { return nil }
        let more = uncertain + failed - open.count
        return "to look at: " + open.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private static let mostNames = 10

    /// What a list of plain ISBNs leaves out: `1 uncertain photo, 1 repeated book`; `nil` when nothing.
    ///
    /// - Parameter givesAllISBNs: whether it gives more than the books' own.
    package func withheld(givesAllISBNs: Bool) -> String? {
        var parts: [String] = []
        if uncertain > 0 { parts.append(uncertain.counted(isByBook ? "uncertain book" : "uncertain photo")) }
        if repeated > 0 { parts.append(repeated.counted("repeated book")) }
        if furtherISBNs > 0, !givesAllISBNs { parts.append(furtherISBNs.counted("further ISBN")) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
