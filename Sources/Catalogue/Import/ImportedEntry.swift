// One book of an imported file: its data, and its owner's lists, readings and comments.
import Books
import Foundation

/// An imported file's data about one book.
public struct ImportedEntry: Sendable {
    public var book: Book
    public var lists: [String] = []
    /// The readings of the file's owner.
    public var readings: [ReadingStatus] = []
    public var comments: [Comment] = []
    /// The owner of the file.
    public var person: String
    /// The file was written by this program: a book may be owned, read and wanted at the same time, and it has all people
    /// with their roles.
    public var isExact = false
    /// The difference between two ratings of the file's form, in quarters of a star: 4 if it has whole stars only.
    public var ratingStep = 1
    /// The file has the day of the review itself, rather than that of the reading.
    public var hasReviewDay = false
    /// The average rating on the site that the file comes from.
    public var rating: SourceRating?
    /// The ISBN is an ISBN-10 whose leading zeros were restored.
    public var isPadded = false
    /// What is wrong with its ISBN, which is dropped; `nil` if nothing is.
    public var doubt: RefusedRow.Reason?
    /// A rounded ISBN-13 was dropped.
    public var hasRounded = false
    /// Values that were changed or dropped.
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

    /// A long text is truncated in messages.
    public mutating func remark(_ kind: ImportRemark.Kind, _ text: String) {
        let beginning = text.prefix(40)
        remarks.append((kind, beginning.endIndex == text.endIndex ? text : beginning + "…"))
    }
}

/// A record that was not imported, or without its ISBN.
public struct RefusedRow: Hashable, Sendable {
    /// Where it begins in the file, from 1.
    public var line: Int
    public var reason: Reason
    public var fields: [String]

    public enum Reason: Error, Hashable, Sendable {
        /// A field is longer than this many bytes.
        case overlong(limit: Int)
        /// A quoted field is not closed.
        case unclosedQuote
        /// More fields than in the header.
        case tooManyFields(Int, header: Int)
        /// Fewer fields than in the header and in nearly all other rows.
        case tooFewFields(Int, header: Int)
        /// Neither an ISBN nor a title.
        case nothingToAdd
        case wrongISBN(WrongISBN)
        /// Two columns contain ISBN-13s of two different books.
        case twoISBNs(String, String)
        /// The rounded number beside it is another.
        case contradiction(isbn: String)
        /// There is only a number that a spreadsheet has rounded.
        case onlyRounded
        /// The catalogue accepts books only by ISBN.
        case noISBN
        /// It has only an identifier of another system, which is unknown here.
        case unknownNumber(Identifier)
        /// It has no ISBN, and so many books of the store agree with all that it says.
        case severalBooks(Int)
        /// Its type in the file, if it is not a book.
        case noBook(String)
        /// It is marked as deleted in the file.
        case deleted
        /// The record violates its format.
        case damaged
        /// The file ends within the record.
        case truncated
        /// The title is in an unsupported character set.
        case characterSet
    }
}

/// A number that should be an ISBN but is not one.
public enum WrongISBN: Hashable, Sendable {
    /// As written in the table.
    case misread(String, ISBNError)
    /// An ISBN-10 with its leading zeros restored; without an error it is in no registered range.
    case padded(String, ISBNError?)
    /// A spreadsheet's display of a number in a column that is too narrow.
    case hidden(String)
}

/// The origin of a table, and its owner.
public struct TableSource: Sendable {
    /// A display name: the file's name, or `Goodreads`.
    public var name: String
    /// When its content was written.
    public var date: Date
    /// The author of ratings, reviews and notes.
    public var person: String
    /// A list to which every book is added; `nil` for none.
    public var list: String?

    public init(name: String, date: Date, person: String, list: String? = nil) {
        self.name = name
        self.date = date
        self.person = person
        self.list = list
    }
}
