// The files of a run: the result so far, and two that are only appended to, so that nothing is lost when the program
// is killed.
import Books
import Foundation
import Output

/// The result of earlier runs, which stays until it is replaced. The system closes it when the program ends.
struct PreviousResult {
    /// -1 if there is none.
    let descriptor: Int32
    let mode: mode_t
    var photos = 0
    /// Totals of its records.
    var tally = ScanTally()
    /// Whether its last line is not a record.
    var isTorn = false

    /// - Parameter name: the file's name in errors.
    init(_ path: String, name: String) throws(OutputError) {
        var status = stat()
        let isThere = stat(path.systemPath, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            throw .failed(name, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ESPIPE)
        }
        descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 || errno == ENOENT else { throw .failed(name, code: errno) }
        mode = isThere ? status.st_mode & 0o777 : 0o666
    }
}

/// An open file for appending.
struct AppendedFile: ~Copyable {
    let path: String
    let descriptor: Int32
    /// The offset of the next line, in bytes; 0 until `cut` is called.
    private(set) var end = 0

    /// Throws `busy` if it is to be locked and another process has locked it.
    ///
    /// - Parameter name: the file's name in errors.
    init(_ path: String, mode: mode_t, isLocked: Bool = false, name: String) throws(OutputError) {
        let flags = O_RDWR | O_CREAT
        let opened =
            isLocked
            ? try FileLock.open(path, flags, mode: mode, waits: false, name: name)
            : open(path.systemPath, flags | O_CLOEXEC, mode)
        guard opened >= 0 else { throw .failed(name, code: errno) }
        (self.path, descriptor) = (path, opened)
    }

    deinit { close(descriptor) }

    func unlock() { _ = flock(descriptor, LOCK_UN) }

    func removeIfEmpty() {
        var status = stat()
        if fstat(descriptor, &status) != 0 || status.st_size == 0 { unlink(path.systemPath) }
    }

    /// Truncates the file to `size` bytes.
    mutating func cut(to size: Int) throws(OutputError) {
        guard ftruncate(descriptor, size) == 0 else { throw .failed(path, code: errno) }
        end = size
    }

    /// Writes all of it or nothing; returns the offset at which it begins.
    @discardableResult
    mutating func append(_ text: String) throws(OutputError) -> Int {
        let start = end
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, end) }
            if written > 0 {
                bytes.removeFirst(written)
                end += written
            } else if errno != EINTR {
                let code = errno
                _ = ftruncate(descriptor, start)
                end = start
                throw .failed(path, code: code)
            }
        }
        return start
    }

    /// Returns when everything is on the disk.
    func sync() throws(OutputError) {
        guard fsync(descriptor) == 0 else { throw .failed(path, code: errno) }
    }
}
