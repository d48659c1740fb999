// What is known of a reference without looking into its books.
import Foundation

/// Kept in the reference itself.
public struct ReferenceInfo: Hashable, Codable, Sendable {
    /// What it was made from, by the files' names; `-` for standard input.
    public var files: [String]
    /// The forms that were found in them.
    public var forms: [InputFormat]
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

/// What can go wrong with a reference: what happened, to which file, and the code of whoever said so. The words are left
/// to whoever shows it.
public enum ReferenceError: Error, Hashable, Sendable {
    /// A file to be read.
    case unreadable(path: String, errno: Int32)
    case empty(path: String)
    /// Packed by a program whose form is not read.
    case packed(path: String, by: Packing)
    /// XML or text in an encoding that is not read, of this name.
    case encoding(path: String, String)
    /// Neither of the three forms that are read.
    case unknownForm(path: String)
    /// What gzip packed does not unpack; zlib's words, and after how many unpacked bytes.
    case damaged(path: String, bytes: UInt64, words: String)
    /// It has changed, or ended early, since the place where an interrupted run is to go on.
    case changed(path: String)
    /// No row gave a book that was asked for.
    case nothingKept(rows: Int)
    /// A name is a file's: letters, digits, spaces and `.`, `_`, `-` after a letter or digit.
    case name(String)
    /// There is a reference of that name.
    case exists(name: String)
    /// Another process is making it.
    case busy(name: String)
    /// There is none of that name.
    case unknown(name: String)
    /// It was to stop; what it has read is kept.
    case stopped(rows: Int)
    /// No room to write.
    case full(path: String)
    case cannotWrite(path: String, errno: Int32)
    /// No reference, though it is called like one.
    case notAReference(path: String)
    /// A later version of the program wrote it.
    case newer(path: String, version: Int)
    /// An earlier version of the program wrote it, which could not search by title.
    case unsearchable(path: String)
    /// SQLite's extended result code and its words.
    case failed(path: String, code: Int32, words: String)

    /// Programs that pack files.
    public enum Packing: String, Hashable, Sendable {
        case bzip2, xz, zstd, zip
    }
}
