// The files of a run: its result so far, and two that only grow. Whatever ends the program, what was appended before stays.
import Books
import Foundation
import Output

/// The result of earlier runs, which stays until it is replaced; closed by the system when the program ends.
struct PreviousResult {
    /// -1 where there is none.
    let descriptor: Int32
    let mode: mode_t
    var photos = 0
    /// Of its records.
    var tally = ScanTally()
    /// Whether its last line is no record.
    var isTorn = false

    /// - Parameter name: what errors call it.
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

/// An open file that is appended to.
struct AppendedFile: ~Copyable {
    let path: String
    let descriptor: Int32
    /// Where the next line goes, in bytes; 0 until `cut` is called.
    private(set) var end = 0

    /// Throws `busy` where it is to be locked and another process has locked it.
    ///
    /// - Parameter name: what errors call it.
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

    /// Removes the file if nothing is in it.
    func removeIfEmpty() {
        var status = stat()
        if fstat(descriptor, &status) != 0 || status.st_size == 0 { unlink(path.systemPath) }
    }

    /// Drops what comes after so many bytes.
    mutating func cut(to size: Int) throws(OutputError) {
        guard ftruncate(descriptor, size) == 0 else { throw .failed(path, code: errno) }
        end = size
    }

    /// Writes all of it or nothing; returns where it begins.
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

    /// Returns when all of it is on the disk.
    func sync() throws(OutputError) {
        guard fsync(descriptor) == 0 else { throw .failed(path, code: errno) }
    }
}
