// A results file whose records are changed after the run. Each change replaces the whole file atomically, while no
// other process can write to it.
import Books
import Foundation
import Output
import Reading

/// The records of a complete run.
package final class ResultRecords: Sendable {
    /// As given.
    package let file: String
    /// With links resolved.
    let target: String
    let descriptor: Int32
    /// The descriptor of `FILE.partial`, locked so that no run resumes the file; `nil` if the file is only read.
    private let journal: Int32?

    /// - Parameter changes: whether the file is to be changed, and therefore locked; else it is only read.
    /// - Throws: `OutputError.busy` if another process holds it, `JournalError.unfinishedRun` if a run was
    ///   interrupted.
    package init(_ file: String, changes: Bool) throws {
        self.file = file
        target = OutputFile.resolved(file)
        guard changes else {
            descriptor = open(target.systemPath, O_RDONLY | O_CLOEXEC)
            journal = nil
            guard descriptor >= 0 else { throw OutputError.failed(file, code: errno) }
            return
        }
        let descriptor = try FileLock.open(target, O_RDONLY, waits: false, name: file)
        do {
            journal = try Self.lockedJournal(of: file, target)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    private static func lockedJournal(of file: String, _ target: String) throws -> Int32 {
        guard !FileLock.isHeld(OutputFile.draft(of: target)) else { throw OutputError.busy(file) }
        let journal = try FileLock.open(
            RecordJournal.journal(of: target), O_RDWR | O_CREAT, waits: false, name: file)
        guard lseek(journal, 0, SEEK_END) == 0 else {
            close(journal)
            throw JournalError.unfinishedRun(RecordJournal.journal(of: file))
        }
        return journal
    }

    deinit {
        if let journal {
            // Without this file a later run starts anew, instead of resuming a run that never existed.
            unlink(RecordJournal.journal(of: target).systemPath)
            close(journal)
        }
        close(descriptor)
    }

    /// The file's mode when it was opened.
    var mode: mode_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & 0o777 : 0o666
    }

    /// Calls `body` with each photo. Throws `JournalError.noRecord` at a line that is not a record.
    package func forEachPhoto(_ body: (RunPhoto) throws -> Void) throws {
        let stamps = try stamps()
        var photos = RunPhotos(descriptor, name: file)
        while var photo = try photos.next() {
            if let known = stamps[RecordIndex.hash(photo.name)],
                known.content == RecordIndex.content(photo.sha256)
            {
                photo.stamp = known.stamp
            }
            try body(photo)
        }
    }

    /// What `FILE.run` contains, by hashes of the photos' names; empty without that file.
    private func stamps() throws -> [UInt64: (stamp: FileStamp, content: UInt64)] {
        let descriptor = open(RecordJournal.run(of: target).systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [:] }
        defer { close(descriptor) }
        var stamps: [UInt64: (stamp: FileStamp, content: UInt64)] = [:]
        var lines = DecodedLines(LineFile(descriptor, name: RecordJournal.run(of: file))) { RunLine($0) }
        while let (_, line) = try lines.next() {
            guard let line, line.target == nil, let stamp = line.stamp else { continue }
            stamps[RecordIndex.hash(line.name)] = (stamp, RecordIndex.content(line.sha256))
        }
        return stamps
    }

    /// Rewrites the file line by line; unchanged lines keep their bytes.
    ///
    /// - Parameter line: returns the new line with its line end, an empty string to drop the line, `nil` to keep it.
    ///   Called on several threads.
    func replaceLines(_ line: @escaping @Sendable (ArraySlice<UInt8>) -> String?) throws {
        try replaceLines(of: descriptor, in: target, mode: mode, line)
    }

    /// Rewrites another file of the run in the same way.
    func replaceLines(
        of descriptor: Int32, in path: String, mode: mode_t,
        _ line: @escaping @Sendable (ArraySlice<UInt8>) -> String?
    ) throws {
        let replacement = try AtomicFile(target, mode: mode, name: file)
        var lines = DecodedLines(LineFile(descriptor, name: file), line)
        var isChanged = false
        while let (old, new) = try lines.next() {
            if let new {
                isChanged = true
                try replacement.write(new.utf8)
            } else {
                try old.hasEnd ? replacement.write(line: old.bytes) : replacement.write(old.bytes)
            }
        }
        if isChanged { try replacement.move(to: path) }
    }
}
