// What is to go into a reference, gathered in memory and sorted by its key.

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
