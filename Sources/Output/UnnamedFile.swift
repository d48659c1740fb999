// Disk space for data too large for memory. The file has no name, so that nothing stays however the program ends.
import Books
import Foundation

/// A file that is deleted with this object.
package final class UnnamedFile: Sendable {
    package let descriptor: Int32
    private let name: String

    /// - Parameters:
    ///   - folder: the folder whose disk is used; `nil` for `TMPDIR`, or else `/tmp`.
    ///   - name: the name of the contents in messages.
    /// - Throws: `failed`.
    package init(in folder: String? = nil, for name: String) throws(OutputError) {
        let temporary = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 }
        var path = "\(folder ?? temporary ?? "/tmp")/.bookzone-XXXXXX".systemPath
        self.name = name
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw .failed(name, code: errno) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Appends the bytes.
    ///
    /// - Throws: `failed`, also where there is no room.
    package func write(_ bytes: some ContiguousBytes) throws(OutputError) {
        let code = bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let whole = UnsafeRawBufferPointer(rebasing: rest)
                let count = Foundation.write(descriptor, whole.baseAddress, whole.count)
                if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
            }
            return 0
        }
        if code != 0 { throw .failed(name, code: code) }
    }
}
