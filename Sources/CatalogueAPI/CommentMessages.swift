// Messages about comments.

import Books
import Catalogue

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

/// Comments, the latest first.
package struct CommentsMessage: Codable, Sendable {
    package var comments: [Comment]
    /// The value of `after` for the next comments; `nil` if there are none.
    package var next: String?

    package init(comments: [Comment], next: String? = nil) {
        self.comments = comments
        self.next = next
    }
}
