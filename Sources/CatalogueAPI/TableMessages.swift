// Messages about imports of tables.

import Books
import Catalogue
import Foundation

/// Rows of the user's own table: books by ISBN, with the user's lists, reading states and comments.
package struct TableMessage: Codable, Sendable {
    package struct Row: Codable, Sendable {
        package var isbn: ISBN
        package var lists: [String]
        package var readings: [State]?
        package var comments: [DatedComment]
        /// See `ImportedEntry.isExact`; `nil` if not.
        package var isExact: Bool?
        /// See `ImportedEntry.ratingStep`; `nil` is 1.
        package var ratingStep: Int?
        /// See `ImportedEntry.hasReviewDay`; `nil` if not.
        package var hasReviewDay: Bool?

        package init(
            isbn: ISBN, lists: [String], readings: [State]?, comments: [DatedComment], isExact: Bool? = nil,
            ratingStep: Int? = nil, hasReviewDay: Bool? = nil
        ) {
            self.isbn = isbn
            self.lists = lists
            self.readings = readings
            self.comments = comments
            self.isExact = isExact
            self.ratingStep = ratingStep
            self.hasReviewDay = hasReviewDay
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

    package struct DatedComment: Codable, Sendable {
        package var comment: CommentMessage
        package var written: Date
        /// Set if the time of day is not known.
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
    /// Whether to report the result without saving anything.
    package var isDryRun: Bool

    package init(source: String, rows: [Row], isDryRun: Bool) {
        self.source = source
        self.rows = rows
        self.isDryRun = isDryRun
    }
}

/// The result of an import.
package struct ImportedMessage: Codable, Sendable {
    /// The number of new books.
    package var added: Int
    package var unchanged: Int
    package var listed: Int
    package var comments: Int
    package var noLongerWanted: Int
    /// Unfinished readings that were not added, because later ones are known; `nil` for none.
    package var outdatedReadings: Int?
    /// The lists that did not exist.
    package var newLists: [NewList]

    package init(_ summary: ImportSummary) {
        newLists = summary.newLists
        noLongerWanted = summary.noLongerWanted
        outdatedReadings = summary.outdatedReadings > 0 ? summary.outdatedReadings : nil
        added = summary.added
        unchanged = summary.unchanged
        listed = summary.listed
        comments = summary.comments
    }
}
