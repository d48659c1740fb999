// A row of a table that could not be taken in, and why.

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
    }
}
