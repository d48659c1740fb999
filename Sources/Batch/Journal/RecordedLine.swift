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
        var isFound = false
        try change(path) { place, line in
            guard place == number, let old = RecordHead(line), old.place == record.place,
                old.sha256 == record.sha256
            else { return nil }
            isFound = true
            return try text(old.hasBooks)
        }
        if !isFound { throw OutputError.changed(path) }
    }

    /// The same for any of a file's records, all at once. Lines that are no records stay.
    ///
    /// - Parameter text: makes the new line of a record, with its end; `nil` leaves the old one.
    package static func replaceAll(
        in path: String, by text: (_ record: PhotoRecord, _ hasBooks: Bool) throws -> String?
    ) throws {
        try change(path) { _, line in
            guard let record = PhotoRecord(line: line), let old = RecordHead(line) else { return nil }
            return try text(record, old.hasBooks)
        }
    }

    /// - Parameter text: makes the new line, with its end, of an old one without; `nil` leaves it.
    private static func change(
        _ path: String, _ text: (_ number: Int, _ line: ArraySlice<UInt8>) throws -> String?
    ) throws {
        let target = OutputFile.resolved(path)
        let descriptor = try FileLock.open(target, O_RDWR, waits: true, name: path)
        defer { close(descriptor) }
        var (changed, isChanged) = ([UInt8](), false)
        var lines = LineFile(descriptor, name: path)
        var number = 0
        while let line = try lines.next() {
            number += 1
            if let new = try text(number, line.bytes) {
                changed += new.utf8
                isChanged = true
            } else {
                changed += line.hasEnd ? line.bytes + [UInt8(ascii: "\n")] : line.bytes
            }
        }
        guard isChanged else { return }
        var status = stat()
        let mode = fstat(descriptor, &status) == 0 ? status.st_mode & 0o777 : 0o600
        let replacement = try AtomicFile(target, mode: mode, name: path)
        try replacement.write(changed)
        try replacement.move(to: target)
    }
}
