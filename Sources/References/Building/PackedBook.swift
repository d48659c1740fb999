// A book in a run: a few numbers and texts in a fixed order.
import Books

/// The numbers, 0 if unknown; works, editions and covers have Open Library's numbers.
struct PackedNumbers {
    var year: UInt32 = 0
    var pages: UInt32 = 0
    var work: UInt32 = 0
    var edition: UInt32 = 0
    var cover: UInt32 = 0

    var all: [UInt32] { [year, pages, work, edition, cover] }
}

/// Packs one book after another. Texts are added in this order, including empty ones: title, subtitle, makers,
/// authors, publisher, language, title and makers in the original script, Library of Congress
/// Control Number, other ISBNs.
struct BookPacker {
    static let numbers = 5
    static let texts = 10
    /// In bytes; longer texts are cut off.
    private static let limit = 4000

    /// Two bytes for how much is known, then the numbers with four bytes each, then the texts, each after its length
    /// in two bytes.
    private(set) var bytes: [UInt8] = []
    private var known: UInt16 = 0

    mutating func begin(_ numbers: PackedNumbers) {
        bytes.removeAll(keepingCapacity: true)
        known = 0
        append(0, count: 2)
        for number in numbers.all {
            append(number, count: 4)
            if number != 0 { known += 1 }
        }
    }

    mutating func addNothing() { append(0, count: 2) }

    mutating func add(_ text: some Collection<UInt8>) {
        add { $0.append(contentsOf: text) }
    }

    /// - Parameter write: appends the text's bytes.
    mutating func add(_ write: (inout [UInt8]) -> Void) {
        let start = bytes.count
        append(0, count: 2)
        write(&bytes)
        var count = bytes.count - start - 2
        if count > Self.limit {
            count = Self.limit
            // Not within a character.
            while count > 0, bytes[start + 2 + count] & 0xC0 == 0x80 { count -= 1 }
            bytes.removeLast(bytes.count - start - 2 - count)
        }
        bytes[start] = UInt8(truncatingIfNeeded: count)
        bytes[start + 1] = UInt8(truncatingIfNeeded: count >> 8)
        if count > 0 { known += 1 }
    }

    /// Adds the book under each of its ISBNs, with the others listed; if it has none, under its Library of Congress
    /// Control Number.
    mutating func finish(
        _ isbns: [ISBN], lccn: String?, _ filter: ReferenceFilter, into entries: inout EntryBuffer
    ) {
        if isbns.isEmpty, let key = lccn.flatMap(EntryKey.book) {
            addNothing()
            append(key, to: &entries)
        }
        let (common, commonKnown) = (bytes.count, known)
        for isbn in isbns where filter.takes(isbn) {
            if isbns.count == 1 {
                addNothing()
            } else {
                add(isbns.filter { $0 != isbn }.map(\.isbn13).joined(separator: " ").utf8)
            }
            append(isbn.value, to: &entries)
            bytes.removeLast(bytes.count - common)
            known = commonKnown
        }
    }

    private mutating func append(_ key: UInt64, to entries: inout EntryBuffer) {
        bytes[0] = UInt8(truncatingIfNeeded: known)
        bytes[1] = UInt8(truncatingIfNeeded: known >> 8)
        entries.append(key, bytes)
    }

    private mutating func append(_ number: UInt32, count: Int) {
        for shift in 0..<UInt32(count) { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }

    /// How much is known of a packed book: of two with the same key, the one with more is kept.
    static func known(_ entry: UnsafeRawBufferPointer) -> Int { Int(entry[0]) | Int(entry[1]) << 8 }
}
