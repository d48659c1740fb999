// Writes a decision into a results file: one line changes, all others keep their bytes.
import Books
import Foundation
import Output

/// Holds the file's lock, and changes the file once: it is replaced atomically. Several processes may do this at once.
package final class ResultsFileEditor {
    /// Longer than others take for a change; a run holds the lock until it ends.
    private static let timeout = Duration.seconds(5)

    private let name: String
    private let target: String
    private let descriptor: Int32

    /// Waits for the lock for some seconds.
    ///
    /// - Throws: `busy` if another process still holds it.
    package init(_ path: String) throws(OutputError) {
        name = path
        target = OutputFile.resolved(path)
        descriptor = try FileLock.open(target, O_RDWR, waits: true, atMost: Self.timeout, name: path)
    }

    deinit { close(descriptor) }

    /// What the line of a photo's record contains now; for the parameters and errors see `replace(_:of:by:)`.
    package func record(_ number: Int, of record: PhotoRecord) throws(OutputError) -> PhotoRecord {
        var lines = LineFile(descriptor, name: name)
        for _ in 1..<number { _ = try lines.next() }
        guard let line = try lines.next()?.bytes, RecordHead(line)?.isOf(record) == true,
            let found = PhotoRecord(line: line)
        else { throw .changed(name) }
        return found
    }

    /// Replaces the line of a photo's record.
    ///
    /// - Parameters:
    ///   - number: counts from 1.
    ///   - record: the photo and page whose record the line must be.
    ///   - text: returns the new line with its end; its parameter says whether the old one contains books.
    /// - Throws: `changed` if the line is now another record's.
    package func replace(
        _ number: Int, of record: PhotoRecord, by text: (_ hasBooks: Bool) throws -> String
    ) throws {
        var isFound = false
        try change { place, line in
            guard place == number, let old = RecordHead(line), old.isOf(record) else { return nil }
            isFound = true
            return try text(old.hasBooks)
        }
        if !isFound { throw OutputError.changed(name) }
    }

    /// The same for any number of records at once. Lines that are not records stay.
    ///
    /// - Parameter text: returns the new line of a record, with its end; `nil` keeps the old one.
    package func replaceAll(
        by text: (_ record: PhotoRecord, _ hasBooks: Bool) throws -> String?
    ) throws {
        try change { _, line in
            guard let record = PhotoRecord(line: line), let old = RecordHead(line) else { return nil }
            return try text(record, old.hasBooks)
        }
    }

    /// - Parameter text: returns the new line, with its end, for an old one without; `nil` keeps it.
    private func change(_ text: (_ number: Int, _ line: ArraySlice<UInt8>) throws -> String?) throws {
        var (changed, isChanged) = ([UInt8](), false)
        var lines = LineFile(descriptor, name: name)
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
        let replacement = try AtomicFile(target, mode: mode, name: name)
        try replacement.write(changed)
        try replacement.move(to: target)
    }
}

extension RecordHead {
    fileprivate func isOf(_ record: PhotoRecord) -> Bool {
        place == record.place && sha256 == record.sha256
    }
}
