// The result of reading a document's pages as pictures. Of a picture only lines with numbers are read, so that an
// advertisement looks like an imprint: pages must agree, or bars decide.
import Books

struct PictureAnswer {
    private struct Page {
        let record: PhotoRecord
        /// That may be the document's own.
        let readings: [ISBNReading]

        var isbns: [ISBN] { readings.map(\.isbn) }
        /// In barcodes.
        var bars: [ISBN] {
            record.isbns.filter(\.hasBars).map(\.isbn)
        }
    }

    /// What the answer is from so far.
    enum Source {
        /// A page that is the imprint by its text layer; or one at the back.
        case imprint, lateImprint
        case bars, print
    }

    /// Of the document's pages.
    let count: Int
    /// Pages with an accepted number, in the order of reading.
    private var found: [Page] = []
    /// Pages without one.
    private var doubtful: [Page] = []
    private var imprint: Page?

    init(count: Int) { self.count = count }

    /// - Parameter isImprint: whether the page's text layer says that it is the document's imprint.
    mutating func add(_ record: PhotoRecord, isImprint: Bool) {
        switch record.status {
        case .found:
            found.append(Page(record: record, readings: record.isbns))
            if isImprint { imprint = imprint ?? found.last }
        case .uncertain:
            doubtful.append(Page(record: record, readings: record.candidates.filter(\.mayBeOwn)))
        case .none, .failed: break
        }
    }

    var hasNumber: Bool { !found.isEmpty }

    var source: Source {
        if let imprint { return 2 * imprint.record.page > count ? .lateImprint : .imprint }
        return found.first?.bars.isEmpty == false ? .bars : .print
    }

    /// Whether further pages can change nothing. Bars alone may be those of an advertisement.
    var isSettled: Bool { confirmed != nil || source == .imprint && imprint?.isbns.count == 1 }

    /// `nil` if no page gives a number.
    var record: PhotoRecord? {
        guard let first = found.first else { return doubtful.first?.record }
        if let confirmed { return confirmed }
        if let own = imprint ?? (first.bars.isEmpty ? nil : first) {
            // Another number in bars contradicts, and if the answer is not from an imprint at the front, also in print.
            let others = source == .imprint ? found.filter { !$0.bars.isEmpty } : found
            let isContradicted = others.contains { Set($0.isbns).isDisjoint(with: own.isbns) }
            return isContradicted ? contradicted(first) : own.record
        }
        let own = first.isbns.first { isbn in
            found.allSatisfy { $0.isbns.contains(isbn) }
                && doubtful.allSatisfy { $0.isbns.isEmpty || $0.isbns.contains { $0.isNearly(isbn) } }
        }
        guard let own else { return contradicted(first) }
        return own == first.isbns[0]
            ? first.record : first.record.led(by: own, reason: "all pages with numbers give it")
    }

    /// If bars on one page show a number that another gives in print.
    private var confirmed: PhotoRecord? {
        for cover in found {
            for page in found where page.record.page != cover.record.page {
                guard let isbn = page.isbns.first(where: cover.bars.contains) else { continue }
                let isOnly = found.allSatisfy { $0.isbns == [isbn] }
                return isOnly
                    ? page.record
                    : page.record.led(by: isbn, reason: "the bars on page \(cover.record.page) show it")
            }
        }
        return nil
    }

    private func contradicted(_ first: Page) -> PhotoRecord {
        var record = first.record
        record.status = .uncertain
        record.isbns = []
        let pages = (found + doubtful).map { ($0.record.page, $0.readings) }
        record.candidates = Array(
            ISBNReading.doubted("pages give different numbers", on: pages).prefix(
                EvidenceRules.mostCandidates))
        return record
    }
}

extension ISBNReading {
    /// Whether a barcode shows it.
    var hasBars: Bool { witnesses.contains { $0.reader == .barcode } }

    /// Whether it is a candidate that is printed as the book's own, however doubtful its digits.
    fileprivate var mayBeOwn: Bool {
        label != nil && confidence >= EvidenceRules.undecided && !isOfOtherWork
    }
}

extension PhotoRecord {
    /// With one of its numbers as the first.
    fileprivate func led(by isbn: ISBN, reason: String) -> PhotoRecord {
        guard let place = isbns.firstIndex(where: { $0.isbn == isbn }) else { return self }
        var record = self
        var own = record.isbns.remove(at: place)
        (own.reason, own.book) = (reason, 1)
        for other in record.isbns.indices { record.isbns[other].reason = nil }
        record.isbns.insert(own, at: 0)
        return record
    }
}
