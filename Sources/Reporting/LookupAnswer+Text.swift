// One line for each of several books that were looked up.
import Books
import Lookup

extension LookupAnswer {
    /// The ISBN, then what it is or why that is not known.
    package var line: String { titled?.numberedLine ?? "\(isbn.hyphenated)  \(reason)" }

    /// The card where it has a title to show.
    package var titled: BookCard? { book?.title == nil ? nil : card }

    /// Why there is no title to show.
    package var reason: String {
        switch status {
        case .known, .unknown:
            "not known to \(unknownTo.count == 1 ? unknownTo[0] : "\(unknownTo.count) sources")"
        case .notAsked: "not asked: \(hindrances)"
        }
    }

    /// `offline`, or `BnF timed out after 15 s`; sources with the same trouble together.
    private var hindrances: String {
        var troubles: [(cause: String, sources: [String])] = []
        for case (let source, .failed(let error)) in unasked.map({ ($0.source, $0.cause) }) {
            if let place = troubles.firstIndex(where: { $0.cause == error.cause }) {
                troubles[place].sources.append(source)
            } else {
                troubles.append((error.cause, [source]))
            }
        }
        guard !troubles.isEmpty else { return "offline" }
        return troubles.map { "\($0.sources.joined(separator: ", ")) \($0.cause)" }.joined(separator: "; ")
    }
}

extension BookCard {
    /// Title, makers and year, and in brackets the lists it is on.
    package var line: String { book.line(lists: lists) }

    /// The same after the ISBN, or after `id:…` where there is none.
    package var numberedLine: String { "\(number.padded(to: 17))  \(line)" }

    /// The ISBN with hyphens, or `id:…` where there is none.
    var number: String { book.isbn?.hyphenated ?? book.reference?.description ?? "" }

    /// The lists, joined with commas.
    package var listed: String { Book.listed(lists) }
}

extension Book {
    /// Title, makers and year.
    package var line: String {
        [heading, byline, year.map(String.init)].compactMap(\.self).joined(separator: ", ")
    }

    /// The same, and in brackets the lists it is on.
    package func line(lists: [String]) -> String {
        lists.isEmpty ? line : "\(line)  [\(Book.listed(lists))]"
    }

    fileprivate static func listed(_ lists: [String]) -> String {
        lists.map(\.printable).joined(separator: ", ")
    }
}
