// Books as named on the command line, or one per line on standard input.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Output

struct BookArguments: ParsableArguments {
    @Argument(
        help:
            "ISBNs, id:… for books without one, or - to read them from standard input, one per line, as `scan` prints them."
    )
    var books: [String]

    /// The books in order. An argument that does not name a book is reported, and raises `end`.
    func references(_ end: inout Exit) throws(Refusal) -> [BookSpecifier] {
        try Self.references(books, &end)
    }

    static func references(_ books: [String], _ end: inout Exit) throws(Refusal) -> [BookSpecifier] {
        try Console.names(books).compactMap { reference($0, &end) }
    }

    static func reference(_ text: String, _ end: inout Exit) -> BookSpecifier? {
        do throws(ISBNError) { return try BookSpecifier(given: text) } catch {
            Console.note("\(text.excerpt): \(error.words)")
            end.raise(to: .badInput)
            return nil
        }
    }
}

struct BookArgument: ParsableArguments {
    @Argument(help: "An ISBN, or id:… for a book without one.")
    var book: String

    /// Exits if the argument does not name a book.
    func reference() throws -> BookSpecifier {
        do throws(ISBNError) { return try BookSpecifier(given: book.tidied ?? "") } catch {
            let advice =
                switch error {
                case .length, .character:
                    "; a book without an ISBN is named by id:…, as `bookzone search` prints it"
                case .prefix, .checkDigit: ""
                }
            throw Refusal("\(book.printable): \(error.words)\(advice)")
        }
    }

    /// - Throws: `unknownBook`.
    func id(in store: any BookReader) throws -> BookID {
        let reference = try reference()
        guard let id = try store.book(reference)?.id else {
            throw CatalogueError.unknownBook(reference)
        }
        return id
    }
}
