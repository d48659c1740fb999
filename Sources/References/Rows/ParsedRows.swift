// What a piece of a file came to.

struct ParsedRows: Sendable {
    /// Broken rows that are named, of one piece.
    private static let named = 10

    var entries = EntryBuffer()
    var counts = RowCounts()
    /// The first, with their numbers counted from 1 in this piece.
    private(set) var broken: [(row: Int, reason: BrokenRow.Reason)] = []
    /// The file ends in the middle of a row.
    var isTorn = false

    mutating func refuse(_ reason: BrokenRow.Reason) {
        counts.broken += 1
        if broken.count < Self.named { broken.append((counts.rows, reason)) }
    }
}

/// Makes sense of a piece of a file. Several pieces may be in work at a time.
struct RowParser: Sendable {
    let form: InputForm
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
