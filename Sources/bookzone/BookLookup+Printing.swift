// Asks about books and prints what comes of it: what `lookup` and `list add --lookup` have in common.
import Books
import Catalogue
import Lookup
import Reporting

extension BookLookup {
    /// More books are asked about, and answered, in portions of this size.
    private static let portion = 25

    /// Prints a row for each book; what goes wrong is said on standard error.
    ///
    /// - Returns: how the program ends for it.
    func answer(
        _ books: [BookReference], asking: Asking = .missing, person: String, as form: BookRow.Form = .line,
        to printer: inout RowPrinter<BookRow>
    ) async throws -> Exit {
        var end = Exit.success
        var failures = SourceFailures()
        for start in stride(from: 0, to: books.count, by: Self.portion) {
            let portion = books[start..<min(start + Self.portion, books.count)]
            let answers = try await lookUp(portion.compactMap(\.isbn), asking: asking)
            for book in portion {
                if let answer = book.isbn.flatMap({ answers[$0] }) {
                    failures.note(answer)
                    end.raise(to: answer.status.end)
                    try printer.print(BookRow(answer, as: form))
                } else if let card = try store.card(of: book, for: person) {
                    try printer.print(BookRow(card, as: form))
                } else {
                    Console.note(CatalogueError.unknownBook(book).message)
                    end.raise(to: .incomplete)
                }
            }
            try printer.flush()
        }
        failures.noteWaiting()
        return end
    }
}

extension LookupAnswer.Status {
    fileprivate var end: Exit {
        switch self {
        case .known: .success
        case .unknown: .incomplete
        case .notAsked: .notAsked
        }
    }
}
