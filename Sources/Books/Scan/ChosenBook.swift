// The book without an ISBN that a reviewer chose for a photo, and books as the results of a scan have them.

/// Equal to another one of the same id: results may say less of the book than the store.
public struct ChosenBook: Hashable, Sendable {
    /// In the store that the decision is from.
    public let id: BookID
    /// What the results say of it; nothing but the id if it is from the store.
    package let book: Book

    package init(_ id: BookID, _ book: Book? = nil) {
        self.id = id
        self.book = book ?? Book(id: id)
    }

    /// Whether the store's book of this id is the same one, and not another store's.
    package func isSame(as stored: Book) -> Bool { book.title == nil || book.title == stored.title }

    public static func == (one: ChosenBook, other: ChosenBook) -> Bool { one.id == other.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The fields of a record's book that are used.
package struct RecordedBook: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, isbn13, title, subtitle, contributors, publisher, year
    }

    package let book: Book

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        var book = Book(
            isbn: try object.decodeIfPresent(ISBN.self, forKey: .isbn13),
            title: try object.decodeIfPresent(String.self, forKey: .title),
            subtitle: try object.decodeIfPresent(String.self, forKey: .subtitle),
            contributors: try object.decodeIfPresent([Contributor].self, forKey: .contributors) ?? [],
            publisher: try object.decodeIfPresent(String.self, forKey: .publisher),
            year: try object.decodeIfPresent(Int.self, forKey: .year))
        book.id = try object.decodeIfPresent(String.self, forKey: .id).flatMap { BookID(text: $0) }
        self.book = book
    }
}

extension KeyedDecodingContainer {
    /// The book without an ISBN among those of a record.
    package func decodeChosenBook(_ key: Key) -> ChosenBook? {
        let books = try? decodeIfPresent([RecordedBook].self, forKey: key)
        let chosen = books?.first { $0.book.isbn == nil && $0.book.id != nil }?.book
        return chosen.flatMap { book in book.id.map { ChosenBook($0, book) } }
    }
}
