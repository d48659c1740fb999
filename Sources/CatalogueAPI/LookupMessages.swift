// Messages about look-ups, and about searches for editions.

import Books
import Catalogue

/// The look-ups to make.
package struct LookupMessage: Codable, Sendable {
    package enum LookupScope: String, Codable, Sendable {
        case missing, all, afresh
    }

    package var isbns: [ISBN]
    package var asking: LookupScope
    /// Whether the site saves the results; `nil` means that it does. Doubtful ISBNs should not be saved there.
    package var isKept: Bool?

    package init(isbns: [ISBN], asking: LookupScope, isKept: Bool) {
        self.isbns = isbns
        self.asking = asking
        self.isKept = isKept
    }
}

/// The results, one for each ISBN.
package struct AnswersMessage: Codable, Sendable {
    package struct Answer: Codable, Sendable {
        package struct Unasked: Codable, Sendable {
            package var source: String
            /// What happened; `nil` if the site asks no sources.
            package var words: String?

            package init(source: String, words: String?) {
                self.source = source
                self.words = words
            }
        }

        package var isbn: ISBN
        /// `known`, `unknown` or `not-asked`.
        package var status: String
        package var card: CardMessage?
        package var unknownTo: [String]
        package var unasked: [Unasked]

        package init(
            isbn: ISBN, status: String, card: CardMessage?, unknownTo: [String], unasked: [Unasked]
        ) {
            self.isbn = isbn
            self.status = status
            self.card = card
            self.unknownTo = unknownTo
            self.unasked = unasked
        }
    }

    package var answers: [Answer]

    package init(answers: [Answer]) { self.answers = answers }
}

/// A title whose editions are searched for.
package struct TitleMessage: Codable, Sendable {
    package var title: String
    package var author: String?
    /// The maximum number of editions from each source; `nil` for the site's default.
    package var limit: Int?

    package init(title: String, author: String?, limit: Int) {
        self.title = title
        self.author = author
        self.limit = limit
    }
}

/// The answers of the site's references and sources.
package struct EditionsMessage: Codable, Sendable {
    package struct Answer: Codable, Sendable {
        package var source: String
        package var books: [Book]
        /// Why there is no answer; `nil` if there is one.
        package var words: String?

        package init(source: String, books: [Book], words: String?) {
            self.source = source
            self.books = books
            self.words = words
        }
    }

    package var answers: [Answer]

    package init(answers: [Answer]) { self.answers = answers }
}
