// The export of Hardcover, which is also the table that it imports.
import Books
import Catalogue

extension FileFormat {
    static let hardcover = table("hardcover", "Hardcover", .hardcover)
}

extension TableDialect {
    fileprivate static let hardcover = TableDialect(
        marks: ["Title", "Author", "Status", "Hardcover Book ID"],
        columns: [
            "Title": .title, "ISBN 10": .isbn, "ISBN 13": .isbn, "Pages": .pages, "Publisher": .publisher,
            "Language Code": .language, "Genres": .subjects, "Tags": .tags, "Lists": .lists,
            "Status": .lists, "Date Started": .started, "Date Finished": .date, "Rating": .rating,
            "Review": .review, "Review Contains Spoilers": .spoiler, "Review Date": .reviewed,
            "Private Notes": .notes, "Owned": .owned,
        ],
        identifiers: ["Hardcover Edition ID": "hardcover", "ASIN": "asin"],
        works: ["Hardcover Book ID": "hardcover"],
        noted: ["Moods", "Content Warnings"],
        others: ["Author", "Series", "Publish Date", "Privacy", "Review Slate"],
        separators: [.subjects: ",", .tags: ",", .lists: ","],
        shelves: ["none": "", "stopped": "abandoned", "paused": "paused"],
        contributors: { row in row["Author"].map { ContributorCell.list($0) } ?? [] },
        book: { (entry, row) throws(RefusedRow.Reason) in
            entry.takeYear(row["Publish Date"])
            let series = SeriesCell.list(row["Series"] ?? "").first
            (entry.book.series, entry.book.seriesNumber) = (series?.name, series?.number)
        },
        note: { row, _ in
            SeriesCell.list(row["Series"] ?? "").dropFirst().map { "Series: \($0.text)" }
        },
        isPrivate: { row in ["private", "followers"].contains(row["Privacy"]?.tidied?.lowercased()) })
}
