// Looks up books and prints the answers, for `lookup` and `list add --lookup`.
import Books
import Catalogue
import Formatting
import Foundation
import Lookup

extension LookupService {
    /// Prints a row for each book in order, each as soon as it and all before it are answered. Errors go to standard
    /// error.
    ///
    /// - Returns: the exit code.
    func answer(
        _ books: [BookSpecifier], asking: BookLookup.LookupScope = .missing, person: String,
        as form: BookRow.Form = .line,
        showsSpoilers: Bool = false, to printer: inout RowPrinter<BookRow>
    ) async throws -> Exit {
        var end = Exit.success
        var failures = SourceFailures()
        var progress = LookupProgress(total: books.count)
        var answers: [ISBN: LookupAnswer] = [:]
        var left = books[...]
        if try wantsContact(asking: books.compactMap(\.isbn)) {
            Console.note(
                "Open Library allows three times as many requests with a contact; set BOOKZONE_CONTACT=you@example.org"
            )
        }
        func print(_ batch: inout ArraySlice<BookSpecifier>, _ printer: inout RowPrinter<BookRow>) throws {
            while let book = batch.first {
                if let isbn = book.isbn {
                    guard let answer = answers[isbn] else { break }
                    progress.clear()
                    failures.note(answer)
                    end.raise(to: answer.status.end)
                    try printer.print(BookRow(answer, as: form, showsSpoilers: showsSpoilers))
                } else if let card = try card(of: book) {
                    progress.clear()
                    try printer.print(BookRow(card, as: form, showsSpoilers: showsSpoilers))
                } else {
                    progress.clear()
                    Console.note(CatalogueError.unknownBook(book).message)
                    end.raise(to: .incomplete)
                }
                batch.removeFirst()
            }
            try printer.flush()
            progress.draw(done: books.count - left.count - batch.count)
        }
        while !left.isEmpty {
            var batch = left.prefix(mostHeld)
            left = left.dropFirst(batch.count)
            answers = [:]
            try print(&batch, &printer)
            try await lookUp(batch.compactMap(\.isbn), asking: asking) { answer in
                answers[answer.isbn] = answer
                try print(&batch, &printer)
            }
        }
        progress.clear()
        if form == .line { failures.noteDoubt() }
        try failures.noteWaiting(in: self)
        return end
    }
}

extension LookupService {
    /// Waits for covers; on a terminal the number left is shown.
    ///
    /// - Parameter missing: whether to fetch those of other books in the store, too.
    func finishCovers(andMissing missing: Bool = false) async throws(CatalogueError) {
        let isShown = Console.columns(of: STDERR_FILENO) != nil
        try await finishCovers(andMissing: missing) { left in
            if isShown {
                Console.drawLine(left > 0 ? "\(left.counted("cover")) to come; Ctrl-C leaves them" : "")
            }
        }
    }
}

/// How many books are looked up together: their answers may wait in memory for the first one.
private let mostHeld = 2000

/// The number of books answered, in a line at the bottom of a terminal.
private struct LookupProgress {
    let total: Int
    private var isDrawn = false

    init(total: Int) { self.total = total }

    mutating func draw(done: Int) {
        guard total > 1, done < total, Console.columns(of: STDERR_FILENO) != nil else { return }
        Console.drawLine("\(done) of \(total) books answered")
        isDrawn = true
    }

    mutating func clear() {
        if isDrawn { Console.drawLine("") }
        isDrawn = false
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

/// Reports errors of sources, and other messages for all books together, once.
struct SourceFailures {
    private var reported: Set<String> = []
    /// Sources that were not asked so soon after a failure, which may still be reported.
    private var coolingDown: Set<String> = []
    private var isAnyWaiting = false
    /// From the last book that is not owned, if any.
    private var doubt: String?

    mutating func note(_ answer: LookupAnswer) {
        if answer.status == .notAsked { isAnyWaiting = true }
        if let card = answer.card, !card.isKnownOwned { doubt = card.doubtOfEditions }
        for failure in answer.unasked { note(failure) }
        if let first = answer.contradictions.first, let title = answer.book?.heading {
            let sources = answer.contradictions.map(\.source).joined(separator: ", ")
            Console.note(
                "\(answer.isbn.isbn13): is “\(title)”, but “\(first.title)” in \(sources), whose data is left out"
                    .printable)
        }
    }

    mutating func note(_ failure: LookupAnswer.Unasked) {
        guard failure.cause != .offline, !reported.contains(failure.source) else { return }
        if case .failed(.coolingDown) = failure.cause {
            guard coolingDown.insert(failure.source).inserted else { return }
        } else {
            reported.insert(failure.source)
        }
        Console.note("\(failure.source): \(failure.message)")
    }

    /// If some of these books wait, reports how many do in the whole catalogue, as all commands do.
    func noteWaiting(in catalogue: any LookupService) throws(CatalogueError) {
        if isAnyWaiting { try catalogue.unnamed().noteWaiting() }
    }

    /// Reports that other editions may be owned as long as some owned books have no title.
    func noteDoubt() {
        if let doubt { Console.note(doubt) }
    }
}
