// Reads a file's bytes in order, decompressed if it is gzip, from any offset on.
import Books
import Documents
import Foundation

/// One file, or standard input for `-`.
final class InputBytes {
    let path: String
    /// The size of the file in bytes, compressed if it is; `nil` for a pipe.
    let size: UInt64?
    /// The modification date; `nil` for a pipe.
    let date: Date?
    /// How many unpacked bytes have been returned.
    private(set) var place: UInt64 = 0
    /// How many bytes of the file that took.
    private(set) var used: UInt64 = 0
    /// Whether the gzip data is incomplete.
    private(set) var isTorn = false
    private let descriptor: Int32
    private let isStopped: @Sendable () -> Bool
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    /// The part of `input` that has not been used.
    private var waiting = 0..<0
    private var gunzip: Gunzip?
    private var isInMember = false

    /// - Parameter isStopped: asked while a pipe has no bytes; if true, reading ends with `stopped`.
    /// - Throws: `unreadable`; `empty`; `stopped`.
    init(_ path: String, isStopped: @escaping @Sendable () -> Bool) throws(ReferenceError) {
        (self.path, self.isStopped) = (path, isStopped)
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path.systemPath, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw .unreadable(path: path, errno: errno)
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(path: path, errno: EISDIR) }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        size = isFile ? UInt64(status.st_size) : nil
        date = isFile ? Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec)) : nil
        try fill()
        guard !waiting.isEmpty else { throw .empty(path: path) }
        if waiting.count >= 2, input[0] == 0x1F, input[1] == 0x8B {
            gunzip = Gunzip()
            isInMember = true
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        input.deallocate()
    }

    /// Fills as much of `output` as one step can.
    ///
    /// - Returns: how many bytes; 0 at the end.
    func read(into output: UnsafeMutableRawBufferPointer) throws(ReferenceError) -> Int {
        while true {
            if waiting.isEmpty { try fill() }
            if waiting.isEmpty {
                isTorn = isInMember
                return 0
            }
            let count = try step(output)
            place += UInt64(count)
            if count > 0 { return count }
        }
    }

    private func step(_ output: UnsafeMutableRawBufferPointer) throws(ReferenceError) -> Int {
        let rest = UnsafeRawBufferPointer(rebasing: input[waiting])
        guard let gunzip else {
            let count = min(rest.count, output.count)
            output.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
            use(count)
            return count
        }
        if !isInMember {
            // Tapes and some downloads are padded with zeros.
            let zeros = rest.prefix { $0 == 0 }.count
            use(zeros)
            if zeros > 0 { return 0 }
            gunzip.restart()
            isInMember = true
        }
        let (used, written, step) = gunzip.unpack(rest, into: output)
        use(used)
        switch step {
        case .more: break
        case .end: isInMember = false
        case .damaged(let words): throw .damaged(path: path, bytes: place + UInt64(written), words: words)
        }
        return written
    }

    private func use(_ count: Int) {
        waiting = waiting.lowerBound + count..<waiting.upperBound
        used += UInt64(count)
    }

    /// In milliseconds: how often a pipe without bytes is left to see whether to stop.
    private static let timeout: Int32 = 100

    private func fill() throws(ReferenceError) {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&wait, 1, Self.timeout) == 0 { if isStopped() { throw .stopped(rows: 0) } }
        var count = 0
        repeat {
            count = Foundation.read(descriptor, input.baseAddress, input.count)
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
        waiting = 0..<count
    }

    /// Continues at a later offset: immediately in an uncompressed file, else by reading everything before it.
    ///
    /// - Throws: `changed` if the file ends before.
    func skip(to target: UInt64) throws(ReferenceError) {
        if gunzip == nil, let size, target <= size, lseek(descriptor, off_t(target), SEEK_SET) >= 0 {
            waiting = 0..<0
            place = target
            used = target
            return
        }
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { scratch.deallocate() }
        while place < target {
            let count = Int(min(UInt64(scratch.count), target - place))
            guard try read(into: UnsafeMutableRawBufferPointer(rebasing: scratch[..<count])) > 0 else {
                throw .changed(path: path)
            }
        }
    }
}
