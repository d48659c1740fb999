// Messages about accounts, changes and errors.

import Catalogue

/// The account of a token.
package struct PersonMessage: Codable, Sendable {
    package var name: String
    package var role: String
    /// Identifies the account, whatever its name is; `nil` from an earlier version of a site.
    package var account: String?

    package init(name: String, role: String, account: String) {
        self.name = name
        self.role = role
        self.account = account
    }
}

/// Changes, the latest first.
package struct ChangesMessage: Codable, Sendable {
    package var changes: [HistoryEntry]

    package init(changes: [HistoryEntry]) { self.changes = changes }
}

/// The number of books that were changed.
package struct CountMessage: Codable, Sendable {
    package var count: Int

    package init(count: Int) { self.count = count }
}

package struct NumberMessage: Codable, Sendable {
    package var id: Int64

    package init(id: Int64) { self.id = id }
}

/// Why a request failed (RFC 9457).
package struct ProblemMessage: Codable, Sendable {
    /// The code by which programs distinguish causes.
    package enum Code: String, Codable, Sendable, CaseIterable {
        case signIn = "sign-in"
        case forbidden
        case notFound = "not-found"
        case unknownBook = "unknown-book"
        case unknownList = "unknown-list"
        case unknownComment = "unknown-comment"
        case someoneElses = "someone-elses"
        case listName = "list-name"
        case emptyComment = "empty-comment"
        case overlongComment = "overlong-comment"
        case ownEdition = "own-edition"
        case seriesNumber = "series-number"
        case nothingToAdd = "nothing-to-add"
        case takenISBN = "taken-isbn"
        case twoISBNs = "two-isbns"
        /// Rejected because data would be lost.
        case conflict
        case malformed
        case tooLarge = "too-large"
        case tooOften = "too-often"
        case busy
        case broken
    }

    package var status: Int
    package var title: String
    package var code: Code
    /// The book, list or comment; the ISBN that is taken, or the two with a space between them.
    package var about: String?

    package init(status: Int, title: String, code: Code, about: String? = nil) {
        self.status = status
        self.title = title
        self.code = code
        self.about = about
    }
}
