// Messages about books: cards, listings, edits and merges.

import Books
import Catalogue
import Foundation

/// Books, each by its ISBN or id, in order.
package struct BooksMessage: Codable, Sendable {
    package var books: [BookSpecifier]

    package init(books: [BookSpecifier]) { self.books = books }
}

/// Cards of books; books that are not in the catalogue are omitted.
package struct CardsMessage: Codable, Sendable {
    package var cards: [CardMessage]

    package init(cards: [CardMessage]) { self.cards = cards }
}

/// A card with the latest of its comments: the fields of `BookCard`, and where further comments are.
package struct CardMessage: Codable, Sendable {
    package var card: BookCard
    /// The number of all comments.
    package var commentCount: Int
    /// The value of `after` for the next comments; `nil` if the card has all.
    package var nextComments: String?

    /// - Parameter count: the number of all comments, of which `card` need not have all.
    package init(_ card: BookCard, commentCount count: Int) {
        let portion = CommentPortion(
            card.comments, most: SiteAPI.mostCardComments, hasMore: card.comments.count < count)
        self.card = card
        self.card.comments = portion.comments
        commentCount = count
        nextComments = portion.next?.description
    }

    private enum Keys: String, CodingKey {
        case commentCount, nextComments
    }

    package init(from decoder: any Decoder) throws {
        card = try BookCard(from: decoder)
        let values = try decoder.container(keyedBy: Keys.self)
        commentCount = try values.decode(Int.self, forKey: .commentCount)
        nextComments = try values.decodeIfPresent(String.self, forKey: .nextComments)
    }

    package func encode(to encoder: any Encoder) throws {
        try card.encode(to: encoder)
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(commentCount, forKey: .commentCount)
        try values.encodeIfPresent(nextComments, forKey: .nextComments)
    }
}

/// Books with a person's data about each; an empty list marks the end.
package struct KeptBooksMessage: Codable, Sendable {
    package var books: [KeptBook]
    /// Of a sorted listing: the total number of books, whether that number is only a lower bound, and the value of
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

/// A book of the catalogue.
package struct BookMessage: Codable, Sendable {
    package var book: Book

    package init(book: Book) { self.book = book }
}

/// Books to be added: by their ISBNs, or one by its data. Exactly one of the two must be present.
package struct NewBooksMessage: Codable, Sendable {
    package var books: [BookSpecifier]?
    package var book: EditMessage?

    /// Whether the book is a new one even if the catalogue has one with the same title and people.
    package var isNew: Bool?

    package init(book: EditMessage, isNew: Bool? = nil) { (self.book, self.isNew) = (book, isNew) }
}

/// A book that was added by its data, or already existed.
package struct AddedMessage: Codable, Sendable {
    package var book: Book
    package var change: Change

    package init(book: Book, change: Change) {
        self.book = book
        self.change = change
    }
}

/// A book to be merged into another one.
package struct MergeMessage: Codable, Sendable {
    /// The book that is removed.
    package var other: BookSpecifier
    package var evenIfTwoISBNs: Bool

    package init(other: BookSpecifier, evenIfTwoISBNs: Bool) {
        self.other = other
        self.evenIfTwoISBNs = evenIfTwoISBNs
    }
}

/// A picture for a book's cover, in Base64 in JSON; without one the present cover is removed.
package struct CoverMessage: Codable, Sendable {
    package var picture: Data?

    package init(picture: Data?) { self.picture = picture }

    /// - Throws: if there is anything but the picture: a misspelt name must not remove a cover.
    package init(from decoder: any Decoder) throws {
        let names = try decoder.singleValueContainer().decode([String: Data?].self)
        guard names.keys.allSatisfy({ $0 == CodingKeys.picture.rawValue }) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Unknown key."))
        }
        picture = names[CodingKeys.picture.rawValue] ?? nil
    }

    private enum CodingKeys: String, CodingKey {
        case picture
    }
}
