// Keeps an archive from standard input in a temporary file: it may be larger than memory, and a ZIP has its directory at
// its end.
import Books
import Documents
import Foundation
import Output
import Reading

/// The file, and how much of a stream has been moved to it.
final class ArchiveSpool {
    /// About how much of the stream is in memory at a time, in bytes.
    static let portion = 1 << 20

    /// Or why there is no room for the archive. Then its bytes are dropped, so that the files after it can be read.
    private(set) var file: Result<UnnamedFile, ScanError>
    /// In bytes.
    private(set) var size = 0

    init() {
        file = Result { () throws(OutputError) in try UnnamedFile(for: PhotoPath.standardInput.name) }
            .mapError { ScanError($0) }
    }

    /// Moves the archive at the start of the buffer.
    ///
    /// - Parameter timeout: as in `StreamBuffer.gzipEnd`.
    /// - Returns: whether its end was found.
    func take(
        _ format: ArchiveFormat, from buffer: inout StreamBuffer, timeout: Int32
    ) throws(ScanError) -> Bool {
        switch format {
        case .zip: return try take(behind: buffer.zipEnd(into: self, timeout: timeout), from: &buffer)
        case .tar: return try take(behind: buffer.tarEnd(into: self, timeout: timeout), from: &buffer)
        case .gzip: return try take(behind: buffer.gzipEnd(into: self, timeout: timeout), from: &buffer)
        }
    }

    private func take(behind end: ImageEnd, from buffer: inout StreamBuffer) throws(ScanError) -> Bool {
        var place = end.place
        if place < 0 { try giveBack(-place, to: &buffer) } else { take(&place, from: &buffer) }
        return end.isWhole
    }

    /// Moves the last bytes back to the start of the buffer.
    ///
    /// - Throws: if they were dropped, why.
    func giveBack(_ count: Int, to buffer: inout StreamBuffer) throws(ScanError) {
        let file = try file.get()
        buffer.putBack(try bytes(size - count..<size))
        size -= count
        ftruncate(file.descriptor, off_t(size))
        lseek(file.descriptor, 0, SEEK_END)
    }

    /// Moves the bytes before `place`, which becomes 0.
    func take(_ place: inout Int, from buffer: inout StreamBuffer) {
        let bytes = buffer.removeFirst(place)
        if case .success(let file) = file {
            do throws(OutputError) { try file.write(bytes) } catch { self.file = .failure(ScanError(error)) }
        }
        size += place
        place = 0
    }

    /// Whether a file begins at a place, which is relative to the start of the buffer and mostly negative.
    func showsFile(at place: Int, before buffer: borrowing StreamBuffer) throws(ScanError) -> Bool {
        guard place < 0 else { return buffer.showsFile(at: place) }
        let start = size + place
        let head = try bytes(start..<min(size, start + FileSignature.length))
        return FileSignature.isFile(head + buffer.bytes.prefix(FileSignature.length - head.count))
    }

    private func bytes(_ range: Range<Int>) throws(ScanError) -> [UInt8] {
        guard range.count <= Photo.sizeLimit else { throw .tooManyBytes }
        let file = try file.get()
        var bytes = [UInt8](repeating: 0, count: range.count)
        var got = 0
        while got < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                pread(
                    file.descriptor, $0.baseAddress.map { $0 + got }, $0.count - got,
                    off_t(range.lowerBound + got))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(count < 0 ? errno : EIO) }
            got += count
        }
        return bytes
    }
}

extension ScanError {
    fileprivate init(_ error: OutputError) {
        if case .failed(_, let code) = error { self = .system(code) } else { self = .system(EIO) }
    }
}
