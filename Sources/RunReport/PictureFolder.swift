// A folder of pictures that are made of photos. Its mark keeps later scans from taking them for photos, and this program
// from filling somebody else's folder.
import Batch
import Books
import Foundation
import Output

package struct PictureFolder: Sendable {
    package let path: String

    /// Makes the folder, or takes one that is empty or was made so before.
    ///
    /// - Throws: `occupied` where it holds other things.
    package init(_ path: String) throws(OutputError) {
        self.path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
        try Self.makeFolder(self.path)
        let marker = self.path + "/" + FolderWalk.marker
        if access(marker.systemPath, F_OK) == 0 { return }
        guard self.path.folderEntries?.isEmpty == true else { throw .occupied(path) }
        let file = open(marker.systemPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw .failed(path, code: errno) }
        close(file)
    }

    /// A file appears when it is whole, with the folders on the way to it.
    ///
    /// - Parameter name: a path within the folder.
    package func write(_ bytes: Data, to name: String) throws(OutputError) {
        let temporary = try temporary(bytes, for: name)
        guard rename(temporary.systemPath, (path + "/" + name).systemPath) == 0 else {
            throw Self.failure(name, temporary)
        }
    }

    /// The same under a name that is free: where there is a file, a number is added.
    ///
    /// - Parameter suffix: what the name ends in, behind the number.
    /// - Returns: the name.
    @discardableResult
    package func writeNew(
        _ bytes: Data, to name: String, suffix: String
    ) throws(OutputError) -> String {
        let temporary = try temporary(bytes, for: name + suffix)
        var number = 1
        while true {
            let free = number == 1 ? name + suffix : "\(name)-\(number)\(suffix)"
            let descriptor = open(
                (path + "/" + free).systemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor < 0, errno == EEXIST {
                number += 1
                continue
            }
            guard descriptor >= 0 else { throw Self.failure(free, temporary) }
            close(descriptor)
            guard rename(temporary.systemPath, (path + "/" + free).systemPath) == 0 else {
                throw Self.failure(free, temporary)
            }
            return free
        }
    }

    /// A whole file beside its place.
    private func temporary(_ bytes: Data, for name: String) throws(OutputError) -> String {
        if name.nameStart > name.startIndex { try Self.makeFolder(path + "/" + name[..<name.nameStart]) }
        let temporary = path + "/" + name + ".partial"
        let descriptor = open(temporary.systemPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .failed(name, code: errno) }
        let failure = Self.write(bytes, to: descriptor)
        close(descriptor)
        guard failure == 0 else {
            unlink(temporary.systemPath)
            throw .failed(name, code: failure)
        }
        return temporary
    }

    private static func failure(_ name: String, _ temporary: String) -> OutputError {
        let code = errno
        unlink(temporary.systemPath)
        return .failed(name, code: code)
    }

    package func holds(_ name: String) -> Bool { access((path + "/" + name).systemPath, F_OK) == 0 }

    /// 0, or the system's `errno`.
    private static func write(_ bytes: Data, to descriptor: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count > 0 { written += count } else if errno != EINTR { return errno }
        }
        return 0
    }

    private static func makeFolder(_ path: String) throws(OutputError) {
        let code = path.makeFolder()
        if code != 0 { throw .failed(path, code: code) }
    }
}
