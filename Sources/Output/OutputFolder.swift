// A folder of results that appears when it is complete.
import Books
import Foundation

/// Written as `NAME.partial` and moved into place by `finish()`. It is deleted if that fails, and so are leftovers of a run
/// that was killed.
package final class OutputFolder {
    private let name: String
    private let destination: String
    private let partial: String
    private let folder: LockedFolder
    private var isFinished = false

    /// - Parameter path: of a folder that does not exist or is empty.
    /// - Throws: `notEmpty` if it is not empty, `busy` if another run writes it.
    package init(_ path: String) throws(OutputError) {
        name = path
        var target = OutputFile.resolved(path)
        while target.count > 1, target.hasSuffix("/") { target.removeLast() }
        destination = target
        partial = target + ".partial"
        if access(target.systemPath, F_OK) == 0 {
            guard let entries = target.folderEntries else { throw .failed(path, code: errno) }
            guard entries.isEmpty else { throw .notEmpty(path) }
        }
        do throws(LockedFolder.Failure) {
            folder = try LockedFolder(partial, mode: 0o777)
            try folder.clear()
        } catch {
            switch error {
            case .busy: throw .busy(path)
            case .system(let code): throw .failed(path, code: code)
            }
        }
    }

    deinit {
        if !isFinished { folder.remove() }
    }

    /// Writes everything before it returns, and creates parent folders.
    ///
    /// - Parameter file: the path of a new file, relative to the folder.
    package func write(_ content: some Sequence<UInt8>, to file: String) throws(OutputError) {
        let path = partial + "/" + file
        let code = String(path[..<path.nameStart].dropLast()).makeFolder()
        guard code == 0 else { throw .failed(name, code: code) }
        let output = open(path.systemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard output >= 0 else { throw .failed(name, code: errno) }
        defer { close(output) }
        var bytes = Array(content)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
            if written > 0 {
                bytes.removeFirst(written)
            } else if errno != EINTR {
                throw .failed(name, code: errno)
            }
        }
        guard fsync(output) == 0 else { throw .failed(name, code: errno) }
    }

    /// Moves the folder into place.
    package func finish() throws(OutputError) {
        guard fsync(folder.descriptor) == 0, rename(partial.systemPath, destination.systemPath) == 0 else {
            let code = errno
            throw [ENOTEMPTY, EEXIST].contains(code) ? .notEmpty(name) : .failed(name, code: code)
        }
        isFinished = true
    }
}
