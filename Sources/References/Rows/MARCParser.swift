// Parses MARC 21 and UNIMARC records in ISO 2709 and MARCXML. The meaning of fields is shared with sources that
// return such records.
import Books
import Foundation
import MARC

struct MARCParser {
    let filter: ReferenceFilter
    var rows: ParsedRows
    private var packer = BookPacker()

    init(filter: ReferenceFilter, rows: ParsedRows) {
        self.filter = filter
        self.rows = rows
    }

    /// - Parameter isTail: the last record has no end.
    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isTail: Bool) {
        var start = 0
        while start < bytes.count {
            // Some programs write each record on a line of its own, or fill up blocks of a tape.
            if [0x0A, 0x0D, 0x1A, 0].contains(bytes[start]) {
                start += 1
                continue
            }
            let end = bytes.first(InputFormat.marc.terminator, from: start) ?? bytes.count
            let record = UnsafeBufferPointer(rebasing: bytes[start..<end])
            start = end + 1
            if isTail {
                rows.isTorn = record.contains { $0 > 0x20 }
                return
            }
            rows.counts.rows += 1
            do throws(MARCError) {
                take(try ISO2709.record(record))
            } catch {
                rows.refuse(BrokenRow.Reason(error))
            }
        }
    }

    mutating func parse(xml bytes: UnsafeBufferPointer<UInt8>, isTail: Bool) {
        var reader = MARCXMLReader(bytes)
        while let record = reader.next() {
            rows.counts.rows += 1
            switch record {
            case .success(let record): take(record)
            case .failure(let error): rows.refuse(BrokenRow.Reason(error))
            }
        }
        if isTail { rows.isTorn = reader.isCut }
    }

    private mutating func take(_ record: ReadRecord) {
        if record.isDeleted {
            rows.counts.others += 1
            return
        }
        let dialect: MARCDialect = record.fields.all("245").isEmpty ? .unimarc : .marc21
        var isbns: [ISBN] = []
        for isbn in record.fields.isbns(dialect) where !isbns.contains(isbn) { isbns.append(isbn) }
        let lccn = record.fields.lccn(dialect)
        guard !isbns.isEmpty || lccn != nil else {
            rows.counts.withoutISBN += 1
            return
        }
        guard let book = record.fields.book(dialect) else {
            if record.hasUnreadText { return rows.refuse(.encoding) }
            rows.counts.withoutTitle += 1
            return
        }
        guard filter.takes(language: book.language), filter.takes(year: book.year ?? 0),
            filter.takes(isbns)
        else {
            rows.counts.leftOut += 1
            return
        }
        packer.begin(
            PackedNumbers(year: UInt32(book.year ?? 0), pages: UInt32(clamping: book.pages ?? 0)))
        packer.add((book.title ?? "").utf8)
        packer.add((book.subtitle ?? "").utf8)
        packer.add(
            book.contributors.map { "\($0.name)\u{1F}\($0.role.rawValue)" }.joined(separator: "\u{1E}").utf8)
        packer.addNothing()
        packer.add((book.publisher ?? "").utf8)
        packer.add((book.language ?? "").utf8)
        packer.add((book.originalScriptTitle ?? "").utf8)
        packer.add(book.originalScriptNames.joined(separator: "\u{1E}").utf8)
        packer.add((lccn ?? "").utf8)
        packer.finish(isbns, lccn: lccn, filter, into: &rows.entries)
    }
}

extension BrokenRow.Reason {
    init(_ error: MARCError) {
        self =
            switch error {
            case .leader: .leader
            case .directory: .directory
            case .xml: .xml
            }
    }
}
