// A file that only grows, line by line: whatever ends the program, what was appended before stays.
import Books
import Foundation
import Output

/// An open file that is appended to; this process alone has it while `lock` holds.
final class JournalFile: Sendable {
    let path: String
    let descriptor: Int32

    /// - Parameter name: what errors call it.
    convenience init(_ path: String, mode: mode_t = 0o666, name: String) throws(OutputError) {
        let descriptor = open(path.systemPath, O_RDWR | O_CREAT | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .failed(name, code: errno) }
        self.init(path, descriptor)
    }

    private init(_ path: String, _ descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Throws `busy` when another process has it.
    static func locked(_ path: String, mode: mode_t = 0o666, name: String) throws(OutputError) -> JournalFile
    {
        JournalFile(path, try FileLock.open(path, O_RDWR | O_CREAT, mode: mode, waits: false, name: name))
    }

    /// Lets others have it, while it is open.
    func unlock() { _ = flock(descriptor, LOCK_UN) }

    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Drops what comes after so many bytes.
    func cut(to size: Int) throws(OutputError) {
        guard ftruncate(descriptor, size) == 0 else { throw .failed(path, code: errno) }
    }

    /// Writes all of it behind so many bytes, or none.
    func append(_ text: String, at end: Int) throws(OutputError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let place = end + text.utf8.count - bytes.count
            let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, place) }
            if written > 0 {
                bytes.removeFirst(written)
            } else if errno != EINTR {
                let code = errno
                _ = ftruncate(descriptor, end)
                throw .failed(path, code: code)
            }
        }
    }

    /// Until it is on the disk.
    func sync() throws(OutputError) {
        guard fsync(descriptor) == 0 else { throw .failed(path, code: errno) }
    }
}
