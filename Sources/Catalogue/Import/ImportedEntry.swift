// One book of a file that is imported: what it is, and its owner's lists, readings and comments.
import Books
import Foundation

/// What an imported file says of one book.
public struct ImportedEntry: Sendable {
    public var book: Book
    public var lists: [String] = []
    /// When the file's owner read it.
    public var readings: [ReadingStatus] = []
    public var comments: [Comment] = []
    /// Whose file it is.
    public var person: String
    /// The file is one that this program wrote: a book may be owned, read and wanted.
    public var isExact = false
    /// What the readers of the file's site say in sum.
    public var rating: SourceRating?
    /// The ISBN is an ISBN-10 that got its leading zeros back.
    public var isPadded = false
    /// What is wrong with its ISBN, without which the book is kept; `nil` when nothing is.
    public var doubt: RefusedRow.Reason?
    /// A rounded ISBN-13 was not used.
    public var hasRounded = false
    /// Values that were not taken as they stand.
    public private(set) var remarks: [(kind: ImportRemark.Kind, text: String)] = []

    public init(
        book: Book = Book(), by person: String, lists: [String] = [], readings: [ReadingStatus] = [],
        comments: [Comment] = []
    ) {
        self.book = book
        self.person = person
        self.lists = lists
        self.readings = readings
        self.comments = comments
    }

    /// The beginning of a long text says enough of it.
    public mutating func remark(_ kind: ImportRemark.Kind, _ text: String) {
        remarks.append((kind, String(text.prefix(40))))
    }
}

/// A record that was not imported, or without its ISBN.
public struct RefusedRow: Hashable, Sendable {
    /// Where it begins in the file, from 1.
    public var line: Int
    public var reason: Reason
    public var fields: [String]

    public enum Reason: Error, Hashable, Sendable {
        /// A field has no end within this many bytes.
        case overlong(limit: Int)
        /// A field begins with a quote that has no end.
        case unclosedQuote
        /// More fields than the header has.
        case tooManyFields(Int, header: Int)
        /// Neither an ISBN nor a title.
        case nothingToAdd
        case wrongISBN(WrongISBN)
        /// Two columns hold the ISBNs, in thirteen digits, of two books.
        case twoISBNs(String, String)
        /// The ISBN-10 with its leading zeros put back does not match the rounded ISBN-13 beside it.
        case contradiction(isbn10: String)
        /// There is only a number that a spreadsheet has rounded.
        case onlyRounded
        /// The catalogue takes books by their ISBNs alone.
        case noISBN
        /// Only somebody's number says which book it is, and nothing here knows that.
        case unknownNumber(Identifier)
        /// What it is instead of a book, as it stands in the file.
        case noBook(String)
        /// Its owner had deleted it where the file comes from.
        case deleted
        /// The record breaks the rules of its format.
        case damaged
        /// The file ends within the record.
        case truncated
        /// The title is in a character set that is not read.
        case characterSet
    }
}

/// A number that is meant as an ISBN but is not one.
public enum WrongISBN: Hashable, Sendable {
    /// As it stands in the table.
    case misread(String, ISBNError)
    /// An ISBN-10 with its leading zeros put back; without an error it is in no registered range.
    case padded(String, ISBNError?)
    /// What a spreadsheet shows of a number in a column that is too narrow for it.
    case hidden(String)
}

/// Where a table comes from and whose it is.
public struct TableSource: Sendable {
    /// A name for people: the file's name, or `Goodreads`.
    public var name: String
    /// When its contents were written.
    public var date: Date
    /// Ratings, reviews and notes are theirs.
    public var person: String
    /// A list that every book of it is put on; `nil` for none.
    public var list: String?

    public init(name: String, date: Date, person: String, list: String? = nil) {
        self.name = name
        self.date = date
        self.person = person
        self.list = list
    }
}
