// A folder of pictures made from photos. A marker file keeps later scans from reading them as photos, and this
// program from writing into a folder with other contents.
import Batch
import Books
import Foundation
import Output

package struct PictureFolder: Sendable {
    package let path: String

    /// Creates the folder, or uses one that is empty or was created by an earlier run.
    ///
    /// - Throws: `occupied` if it contains other things.
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

    /// Writes a file atomically, and creates its parent folders. Tasks may write the same name at the same time.
    ///
    /// - Parameter name: a path relative to the folder.
    package func write(_ bytes: Data, to name: String) throws(OutputError) {
        let temporary = try temporary(bytes, for: name)
        guard rename(temporary.systemPath, (path + "/" + name).systemPath) == 0 else {
            throw Self.failure(name, temporary)
        }
    }

    /// The same under a free name: if the file exists, a number is added.
    ///
    /// - Parameter suffix: the end of the name, after the number.
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

    /// A complete temporary file in the same folder, under a name of its own.
    private func temporary(_ bytes: Data, for name: String) throws(OutputError) -> String {
        let folder = path + "/" + name[..<name.nameStart]
        if name.nameStart > name.startIndex { try Self.makeFolder(folder) }
        let temporary = "\(folder).bookzone-\(UUID().uuidString).partial"
        let descriptor = open(temporary.systemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
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

    /// Returns 0 or `errno`.
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
