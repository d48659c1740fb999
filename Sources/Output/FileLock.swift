// Locks a file, and checks that it is still the one at its path.
import Books
import Foundation

package enum FileLock {
    /// Opens a file and locks it until the descriptor is closed. If the file was replaced while waiting for the lock,
    /// the new one is opened.
    ///
    /// - Parameters:
    ///   - waits: whether to wait for the lock; else throws `busy` if another process holds it.
    ///   - timeout: throws `busy` after this time; `nil` waits for as long as it takes.
    ///   - name: the file's name in errors.
    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o666, waits: Bool, atMost timeout: Duration? = nil,
        name: String
    ) throws(OutputError) -> Int32 {
        let end = (waits ? timeout : .zero).map { ContinuousClock.now + $0 }
        while true {
            let descriptor = Foundation.open(path.systemPath, flags | O_CLOEXEC, mode)
            guard descriptor >= 0 else { throw .failed(name, code: errno) }
            while flock(descriptor, LOCK_EX | (end == nil ? 0 : LOCK_NB)) != 0 {
                guard let end, errno != EINTR else { continue }
                guard .now < end else {
                    close(descriptor)
                    throw .busy(name)
                }
                usleep(20_000)
            }
            if FileIdentity(descriptor: descriptor) == FileIdentity(path: path) { return descriptor }
            close(descriptor)
        }
    }

    /// Whether another process has locked the file.
    package static func isHeld(_ path: String) -> Bool {
        let descriptor = Foundation.open(path.systemPath, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
