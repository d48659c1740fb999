// Where results go: standard output, or a file that appears only when it is whole.
import Books
import Foundation

/// Written to without a buffer of its own, so that what has been printed is out.
///
/// A file is written beside its place, as `NAME.partial`, and moved there by `finish()`: what carries the name is
/// whole, and an older file stays until then.
package struct OutputFile: ~Copyable {
    private let name: String
    private let descriptor: Int32
    /// Where the finished file goes; `nil` when it is written in place, as standard output and devices are.
    private let destination: String?
    /// How the unfinished file is called; `nil` when there is none.
    package let partialName: String?

    /// - Parameters:
    ///   - path: `nil` is standard output.
    ///   - partial: how an unfinished file is called in the place of `NAME.partial`, in the same folder.
    package init(_ path: String?, partial: String? = nil) throws(OutputError) {
        guard let path else {
            (name, descriptor, destination, partialName) = ("standard output", STDOUT_FILENO, nil, nil)
            return
        }
        name = path
        let target = OutputFile.resolved(path)
        var status = stat()
        let exists = stat(target.systemPath, &status) == 0
        let isSpecial = exists && status.st_mode & S_IFMT != S_IFREG
        destination = isSpecial ? nil : target
        let temporary = isSpecial ? target : partial ?? target + ".partial"
        partialName = isSpecial ? nil : temporary
        let mode = exists ? status.st_mode & 0o777 : 0o666
        descriptor = open(temporary.systemPath, O_WRONLY | O_CLOEXEC | (isSpecial ? 0 : O_CREAT), mode)
        guard descriptor >= 0 else { throw .failed(path, code: errno) }
        guard !isSpecial else { return }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .busy(path) }
        guard ftruncate(descriptor, 0) == 0 else { throw .failed(path, code: errno) }
    }

    deinit {
        if descriptor != STDOUT_FILENO, descriptor >= 0 { close(descriptor) }
    }

    /// Writes all of it before it returns.
    package func write(_ text: String) throws(OutputError) { try write(bytes: Array(text.utf8)) }

    /// The same.
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

    /// Puts the file in its place. Throws when the disk did not take it all.
    package func finish() throws(OutputError) {
        guard let destination, let partialName else { return }
        guard fsync(descriptor) == 0, rename(partialName.systemPath, destination.systemPath) == 0 else {
            throw .failed(name, code: errno)
        }
    }

    /// Through links, so that a link stays one.
    package static func resolved(_ path: String) -> String {
        guard let real = realpath(path.systemPath, nil) else { return path }
        defer { free(real) }
        return String(path: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
}

/// Why results could not be written.
package enum OutputError: Error, Equatable {
    /// Nobody reads any more (`| head`): the end, but nothing is wrong.
    case closed
    /// Another process is writing the same file.
    case busy(String)
    /// A line that was to be replaced is another by now.
    case changed(String)
    /// A folder that is to be filled holds other things.
    case occupied(String)
    /// A folder that is to be made holds something.
    case notEmpty(String)
    /// What the system said of the file.
    case failed(String, code: Int32)
}

/// An output that is written to in portions of 64 kB, and whenever it is flushed.
package struct BufferedOutput: ~Copyable {
    private static let chunk = 65_536

    private let output: OutputFile
    private var waiting = ""

    package init(_ output: consuming OutputFile) { self.output = output }

    /// How the unfinished file is called; `nil` when there is none.
    package var partialName: String? { output.partialName }

    package mutating func write(_ text: String) throws(OutputError) {
        waiting += text
        if waiting.utf8.count >= Self.chunk { try flush() }
    }

    /// Each with an end.
    package mutating func write(lines: [String]) throws(OutputError) {
        for line in lines { try write(line + "\n") }
    }

    /// At once, with all that waits before it.
    package mutating func write(bytes: [UInt8]) throws(OutputError) {
        try flush()
        try output.write(bytes: bytes)
    }

    /// To be called before waiting for input: nothing is written by itself.
    package mutating func flush() throws(OutputError) {
        try output.write(waiting)
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes what is left and puts the file in its place.
    package mutating func finish() throws(OutputError) {
        try flush()
        try output.finish()
    }
}

// A photo's name where a person reads it, and copies it from there.
extension String {
    /// A path as it is; one with bytes or characters that a terminal can't show as a shell takes it, `$'caf\xE9.jpg'`.
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
