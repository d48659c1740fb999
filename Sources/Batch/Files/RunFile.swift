// A run's file whose records are changed when the run is over. Each change replaces the file as a whole, and nobody else
// writes to it meanwhile.
import Books
import Foundation
import Output
import Reading

/// The records of a run that is complete.
package final class RunFile: Sendable {
    /// As given.
    package let file: String
    /// Links followed.
    let target: String
    let descriptor: Int32
    /// Of `FILE.partial`, held so that no run goes on with the file; `nil` where it is only read.
    private let journal: Int32?

    /// - Parameter changes: whether this process alone is to have it; else it is only read.
    /// - Throws: `OutputError.busy` when another process has it, `JournalError.unfinishedRun` where a run was ended.
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
        let journal = try FileLock.open(
            target + ".partial", O_RDWR | O_CREAT, waits: false, name: file)
        guard lseek(journal, 0, SEEK_END) == 0 else {
            close(journal)
            throw JournalError.unfinishedRun(file + ".partial")
        }
        return journal
    }

    deinit {
        if let journal {
            // A run without it begins anew, instead of being taken for one that was interrupted.
            unlink((target + ".partial").systemPath)
            close(journal)
        }
        close(descriptor)
    }

    /// What it was when it was opened.
    var mode: mode_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & 0o777 : 0o666
    }

    /// Goes over all of its photos. Throws `JournalError.noRecord` at a line that is no record.
    package func forEachPhoto(_ body: (RunPhoto) throws -> Void) throws {
        var photos = RunPhotos(descriptor, name: file)
        while let photo = try photos.next() { try body(photo) }
    }

    /// Puts another file in its place, line by line; a line that stays is byte for byte as it was.
    ///
    /// - Parameter line: the new line with its end, none for a line that goes, `nil` for one that stays. Called on several
    ///   threads.
    func replaceLines(_ line: @escaping @Sendable (ArraySlice<UInt8>) -> String?) throws {
        try replaceLines(of: descriptor, in: target, mode: mode, line)
    }

    /// The same of a file beside it.
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
