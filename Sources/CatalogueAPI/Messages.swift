// The JSON messages between a site and its clients, described by `docs/openapi.json`.
import Books
import Catalogue
import Foundation

/// Where the interface begins, below a site's address.
package enum SiteInterface {
    package static let path = "/api/v1"

    /// Books of one message, at most.
    package static let mostBooks = 100
    /// Comments and editions of all cards in one answer; a single card may have more.
    package static let mostInCards = 10_000
    /// ISBNs that are asked about in one message, at most: sources are slow.
    package static let mostAsked = 25
    /// Rows of a table in one message, at most, which are one change.
    package static let mostRows = 500
    /// Comments of a row, at most.
    package static let mostComments = 10
    /// Readings of a row, at most.
    package static let mostReadings = 100
    /// Bytes of the name of a list, or of a table.
    package static let longestName = 200
    /// Editions of one source, at most.
    package static let mostEditions = 50
    /// Unicode scalars of a title, or of a name, that editions are found by.
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

/// Who a token is of.
package struct PersonMessage: Codable, Sendable {
    package var name: String
    package var role: String

    package init(name: String, role: String) {
        self.name = name
        self.role = role
    }
}

/// Books, each by its ISBN or its number, in their order.
package struct BooksMessage: Codable, Sendable {
    package var books: [BookSpecifier]
    /// How many there are, where not all are told.
    package var count: Int?

    package init(books: [BookSpecifier], count: Int? = nil) {
        self.books = books
        self.count = count
    }
}

/// Cards of books; those that are not in the catalogue are left out.
package struct CardsMessage: Codable, Sendable {
    package var cards: [BookCard]

    package init(cards: [BookCard]) { self.cards = cards }
}

/// What is to be asked.
package struct LookupMessage: Codable, Sendable {
    package enum LookupScope: String, Codable, Sendable {
        case missing, all, afresh
    }

    package var isbns: [ISBN]
    package var asking: LookupScope
    /// Whether the site saves the answers; `nil` means that it does. Doubtful numbers should leave no trace there.
    package var isKept: Bool?

    package init(isbns: [ISBN], asking: LookupScope, isKept: Bool) {
        self.isbns = isbns
        self.asking = asking
        self.isKept = isKept
    }
}

/// What came of it, one answer for each ISBN.
package struct AnswersMessage: Codable, Sendable {
    package struct Answer: Codable, Sendable {
        package struct Unasked: Codable, Sendable {
            package var source: String
            /// What happened; `nil` where nobody was to be asked.
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

/// Books with what one keeps of each; none is the end.
package struct KeptBooksMessage: Codable, Sendable {
    package var books: [KeptBook]

    package init(books: [KeptBook]) { self.books = books }
}

/// What people did, the latest first.
package struct ChangesMessage: Codable, Sendable {
    package var changes: [HistoryEntry]

    package init(changes: [HistoryEntry]) { self.changes = changes }
}

/// Words of a title, to find its editions by.
package struct TitleMessage: Codable, Sendable {
    package var title: String
    package var author: String?
    /// Editions of one source, at most; `nil` leaves that to the site.
    package var limit: Int?

    package init(title: String, author: String?, limit: Int) {
        self.title = title
        self.author = author
        self.limit = limit
    }
}

/// What the site's references and sources say to them.
package struct EditionsMessage: Codable, Sendable {
    package struct Answer: Codable, Sendable {
        package var source: String
        package var books: [Book]
        /// Why it did not answer; `nil` where it did.
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

/// A change of a list, or of what one reads.
package struct ListingMessage: Codable, Sendable {
    package var books: [BookSpecifier]
    /// When reading began or ended; `nil` leaves that to the site, or removes readings of any date.
    package var date: PartialDate?

    package init(books: [BookSpecifier], date: PartialDate? = nil) {
        self.books = books
        self.date = date
    }
}

/// Of how many books something is new.
package struct CountMessage: Codable, Sendable {
    package var count: Int

    package init(count: Int) { self.count = count }
}

/// What one says of a book.
package struct CommentMessage: Codable, Sendable {
    package var stars: Rating?
    package var text: String
    package var language: String?
    package var isSpoiler: Bool
    package var isPrivate: Bool

    package init(_ comment: Comment) {
        stars = comment.rating
        text = comment.text
        language = comment.language
        isSpoiler = comment.isSpoiler
        isPrivate = comment.isPrivate
    }

    package func comment(by person: String) -> Comment {
        Comment(
            person: person, rating: stars, text: text, language: language, isSpoiler: isSpoiler,
            isPrivate: isPrivate)
    }
}

/// Rows of a table that is the sender's: books by their ISBNs, and what its owner says of them.
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

    /// One time that somebody read a book.
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
        /// Where no time of day is known.
        package var writtenOn: PartialDate?

        package init(comment: CommentMessage, written: Date, writtenOn: PartialDate? = nil) {
            self.comment = comment
            self.written = written
            self.writtenOn = writtenOn
        }
    }

    /// The table's name, for people. What came under it before is brought up to date.
    package var source: String
    package var rows: [Row]
    /// Whether nothing is to be kept.
    package var isDryRun: Bool

    package init(source: String, rows: [Row], isDryRun: Bool) {
        self.source = source
        self.rows = rows
        self.isDryRun = isDryRun
    }
}

/// What came of it.
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

/// A book that is to become one with another.
package struct MergeMessage: Codable, Sendable {
    /// The one that goes.
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

/// What a scan read in a photo, for what people said of that photo.
package struct EvidenceMessage: Codable, Sendable {
    package var record: PhotoRecord

    package init(record: PhotoRecord) { self.record = record }
}

/// A person's word on a photo.
package struct DecisionMessage: Codable, Sendable {
    /// Of the photo's bytes, 64 hexadecimal digits.
    package var sha256: String
    package var page: Int
    /// Which ISBN it shows; `nil` that it shows none.
    package var isbn: ISBN?
    /// Which book without an ISBN it shows.
    package var book: BookID?
    /// The photo's name, for people.
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

/// A scan's record as a person's earlier word on the photo has it.
package struct DecidedPhotoMessage: Codable, Sendable {
    /// A person's word: an ISBN, or a book without one; neither is that the photo shows none.
    package struct Word: Codable, Sendable {
        package var isbn: ISBN?
        package var book: BookID?
    }

    package var record: PhotoRecord
    /// `nil` where nobody said anything.
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

/// Why something was not done (RFC 9457).
package struct ProblemMessage: Codable, Sendable {
    /// What programs tell causes apart by.
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
        /// It stays as it is, for what would be lost.
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
    /// The book, the list or the comment.
    package var about: String?

    package init(status: Int, title: String, code: Code, about: String? = nil) {
        self.status = status
        self.title = title
        self.code = code
        self.about = about
    }
}
