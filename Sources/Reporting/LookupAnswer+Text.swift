// One line for each of several books that were looked up.
import Books

extension LookupAnswer {
    /// The ISBN, then what it is or why that is not known.
    ///
    /// - Parameter lists: those the book is on.
    public func line(lists: [String]) -> String {
        "\(isbn.hyphenated)  " + (book.flatMap { $0.title == nil ? nil : $0.line(lists: lists) } ?? reason)
    }

    /// Why there is no title to show.
    private var reason: String {
        switch status {
        case .known, .unknown:
            "not known to \(unknownTo.count == 1 ? unknownTo[0] : "\(unknownTo.count) sources")"
        case .notAsked:
            "not asked: " + unasked.map(\.source).joined(separator: ", ")
        }
    }
}

extension Book {
    /// Title, makers and year, and in brackets the lists it is on.
    public func line(lists: [String]) -> String {
        let parts = [heading, byline, year.map(String.init)].compactMap(\.self).joined(separator: ", ")
        return lists.isEmpty ? parts : "\(parts)  [\(lists.map(\.printable).joined(separator: ", "))]"
    }
}
