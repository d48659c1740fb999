// The destination of results: standard output, or a file that appears when it is complete.
import Books
import Foundation

/// Unbuffered, so that everything written is visible.
///
/// A file is written as `NAME.draft`, as `NAME.partial` may be the journal of an interrupted scan, and moved into place by
/// `finish()`: a file with the final name is always complete, and an older one stays until then.
package struct OutputFile: ~Copyable {
    private let name: String
    private let descriptor: Int32
    /// The path of the finished file; `nil` if it is written in place, as for standard output and devices.
    private let destination: String?
    /// The name of the temporary file; `nil` if there is none.
    package let partialName: String?
    private let keepsDraft: Bool

    /// - Parameters:
    ///   - path: `nil` is standard output.
    ///   - partial: the temporary file's name, in the same folder, instead of `NAME.draft`.
    ///   - keepsDraft: whether the temporary file stays if the results are not finished, because they took long to make.
    package init(
        _ path: String?, partial: String? = nil, keepsDraft: Bool = false
    ) throws(OutputError) {
        self.keepsDraft = keepsDraft
        guard let path else {
            (name, descriptor, destination, partialName) = ("standard output", STDOUT_FILENO, nil, nil)
            return
        }
        let target = OutputFile.resolved(path)
        var status = stat()
        let exists = stat(target.systemPath, &status) == 0
        let isSpecial = exists && status.st_mode & S_IFMT != S_IFREG
        let temporary = isSpecial ? target : partial ?? Self.draft(of: target)
        let mode = exists ? status.st_mode & 0o777 : 0o666
        let opened =
            try isSpecial ? Self.open(target, name: path) : Self.open(draft: temporary, mode, name: path)
        (name, descriptor) = (path, opened)
        (destination, partialName) = isSpecial ? (nil, nil) : (target, temporary)
    }

    private static func open(_ path: String, name: String) throws(OutputError) -> Int32 {
        let descriptor = Foundation.open(path.systemPath, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed(name, code: errno) }
        return descriptor
    }

    /// Empty, and locked.
    private static func open(draft path: String, _ mode: mode_t, name: String) throws(OutputError) -> Int32 {
        let descriptor = try FileLock.open(path, O_WRONLY | O_CREAT, mode: mode, waits: false, name: name)
        guard ftruncate(descriptor, 0) == 0 else {
            let code = errno
            close(descriptor)
            throw .failed(name, code: code)
        }
        return descriptor
    }

    deinit {
        guard descriptor != STDOUT_FILENO, descriptor >= 0 else { return }
        // While it is locked: the file of that name may be the next one already.
        if let partialName, !keepsDraft,
            FileIdentity(path: partialName) == FileIdentity(descriptor: descriptor)
        {
            unlink(partialName.systemPath)
        }
        close(descriptor)
    }

    /// Writes everything before it returns.
    package func write(_ text: String) throws(OutputError) { try write(bytes: Array(text.utf8)) }

    /// Writes everything before it returns.
    package func write(bytes: [UInt8]) throws(OutputError) {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                bytes.removeFirst(written)
            } else if errno == EPIPE {
                throw .closed
            } else if errno == EAGAIN {
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&room, 1, -1)
            } else if errno != EINTR {
                throw .failed(name, code: errno)
            }
        }
    }

    /// Adds to the draft of what comes next, for the case that the program is killed before. Does nothing if the results
    /// are not written into a file, and if the disk does not accept all of it.
    fileprivate func write(draft text: String) {
        guard destination != nil else { return }
        let place = lseek(descriptor, 0, SEEK_CUR)
        let end = lseek(descriptor, 0, SEEK_END)
        do throws(OutputError) { try write(text) } catch { ftruncate(descriptor, end) }
        lseek(descriptor, place, SEEK_SET)
    }

    fileprivate func removeDraft() {
        if destination != nil { ftruncate(descriptor, lseek(descriptor, 0, SEEK_CUR)) }
    }

    /// Moves the file into place. Throws if the disk did not accept everything.
    package func finish() throws(OutputError) {
        guard let destination, let partialName else { return }
        guard fsync(descriptor) == 0, rename(partialName.systemPath, destination.systemPath) == 0 else {
            throw .failed(name, code: errno)
        }
    }

    /// The name of the temporary file of one that is written.
    package static func draft(of path: String) -> String { path + ".draft" }

    /// The file that a link names; every other path as it is.
    package static func destination(_ path: String) -> String {
        var status = stat()
        return lstat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            ? resolved(path) : path
    }

    /// Resolves links, so that a link is not replaced by a file.
    package static func resolved(_ path: String) -> String {
        guard let real = realpath(path.systemPath, nil) else { return path }
        defer { free(real) }
        return String(path: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
}

/// Why results could not be written.
package enum OutputError: Error, Equatable {
    /// The reader has closed the pipe (`| head`): the end, but not an error.
    case closed
    /// Another process is writing the same file.
    case busy(String)
    /// A line that was to be replaced has changed.
    case changed(String)
    /// A folder to be filled contains other things.
    case occupied(String)
    /// A folder to be created is not empty.
    case notEmpty(String)
    /// The system's error for the file.
    case failed(String, code: Int32)
}

/// An output that is written in chunks of 64 kB, and when it is flushed.
package struct BufferedOutput: ~Copyable {
    private static let chunk = 65_536

    private let output: OutputFile
    private var waiting = ""
    private var hasDraft = false

    package init(_ output: consuming OutputFile) { self.output = output }

    /// The name of the temporary file; `nil` if there is none.
    package var partialName: String? { output.partialName }

    package mutating func write(_ text: String) throws(OutputError) {
        waiting += text
        if waiting.utf8.count >= Self.chunk { try flush() }
    }

    /// Immediately, after everything that is buffered.
    package mutating func write(bytes: [UInt8]) throws(OutputError) {
        try flush()
        try output.write(bytes: bytes)
    }

    /// Adds what will be in the results in another form, for the case that the program is killed before, behind the drafts
    /// that are there. When results are written, they replace all of them. Only files get it; it stays out if the disk is
    /// full.
    package mutating func write(draft text: String) throws(OutputError) {
        if text.isEmpty { return }
        // What waits while there are drafts is in one of them.
        if !hasDraft { try flush() }
        output.write(draft: text)
        hasDraft = true
    }

    /// Must be called before waiting for input.
    package mutating func flush() throws(OutputError) {
        if hasDraft { output.removeDraft() }
        hasDraft = false
        try output.write(waiting)
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes the rest and moves the file into place.
    package mutating func finish() throws(OutputError) {
        try flush()
        try output.finish()
    }
}

// Names of photos as people read and copy them.
extension String {
    /// The path as it is, or quoted for a shell if it contains bytes or characters that a terminal can't show:
    /// `$'caf\xE9.jpg'`.
    package var shownPath: String {
        guard hasStandIns || unicodeScalars.contains(where: \.steersTerminal) else { return self }
        let words = unicodeScalars.map { character -> String in
            switch character {
            case "\n": return #"\n"#
            case "\t": return #"\t"#
            case "\r": return #"\r"#
            case "\\", "'": return "\\\(character)"
            default:
                let text = String(character)
                guard character.steersTerminal || text.hasStandIns else { return text }
                return text.pathBytes.map {
                    #"\x"# + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
                }
                .joined()
            }
        }
        return "$'" + words.joined() + "'"
    }
}
