// A scan's records in each of the forms that people and programs ask for, one record at a time.
import Books

/// Turns records into what is printed.
public struct ScanReport: Sendable {
    private let format: OutputFormat
    private let isColoured: Bool

    /// - Parameter isColoured: whether a table's first column tells the verdict by colour too.
    public init(_ format: OutputFormat, isColoured: Bool = false) {
        self.format = format
        self.isColoured = isColoured
    }

    /// What comes before the first record; empty in most formats.
    public var header: String { format == .csv ? ScanReport.csvHeader : "" }

    /// The record's lines, each with its end; empty when the format leaves this record out.
    public func lines(for record: PhotoRecord) throws(EncodingError) -> String {
        switch format {
        case .table: tableRows(for: record)
        case .text: ScanReport.answer(of: record)
        case .jsonl: try JSONLine.line(record)
        case .csv: ScanReport.csvRow(for: record)
        }
    }

    /// The book's own ISBN-13, once a book.
    private static func answer(of record: PhotoRecord) -> String {
        guard record.repeats == nil, let isbn = record.isbns.first?.isbn else { return "" }
        return isbn.isbn13 + "\n"
    }
}

// MARK: Table

extension ScanReport {
    /// A hyphenated ISBN's length.
    private static let verdictWidth = 17
    private static let reasonWidth = 36

    /// One row a photo, and one more for each further ISBN it shows. Only what is accepted stands in the first
    /// column, so that nobody copies a guess; the photo comes last, where it may be as long as it is.
    private func tableRows(for record: PhotoRecord) -> String {
        var rows: [(verdict: String, reason: String)] = []
        for (place, reading) in record.isbns.enumerated() {
            rows.append((reading.isbn.hyphenated, place == 0 ? record.reason : record.reason(for: reading)))
        }
        if rows.isEmpty { rows = [(record.status.rawValue, record.reason)] }
        return rows.map { row in
            let verdict = row.verdict.padded(to: ScanReport.verdictWidth)
            let reason = row.reason.printable.padded(to: ScanReport.reasonWidth)
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
    private static let csvHeader = CSVRow.line([
        "photo", "page", "status", "isbn13", "isbn10", "hyphenated", "confidence", "readers", "label",
        "qualifier",
        "group", "further_isbns", "candidates", "reason", "width", "height", "sha256", "milliseconds",
    ])

    /// The book's own ISBN in columns of its own, others joined with spaces.
    private static func csvRow(for record: PhotoRecord) -> String {
        let own = record.isbns.first
        func number(_ value: Double, _ scale: Double) -> String { "\((value * scale).rounded() / scale)" }
        func list(_ readings: some Sequence<ISBNReading>) -> String {
            readings.map(\.isbn.isbn13).joined(separator: " ")
        }
        return CSVRow.line([
            record.photo.printable, "\(record.page)", record.status.rawValue, own?.isbn.isbn13,
            own?.isbn.isbn10,
            own?.isbn.hyphenated, own.map { number($0.confidence, 1000) }, own?.readers,
            own?.label?.printable,
            own?.qualifier?.printable, own?.isbn.registrationGroupName, list(record.isbns.dropFirst()),
            list(record.candidates), record.reason.printable, record.width.map(String.init),
            record.height.map(String.init), record.sha256, number(record.milliseconds, 10),
        ])
    }
}
