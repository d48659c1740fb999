// A temporary file that atomically replaces another.
import Books
import Foundation

/// `FILE.new`, deleted unless it is moved into place. It is not called `FILE.partial`, which may be the journal of an
/// interrupted scan.
package final class AtomicFile {
    private static let chunk = 1 << 18

    private let path: String
    private let name: String
    private let descriptor: Int32
    private var waiting: [UInt8] = []
    private var isMoved = false

    /// Its name until it is moved.
    package static func temporary(of target: String) -> String { target + ".new" }

    /// - Parameter name: the file's name in errors.
    package init(_ target: String, mode: mode_t, name: String) throws(OutputError) {
        path = Self.temporary(of: target)
        self.name = name
        descriptor = open(path.systemPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .failed(name, code: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if descriptor >= 0, !isMoved { unlink(path.systemPath) }
    }

    package func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
        waiting += bytes
        if waiting.count >= Self.chunk { try flush() }
    }

    private func flush() throws(OutputError) {
        var bytes = waiting[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                bytes.removeFirst(written)
            } else if errno != EINTR {
                throw .failed(name, code: errno)
            }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Flushes it to disk and moves it into place.
    package func move(to place: String) throws(OutputError) {
        try flush()
        guard fsync(descriptor) == 0, rename(path.systemPath, place.systemPath) == 0 else {
            throw .failed(name, code: errno)
        }
        isMoved = true
    }
}
