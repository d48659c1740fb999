// Writes a TAR by libarchive, file by file.
import CArchive
import Catalogue
import Foundation

/// The file is complete when `finish` returns.
final class TarWriter {
    private let archive: OpaquePointer
    private let path: String
    private var hashes: [String: Int] = [:]

    /// `AE_IFREG`, which Swift does not see.
    private static let ordinaryFile: mode_t = 0o100000

    /// - Parameters:
    ///   - model: the file whose permissions and owner it gets.
    ///   - isForOthers: whether users other than the owner and the group may have permissions.
    init(_ path: String, like model: String, isForOthers: Bool) throws(CatalogueError) {
        guard let archive = archive_write_new() else { throw .failed(path: path, .system(errno: ENOMEM)) }
        self.archive = archive
        self.path = path
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        var status = stat()
        if stat(model, &status) == 0 {
            _ = fchown(descriptor, status.st_uid, status.st_gid)
            fchmod(descriptor, status.st_mode & (isForOthers ? 0o777 : 0o770) | 0o600)
        }
        close(descriptor)
        archive_write_set_format_pax_restricted(archive)
        guard archive_write_open_filename(archive, path) == ARCHIVE_OK else { throw failure() }
    }

    deinit { archive_write_free(archive) }

    private func failure() -> CatalogueError {
        .writing(path, errno == 0 ? EIO : errno)
    }

    /// Adds a file that nobody changes meanwhile.
    func add(_ file: String, as name: String) throws(CatalogueError) {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: file, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        let entry = archive_entry_new()
        defer { archive_entry_free(entry) }
        archive_entry_copy_pathname(entry, name)
        archive_entry_set_filetype(entry, Self.ordinaryFile)
        archive_entry_set_perm(entry, 0o600)
        archive_entry_set_size(entry, la_int64_t(status.st_size))
        archive_entry_set_mtime(entry, status.st_mtim.tv_sec, 0)
        guard archive_write_header(archive, entry) == ARCHIVE_OK else { throw failure() }
        var hasher = Hasher()
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        var left = Int(status.st_size)
        while left > 0 {
            let count = read(descriptor, &bytes, min(bytes.count, left))
            guard count > 0 else { throw .unreadable(path: file, errno: count < 0 ? errno : EIO) }
            guard archive_write_data(archive, bytes, count) == count else { throw failure() }
            bytes.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            left -= count
        }
        hashes[name] = hasher.finalize()
    }

    /// Flushes it to the disk.
    ///
    /// - Returns: a hash of each member, which this process alone knows.
    func finish() throws(CatalogueError) -> [String: Int] {
        guard archive_write_close(archive) == ARCHIVE_OK else { throw failure() }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw failure() }
        return hashes
    }
}
