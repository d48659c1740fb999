// A scan's records in each of the forms that people and programs ask for, one record at a time.
import Books

/// Turns records into what is printed.
public struct ScanReport: Sendable {
    private let format: OutputFormat
    private let isColoured: Bool
    private let showsBooks: Bool

    /// - Parameters:
    ///   - isColoured: whether a table's first column tells the verdict by colour too.
    ///   - showsBooks: whether the book stands beside its ISBN.
    public init(_ format: OutputFormat, isColoured: Bool = false, showsBooks: Bool = false) {
        self.format = format
        self.isColoured = isColoured
        self.showsBooks = showsBooks
    }

    /// What comes before the first record; empty in most formats.
    public var header: String {
        format == .csv ? CSVRow.line(ScanReport.csvHeader + (showsBooks ? ScanReport.bookCSVHeader : [])) : ""
    }

    /// The record's lines, each with its end; empty when the format leaves this record out.
    ///
    /// - Parameter answers: of the record's accepted ISBNs, for a report that shows books.
    public func lines(
        for record: PhotoRecord, answers: LookupAnswers = [:]
    ) throws(EncodingError) -> String {
        switch format {
        case .table: tableRows(for: record, answers)
        case .text: answer(of: record, answers)
        case .jsonl where showsBooks: try JSONLine.line(LookedUpRecord(record: record, answers: answers))
        case .jsonl: try JSONLine.line(record)
        case .csv: csvRow(for: record, answers)
        }
    }

    /// The book's own ISBN-13, once a book.
    private func answer(of record: PhotoRecord, _ answers: LookupAnswers) -> String {
        guard record.repeats == nil, let isbn = record.isbns.first?.isbn else { return "" }
        return isbn.isbn13 + (showsBooks ? ScanReport.bookFields(answers[isbn]) : "") + "\n"
    }
}

// MARK: Table

extension ScanReport {
    /// A hyphenated ISBN's length.
    private static let verdictWidth = 17
    private static let reasonWidth = 36
    private static let bookWidth = 60

    /// One row a photo, and one more for each further ISBN it shows. Only what is accepted stands in the first
    /// column, so that nobody copies a guess; the photo comes last, where it may be as long as it is.
    private func tableRows(for record: PhotoRecord, _ answers: LookupAnswers) -> String {
        let width = showsBooks ? ScanReport.bookWidth : ScanReport.reasonWidth
        var rows: [(verdict: String, reason: String)] = []
        for (place, reading) in record.isbns.enumerated() {
            let reason = place == 0 ? record.reason : record.reason(for: reading)
            let answer = record.repeats == nil ? answers[reading.isbn] : nil
            rows.append(
                (reading.isbn.hyphenated, answer.map { ScanReport.bookColumn($0, width: width) } ?? reason))
        }
        if rows.isEmpty { rows = [(record.status.rawValue, record.reason)] }
        return rows.map { row in
            let verdict = row.verdict.padded(to: ScanReport.verdictWidth)
            let reason = row.reason.printable.padded(to: width)
            return "\(coloured(verdict, record.status))  \(reason)  \(record.photo.printable)\n"
        }.joined()
    }

    private func coloured(_ text: String, _ status: ScanStatus) -> String {
        guard isColoured else { return text }
        let colour =
            switch status {
            case .found: 32
            case .uncertain: 33
            case .none: 2
            case .failed: 31
            }
        return "\u{1B}[\(colour)m\(text)\u{1B}[0m"
    }
}

// MARK: CSV

extension ScanReport {
    private static let csvHeader = [
        "photo", "page", "status", "isbn13", "isbn10", "hyphenated", "confidence", "readers", "label",
        "qualifier",
        "group", "further_isbns", "candidates", "reason", "width", "height", "sha256", "milliseconds",
    ]

    /// The book's own ISBN in columns of its own, others joined with spaces.
    private func csvRow(for record: PhotoRecord, _ answers: LookupAnswers) -> String {
        let own = record.isbns.first
        func number(_ value: Double, _ scale: Double) -> String { "\((value * scale).rounded() / scale)" }
        func list(_ readings: some Sequence<ISBNReading>) -> String {
            readings.map(\.isbn.isbn13).joined(separator: " ")
        }
        let cells = [
            record.photo.printable, "\(record.page)", record.status.rawValue, own?.isbn.isbn13,
            own?.isbn.isbn10,
            own?.isbn.hyphenated, own.map { number($0.confidence, 1000) }, own?.readers,
            own?.label?.printable,
            own?.qualifier?.printable, own?.isbn.registrationGroupName, list(record.isbns.dropFirst()),
            list(record.candidates), record.reason.printable, record.width.map(String.init),
            record.height.map(String.init), record.sha256, number(record.milliseconds, 10),
        ]
        let books = showsBooks ? ScanReport.bookCSVCells(own.flatMap { answers[$0.isbn] }) : []
        return CSVRow.line(cells + books)
    }
}
