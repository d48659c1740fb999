// Scans a document, which has a single record for all its pages.
import Books
import Documents
import Foundation

extension PhotoScanner {
    /// Never throws, as with photos. The record's page is the one that contains the number.
    ///
    /// - Parameters:
    ///   - bytes: the file's contents.
    ///   - pages: opens a PDF; `nil` if the program for that was not found.
    ///   - pageDone: called after each page.
    package func scan(
        _ bytes: Data, as format: DocumentFormat, _ pages: (any DocumentPages)?, name: String,
        sha256: String?,
        pageDone: @escaping () -> Void
    ) -> PhotoRecord {
        let start = ContinuousClock.now
        var record: PhotoRecord
        do throws(ScanError) {
            record =
                switch format {
                case .pdf: try pdfRecord(bytes, pages, name, sha256, pageDone)
                case .epub: try epubRecord(bytes)
                }
        } catch {
            record = PhotoRecord(photo: name, status: .failed, error: PhotoFailure(error))
        }
        (record.photo, record.sha256, record.settings) = (name, sha256, settings)
        record.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        return record
    }

    private func pdfRecord(
        _ bytes: Data, _ pages: (any DocumentPages)?, _ name: String, _ sha256: String?,
        _ pageDone: @escaping () -> Void
    ) throws(ScanError) -> PhotoRecord {
        guard let pages else { throw .noDocumentReader }
        var stages = StageTimes()
        // Any of its pages may have large lines.
        var pageOptions = options
        pageOptions.readers.remove(.title)
        let scanner = asking(pageOptions)
        var reader = try PDFReader(bytes, pages, options, pageDone: pageDone, isCancelled: isCancelled) {
            rows, page in
            let picture = Result { () throws(ScanError) in try rows.page() }
            let record = scanner.reading(picture, name, sha256, page: page, since: .now).record
            stages += record.stages
            return record
        }
        var record = try reader.record()
        record.stages = stages
        if !reader.broken.isEmpty {
            record.warnings.append("\(reader.broken.count) of its pages could not be read")
        }
        if record.status != .found || reader.mayBeContradicted, reader.lookedAt < reader.count {
            record.warnings.append("\(reader.lookedAt) of \(reader.count) pages were looked at")
        }
        return record
    }

    private func epubRecord(_ bytes: Data) throws(ScanError) -> PhotoRecord {
        var reader = try EPUBReader(bytes)
        let answer = try reader.answer(
            readsText: options.readers.contains(.ocr), isStrict: options.isStrict)
        var record = PhotoRecord(
            photo: "", page: answer.page,
            status: answer.isbns.isEmpty ? (answer.candidates.isEmpty ? .none : .uncertain) : .found,
            isbns: answer.isbns, candidates: answer.candidates, warnings: reader.warnings)
        if record.status != .found, reader.visited < reader.count {
            record.warnings.append("\(reader.visited) of \(reader.count) parts were looked at")
        }
        return record
    }
}
