// Writes a decision into a results file: one line changes, all others keep their bytes.
import Books
import Foundation
import Output

package enum ResultsFileEditor {
    /// Replaces the line of a photo's record. The file is replaced atomically, and several processes may do this at
    /// once.
    ///
    /// - Parameters:
    ///   - number: counts from 1.
    ///   - record: the photo and page whose record the line must be.
    ///   - text: returns the new line with its end; its parameter says whether the old one contains books.
    /// - Throws: `changed` if the line is now another record's.
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

    /// The same for any number of records at once. Lines that are not records stay.
    ///
    /// - Parameter text: returns the new line of a record, with its end; `nil` keeps the old one.
    package static func replaceAll(
        in path: String, by text: (_ record: PhotoRecord, _ hasBooks: Bool) throws -> String?
    ) throws {
        try change(path) { _, line in
            guard let record = PhotoRecord(line: line), let old = RecordHead(line) else { return nil }
            return try text(record, old.hasBooks)
        }
    }

    /// - Parameter text: returns the new line, with its end, for an old one without; `nil` keeps it.
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
