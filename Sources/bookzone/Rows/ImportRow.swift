// What an import did.
import Catalogue
import Reporting

struct ImportRow: Row {
    let summary: ImportSummary
    /// Where the refused rows were written; `nil` when they were not.
    let rejects: String?

    var textLines: [String] {
        let counts = summary
        let details = [
            (counts.withoutISBN, "book has no ISBN", "books have no ISBN"),
            (
                counts.padded, "ISBN-10 got its leading zeros back, as the check digit bears out",
                "ISBN-10s got their leading zeros back, as the check digits bear out"
            ),
            (
                counts.rounded, "ISBN-13 was a rounded number and is not used",
                "ISBN-13s were rounded numbers and are not used"
            ),
            (
                counts.wrongISBNs, "book was kept without its ISBN, which is wrong",
                "books were kept without their ISBNs, which are wrong"
            ),
            (counts.listed, "entry put on lists", "entries put on lists"),
            (counts.comments, "comment added or changed", "comments added or changed"),
            (counts.unfitRatings, "rating outside 0 to 5 left out", "ratings outside 0 to 5 left out"),
        ]
        let books =
            "\(counts.added.counted("book")) added, \(counts.changed) changed, \(counts.unchanged) known"
        var lines = ["\(counts.rows.counted("row")): \(books), \(counts.refused) refused"]
        for (count, one, many) in details where count > 0 {
            lines.append("\(count) \(count == 1 ? one : many)")
        }
        if counts.refused + counts.wrongISBNs > 0, let rejects {
            lines.append("rows to look at, with the reasons: \(rejects.printable)")
        }
        return lines
    }

    private static let counts: [(key: String, path: KeyPath<ImportSummary, Int> & Sendable)] = [
        ("rows", \.rows), ("added", \.added), ("changed", \.changed), ("unchanged", \.unchanged),
        ("refused", \.refused), ("without_isbn", \.withoutISBN), ("padded_isbns", \.padded),
        ("wrong_isbns", \.wrongISBNs), ("rounded_isbns", \.rounded), ("listed", \.listed),
        ("comments", \.comments),
        ("unfit_ratings", \.unfitRatings),
    ]

    static let columns: [Column<ImportRow>] =
        counts.map { key, path in Column(key) { "\($0.summary[keyPath: path])" } }
        + [Column("rejects") { $0.rejects }]

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        for (key, path) in Self.counts { try object.encode(summary[keyPath: path], forKey: Key(key)) }
        try object.encode(rejects, forKey: Key("rejects"))
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
