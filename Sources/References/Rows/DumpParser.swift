// Parses rows of Open Library's dump: editions, and from works and authors the fields that editions lack.
import Books
import Foundation

struct DumpParser {
    let filter: ReferenceFilter
    var rows: ParsedRows
    var packer = BookPacker()
    private var scratch: [UInt8] = []
    var isbns: [ISBN] = []

    init(filter: ReferenceFilter, rows: ParsedRows) {
        self.filter = filter
        self.rows = rows
    }

    /// - Parameter isTail: the last row has no end and may be incomplete.
    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isTail: Bool) {
        var start = 0
        while start < bytes.count {
            let end = bytes.first(0x0A, from: start) ?? bytes.count
            let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
            start = end + 1
            guard line.contains(where: { $0 != 0x20 && $0 != 0x0D }) else { continue }
            let before = isTail ? rows : nil
            rows.counts.rows += 1
            parse(line)
            if let before, rows.counts.broken > before.counts.broken {
                rows = before
                rows.isTorn = true
            }
        }
    }

    private mutating func parse(_ line: UnsafeBufferPointer<UInt8>) {
        guard let first = line.first(0x09, from: 0), let second = line.first(0x09, from: first + 1),
            let third = line.first(0x09, from: second + 1), let fourth = line.first(0x09, from: third + 1)
        else { return rows.refuse(.columns) }
        let json = UnsafeBufferPointer(rebasing: line[(fourth + 1)...])
        let key = line[first + 1..<second]
        let type = line[..<first]
        if type.elementsEqual("/type/edition".utf8) {
            edition(json, number: Self.number(key))
        } else if type.elementsEqual("/type/work".utf8) {
            work(json, number: Self.number(key))
        } else if type.elementsEqual("/type/author".utf8) {
            author(json, number: Self.number(key))
        } else if type.starts(with: "/type/".utf8) {
            rows.counts.others += 1
        } else {
            rows.refuse(.columns)
        }
    }

    /// The authors of a work, for editions without any.
    private mutating func work(_ json: UnsafeBufferPointer<UInt8>, number: UInt32) {
        var scanner = JSONScanner(bytes: json)
        var authors: [UInt32] = []
        let isWhole = scanner.members { scanner, key in
            guard scanner.isText(key, "authors") else { return scanner.skip() }
            return scanner.keys(named: "author") { key in
                let author = Self.number(key)
                if author > 0, authors.count < 50, !authors.contains(author) { authors.append(author) }
            }
        }
        guard isWhole, scanner.isAtEnd else { return rows.refuse(.json) }
        rows.counts.others += 1
        guard number > 0, !authors.isEmpty else { return }
        let text = authors.map { String($0) }.joined(separator: " ")
        rows.entries.append(EntryKey.works | UInt64(number), Array(text.utf8))
    }

    private mutating func author(_ json: UnsafeBufferPointer<UInt8>, number: UInt32) {
        var scanner = JSONScanner(bytes: json)
        var name: JSONText?
        let isWhole = scanner.members { scanner, key in
            scanner.isText(key, "name") ? scanner.text(into: &name) : scanner.skip()
        }
        guard isWhole, scanner.isAtEnd else { return rows.refuse(.json) }
        rows.counts.others += 1
        guard number > 0, let name, !name.range.isEmpty else { return }
        scratch.removeAll(keepingCapacity: true)
        scanner.append(name, to: &scratch)
        if scratch.count > 1000 { scratch = Array(String(decoding: scratch, as: UTF8.self).prefix(250).utf8) }
        rows.entries.append(EntryKey.authors | UInt64(number), scratch)
    }

    /// 123 of `/works/OL123W`; 0 for anything else.
    static func number(_ key: some Sequence<UInt8>) -> UInt32 {
        var number: UInt32 = 0
        var isInside = false
        var last: UInt8 = 0
        for byte in key {
            if (0x30...0x39).contains(byte), isInside, number < 400_000_000 {
                number = number * 10 + UInt32(byte - 0x30)
            } else if byte == UInt8(ascii: "L"), last == UInt8(ascii: "O") {
                isInside = true
            } else if isInside {
                break
            }
            last = byte
        }
        return number
    }
}

/// The result of parsing a chunk.
struct ParsedRows: Sendable {
    /// How many broken rows of a chunk are kept.
    private static let named = 10

    var entries = EntryBuffer()
    var counts = RowCounts()
    /// The first ones, with their numbers counted from 1 in this chunk.
    private(set) var broken: [(row: Int, reason: BrokenRow.Reason)] = []
    /// The file ends in the middle of a row.
    var isTorn = false

    mutating func refuse(_ reason: BrokenRow.Reason) {
        counts.broken += 1
        if broken.count < Self.named { broken.append((counts.rows, reason)) }
    }
}

/// Parses a chunk of a file. Several chunks may be parsed in parallel.
struct RowParser: Sendable {
    let form: InputFormat
    let filter: ReferenceFilter

    func parse(_ chunk: Chunk) -> ParsedRows {
        var rows = ParsedRows()
        for _ in 0..<chunk.overlong {
            rows.counts.rows += 1
            rows.refuse(.overlong)
        }
        chunk.bytes.withUnsafeBufferPointer { bytes in
            switch form {
            case .openLibrary:
                var parser = DumpParser(filter: filter, rows: rows)
                parser.parse(bytes, isTail: chunk.isTail)
                rows = parser.rows
            case .marc, .marcXML:
                var parser = MARCParser(filter: filter, rows: rows)
                if form == .marc {
                    parser.parse(bytes, isTail: chunk.isTail)
                } else {
                    parser.parse(xml: bytes, isTail: chunk.isTail)
                }
                rows = parser.rows
            }
        }
        return rows
    }
}
