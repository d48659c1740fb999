// The counts of an import.
import Books

/// The result of an import.
public struct ImportSummary: Hashable, Sendable {
    public var rows = 0
    public var added = 0
    public var changed = 0
    /// Nothing new.
    public var unchanged = 0
    public var refused = 0
    /// Records that are marked as deleted in the file.
    public var deleted = 0
    /// Records that are not books, by their type in the file: `article`, `movie`.
    public var notBooks: [String: Int] = [:]
    /// Imported rows without an ISBN.
    public var withoutISBN = 0
    /// ISBN-10s whose lost leading zeros were restored.
    public var padded = 0
    /// Imported rows whose ISBN is invalid and was dropped.
    public var wrongISBNs = 0
    /// ISBN-13s rounded by a spreadsheet, which were dropped.
    public var rounded = 0
    public var listed = 0
    public var comments = 0
    /// Books that are owned or read and were therefore removed from `wanted`, or not added to it.
    public var noLongerWanted = 0
    /// Unfinished readings that were not added, because later readings are known that the file does not have.
    public var outdatedReadings = 0
    /// Lists that did not exist.
    public var newLists: [NewList] = []
    /// Cells that were changed or dropped.
    public var remarks: [ImportRemark.Kind: ImportRemark] = [:]

    public init() {}

    /// Adds the counts that depend on the rows only, not on the catalogue.
    package func counting(_ rows: [ImportedEntry]) -> Self {
        var summary = self
        for row in rows {
            if row.book.isbn == nil { summary.withoutISBN += 1 }
            if row.isPadded { summary.padded += 1 }
            if row.hasRounded { summary.rounded += 1 }
        }
        return summary
    }

    /// Leaves out those that are named already: each part of a dry run names the same, and an undone one names them again.
    package mutating func add(_ lists: [NewList]) {
        newLists += lists.filter { list in
            !newLists.contains { ListName($0.name)?.key == ListName(list.name)?.key }
        }
    }

    mutating func add(_ remarks: [(kind: ImportRemark.Kind, text: String)], line: Int) {
        for (kind, text) in remarks {
            self.remarks[kind, default: ImportRemark(count: 0, line: line, text: text)].count += 1
        }
    }
}

/// Cells of one kind that were changed or dropped, with the first as an example.
public struct ImportRemark: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// An unknown date format, or a future date: dropped.
        case date
        /// A date in which the order of day and month is unknown: only the year was imported.
        case ambiguousDate = "ambiguous_date"
        /// When a book that is still to be read was read: dropped.
        case wantedDate = "wanted_date"
        /// An unknown rating format, or one outside 0 to 5 stars: dropped.
        case rating
        /// Stars in fractions other than quarters: rounded to the nearest quarter.
        case roundedRating = "rounded_rating"
        /// A rating in a column without a scale, some of whose ratings are above 5: taken as one of 10.
        case ratingOfTen = "rating_of_ten"
        /// A year or number of pages in an unknown form, or outside `Book.years` and `Book.pageCounts`: dropped.
        case number
        /// A cover, identifier, work or spoiler mark in an unknown form: dropped.
        case value
        /// Several ISBNs in a cell: the first was used, the others are stored as further ones, except in a shared
        /// catalogue.
        case furtherISBNs = "further_isbns"
        /// A number beside a book's own ISBN, or in a column of further ISBNs, that is none: dropped.
        case wrongFurtherISBN = "wrong_further_isbn"
        /// A review or note that is longer than a comment may be: truncated.
        case longReview = "long_review"
        /// A list's name that is longer than `ListName.limit`: dropped.
        case longListName = "long_list_name"
        /// Text in an unsupported character set: dropped.
        case unreadText = "unread_text"
    }

    public var count: Int
    /// The first one: where its row begins in the file, from 1, and the cell, truncated if it is long.
    public var line: Int
    public var text: String
}
