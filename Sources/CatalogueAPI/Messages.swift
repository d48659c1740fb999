// The JSON messages between a site and its clients, described by `docs/openapi.json`.
import Books
import Catalogue
import Foundation

/// The path of the API below a site's address.
package enum SiteInterface {
    package static let path = "/api/v1"

    /// The maximum number of books in a message.
    package static let mostBooks = 100
    /// The maximum number of comments and editions of all cards in an answer; a single card may have more.
    package static let mostInCards = 10_000
    /// The maximum number of ISBNs to look up in a message: sources are slow.
    package static let mostAsked = 25
    /// The maximum number of table rows in a message, which are one change.
    package static let mostRows = 500
    /// The maximum number of comments in a row.
    package static let mostComments = 10
    /// The maximum number of readings in a row.
    package static let mostReadings = 100
    /// Bytes of the name of a list or a table.
    package static let longestName = 200
    /// The maximum number of editions from one source.
    package static let mostEditions = 50
    /// Unicode scalars of a title or name in a search for editions.
    package static let longestTitle = 250
    /// Bytes of a message.
    package static let sizeLimit = 2 << 20

    package static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    package static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

/// The account of a token.
package struct PersonMessage: Codable, Sendable {
    package var name: String
    package var role: String

    package init(name: String, role: String) {
        self.name = name
        self.role = role
    }
}

/// Books, each by its ISBN or id, in order.
package struct BooksMessage: Codable, Sendable {
    package var books: [BookSpecifier]
    /// The total number, if not all are listed.
    package var count: Int?

    package init(books: [BookSpecifier], count: Int? = nil) {
        self.books = books
        self.count = count
    }
}

/// Cards of books; books that are not in the catalogue are omitted.
package struct CardsMessage: Codable, Sendable {
    package var cards: [BookCard]

    package init(cards: [BookCard]) { self.cards = cards }
}

/// The look-ups to make.
package struct LookupMessage: Codable, Sendable {
    package enum LookupScope: String, Codable, Sendable {
        case missing, all, afresh
    }

    package var isbns: [ISBN]
    package var asking: LookupScope
    /// Whether the site saves the answers; `nil` means that it does. Doubtful ISBNs should not be saved there.
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
            /// What happened; `nil` if no source had to be asked.
            package var words: String?

            package init(source: String, words: String?) {
                self.source = source
                self.words = words
            }
        }

        package var isbn: ISBN
        /// `known`, `unknown` or `not-asked`.
        package var status: String
        package var card: BookCard?
        package var unknownTo: [String]
        package var unasked: [Unasked]

        package init(isbn: ISBN, status: String, card: BookCard?, unknownTo: [String], unasked: [Unasked]) {
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

/// Books with a person's data about each; an empty list is the end.
package struct KeptBooksMessage: Codable, Sendable {
    package var books: [KeptBook]
    /// Of a sorted listing: how many books there are in all, whether these are only the least number, and the value of
    /// `after` for the next page.
    package var count: Int?
    package var isCountCut: Bool?
    package var next: String?

    package init(
        books: [KeptBook], count: Int? = nil, isCountCut: Bool? = nil, next: String? = nil
    ) {
        self.books = books
        self.count = count
        self.isCountCut = isCountCut
        self.next = next
    }
}

/// Changes, the latest first.
package struct ChangesMessage: Codable, Sendable {
    package var changes: [HistoryEntry]

    package init(changes: [HistoryEntry]) { self.changes = changes }
}

/// Words of a title whose editions are searched for.
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
        /// Why it did not answer; `nil` if it did.
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

package struct ListsMessage: Codable, Sendable {
    package struct List: Codable, Sendable {
        package var name: String
        /// `nil` for a shared list.
        package var person: String?
        package var count: Int
        package var unnamed: Int

        package init(_ list: BookList) {
            name = list.name
            person = list.person
            count = list.count
            unnamed = list.unnamed
        }
    }

    package var lists: [List]

    package init(lists: [List]) { self.lists = lists }
}

/// A change of a list, or of the user's readings.
package struct ListingMessage: Codable, Sendable {
    package var books: [BookSpecifier]
    /// When the reading began or ended; `nil` leaves that to the site or, for a removal, means any date.
    package var date: PartialDate?

    package init(books: [BookSpecifier], date: PartialDate? = nil) {
        self.books = books
        self.date = date
    }
}

/// For how many books something changed.
package struct CountMessage: Codable, Sendable {
    package var count: Int

    package init(count: Int) { self.count = count }
}

/// A user's comment on a book.
package struct CommentMessage: Codable, Sendable {
    package var stars: Rating?
    package var text: String
    package var language: String?
    package var isSpoiler: Bool
    package var isPrivate: Bool
    /// The comment that a new one replies to.
    package var parent: Int64?

    package init(_ comment: Comment) {
        stars = comment.rating
        text = comment.text
        language = comment.language
        isSpoiler = comment.isSpoiler
        isPrivate = comment.isPrivate
        parent = comment.parent
    }

    package func comment(by person: String) -> Comment {
        Comment(
            person: person, rating: stars, text: text, language: language, isSpoiler: isSpoiler,
            isPrivate: isPrivate, parent: parent)
    }
}

/// Rows of the user's own table: books by ISBN, with the user's lists, readings and comments.
package struct TableMessage: Codable, Sendable {
    package struct Row: Codable, Sendable {
        package var isbn: ISBN
        package var lists: [String]
        package var readings: [State]?
        package var comments: [Said]

        package init(isbn: ISBN, lists: [String], readings: [State]?, comments: [Said]) {
            self.isbn = isbn
            self.lists = lists
            self.readings = readings
            self.comments = comments
        }
    }

    /// One reading of a book.
    package struct State: Codable, Sendable {
        package var state: ReadingStatus.State
        package var started: PartialDate?
        package var ended: PartialDate?

        package init(state: ReadingStatus.State, started: PartialDate?, ended: PartialDate?) {
            self.state = state
            self.started = started
            self.ended = ended
        }
    }

    package struct Said: Codable, Sendable {
        package var comment: CommentMessage
        package var written: Date
        /// If no time of day is known.
        package var writtenOn: PartialDate?

        package init(comment: CommentMessage, written: Date, writtenOn: PartialDate? = nil) {
            self.comment = comment
            self.written = written
            self.writtenOn = writtenOn
        }
    }

    /// The table's display name. Data that was imported under the same name is updated.
    package var source: String
    package var rows: [Row]
    /// Whether nothing is to be saved.
    package var isDryRun: Bool

    package init(source: String, rows: [Row], isDryRun: Bool) {
        self.source = source
        self.rows = rows
        self.isDryRun = isDryRun
    }
}

/// The result.
package struct ImportedMessage: Codable, Sendable {
    /// Books that are new.
    package var added: Int
    package var unchanged: Int
    package var listed: Int
    package var comments: Int
    package var noLongerWanted: Int

    package init(_ summary: ImportSummary) {
        noLongerWanted = summary.noLongerWanted
        added = summary.added
        unchanged = summary.unchanged
        listed = summary.listed
        comments = summary.comments
    }
}

/// A book that is stored.
package struct BookMessage: Codable, Sendable {
    package var book: Book

    package init(book: Book) { self.book = book }
}

/// Books to be added: by their ISBNs, or one by its data. Exactly one of the two is present.
package struct NewBooksMessage: Codable, Sendable {
    package var books: [BookSpecifier]?
    package var book: EditMessage?

    package init(book: EditMessage) { self.book = book }
}

/// A book that was added by its data, or was there already.
package struct AddedMessage: Codable, Sendable {
    package var book: Book
    package var change: Change

    package init(book: Book, change: Change) {
        self.book = book
        self.change = change
    }
}

/// A book to be merged into another.
package struct MergeMessage: Codable, Sendable {
    /// The one that is removed.
    package var other: BookSpecifier
    package var evenIfTwoISBNs: Bool

    package init(other: BookSpecifier, evenIfTwoISBNs: Bool) {
        self.other = other
        self.evenIfTwoISBNs = evenIfTwoISBNs
    }
}

package struct NumberMessage: Codable, Sendable {
    package var id: Int64

    package init(id: Int64) { self.id = id }
}

package struct CommentsMessage: Codable, Sendable {
    package var comments: [Comment]

    package init(comments: [Comment]) { self.comments = comments }
}

/// A scan's record of a photo, to which decisions are to be applied.
package struct EvidenceMessage: Codable, Sendable {
    package var record: PhotoRecord

    package init(record: PhotoRecord) { self.record = record }
}

/// A decision on a photo.
package struct DecisionMessage: Codable, Sendable {
    /// SHA-256 of the photo's bytes, 64 hexadecimal digits.
    package var sha256: String
    package var page: Int
    /// The ISBN that it shows; `nil` if it shows none.
    package var isbn: ISBN?
    /// The book without an ISBN that it shows.
    package var book: BookID?
    /// The photo's display name.
    package var name: String

    package init(_ decision: PhotoDecision, sha256: String, page: Int, name: String) {
        self.sha256 = sha256
        self.page = page
        self.name = name
        switch decision {
        case .confirmed(let isbn): self.isbn = isbn
        case .book(let id): book = id
        case .rejected: break
        }
    }

    package var decision: PhotoDecision {
        isbn.map(PhotoDecision.confirmed) ?? book.map(PhotoDecision.book) ?? .rejected
    }
}

/// A scan's record with an earlier decision applied.
package struct DecidedPhotoMessage: Codable, Sendable {
    /// A decision: an ISBN, or a book without one; neither if the photo shows none.
    package struct Word: Codable, Sendable {
        package var isbn: ISBN?
        package var book: BookID?
    }

    package var record: PhotoRecord
    /// `nil` if there is no decision.
    package var said: Word?

    package init(record: PhotoRecord, said: PhotoDecision?) {
        self.record = record
        self.said =
            switch said {
            case nil: nil
            case .confirmed(let isbn): Word(isbn: isbn)
            case .book(let id): Word(book: id)
            case .rejected: Word()
            }
    }

    package var decision: PhotoDecision? {
        said.map { said in
            said.isbn.map(PhotoDecision.confirmed) ?? said.book.map(PhotoDecision.book) ?? .rejected
        }
    }
}

package struct UnnamedMessage: Codable, Sendable {
    package var waiting: Int
    package var unknown: Int

    package init(waiting: Int, unknown: Int) {
        self.waiting = waiting
        self.unknown = unknown
    }
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
        /// It was refused because data would be lost.
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
    /// The book, list or comment.
    package var about: String?

    package init(status: Int, title: String, code: Code, about: String? = nil) {
        self.status = status
        self.title = title
        self.code = code
        self.about = about
    }
}
