// Reads a PDF: its text if it has any, else its pages as pictures, like photos.
import Books
import Foundation

struct PDFReader {
    private let pages: any DocumentPages
    private let options: ScanOptions
    /// Reads a page's picture.
    private let scan: (GreyRows, _ page: Int) -> PhotoRecord
    /// Called after each page: the time limit of a photo applies to each page.
    private let pageDone: () -> Void
    private let isCancelled: () -> Bool

    let count: Int
    /// The pages that were read, and those of them that had no content.
    private(set) var visited: Set<Int> = []
    private(set) var broken: Set<Int> = []
    /// Pages so far whose content is a picture.
    private var scans: Set<Int> = []
    /// Scans whose text layer contains a number.
    private var hinted: [PageFinding] = []
    private var sides: [Int: PageSides] = [:]

    /// Throws if the file can't be opened.
    init(
        _ bytes: Data, _ pages: any DocumentPages, _ options: ScanOptions, pageDone: @escaping () -> Void,
        isCancelled: @escaping () -> Bool, scan: @escaping (GreyRows, _ page: Int) -> PhotoRecord
    ) throws(ScanError) {
        (self.pages, self.options, self.scan) = (pages, options, scan)
        (self.pageDone, self.isCancelled) = (pageDone, isCancelled)
        count = try pages.open(bytes)
        guard count > 0 else { throw .noPages }
    }

    /// The record with size, numbers and candidates; the caller fills in the rest. Throws if no page could be read.
    mutating func record() throws(ScanError) -> PhotoRecord {
        var answer = DocumentAnswer(.nothing, [], isStrict: options.isStrict)
        // A crop applies to pictures only, and text has no barcodes.
        if options.readers.contains(.ocr), options.crop == nil {
            answer = DocumentAnswer(try readText(), [], isStrict: options.isStrict)
        }
        if answer.isbns.isEmpty, let seen = try readPictures(otherThan: answer) { return seen }
        if broken.count == visited.count { throw .damaged(format: "PDF") }
        var record = PhotoRecord(photo: "", page: answer.page)
        let first = answer.sides ?? sides[1]
        (record.width, record.height) = (first?.width, first?.height)
        (record.isbns, record.candidates) = (answer.isbns, answer.candidates)
        if answer.isbns.isEmpty, answer.candidates.isEmpty { doubtHinted(&record) }
        record.status =
            record.isbns.isEmpty ? (record.candidates.isEmpty ? .none : .uncertain) : .found
        return record
    }

    // MARK: Text

    private mutating func readText() throws(ScanError) -> TextAnswer {
        let order = PageOrder.text(of: count)
        var findings = try findings(order.near, isNear: true)
        let answer = TextAnswer(findings, in: .pdf)
        // If most of the first and last pages are pictures, so are those between.
        guard case .nothing = answer, 2 * scans.count <= visited.count else { return answer }
        findings += try self.findings(order.others, isNear: false)
        return TextAnswer(findings, in: .pdf)
    }

    private mutating func findings(_ numbers: [Int], isNear: Bool) throws(ScanError) -> [PageFinding] {
        var findings: [PageFinding] = []
        for number in numbers where !isCancelled() {
            guard let text = try text(of: number) else { continue }
            let finding = PageFinding(text, page: number, isNear: isNear)
            if !text.isScan {
                findings.append(finding)
            } else if !finding.accepted.isEmpty {
                hinted.append(finding)
            }
        }
        return findings.sorted { $0.page < $1.page }
    }

    private mutating func text(of page: Int) throws(ScanError) -> PageText? {
        defer { pageDone() }
        visited.insert(page)
        do throws(ScanError) {
            let text = try pages.text(of: page)
            sides[page] = text.sides
            if text.isScan || text.isBare { scans.insert(page) }
            return text
        } catch {
            try pass(page, error)
            return nil
        }
    }

    /// Skips a broken page; rethrows if the process that opens pages is gone.
    private mutating func pass(_ page: Int, _ error: ScanError) throws(ScanError) {
        if case .crashed = error { throw error }
        broken.insert(page)
    }

    // MARK: Pictures

    /// `nil` if the pictures show no more than the text.
    private mutating func readPictures(otherThan text: DocumentAnswer) throws(ScanError) -> PhotoRecord? {
        let order = PageOrder.pictures(of: count)
        let outer = [1, 2, count - 1, count]
        let hints = hinted.map(\.page)
        var doubtful: PhotoRecord?
        var read: Set<Int> = []
        for page in hints + order.near + order.others
        where !read.contains(page) && read.count < PageOrder.mostPictures && !isCancelled() {
            // The picture of a page with text but without a number contains none either; covers may.
            let mayHaveBars = outer.contains(page) && (text.candidates.isEmpty || text.page == page)
            if sides[page] != nil, !scans.contains(page), !mayHaveBars { continue }
            read.insert(page)
            guard let record = try picture(of: page) else { continue }
            switch record.status {
            case .found where page == text.page && record.isbns.allSatisfy { isDoubted($0, by: text) }: break
            case .found: return try decided(by: record, after: read)
            case .uncertain: doubtful = doubtful ?? record
            case .none, .failed: break
            }
        }
        return text.candidates.isEmpty ? doubtful : nil
    }

    /// Whether the page's text gives it, but not as the document's: the same print, read from a picture, is no proof.
    private func isDoubted(_ reading: ISBNReading, by text: DocumentAnswer) -> Bool {
        !reading.readers.contains(.barcode)
            && text.candidates.contains { $0.isbn == reading.isbn && ($0.isOfOtherWork || $0.isElsewhere) }
    }

    private mutating func picture(of page: Int) throws(ScanError) -> PhotoRecord? {
        defer { pageDone() }
        visited.insert(page)
        do throws(ScanError) {
            if sides[page] == nil { sides[page] = try pages.text(of: page).sides }
            guard let sides = sides[page] else { throw .damaged(format: "PDF") }
            let pixels = try pages.picture(of: page, sides, hasColour: false)
            let record = scan(GreyRows(pixels, width: sides.width, height: sides.height), page)
            if record.status == .failed { broken.insert(page) }
            return record
        } catch {
            try pass(page, error)
            return nil
        }
    }

    /// If several numbers are printed, the barcode on the cover shows which is this file's.
    private mutating func decided(by record: PhotoRecord, after read: Set<Int>) throws(ScanError)
        -> PhotoRecord
    {
        let hasBars = record.isbns.contains { $0.readers.contains(.barcode) }
        guard record.isbns.count > 1, !hasBars, options.readers.contains(.barcode) else { return record }
        for page in [count, count - 1, 1, 2] where page > 0 && page <= count && !read.contains(page) {
            guard let cover = try picture(of: page) else { continue }
            let bars = cover.isbns.filter { $0.readers.contains(.barcode) }.map(\.isbn)
            guard let place = record.isbns.firstIndex(where: { bars.contains($0.isbn) }) else { continue }
            var decided = record
            var own = decided.isbns.remove(at: place)
            (own.reason, own.book) = ("the bars on page \(page) show it", 1)
            for other in decided.isbns.indices { decided.isbns[other].reason = nil }
            decided.isbns.insert(own, at: 0)
            return decided
        }
        return record
    }

    /// Marks numbers as doubtful that are in a scan's text layer but were not read in its picture.
    private func doubtHinted(_ record: inout PhotoRecord) {
        guard let finding = hinted.first else { return }
        record.page = finding.page
        (record.width, record.height) = (finding.sides?.width, finding.sides?.height)
        record.candidates = finding.accepted.prefix(EvidenceRules.mostCandidates).map {
            $0.doubted("a scan's text says it; its picture was not read so")
        }
    }
}

extension ISBNReading {
    fileprivate var readers: Set<WitnessReader> { Set(witnesses.map(\.reader)) }
}
