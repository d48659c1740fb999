// The result of an import.
import Books
import Catalogue
import Output

package struct ImportRow: Row {
    let summary: ImportSummary
    /// Headers of non-empty columns that were ignored.
    let untaken: [String]
    /// The file with the rows that were not imported; `nil` if there is none.
    let rejects: String?
    /// Whether the catalogue takes more of a book than its ISBN.
    let takesBookData: Bool

    package init(summary: ImportSummary, untaken: [String], rejects: String?, takesBookData: Bool) {
        (self.summary, self.untaken) = (summary, untaken)
        (self.rejects, self.takesBookData) = (rejects, takesBookData)
    }

    package var textLines: [String] {
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
            (
                counts.deleted, "record that its owner had deleted is not imported",
                "records that their owner had deleted are not imported"
            ),
            (counts.listed, "entry put on lists", "entries put on lists"),
            (counts.comments, "comment added or changed", "comments added or changed"),
            (
                counts.noLongerWanted, "book is owned or read, and not wanted any more",
                "books are owned or read, and not wanted any more"
            ),
            (
                counts.outdatedReadings,
                "reading that has not ended is not imported, as a later one is known that the file does not have",
                "readings that have not ended are not imported, as later ones are known that the file does not have"
            ),
        ]
        let books =
            "\(counts.added.counted("book")) added, \(counts.changed) changed, \(counts.unchanged) known"
        var lines = ["\(counts.rows.counted("row")): \(books), \(counts.refused) refused"]
        for (count, one, many) in details where count > 0 {
            lines.append("\(count) \(count == 1 ? one : many)")
        }
        if !counts.notBooks.isEmpty {
            let kinds = sortedKinds.map { "\($0.count) “\(($0.kind.tidied ?? "").printable)”" }
            let count = counts.notBooks.values.reduce(0, +)
            let verb = count == 1 ? "record is not a book" : "records are not books"
            lines.append("\(count) \(verb) and not imported: \(kinds.joined(separator: ", "))")
        }
        lines += ImportRemark.Kind.allCases.compactMap { kind in
            counts.remarks[kind].map { $0.line(kind.words(takesBookData: takesBookData)) }
        }
        if !untaken.isEmpty {
            let names = untaken.map { "“\(($0.tidied ?? "").printable)”" }.joined(separator: ", ")
            lines.append("\(untaken.count.counted("column")) not taken: \(names)")
        }
        if counts.refused + counts.wrongISBNs > 0, let rejects {
            lines.append("rows to look at, with the reasons: \(rejects.printable)")
        }
        return lines
    }

    /// The most frequent first.
    private var sortedKinds: [(kind: String, count: Int)] {
        summary.notBooks.map { ($0.key, $0.value) }.sorted { ($1.count, $0.kind) < ($0.count, $1.kind) }
    }

    private static let counts: [(key: String, path: KeyPath<ImportSummary, Int> & Sendable)] = [
        ("rows", \.rows), ("added", \.added), ("changed", \.changed), ("unchanged", \.unchanged),
        ("refused", \.refused), ("deleted", \.deleted), ("without_isbn", \.withoutISBN),
        ("padded_isbns", \.padded),
        ("wrong_isbns", \.wrongISBNs), ("rounded_isbns", \.rounded), ("listed", \.listed),
        ("comments", \.comments), ("no_longer_wanted", \.noLongerWanted),
        ("outdated_readings", \.outdatedReadings),
    ]

    package static let columns: [Column<ImportRow>] =
        counts.map { key, path in Column(key) { $0.summary[keyPath: path] } }
        + ImportRemark.Kind.allCases.map { kind in
            Column(kind.plural) { $0.summary.remarks[kind]?.count ?? 0 }
        }
        + [
            Column(
                "not_books", csv: { "\($0.summary.notBooks.values.reduce(0, +))" },
                json: { $0.summary.notBooks }),
            Column("columns_not_taken") { $0.untaken }, Column("rejects") { $0.rejects },
            Column("remarks", json: \.remarks),
        ]

    private var remarks: [Remark] {
        ImportRemark.Kind.allCases.compactMap { Remark($0, summary.remarks[$0]) }
    }

    private struct Remark: Encodable {
        let kind: String
        let count: Int
        let line: Int
        let cell: String

        init?(_ kind: ImportRemark.Kind, _ remark: ImportRemark?) {
            guard let remark else { return nil }
            (self.kind, count, line, cell) = (kind.plural, remark.count, remark.line, remark.text)
        }
    }
}

extension ImportRemark {
    fileprivate func line(_ words: (one: String, many: String)) -> String {
        let place = "\(count == 1 ? "on" : "the first on") line \(line): “\((text.tidied ?? "").printable)”"
        return "\(count) \(count == 1 ? words.one : words.many), \(place)"
    }
}

extension ImportRemark.Kind {
    /// Its key in JSON, and the header of its column.
    fileprivate var plural: String {
        switch self {
        case .date: "unfit_dates"
        case .ambiguousDate: "ambiguous_dates"
        case .wantedDate: "wanted_dates"
        case .rating: "unfit_ratings"
        case .roundedRating: "rounded_ratings"
        case .ratingOfTen: "ratings_of_ten"
        case .number: "unfit_numbers"
        case .value: "unfit_values"
        case .furtherISBNs: "further_isbns"
        case .wrongFurtherISBN: "wrong_further_isbns"
        case .longReview: "long_reviews"
        case .longListName: "long_list_names"
        case .unreadText: "unread_texts"
        }
    }

    fileprivate func words(takesBookData: Bool) -> (one: String, many: String) {
        let others =
            takesBookData ? "the others are kept as further ones" : "the others were left out"
        return switch self {
        case .date: ("date not understood, or in the future", "dates not understood, or in the future")
        case .ambiguousDate:
            (
                "date may have its day or its month first: the year alone was taken",
                "dates may have their day or their month first: the year alone was taken"
            )
        case .wantedDate:
            (
                "date of reading left out, as the book is on a list to be read",
                "dates of reading left out, as the books are on a list to be read"
            )
        case .rating:
            ("rating not understood, or not 0 to 5 stars", "ratings not understood, or not 0 to 5 stars")
        case .roundedRating: ("rating rounded to a quarter star", "ratings rounded to a quarter star")
        case .ratingOfTen:
            (
                "rating taken as one of 10, as some of its column are above 5",
                "ratings taken as of 10, as some of their column are above 5"
            )
        case .number:
            ("year or number of pages not understood", "years or numbers of pages not understood")
        case .value:
            (
                "cover, identifier or spoiler mark not understood",
                "covers, identifiers or spoiler marks not understood"
            )
        case .furtherISBNs:
            (
                "cell with several ISBNs: the first is the book's, \(others)",
                "cells with several ISBNs: the first is the book's, \(others)"
            )
        case .wrongFurtherISBN:
            (
                "number beside a book's ISBN is none itself, and was left out",
                "numbers beside books' ISBNs are none themselves, and were left out"
            )
        case .longReview:
            ("review over 64 kB cut to that length", "reviews over 64 kB cut to that length")
        case .longListName:
            (
                "name of a list over \(ListName.limit) bytes left out",
                "names of lists over \(ListName.limit) bytes left out"
            )
        case .unreadText:
            (
                "record has text in a character set that is not read, which was left out",
                "records have text in a character set that is not read, which was left out"
            )
        }
    }
}
