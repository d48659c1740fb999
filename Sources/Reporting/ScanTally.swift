// What a run came to: counts, and the line that says them.
import Books

/// Counts over a run's records.
package struct ScanTally: Sendable {
    package private(set) var photos = 0
    /// Pages, as in the next three; most photos have one.
    package private(set) var found = 0
    package private(set) var uncertain = 0
    package private(set) var none = 0
    package private(set) var failed = 0
    /// Those among the failed that may be read another time.
    package private(set) var passing = 0
    /// Different books among those found.
    package private(set) var books = 0
    /// Pages of a book that was seen before.
    private var repeated = 0
    /// ISBNs accepted beside the books' own.
    package private(set) var furtherISBNs = 0
    /// Files in folders that are no photos.
    package private(set) var skipped = 0

    package init() {}

    package var pages: Int { found + uncertain + none + failed }

    package mutating func count(_ record: PhotoRecord) { count(RecordHead(record)) }

    mutating func count(_ record: RecordHead) {
        // On standard input each page is a photo, or can't be told from one.
        if record.page == 1 || record.photo == "-" { photos += 1 }
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
    }

    package mutating func countSkipped() { skipped += 1 }

    /// `5 photos: 2 found (1 book), 1 uncertain, 1 none, 1 failed`.
    package var summary: String {
        var parts: [String] = []
        if found > 0 { parts.append("\(found) found (\(books.counted("book")))") }
        if uncertain > 0 { parts.append("\(uncertain) uncertain") }
        if none > 0 { parts.append("\(none) none") }
        if failed > 0 { parts.append("\(failed) failed") }
        var summary = photos == 0 ? "no photos" : photos.counted("photo")
        if pages > photos { summary += " with \(pages) pages" }
        if photos > 0 { summary += ": " + parts.joined(separator: ", ") }
        return skipped == 0 ? summary : "\(summary); \(skipped.counted("other file")) skipped"
    }

    /// What a list of plain ISBNs leaves out: `1 uncertain photo, 1 repeated book`; `nil` when nothing.
    ///
    /// - Parameter givesAllISBNs: whether it gives more than the books' own.
    package func withheld(givesAllISBNs: Bool) -> String? {
        var parts: [String] = []
        if uncertain > 0 { parts.append(uncertain.counted("uncertain photo")) }
        if repeated > 0 { parts.append(repeated.counted("repeated book")) }
        if furtherISBNs > 0, !givesAllISBNs { parts.append(furtherISBNs.counted("further ISBN")) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
