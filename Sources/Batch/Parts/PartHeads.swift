// Which part has the next photo. There may be thousands of parts and millions of photos, so that parts are found by
// the name of their next photo, or as the first in order.
import Books

struct PartHeads {
    /// The parts by the names of their next photos.
    private var parts: [[UInt8]: [Int]] = [:]
    /// The names, in reverse order.
    private var order: [[UInt8]] = []
    /// Names that are not photos but invalid lines of the list.
    private(set) var faults: Set<[UInt8]> = []

    /// Adds a part with its next photo, unless it is at its end.
    mutating func insert(_ part: Int, of reader: PartReader) {
        guard let name = reader.photo?.pathBytes else { return }
        if reader.isFault { faults.insert(name) }
        if parts[name]?.append(part) != nil { return }
        parts[name] = [part]
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.precedes(name, order[middle]) { low = middle + 1 } else { high = middle }
        }
        order.insert(name, at: low)
    }

    func holds(_ photo: [UInt8]) -> Bool { parts[photo] != nil }

    var first: [UInt8]? { order.last }

    /// The first name in a folder.
    func first(below folder: [UInt8]) -> [UInt8]? {
        let start = folder.last == UInt8(ascii: "/") ? folder : folder + [UInt8(ascii: "/")]
        return order.last { $0.starts(with: start) }
    }

    /// The parts that have this photo next, in the order in which they were given.
    mutating func remove(_ photo: [UInt8]) -> [Int] {
        faults.remove(photo)
        if order.last == photo { order.removeLast() } else { order.removeAll { $0 == photo } }
        return (parts.removeValue(forKey: photo) ?? []).sorted()
    }

    /// The order in which a folder is walked, name by name.
    private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let names = [left, right].map {
            $0.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        }
        for (one, other) in zip(names[0], names[1]) where one != other {
            return NaturalOrder.precedes(Array(one), Array(other))
        }
        return names[0].count < names[1].count
    }
}
