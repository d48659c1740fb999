// Reads files of an EPUB with libarchive, within limits.
import CArchive
import Foundation

struct ZIPArchive {
    struct Entry {
        var bytes: Data
        /// Whether it is longer than what was unpacked.
        var isCut = false
    }

    /// The limits in bytes for an entry, and for all that are read together: a small compressed file may claim
    /// gigabytes.
    static let (mostBytes, mostBytesTogether) = (4 << 20, 64 << 20)

    /// The maximum number of entries to look through.
    private static let mostEntries = 65_536

    let bytes: Data

    /// The entries that exist. Throws `damaged` if it is not an archive, `encrypted` if one of them needs a password.
    func entries(named names: Set<String>) throws(DocumentError) -> [String: Entry] {
        let result = bytes.withUnsafeBytes { bytes -> Result<[String: Entry], DocumentError> in
            guard let archive = archive_read_new() else { return .failure(.damaged) }
            defer { archive_read_free(archive) }
            archive_read_support_format_zip_seekable(archive)
            return ArchiveReader.withNamesInUTF8 {
                guard archive_read_open_memory(archive, bytes.baseAddress, bytes.count) == ARCHIVE_OK else {
                    return .failure(.damaged)
                }
                return Result { () throws(DocumentError) in try Self.read(names, from: archive) }
            }
        }
        return try result.get()
    }

    private static func read(
        _ names: Set<String>, from archive: OpaquePointer
    ) throws(DocumentError) -> [String: Entry] {
        var found: [String: Entry] = [:]
        var room = mostBytesTogether
        for _ in 0..<mostEntries where found.count < names.count {
            var entry: OpaquePointer?
            let status = archive_read_next_header(archive, &entry)
            if status == ARCHIVE_EOF { break }
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else { throw .damaged }
            guard let name = name(of: entry), names.contains(name), found[name] == nil else { continue }
            if archive_entry_is_data_encrypted(entry) != 0 { throw .encrypted }
            let content = content(of: archive, upTo: min(mostBytes, room))
            room -= content.bytes.count
            found[name] = content
        }
        return found
    }

    private static func name(of entry: OpaquePointer) -> String? {
        archive_entry_pathname(entry).map { String(cString: $0) }
    }

    /// If the end is damaged, everything before.
    private static func content(of archive: OpaquePointer, upTo most: Int) -> Entry {
        var entry = Entry(bytes: Data())
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = archive_read_data(archive, &chunk, chunk.count)
            if count == 0 { return entry }
            entry.bytes += chunk.prefix(max(0, min(count, most - entry.bytes.count)))
            guard count > 0, entry.bytes.count < most else {
                entry.isCut = true
                return entry
            }
        }
    }
}
