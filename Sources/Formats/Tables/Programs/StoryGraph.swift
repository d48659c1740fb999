// The export of StoryGraph (Manage account, Export StoryGraph library).
import Books
import Catalogue

extension FileFormat {
    static let storygraph = table("storygraph", "StoryGraph", .storygraph)
}

extension TableDialect {
    fileprivate static let storygraph = TableDialect(
        marks: ["Title", "Authors", "ISBN/UID", "Read Status"],
        columns: [
            "Title": .title, "ISBN/UID": .isbn, "Read Status": .lists, "Star Rating": .rating,
            "Review": .review, "Tags": .tags, "Owned?": .owned, "Last Date Read": .date,
        ],
        noted: [
            "Moods", "Pace", "Character- or Plot-Driven?", "Strong Character Development?",
            "Loveable Characters?", "Diverse Characters?", "Flawed Characters?", "Content Warnings",
            "Content Warning Description",
        ],
        others: ["Authors", "Contributors", "Dates Read", "Read Count"],
        separators: [.tags: ",", .lists: ","],
        contributors: { row in
            (row["Authors"].map { ContributorCell.list($0) } ?? [])
                + (row["Contributors"].map { ContributorCell.list($0, role: .contributor) } ?? [])
        },
        book: { (entry, row) throws(RefusedRow.Reason) in
            // For a book without an ISBN it is an ASIN, or StoryGraph's own number.
            guard let number = row["ISBN/UID"]?.tidied, ISBNCell(number) == .none else { return }
            let isASIN = number.wholeMatch(of: /B[0-9A-Z]{9}/) != nil
            entry.book.identifiers.append(Identifier(isASIN ? "asin" : "storygraph", number))
        },
        readings: { entry, row in
            let dates = entry.ranges(row["Dates Read"] ?? "")
            let last = dates.isEmpty ? entry.dates(started: nil, ended: row["Last Date Read"]) : nil
            entry.take(dates + [last].compactMap(\.self))
        },
        note: { row, readings in
            guard let count = row["Read Count"].flatMap(CellText.count), count > max(1, readings.count)
            else {
                return []
            }
            return [ReadCount.line(count)]
        })
}
