// Locks a file, and checks that it is still the one at its path.
import Books
import Foundation

package enum FileLock {
    /// Opens a file and locks it until the descriptor is closed. If the file was replaced while waiting for the lock,
    /// the new one is opened.
    ///
    /// - Parameters:
    ///   - waits: whether to wait for the lock; else throws `busy` if another process holds it.
    ///   - name: the file's name in errors.
    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o666, waits: Bool, name: String
    ) throws(OutputError) -> Int32 {
        while true {
            let descriptor = Foundation.open(path.systemPath, flags | O_CLOEXEC, mode)
            guard descriptor >= 0 else { throw .failed(name, code: errno) }
            if !waits, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                close(descriptor)
                throw .busy(name)
            }
            if waits { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }
            if FileIdentity(descriptor: descriptor) == FileIdentity(path: path) { return descriptor }
            close(descriptor)
        }
    }
}
