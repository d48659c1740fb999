// What an import came to, in numbers.

/// What an import did.
public struct ImportSummary: Hashable, Sendable {
    public var rows = 0
    public var added = 0
    public var changed = 0
    /// Known in full before.
    public var unchanged = 0
    public var refused = 0
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
    /// Ratings outside 0…5, which are not used.
    public var unfitRatings = 0

    public init() {}

    /// With what rows say by themselves, wherever they are taken in.
    package func counting(_ rows: [ImportedRow]) -> Self {
        var summary = self
        for row in rows {
            if row.book.isbn == nil { summary.withoutISBN += 1 }
            if row.isPadded { summary.padded += 1 }
            if row.hasRounded { summary.rounded += 1 }
            if row.hasUnfitRating { summary.unfitRatings += 1 }
        }
        return summary
    }
}
