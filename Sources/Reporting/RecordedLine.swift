// A person's word on a photo goes back into the file that holds what a scan said of it: its line changes, all others stay
// byte for byte.
import Books
import Foundation

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
        let descriptor = try lock(target, path)
        defer { close(descriptor) }
        let bytes: Data
        do { bytes = try Data(contentsOf: URL(filePath: target)) } catch {
            throw OutputError.failed(path, code: EIO)
        }
        guard let parts = try parts(bytes) else { return }
        // Not NAME.partial, which may hold what an interrupted scan has read.
        let draft = target + ".review"
        do throws(OutputError) {
            try write(parts, to: draft, like: descriptor, path)
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, target) == 0 else {
            let code = errno
            unlink(draft)
            throw OutputError.failed(path, code: code)
        }
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

    /// Held until the descriptor is closed. Whoever waited for it may find another file in the place of the one it
    /// opened.
    private static func lock(_ target: String, _ path: String) throws(OutputError) -> Int32 {
        while true {
            let descriptor = open(target, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { throw .failed(path, code: errno) }
            while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
            if FileIdentity(descriptor: descriptor) == FileIdentity(path: target) { return descriptor }
            close(descriptor)
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

    /// On the disk when it returns, with the permissions of `model`.
    private static func write(
        _ parts: [Data], to draft: String, like model: Int32, _ path: String
    ) throws(OutputError) {
        var status = stat()
        let mode = fstat(model, &status) == 0 ? status.st_mode & 0o777 : 0o600
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .failed(path, code: errno) }
        defer { close(descriptor) }
        for part in parts {
            var left = part
            while !left.isEmpty {
                let written = left.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
                if written > 0 {
                    left = left.dropFirst(written)
                } else if errno != EINTR {
                    throw .failed(path, code: errno)
                }
            }
        }
        guard fsync(descriptor) == 0 else { throw .failed(path, code: errno) }
    }
}
