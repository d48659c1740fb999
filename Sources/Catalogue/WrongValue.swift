// Values that another program may have written into a store or a dump.
import Books
internal import GRDB

/// A value that no command, page or import accepts.
public enum WrongValue: Hashable, Sendable {
    /// Its digits are no ISBN.
    case isbn(String)
    /// Outside `Book.years`.
    case year(Int)
    /// Outside `Book.pageCounts`.
    case pages(Int)
    /// In stars; outside 0…5, or between the quarters.
    case rating(Double)

    /// - Parameter isbns: numbers with a blank between them.
    static func among(isbns: String) -> [WrongValue] {
        isbns.split(separator: " ").filter { Database.isbn(Int64($0)) == nil }.map { .isbn(String($0)) }
    }

    /// `nil` for a right one.
    init?(year: Int) {
        if Book.years.contains(year) { return nil }
        self = .year(year)
    }

    init?(pages: Int) {
        if Book.pageCounts.contains(pages) { return nil }
        self = .pages(pages)
    }

    /// - Parameter halves: in half stars, of which quarter stars are halves.
    init?(halves: Double) {
        if Rating(halves: halves) != nil { return nil }
        self = .rating(halves / 2)
    }
}
