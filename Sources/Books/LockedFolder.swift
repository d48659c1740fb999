// A folder for unfinished work, which one process at a time has.
import Foundation

/// Locked until the object is released. The lock is one of this machine: file systems of networks don't lock folders.
package final class LockedFolder: Sendable {
    package let path: String
    package let descriptor: Int32

    package enum Failure: Error, Equatable {
        /// Another process has locked it.
        case busy
        case system(errno: Int32)
    }

    /// Creates the folder if there is none.
    ///
    /// - Parameter mode: the permissions of a new one.
    package init(_ path: String, mode: mode_t) throws(Failure) {
        while true {
            guard mkdir(path.systemPath, mode) == 0 || errno == EEXIST else { throw .system(errno: errno) }
            guard let descriptor = try Self.lock(path) else { continue }
            (self.path, self.descriptor) = (path, descriptor)
            return
        }
    }

    /// - Throws: `system(ENOENT)` if there is none.
    package init(existing path: String) throws(Failure) {
        guard let descriptor = try Self.lock(path) else { throw .system(errno: ENOENT) }
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { close(descriptor) }

    /// Removes it with all that is in it, while it is locked.
    package func remove() {
        try? clear()
        rmdir(path.systemPath)
    }

    /// Removes what is in it, without following links.
    package func clear() throws(Failure) {
        guard let entries = path.folderEntries else { throw .system(errno: errno) }
        for entry in entries {
            let code = Self.remove("\(path)/\(entry)")
            guard code == 0 else { throw .system(errno: code) }
        }
    }

    /// - Returns: `nil` if it is gone, or is another one than the locked one: the process that held it before may have
    ///   removed it.
    private static func lock(_ path: String) throws(Failure) -> Int32? {
        let descriptor = open(path.systemPath, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .system(errno: errno)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            throw code == EWOULDBLOCK ? .busy : .system(errno: code)
        }
        var (held, there) = (stat(), stat())
        if fstat(descriptor, &held) == 0, stat(path.systemPath, &there) == 0, held.st_dev == there.st_dev,
            held.st_ino == there.st_ino
        {
            return descriptor
        }
        close(descriptor)
        return nil
    }

    /// - Returns: 0, or an `errno`.
    private static func remove(_ path: String) -> Int32 {
        guard unlink(path.systemPath) != 0, errno != ENOENT else { return 0 }
        let code = errno
        guard code == EISDIR || code == EPERM, let entries = path.folderEntries else { return code }
        for entry in entries {
            let code = remove("\(path)/\(entry)")
            guard code == 0 else { return code }
        }
        return rmdir(path.systemPath) == 0 ? 0 : errno
    }
}
