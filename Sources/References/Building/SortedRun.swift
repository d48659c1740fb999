// Sorted entries in a file: what does not fit into memory is written in such runs, and the runs are read side by side
// in the end. So memory stays flat, and the disk is read and written in order only.
import Foundation

enum SortedRun {
    /// Bytes of memory that are gathered before a run is written.
    static let size = 32 << 20

    /// Writes the entries, which are sorted: each its key (8 bytes), its length (4) and its bytes.
    static func write(_ entries: EntryBuffer, to path: String) throws(ReferenceError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .writing(path, errno) }
        defer { close(descriptor) }
        var portion: [UInt8] = []
        portion.reserveCapacity(1 << 20)
        for place in entries.places {
            withUnsafeBytes(of: place.key.littleEndian) { portion.append(contentsOf: $0) }
            withUnsafeBytes(of: place.count.littleEndian) { portion.append(contentsOf: $0) }
            portion.append(contentsOf: entries.bytes[Int(place.start)..<Int(place.start + place.count)])
            if portion.count > 1 << 20 - 1 << 15 {
                try write(portion, descriptor, path)
                portion.removeAll(keepingCapacity: true)
            }
        }
        try write(portion, descriptor, path)
        guard fsync(descriptor) == 0 else { throw .writing(path, errno) }
    }

    private static func write(_ bytes: [UInt8], _ descriptor: Int32, _ path: String) throws(ReferenceError) {
        var done = 0
        while done < bytes.count {
            let written = bytes[done...].withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if written > 0 { done += written } else if errno != EINTR { throw .writing(path, errno) }
        }
    }
}

extension ReferenceError {
    /// What the system said to something that was to be written.
    static func writing(_ path: String, _ code: Int32) -> ReferenceError {
        code == ENOSPC || code == EDQUOT ? .full(path: path) : .cannotWrite(path: path, errno: code)
    }
}
