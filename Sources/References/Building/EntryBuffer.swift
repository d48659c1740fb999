// What is to go into a reference, gathered in memory and sorted by its key.
import Foundation

/// What is told apart by a number, all in one order: books by their ISBN-13, then works, then authors, so that each is
/// known to be needed before its turn comes.
enum EntryKey {
    static let works: UInt64 = 1 << 61
    static let authors: UInt64 = 1 << 62
}

/// Entries one after another, and where each begins.
struct EntryBuffer: Sendable {
    struct Place: Sendable {
        var key: UInt64
        var start: UInt32
        var count: UInt32
    }

    private(set) var bytes: [UInt8] = []
    private(set) var places: [Place] = []

    mutating func append(_ key: UInt64, _ entry: [UInt8]) {
        places.append(Place(key: key, start: UInt32(bytes.count), count: UInt32(entry.count)))
        bytes.append(contentsOf: entry)
    }

    mutating func append(contentsOf other: EntryBuffer) {
        let start = UInt32(bytes.count)
        bytes.append(contentsOf: other.bytes)
        for place in other.places {
            places.append(Place(key: place.key, start: start + place.start, count: place.count))
        }
    }

    /// By key, and by where they stood.
    mutating func sort() {
        places.sort { $0.key != $1.key ? $0.key < $1.key : $0.start < $1.start }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }
}

/// Sorted entries in a file: what does not fit into memory is written in such runs, and the runs are read side by side
/// in the end. So memory stays flat, and the disk is read and written in order only.
enum SortedRun {
    /// Bytes of memory that are gathered before a run is written.
    static let size = 32 << 20

    /// Writes the entries, which are sorted: each its key (8 bytes), its length (4) and its bytes.
    static func write(_ entries: EntryBuffer, to path: String) throws(ReferenceError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .writing(path, errno) }
        defer { close(descriptor) }
        var chunk: [UInt8] = []
        chunk.reserveCapacity(1 << 20)
        for place in entries.places {
            withUnsafeBytes(of: place.key.littleEndian) { chunk.append(contentsOf: $0) }
            withUnsafeBytes(of: place.count.littleEndian) { chunk.append(contentsOf: $0) }
            chunk.append(contentsOf: entries.bytes[Int(place.start)..<Int(place.start + place.count)])
            if chunk.count > 1 << 20 - 1 << 15 {
                try write(chunk, descriptor, path)
                chunk.removeAll(keepingCapacity: true)
            }
        }
        try write(chunk, descriptor, path)
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

/// Numbers of works or authors, a bit each.
struct NumberSet {
    /// Numbers beyond are not kept: sixteen megabytes are room for twice the authors that there are.
    private static let limit: UInt64 = 1 << 27
    private var words: [UInt64] = []

    mutating func insert(_ number: UInt64) {
        guard number < Self.limit else { return }
        let word = Int(number / 64)
        if word >= words.count {
            words += Array(repeating: 0, count: max(word + 1 - words.count, words.count))
        }
        words[word] |= 1 << (number % 64)
    }

    func contains(_ number: UInt64) -> Bool {
        let word = Int(number / 64)
        return number < Self.limit && word < words.count && words[word] & 1 << (number % 64) != 0
    }
}
