// Messages about lists and reading states.

import Books
import Catalogue

package struct ListsMessage: Codable, Sendable {
    package var lists: [BookList]

    package init(lists: [BookList]) { self.lists = lists }
}

/// A change of a list, or of the user's reading states.
package struct ListingMessage: Codable, Sendable {
    package var books: [BookSpecifier]
    /// When the reading started or ended; `nil` leaves that to the site or, for a removal, means any date.
    package var date: PartialDate?
    /// Whether books that are to be put on the list, but are not in the catalogue, are left out; `nil` and `false` make
    /// them an error.
    package var leavesOutUnknown: Bool?

    package init(books: [BookSpecifier], date: PartialDate? = nil, leavesOutUnknown: Bool? = nil) {
        self.books = books
        self.date = date
        self.leavesOutUnknown = leavesOutUnknown
    }
}
