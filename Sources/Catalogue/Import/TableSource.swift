// What an import is told of a table besides its rows.
import Foundation

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
