// One open file or standard input, read by descriptor: closed when its owner goes, failures told in words.
import Books
import Foundation

/// An open descriptor to read from.
struct InputFile: ~Copyable {
    let descriptor: Int32
    private let isOurs: Bool

    init(opening path: PhotoPath) throws(PhotoFailure) {
        descriptor = open(path.cString, O_RDONLY | O_CLOEXEC)
        isOurs = true
        if descriptor < 0 { throw .system(errno) }
    }

    private init(standard descriptor: Int32) {
        self.descriptor = descriptor
        isOurs = false
    }

    static var standardInput: InputFile { InputFile(standard: STDIN_FILENO) }

    deinit {
        if isOurs, descriptor >= 0 { close(descriptor) }
    }

    /// Appends at most `count` bytes; returns how many came, 0 at the end.
    func read(_ count: Int, into bytes: inout [UInt8]) throws(PhotoFailure) -> Int {
        let old = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count))
        let got = bytes.withUnsafeMutableBytes { buffer in
            var got: Int
            repeat {
                got = Foundation.read(descriptor, buffer.baseAddress! + old, count)
            } while got < 0 && errno == EINTR
            return got
        }
        let problem = errno
        bytes.removeLast(count - max(got, 0))
        if got < 0 { throw .system(problem) }
        return got
    }

    /// Fills up to `count` bytes, fewer only when the end comes first.
    func read(upTo count: Int, into bytes: inout [UInt8]) throws(PhotoFailure) {
        while bytes.count < count, try read(count - bytes.count, into: &bytes) > 0 {}
    }

    /// Whether something can be read, or the end has come, within so many milliseconds.
    func isReady(within milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, milliseconds) != 0
    }
}

extension PhotoFailure {
    /// What the system said, with what a person can do about it.
    static func system(_ code: Int32) -> PhotoFailure {
        switch code {
        case ENOENT, ENOTDIR: PhotoFailure(code: "missing", message: "no such file or folder; check its name")
        case EACCES, EPERM:
            PhotoFailure(code: "unreadable", message: "may not be read; check its permissions")
        case EISDIR: PhotoFailure(code: "unreadable", message: "is a folder; a file was expected")
        case ELOOP: PhotoFailure(code: "unreadable", message: "links to itself; check the link")
        case EBADF: PhotoFailure(code: "unreadable", message: "is closed; nothing can be read from it")
        default:
            PhotoFailure(code: "unreadable", message: "\(String(cString: strerror(code))); copy it again")
        }
    }

    static let empty = PhotoFailure(code: "empty", message: "empty; copy it again")
    static let notAPhoto = PhotoFailure(
        code: "not-a-photo",
        message: "no photo; JPEG, PNG, TIFF, HEIC, AVIF, WebP, GIF, BMP and JPEG 2000 are read")
    static let tooLarge = PhotoFailure(
        code: "too-large", message: "over \(Photo.sizeLimit >> 20) MB; is it one photo?")
}
