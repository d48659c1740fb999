// Reads a file of MARC records in chunks.
import Books
import Catalogue
import Foundation
import MARC

struct MARCRecordFile {
    /// The limit for a record, in bytes.
    static let limit = 1 << 24

    private let input: FileHandle
    private let name: String
    private let form: MARCForm
    /// The element around the records of MARCXML.
    private let root: MARCXMLRoot?
    /// The bytes of an incomplete record.
    private var rest: [UInt8] = []
    /// In reverse order.
    private var records: [Result<ReadRecord, RefusedRow.Reason>] = []
    private var hasBegun = false
    private var hasEnded = false
    /// Whether it is looking for the end of a record that is too long.
    private var isSkipping = false

    init(_ file: ImportFile, form: MARCForm) throws(CatalogueError) {
        (input, name, self.form) = (file.input, file.name, form)
        root = form == .xml ? MARCXMLRoot(head: file.head) : nil
        guard lseek(input.fileDescriptor, 0, SEEK_SET) == 0 else {
            throw .unreadable(path: name, errno: errno)
        }
    }

    var fraction: Double? { input.fraction }

    /// The next record, or why it can't be read; `nil` at the end.
    mutating func next() throws(CatalogueError) -> Result<ReadRecord, RefusedRow.Reason>? {
        while records.isEmpty, !hasEnded { try refill() }
        return records.popLast()
    }

    private mutating func refill() throws(CatalogueError) {
        var piece = try TableBytes.piece(of: input, name)
        hasEnded = piece.isEmpty
        if !hasBegun { piece = Array(piece.withoutByteOrderMark) }
        hasBegun = true
        // A tag may begin in the chunk before.
        let start = max(0, rest.count - 64)
        rest += piece
        let end = rest.withUnsafeBufferPointer { form.lastEnd(in: $0, from: start) }
        if let end {
            let whole = Array(rest[..<end])
            rest.removeFirst(end)
            take(whole)
            isSkipping = false
        } else if hasEnded {
            takeTail()
        } else if rest.count > Self.limit {
            if !isSkipping { records = [.failure(.damaged)] }
            isSkipping = true
            rest = Array(rest.suffix(64))
        }
        records.reverse()
    }

    /// Adds complete records.
    private mutating func take(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            if form == .xml {
                var reader = MARCXMLReader(bytes, keeping: nil)
                while let record = reader.next() { records.append(record.mapError { _ in .damaged }) }
                return
            }
            for record in bytes.split(separator: ISO2709.recordEnd).dropFirst(isSkipping ? 1 : 0) {
                let record = record.drop { $0 <= 0x20 }
                if record.isEmpty { continue }
                do throws(MARCError) {
                    records.append(
                        .success(try ISO2709.record(UnsafeBufferPointer(rebasing: record), keeping: nil)))
                } catch {
                    records.append(.failure(.damaged))
                }
            }
        }
    }

    /// Adds what follows the last complete record.
    private mutating func takeTail() {
        let isCut = rest.withUnsafeBufferPointer { rest in
            guard form == .xml else { return rest.contains { $0 > 0x20 } }
            var reader = MARCXMLReader(rest, keeping: nil)
            while reader.next() != nil {}
            return reader.isCut || root?.isClosed(in: self.rest) == false
        }
        if isCut, !isSkipping { records.append(.failure(.truncated)) }
        rest = []
    }
}
