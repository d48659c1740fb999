// The counts of an import.

/// What an import did.
public struct ImportSummary: Hashable, Sendable {
    public var rows = 0
    public var added = 0
    public var changed = 0
    /// Known in full before.
    public var unchanged = 0
    public var refused = 0
    /// Records that their owner had deleted where the file comes from.
    public var deleted = 0
    /// Records of other things, by what they are as it stands in the file: `article`, `movie`.
    public var notBooks: [String: Int] = [:]
    /// Of the rows imported, those without an ISBN.
    public var withoutISBN = 0
    /// ISBN-10s whose lost leading zeros were put back.
    public var padded = 0
    /// Of the rows imported, those whose ISBN is wrong and not used.
    public var wrongISBNs = 0
    /// Rounded ISBN-13s, which are not used.
    public var rounded = 0
    public var listed = 0
    public var comments = 0
    /// Books that are owned or read and therefore came off `wanted`, or were not put there.
    public var noLongerWanted = 0
    /// Cells that were not taken as they stand.
    public var remarks: [ImportRemark.Kind: ImportRemark] = [:]

    public init() {}

    /// With what rows say by themselves, wherever they are taken in.
    package func counting(_ rows: [ImportedEntry]) -> Self {
        var summary = self
        for row in rows {
            if row.book.isbn == nil { summary.withoutISBN += 1 }
            if row.isPadded { summary.padded += 1 }
            if row.hasRounded { summary.rounded += 1 }
        }
        return summary
    }

    mutating func add(_ remarks: [(kind: ImportRemark.Kind, text: String)], line: Int) {
        for (kind, text) in remarks {
            self.remarks[kind, default: ImportRemark(count: 0, line: line, text: text)].count += 1
        }
    }
}

/// Cells of one kind that were not taken as they stand, and the first of them.
public struct ImportRemark: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// No date that is understood, or one that is yet to come: left out.
        case date
        /// A date of which neither the cell nor its column tells which number is the month: the year alone was taken.
        case ambiguousDate = "ambiguous_date"
        /// No rating that is understood, or none of 0 to 5 stars: left out.
        case rating
        /// Stars in other parts than quarters: the nearest quarter was taken.
        case roundedRating = "rounded_rating"
        /// More than one ISBN in a cell: the first was taken, the others are kept as further ones.
        case furtherISBNs = "further_isbns"
        /// A review or a note of more bytes than a comment may have: its beginning was taken.
        case longReview = "long_review"
        /// Text of a record in a character set that is not read: left out.
        case unreadText = "unread_text"
    }

    public var count: Int
    /// Of the first: where its row begins in the file, from 1, and the cell, of a long one its beginning.
    public var line: Int
    public var text: String
}
