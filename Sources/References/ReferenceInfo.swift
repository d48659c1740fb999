// Information about a reference as a whole.
import Foundation

/// Stored in the reference itself.
public struct ReferenceInfo: Hashable, Codable, Sendable {
    /// The names of the files from which it was built; `-` for standard input.
    public var files: [String]
    /// Their formats.
    public var forms: [InputFormat]
    /// The date of the latest file.
    public var date: Date
    /// When it was built.
    public var made: Date
    public var filter: ReferenceFilter
    public var counts: RowCounts
    public var books = 0
    /// How many names of authors it has, if the files contain Open Library's author rows.
    public var authors = 0
    /// How many books are in each language, by code; `und` for books without a language.
    public var languages: [String: Int] = [:]
    /// The names of files that end in the middle of a row: the rest is missing.
    public var torn: [String] = []

    /// Whether all rows of the files could be read.
    public var isWhole: Bool { counts.broken == 0 && torn.isEmpty }
}

/// The outcome of the files' rows. A row with several ISBNs counts once.
public struct RowCounts: Hashable, Codable, Sendable {
    public var rows = 0
    /// Rows of books with neither a valid ISBN nor a Library of Congress Control Number.
    public var withoutISBN = 0
    public var withoutTitle = 0
    /// Books that the filter excluded.
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
    /// Counts from 1 in its file.
    public var number: Int
    public var reason: Reason

    public enum Reason: String, Hashable, Codable, Sendable {
        /// It does not have the five columns of a dump.
        case columns
        case json
        /// MARC's leader, the first 24 bytes, is invalid.
        case leader
        /// The directory of a MARC record does not fit its bytes.
        case directory
        case xml
        /// The text is in an unsupported character set.
        case encoding
        /// It is longer than the limit.
        case overlong
    }
}

/// Errors with references, with the file concerned and the code of their cause.
public enum ReferenceError: Error, Hashable, Sendable {
    /// An input file can't be read.
    case unreadable(path: String, errno: Int32)
    case empty(path: String)
    /// The file is compressed in an unsupported format.
    case packed(path: String, by: Packing)
    /// XML or text in an unsupported encoding, with its name.
    case encoding(path: String, String)
    /// None of the three supported formats.
    case unknownForm(path: String)
    /// The gzip data is damaged; zlib's message, and after how many unpacked bytes.
    case damaged(path: String, bytes: UInt64, words: String)
    /// The file has changed, or ended early, so that an interrupted build can't be continued.
    case changed(path: String)
    /// No row has a book that passes the filter; with what the reference would say of the rows.
    case nothingKept(ReferenceInfo)
    /// Not a valid name: letters, digits, spaces and `.`, `_`, `-`, beginning with a letter or digit.
    case name(String)
    /// A reference of that name exists.
    case exists(name: String)
    /// Another process is building it.
    case busy(name: String)
    /// There is no reference of that name.
    case unknown(name: String)
    /// Building was stopped; what has been read is kept.
    case stopped(rows: Int)
    /// The disk is full.
    case full(path: String)
    case cannotWrite(path: String, errno: Int32)
    /// The file is not a reference, despite its name.
    case notAReference(path: String)
    /// The file is damaged.
    case unsound(path: String)
    /// A later version of the program wrote it.
    case newer(path: String, version: Int)
    /// An earlier version of the program wrote it, without an index of titles.
    case unsearchable(path: String)
    /// SQLite's extended result code and message.
    case failed(path: String, code: Int32, words: String)

    /// Compression programs.
    public enum Packing: String, Hashable, Sendable {
        case bzip2, xz, zstd, zip
    }
}
