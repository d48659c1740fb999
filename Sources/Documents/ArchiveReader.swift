// Reads a ZIP or TAR with libarchive, sequentially: nothing is written, no link is followed, and the amount of
// unpacked data is limited.
import CArchive
import Foundation

/// Why an archive or a member could not be read.
package enum ArchiveError: UInt8, Error, Hashable, Codable, Sendable {
    case damaged
    /// A password is needed.
    case encrypted
    /// It has more members than the limit.
    case tooManyMembers
    /// It unpacks to much more data than photos would.
    case unpacksTooFar
    /// A member is larger than the limit.
    case tooLarge
}

/// Returns the members of an archive one after another.
package final class ArchiveReader {
    package struct Member: Hashable, Codable, Sendable {
        /// As in the archive: arbitrary bytes, possibly with a path that leads outside. `nil` if it can't be decoded.
        package var name: [UInt8]?
        /// Whether it is a regular file, rather than a folder or a link.
        package var isFile: Bool
        package var isEncrypted: Bool
    }

    package static let mostMembers = 100_000
    /// An archive may unpack to this many bytes, or to this many times its own size: photos are already compressed.
    private static let (freeBytes, mostRatio) = (1 << 30, 100)
    private static let longestName = 4000

    private let archive: OpaquePointer
    private let source: Source
    private var members = 0
    private var unpacked = 0
    package var mostUnpacked: Int
    package var mostMembers = ArchiveReader.mostMembers

    /// - Parameter descriptor: of a regular file, which the caller keeps open.
    package init(at descriptor: Int32) throws(ArchiveError) {
        guard let archive = archive_read_new() else { throw .damaged }
        let source = Source(descriptor)
        (self.archive, self.source) = (archive, source)
        mostUnpacked = Self.freeBytes + Self.mostRatio * source.size
        archive_read_support_format_zip(archive)
        archive_read_support_format_tar(archive)
        archive_read_support_filter_gzip(archive)
        let opened = Self.withNamesInUTF8 { source.open(archive) }
        guard opened == ARCHIVE_OK else { throw .damaged }
    }

    deinit { archive_read_free(archive) }

    /// `nil` at the end. Throws `damaged` there for a TAR without an end: it was cut off between members.
    package func next() throws(ArchiveError) -> Member? {
        // Past the last member, so that what follows is only its end.
        if members > 0, [ARCHIVE_FATAL, ARCHIVE_EOF].contains(archive_read_data_skip(archive)) {
            throw .damaged
        }
        let place = archive_filter_bytes(archive, 0)
        var entry: OpaquePointer?
        let status = Self.withNamesInUTF8 { archive_read_next_header(archive, &entry) }
        if status == ARCHIVE_EOF {
            if isPlainTAR, archive_filter_bytes(archive, 0) == place { throw .damaged }
            return nil
        }
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else { throw .damaged }
        members += 1
        if members > mostMembers { throw .tooManyMembers }
        try checkRoom()
        let name = Self.withNamesInUTF8 {
            archive_entry_pathname(entry).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
        return Member(
            name: name.flatMap { $0.count <= Self.longestName ? $0 : nil },
            isFile: archive_entry_filetype(entry) == S_IFREG && archive_entry_hardlink(entry) == nil,
            isEncrypted: archive_entry_is_data_encrypted(entry) != 0)
    }

    /// Unpacks the member that `next` returned last. Throws `damaged` after the chunks that could be unpacked.
    ///
    /// - Parameter receive: called with one chunk after another; false ends unpacking.
    package func unpack(_ receive: (UnsafeRawBufferPointer) -> Bool) throws(ArchiveError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = archive_read_data(archive, &chunk, chunk.count)
            if count == 0 { return }
            guard count > 0 else { throw .damaged }
            unpacked += count
            try checkRoom()
            if !chunk.withUnsafeBytes({ receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) {
                return
            }
        }
    }

    /// One that is compressed shows by its compression whether it is whole.
    private var isPlainTAR: Bool {
        archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_TAR
            && archive_filter_code(archive, 0) == ARCHIVE_FILTER_NONE
    }

    private func checkRoom() throws(ArchiveError) {
        if max(unpacked, Int(clamping: archive_filter_bytes(archive, 0))) > mostUnpacked {
            throw .unpacksTooFar
        }
    }

    /// The contents of a member.
    ///
    /// - Parameters:
    ///   - name: as returned by `path(of:)`.
    ///   - most: in bytes.
    /// - Returns: `nil` if there is no such member.
    package func bytes(of name: [UInt8], upTo most: Int) throws(ArchiveError) -> Data? {
        while let member = try next() {
            guard member.isFile, let own = member.name, Self.path(of: own) == name else { continue }
            if member.isEncrypted { throw .encrypted }
            var bytes = Data()
            try unpack { chunk in
                bytes.append(contentsOf: chunk)
                return bytes.count <= most
            }
            if bytes.count > most { throw .tooLarge }
            return bytes
        }
        return nil
    }

    /// A member's path relative to the archive, without parts that lead outside. `nil` if nothing is left.
    package static func path(of name: [UInt8]) -> [UInt8]? {
        let parts = name.split(separator: UInt8(ascii: "/")).filter {
            !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
        }
        return parts.isEmpty ? nil : Array(parts.joined(separator: [UInt8(ascii: "/")]))
    }

    /// libarchive converts names to the character set of the thread's locale, and the C locale has only ASCII. Names
    /// that are not valid UTF-8 stay as they are.
    static func withNamesInUTF8<Value>(_ body: () -> Value) -> Value {
        guard let locale else { return body() }
        let old = uselocale(locale)
        defer { uselocale(old) }
        return body()
    }

    private nonisolated(unsafe) static let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

    /// Must be called while files can still be opened.
    package static func makeReady() { _ = locale }
}

/// The bytes of an archive. libarchive's own reader for descriptors calls `fstat`, which a worker may not.
private final class Source {
    private let descriptor: Int32
    private let chunk = UnsafeMutableRawPointer.allocate(byteCount: Source.portionSize, alignment: 16)
    private static let portionSize = 1 << 14
    let size: Int

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        size = max(0, Int(lseek(descriptor, 0, SEEK_END)))
        lseek(descriptor, 0, SEEK_SET)
    }

    deinit { chunk.deallocate() }

    private var place = 0

    /// Must outlive the archive; `ArchiveReader` keeps both.
    func open(_ archive: OpaquePointer) -> Int32 {
        archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
        archive_read_set_read_callback(archive) { _, source, start in
            guard let source, let start else { return -1 }
            let own = Unmanaged<Source>.fromOpaque(source).takeUnretainedValue()
            start.pointee = UnsafeRawPointer(own.chunk)
            return own.read()
        }
        archive_read_set_seek_callback(archive) { _, source, offset, whence in
            guard let source else { return -1 }
            return Unmanaged<Source>.fromOpaque(source).takeUnretainedValue().seek(Int(offset), whence)
        }
        archive_read_set_skip_callback(archive) { _, source, count in
            guard let source else { return 0 }
            let own = Unmanaged<Source>.fromOpaque(source).takeUnretainedValue()
            let old = own.place
            return own.seek(Int(count), SEEK_CUR) - Int64(old)
        }
        return archive_read_open1(archive)
    }

    private func read() -> Int {
        var count: Int
        repeat {
            count = Foundation.read(descriptor, chunk, Self.portionSize)
        } while count < 0 && errno == EINTR
        place += max(0, count)
        return count
    }

    /// Not beyond the end.
    private func seek(_ offset: Int, _ whence: Int32) -> Int64 {
        let start = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? place : size
        let (target, isTooFar) = start.addingReportingOverflow(offset)
        place = isTooFar ? size : min(max(0, target), size)
        lseek(descriptor, off_t(place), SEEK_SET)
        return Int64(place)
    }
}
