// A comment as programs read it, alone or on a book's card.
import Books
import Foundation

/// The object of a comment, wherever it stands; `docs/comment.schema.json` describes the same form.
struct CommentObject: Encodable {
    private let comment: Comment

    init(_ comment: Comment) { self.comment = comment }

    private enum Key: String, CodingKey {
        case number, person, rating, text, language, spoiler, `private`, written, edited, source, isbn13,
            title
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(comment.id, forKey: .number)
        try object.encode(comment.person, forKey: .person)
        try object.encode(comment.rating?.stars, forKey: .rating)
        try object.encode(comment.text, forKey: .text)
        try object.encode(comment.language, forKey: .language)
        try object.encode(comment.isSpoiler, forKey: .spoiler)
        try object.encode(comment.isPrivate, forKey: .private)
        try object.encode(comment.writtenText, forKey: .written)
        try object.encode(comment.edited?.formatted(.iso8601), forKey: .edited)
        try object.encode(comment.source, forKey: .source)
        try object.encode(comment.isbn, forKey: .isbn13)
        try object.encode(comment.bookTitle, forKey: .title)
    }
}
