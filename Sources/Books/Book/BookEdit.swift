// What a person changes of a book by hand, wherever they do: on the command line, on a page or over the network.
import Foundation

/// New texts for some fields of a book.
public struct BookEdit: Hashable, Sendable {
    /// The maximum length of a text, in bytes of UTF-8.
    public static let longestText = 16_384
    /// The maximum number of texts in a field.
    public static let mostTexts = 500

    /// Tidied, and a language by its code; an empty list clears the field.
    public private(set) var texts: [EditedField: [String]]
    /// What the fields were when the edit was made. If one of them is neither that nor the new text by now, the edit
    /// conflicts with another one. Fields that are left out never conflict.
    public var former: [EditedField: [String]]
    /// When the edit was made, if it is applied later: it conflicts with edits of the same fields since then.
    public var made: Date?
    /// Another edition of the same work. `.some(nil)` separates the book from its other editions; `nil` leaves them.
    public var editionOf: BookSpecifier??

    /// - Parameter texts: empty texts are left out; of a field with one text at most, the first counts.
    public init(
        _ texts: [EditedField: [String]], former: [EditedField: [String]] = [:],
        editionOf: BookSpecifier?? = nil
    ) throws(BookEditError) {
        self.texts = [:]
        self.former = former
        self.editionOf = editionOf
        for (field, texts) in texts { self.texts[field] = try Self.checked(texts, for: field) }
    }

    public var isEmpty: Bool { texts.isEmpty && editionOf == nil }

    /// The new ISBN; `.some(nil)` removes it, `nil` leaves it.
    package var isbn: ISBN?? { texts[.isbn].map { $0.first.flatMap { try? ISBN($0) } } }

    private static func checked(
        _ texts: [String], for field: EditedField
    ) throws(BookEditError) -> [String] {
        guard texts.count <= mostTexts, texts.allSatisfy({ $0.utf8.count <= longestText }) else {
            throw .tooLong(field)
        }
        let tidy = texts.compactMap(\.tidied)
        guard let text = tidy.first else { return [] }
        switch field {
        case .year: return [String(try number(text, Book.years, or: .year))]
        case .pages: return [String(try number(text, Book.pageCounts, or: .pages))]
        case .cover:
            guard text.hasPrefix("http://") || text.hasPrefix("https://") else { throw .cover }
        case .language:
            guard let code = LanguageCode.code(text) else { throw .language }
            return [code]
        case .isbn:
            do { return [try ISBN(given: text).isbn13] } catch { throw .isbn(error) }
        default: break
        }
        return field.isList ? tidy : [text]
    }

    private static func number(
        _ text: String, _ range: ClosedRange<Int>, or error: BookEditError
    ) throws(BookEditError) -> Int {
        guard let number = Int(text), range.contains(number) else { throw error }
        return number
    }

    /// Seconds: ages of edits are whole seconds, and two edits by one person in a row don't conflict.
    private static let leastInterval = 2.0

    /// The fields that conflict with what a book is now.
    package func conflicts(with book: Book) -> [EditedField] {
        EditedField.allCases.filter { field in
            guard let new = texts[field], case let now = book.texts(field), now != new else { return false }
            if let former = former[field], now != former { return true }
            guard let made, let origin = field.field.flatMap({ book.origins[$0] }) else { return false }
            return origin.kind == .edited && origin.date > made.addingTimeInterval(Self.leastInterval)
        }
    }

    /// `book` with the new texts. Only the edited fields have an origin.
    ///
    /// - Throws: `seriesNumber` for a number without a series.
    package func applied(to book: Book, by origin: Origin) throws(BookEditError) -> Book {
        var edited = book
        edited.origins = [:]
        for field in EditedField.allCases {
            guard let new = texts[field] else { continue }
            if new != book.texts(field) { edited.set(field, to: new) }
            if let credited = field.field { edited.origins[credited] = origin }
        }
        if texts[.seriesNumber]?.isEmpty == false, edited.series == nil { throw .seriesNumber }
        return edited
    }
}

/// Why an edit is refused.
public enum BookEditError: Error, Hashable, Sendable {
    /// The year is no number in `Book.years`.
    case year
    /// The number of pages is none in `Book.pageCounts`.
    case pages
    /// The language is neither a code nor a known name.
    case language
    /// The cover is no http or https address.
    case cover
    case isbn(ISBNError)
    /// A number in a series, and no series.
    case seriesNumber
    /// A text is longer than `BookEdit.longestText`, or there are more than `BookEdit.mostTexts`.
    case tooLong(EditedField)
    /// The other edition is the book itself.
    case ownEdition
}
