// Counts over a run.

/// Counts over a run's records.
package struct ScanTally: Sendable {
    package private(set) var photos = 0
    /// Pages, or books if photos of one book share a record, as in the next three; most photos have one page.
    package private(set) var found = 0
    package private(set) var uncertain = 0
    package private(set) var none = 0
    package private(set) var failed = 0
    /// Those without a sure ISBN in which the label of a copy was read.
    package private(set) var labelled = 0
    /// Those for which a reviewer chose a book without an ISBN.
    package private(set) var given = 0
    /// Failed ones that another attempt may read.
    package private(set) var passing = 0
    /// Different books among those found.
    package var books: Int { known.count }
    /// Books of records that were seen before.
    package private(set) var repeated = 0
    /// ISBNs accepted beside the books' own.
    package private(set) var furtherISBNs = 0
    /// Files in folders that are not photos.
    package private(set) var skipped = 0
    /// Paths that occurred before.
    package private(set) var namedTwice = 0
    /// Frames of a video without a book.
    package private(set) var passed = 0
    /// Their ISBNs, as numbers.
    private var known: Set<Int> = []
    /// The page that was counted last: pages of a photo are consecutive.
    private var last: PhotoPage?
    /// Whether photos of one book share a record.
    package private(set) var isByBook: Bool
    /// The first of the photos that need review.
    package private(set) var open: [(place: PhotoPage, status: ScanStatus)] = []

    /// - Parameter isByBook: whether photos of one book share a record; a record of several photos implies it, too.
    package init(isByBook: Bool = false) {
        self.isByBook = isByBook
    }

    package var records: Int { found + labelled + given + uncertain + none + failed }

    /// - Parameter showsLabel: whether it shows the label of a copy, which says what it is if no ISBN is sure.
    /// - Returns: the own ISBNs of its books that were seen before.
    @discardableResult
    package mutating func count(_ record: PhotoRecord, showsLabel: Bool = false) -> Set<ISBN> {
        let seen = record.ownISBNs.map(\.isbn).filter { Int($0.isbn13).map(known.contains) == true }
        count(RecordHead(record), showsLabel: showsLabel)
        return Set(seen)
    }

    package mutating func count(_ record: RecordHead, showsLabel: Bool = false) {
        if record.photos != nil { isByBook = true }
        for page in record.photos ?? [record.place] {
            // A document has one record, for any of its pages. On standard input each page is a photo, or can't be
            // distinguished from one.
            if last?.photo.isSamePath(as: page.photo) != true || page.page <= last?.page ?? 0
                || page.photo == "-"
            {
                photos += 1
            }
            last = page
        }
        switch record.status {
        case .uncertain where showsLabel, .none where showsLabel:
            labelled += 1
            return
        case .found:
            found += 1
            let own = record.ownISBNs
            let books = Set(own.compactMap { Int($0) })
            repeated += books.count(where: known.contains)
            known.formUnion(books)
            furtherISBNs += record.isbns.count - own.count
        case .uncertain: uncertain += 1
        case .none where record.hasChosenBook: given += 1
        case .none: none += 1
        case .failed:
            failed += 1
            if record.error?.mayPass == true { passing += 1 }
        }
        if record.status == .uncertain || record.status == .failed, open.count < Self.mostNames {
            open.append((record.place, record.status))
        }
    }

    package mutating func countSkipped() { skipped += 1 }

    /// Counts a path that occurred before.
    package mutating func countRepeated() { namedTwice += 1 }

    /// Counts frames without a book.
    package mutating func countPassed(_ frames: Int) {
        photos += frames
        passed += frames
    }

    /// There were only frames without a book.
    package var isWithoutBooks: Bool { passed > 0 && records == 0 }

    private static let mostNames = 10
}
