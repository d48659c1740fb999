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
    /// Pages so far with hardly any text.
    private var bare: Set<Int> = []
    /// Pages that were read as pictures.
    private var pictured: Set<Int> = []
    /// Whether a number was found in print on pictures of pages, and other pages were not needed for that.
    private(set) var mayBeContradicted = false
    /// Scans whose text layer contains a number.
    private var hinted: [PageFinding] = []
    private var sides: [Int: PageSides] = [:]

    /// How many pages were read; the text layer of a scan is not its contents.
    var lookedAt: Int { visited.subtracting(scans.subtracting(pictured)).count }

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
        try visit(page) { reader throws(ScanError) in
            let text = try reader.pages.text(of: page)
            reader.sides[page] = text.sides
            if text.isBare { reader.bare.insert(page) }
            if text.isScan || text.isBare { reader.scans.insert(page) }
            // A scan's is a hint in any case.
            guard !text.isScan, let seen = text.withoutUnseenNumbers else { return text }
            reader.scans.insert(page)
            return seen
        }
    }

    /// `nil` for a broken page, which is skipped; rethrows if the process that opens pages is gone.
    private mutating func visit<Content>(
        _ page: Int, _ body: (inout PDFReader) throws(ScanError) -> Content
    ) throws(ScanError) -> Content? {
        defer { pageDone() }
        visited.insert(page)
        do throws(ScanError) { return try body(&self) } catch {
            if case .crashed = error { throw error }
            broken.insert(page)
            return nil
        }
    }

    // MARK: Pictures

    /// `nil` if the pictures show no more than the text.
    private mutating func readPictures(otherThan text: DocumentAnswer) throws(ScanError) -> PhotoRecord? {
        let order = PageOrder.pictures(of: count)
        let outer = [1, 2, count - 1, count]
        let layers = TextAnswer(hinted, in: .pdf)
        var answer = PictureAnswer(count: count)
        /// Reads a page's picture if it may show a number.
        func look(at page: Int) throws(ScanError) {
            // The picture of a page with text but without a number contains none either; covers may.
            let mayHaveBars = outer.contains(page) && (text.candidates.isEmpty || text.page == page)
            if sides[page] != nil, !scans.contains(page), !mayHaveBars { return }
            guard pictured.insert(page).inserted, var record = try picture(of: page) else { return }
            if record.status == .found, !record.isbns.contains(where: \.hasBars) {
                record.isbns.removeAll { isCandidate($0.isbn, of: text) }
                if record.isbns.isEmpty { return }
            }
            answer.add(record, isImprint: layers.isImprint(record, of: page))
        }
        let pages = hinted.map(\.page) + order.near + order.others
        for page in pages where !answer.hasNumber && pictured.count < PageOrder.mostPictures && !isCancelled()
        {
            try look(at: page)
        }
        // An advertisement may have come first: the covers' bars or another page tell.
        let covers = outer.reversed().filter(order.near.contains)
        let others =
            switch answer.source {
            case .imprint: [Int]()
            // An excerpt may have an imprint, too; pages with a layer have been searched for numbers.
            case .lateImprint: order.near.filter { 2 * $0 <= count && bare.contains($0) }
            case .bars: order.near.filter { $0 <= PageOrder.firstPictures }
            case .print: order.near
            }
        for page in covers + others
        where answer.hasNumber && !answer.isSettled && !isCancelled() {
            try look(at: page)
        }
        mayBeContradicted = answer.hasNumber && answer.source == .print && !answer.isSettled
        return answer.hasNumber || text.candidates.isEmpty ? answer.record : nil
    }

    /// Whether the text gives it, perhaps with other digits, but not as the document's. For whatever reason: the same
    /// print, read from a picture without its surroundings, is no proof.
    private func isCandidate(_ isbn: ISBN, of text: DocumentAnswer) -> Bool {
        text.candidates.contains { $0.isbn.isNearly(isbn) }
    }

    private mutating func picture(of page: Int) throws(ScanError) -> PhotoRecord? {
        try visit(page) { reader throws(ScanError) in
            if reader.sides[page] == nil { reader.sides[page] = try reader.pages.text(of: page).sides }
            guard let sides = reader.sides[page] else { throw .damaged(format: "PDF") }
            let pixels = try reader.pages.picture(of: page, sides, hasColour: false)
            let record = reader.scan(GreyRows(pixels, width: sides.width, height: sides.height), page)
            if record.status == .failed { reader.broken.insert(page) }
            return record
        }
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

extension TextAnswer {
    /// Whether a page's numbers are the document's by the text layers of its scans.
    fileprivate func isImprint(_ record: PhotoRecord, of page: Int) -> Bool {
        switch self {
        case .decided(let finding, _), .open(let finding):
            finding.page == page
                && Set(record.isbns.map(\.isbn)).isSubset(of: finding.accepted.map(\.isbn))
        case .doubtful, .nothing: false
        }
    }
}
