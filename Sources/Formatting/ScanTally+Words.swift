// What a run came to, in the words that a person reads.
import Books

extension ScanTally {
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
        return "to look at: "
            + open.map { "\($0.place.shown) (\($0.status.rawValue))" }.joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }

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
