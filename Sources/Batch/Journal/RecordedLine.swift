// Writes a decision into a results file: one line changes, all others stay byte for byte.
import Books
import Foundation
import Output

package enum RecordedLine {
    /// Puts a line in the place of the one that holds a photo's record. The file is then either as it was or has the new
    /// line; several processes may do this at once.
    ///
    /// - Parameters:
    ///   - number: counts from 1.
    ///   - record: which photo and page the line must be of.
    ///   - text: makes the new line, with its end; told whether the old one says what the books are.
    /// - Throws: `changed` when another record stands there by now.
    package static func replace(
        _ number: Int, in path: String, of record: PhotoRecord, by text: (_ hasBooks: Bool) throws -> String
    ) throws {
        try change(path) { bytes in
            guard let line = range(of: number, in: bytes),
                let old = try? JSONDecoder().decode(Line.self, from: bytes[line]), old.isOf(record)
            else { throw OutputError.changed(path) }
            return [bytes[..<line.lowerBound], Data(try text(old.hasBooks).utf8), bytes[line.upperBound...]]
        }
    }

    /// The same for any of a file's records, all at once. Lines that are no records stay.
    ///
    /// - Parameter text: makes the new line of a record, with its end; `nil` leaves the old one.
    package static func replaceAll(
        in path: String, by text: (_ record: PhotoRecord, _ hasBooks: Bool) throws -> String?
    ) throws {
        try change(path) { bytes in
            var parts: [Data] = []
            var kept = bytes.startIndex
            var start = bytes.startIndex
            while start < bytes.endIndex {
                let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
                defer { start = end }
                guard let record = try? JSONDecoder().decode(PhotoRecord.self, from: bytes[start..<end]),
                    let old = try? JSONDecoder().decode(Line.self, from: bytes[start..<end]),
                    let new = try text(record, old.hasBooks)
                else { continue }
                parts += [bytes[kept..<start], Data(new.utf8)]
                kept = end
            }
            return parts.isEmpty ? nil : parts + [bytes[kept...]]
        }
    }

    /// - Parameter parts: makes the new file of the old one's bytes; `nil` leaves it as it is.
    private static func change(_ path: String, _ parts: (Data) throws -> [Data]?) throws {
        let target = OutputFile.resolved(path)
        let descriptor = try FileLock.open(target, O_RDWR, waits: true, name: path)
        defer { close(descriptor) }
        let bytes: Data
        do { bytes = try FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data() } catch {
            throw OutputError.failed(path, code: EIO)
        }
        guard let parts = try parts(bytes) else { return }
        var status = stat()
        let mode = fstat(descriptor, &status) == 0 ? status.st_mode & 0o777 : 0o600
        let replacement = try AtomicFile(target, mode: mode, name: path)
        for part in parts { try replacement.write(part) }
        try replacement.move(to: target)
    }

    private struct Line: Decodable {
        private enum Key: String, CodingKey {
            case photo, page, sha256, books
            case escapedPhoto = "photo_escaped"
        }
        private let photo: String
        private let page: Int
        private let sha256: String?
        let hasBooks: Bool

        init(from decoder: any Decoder) throws {
            let line = try decoder.container(keyedBy: Key.self)
            photo = try line.decodePhoto(.photo, escaped: .escapedPhoto)
            page = try line.decode(Int.self, forKey: .page)
            sha256 = try line.decodeIfPresent(String.self, forKey: .sha256)
            hasBooks = line.contains(.books)
        }

        func isOf(_ record: PhotoRecord) -> Bool {
            photo == record.photo && page == record.page && sha256 == record.sha256
        }
    }

    /// With its end.
    private static func range(of number: Int, in bytes: Data) -> Range<Int>? {
        var start = bytes.startIndex
        for _ in 1..<number {
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            start = end + 1
        }
        guard start < bytes.endIndex else { return nil }
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
        return start..<(end ?? bytes.endIndex)
    }
}
