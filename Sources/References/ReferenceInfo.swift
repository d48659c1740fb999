// What is known of a reference without looking into its books.
import Foundation

/// Kept in the reference itself.
public struct ReferenceInfo: Hashable, Codable, Sendable {
    /// What it was made from, by the files' names; `-` for standard input.
    public var files: [String]
    /// The forms that were found in them.
    public var forms: [InputForm]
    /// The day of the latest of the files.
    public var date: Date
    /// When it was made.
    public var made: Date
    public var filter: ReferenceFilter
    public var counts: RowCounts
    public var books = 0
    /// Names of authors, where Open Library's own rows for them were there.
    public var authors = 0
    /// How many books are in each language, by its code; `und` for those that don't say.
    public var languages: [String: Int] = [:]
    /// The names of files that end in the middle of a row: what comes after it is missing.
    public var torn: [String] = []
}

/// What became of the rows of the files. A row of several ISBNs counts once.
public struct RowCounts: Hashable, Codable, Sendable {
    public var rows = 0
    /// Rows of books without a valid ISBN.
    public var withoutISBN = 0
    public var withoutTitle = 0
    /// Books that the filter left out.
    public var leftOut = 0
    /// Rows of other things than books: authors and works, redirects, deleted records.
    public var others = 0
    public var broken = 0

    public init() {}

    static func += (left: inout RowCounts, right: RowCounts) {
        left.rows += right.rows
        left.withoutISBN += right.withoutISBN
        left.withoutTitle += right.withoutTitle
        left.leftOut += right.leftOut
        left.others += right.others
        left.broken += right.broken
    }
}

/// A row that could not be used.
public struct BrokenRow: Hashable, Codable, Sendable {
    public var file: String
    /// Counted from 1 in its file.
    public var number: Int
    public var reason: Reason

    public enum Reason: String, Hashable, Codable, Sendable {
        /// Not the five columns of a dump.
        case columns
        case json
        /// MARC's first 24 bytes, which say where all else is.
        case leader
        /// The list of a MARC record's fields does not fit its bytes.
        case directory
        case xml
        /// Text in a character set that is not read.
        case encoding
        /// More bytes than a row may have.
        case overlong
    }
}
