// An open file or standard input. Closed when it goes out of scope; errors are those of `errno`.
import Books
import Foundation
import Imaging

/// An open descriptor to read from.
package struct InputFile: ~Copyable {
    package let descriptor: Int32
    private let isOurs: Bool

    package init(opening path: PhotoPath) throws(ScanError) {
        descriptor = path.retried { open(path.cString, O_RDONLY | O_CLOEXEC) }
        isOurs = true
        if descriptor < 0 { throw .system(errno) }
    }

    /// For a descriptor that the caller closes.
    package init(at descriptor: Int32) {
        self.descriptor = descriptor
        isOurs = false
    }

    package static var standardInput: InputFile { InputFile(at: STDIN_FILENO) }

    /// In bytes; 0 if it has no size, like a pipe.
    package var size: Int {
        let place = lseek(descriptor, 0, SEEK_CUR)
        defer { lseek(descriptor, place, SEEK_SET) }
        return place < 0 ? 0 : max(0, Int(lseek(descriptor, 0, SEEK_END)))
    }

    deinit {
        if isOurs, descriptor >= 0 { close(descriptor) }
    }

    /// Appends at most `count` bytes; returns how many were read, 0 at the end.
    package func read(_ count: Int, into bytes: inout [UInt8]) throws(ScanError) -> Int {
        let old = bytes.count
        var problem: Int32 = 0
        bytes += [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var got: Int
            repeat {
                got = Foundation.read(descriptor, buffer.baseAddress, count)
            } while got < 0 && errno == EINTR
            if got < 0 { problem = errno }
            filled = max(got, 0)
        }
        if problem != 0 { throw .system(problem) }
        return bytes.count - old
    }

    /// Appends bytes until there are `count`; fewer only at the end.
    package func read(upTo count: Int, into bytes: inout [UInt8]) throws(ScanError) {
        while bytes.count < count, try read(count - bytes.count, into: &bytes) > 0 {}
    }

    /// Whether bytes can be read, or the end is reached, within this many milliseconds.
    package func isReady(within milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, milliseconds) != 0
    }
}
