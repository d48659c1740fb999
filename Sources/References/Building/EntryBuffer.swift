// Entries for a reference, collected in memory and sorted by key.
import Foundation

/// Keys of entries in one order: books by their ISBN-13, then books that have none by their Library of Congress Control
/// Number, then works, then authors, so that it is known which works and authors are needed when they are reached.
enum EntryKey {
    static let numbered: UInt64 = 1 << 60
    static let works: UInt64 = 1 << 61
    static let authors: UInt64 = 1 << 62

    /// - Parameter lccn: in normal form (see `OtherNumber.value`): at most three letters, and eight or ten digits.
    /// - Returns: `nil` if it has another form.
    static func book(lccn: String) -> UInt64? {
        let letters = lccn.unicodeScalars.prefix { ("a"..."z").contains($0) }
        let digits = lccn.dropFirst(letters.count)
        guard letters.count <= 3, [8, 10].contains(digits.count), let number = UInt64(digits) else {
            return nil
        }
        var prefix: UInt64 = 0
        for letter in letters { prefix = prefix * 27 + UInt64(letter.value - 0x60) }
        let form = 2 * prefix + (digits.count == 10 ? 1 : 0)
        return numbered | (form * 10_000_000_000 + number)
    }
}

/// Entries one after another, and the offset of each.
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

    /// By key; entries with equal keys keep their order.
    mutating func sort() {
        places.sort { $0.key != $1.key ? $0.key < $1.key : $0.start < $1.start }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }
}

/// Sorted entries in a file: what does not fit into memory is written as runs, which are merged in the end. Memory
/// use is constant, and the disk is read and written sequentially.
enum SortedRun {
    /// In bytes: how much is collected in memory before a run is written.
    static let size = 32 << 20

    /// Writes sorted entries, each with its key (8 bytes), length (4 bytes) and contents.
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
    /// The error for a failed write.
    static func writing(_ path: String, _ code: Int32) -> ReferenceError {
        code == ENOSPC || code == EDQUOT ? .full(path: path) : .cannotWrite(path: path, errno: code)
    }
}

/// A set of numbers of works or authors, one bit each.
struct NumberSet {
    /// Higher numbers are ignored: sixteen megabytes hold twice as many authors as exist.
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
