// One line for each of several books that were looked up.
import Books
import Lookup
import Output
import Providers

extension LookupAnswer {
    /// The ISBN, then what it is, or what people here say of it and why no more is known.
    package var line: String { line(width: nil) }

    /// The same, cut to the columns of a terminal.
    func line(width: Int?) -> String {
        titled?.numberedLine(width: width)
            ?? ([isbn.hyphenated, card?.remark(), reason].compactMap(\.self)).joined(separator: "  ")
            .cut(to: width)
    }

    /// The card where it has a title to show.
    package var titled: BookCard? { book?.title == nil ? nil : card }

    /// Why there is no title to show.
    package var reason: String {
        switch status {
        case .known, .unknown: Self.unknown(to: unknownTo)
        case .notAsked: "not asked: \(hindrances)"
        }
    }

    /// The card's lines, where there is more to say of the book than its number: a title, a list, a comment.
    package func cardLines(spoilers: Bool, width: Int?) -> [String]? {
        guard let card, card.book.title != nil || !card.lists.isEmpty || !card.comments.isEmpty else {
            return nil
        }
        return card.lines(spoilers: spoilers, width: width, untitled: reason)
    }

    /// What a table's cell says of a book without a title: the comment makes room for the rest.
    func untitledCell(width: Int) -> String {
        let lists = card.map { $0.lists.isEmpty ? "" : "[\($0.listed)]  " } ?? ""
        let room = width - lists.columns - reason.columns - 2
        let comment = room < 12 ? "" : card?.latest.map { $0.cut(to: room) + "  " } ?? ""
        return (lists + comment + reason).cut(to: width)
    }

    /// What a field of plain text says of a book without a title, beside its lists; `nil` for one that has a title.
    var untitledWords: String? {
        titled != nil ? nil : [card?.latest, reason].compactMap(\.self).joined(separator: "; ")
    }

    fileprivate static func unknown(to sources: [String]) -> String {
        "not known to \(sources.count == 1 ? sources[0] : "\(sources.count) sources")"
    }

    /// `offline`, or `BnF timed out after 15 s`; sources with the same trouble together.
    private var hindrances: String {
        var troubles: [(cause: String, sources: [String])] = []
        for (source, cause) in unasked.map({ ($0.source, $0.cause) }) {
            let words: String
            switch cause {
            case .offline: continue
            case .damaged: words = "is damaged"
            case .failed(let error): words = error.cause
            case .message(let told): words = told
            }
            if let place = troubles.firstIndex(where: { $0.cause == words }) {
                troubles[place].sources.append(source)
            } else {
                troubles.append((words, [source]))
            }
        }
        guard !troubles.isEmpty else { return "offline" }
        return troubles.map { "\($0.sources.joined(separator: ", ")) \($0.cause)" }.joined(separator: "; ")
    }
}

extension BookCard {
    /// Title, makers and year, and in brackets the lists it is on.
    package var line: String { line(width: nil) }

    /// The same, in which the title makes room for the lists.
    func line(width: Int?) -> String {
        let marks = lists.isEmpty ? "" : "  [\(listed)]"
        return book.line.cut(to: width.map { max(20, $0 - marks.columns) }) + marks
    }

    /// The same after the ISBN, or after `id:…` where there is none. Without a title, what people here say of it and
    /// why no more is known.
    package var numberedLine: String { numberedLine(width: nil) }

    /// The same, cut to the columns of a terminal so that the lists still show.
    func numberedLine(width: Int?) -> String {
        let number = "\(number.padded(to: 17))  "
        let room = width.map { max(0, $0 - number.columns) }
        let words =
            book.title == nil
            ? [remark(), reason].compactMap(\.self).joined(separator: "  ") : line(width: room)
        return (number + words).cut(to: width)
    }

    /// An edition that a search at a source found, with what tells it from others: its title makes room for its
    /// publisher and year.
    func candidateLine(from source: String, width: Int?) -> String {
        let number = "\((book.isbn?.hyphenated ?? "no ISBN").padded(to: 17))  "
        let own = [book.publisher?.printable, book.year.map(String.init)].compactMap(\.self)
        let marks = own.map { ", \($0)" }.joined() + "  (\(source.printable))"
        let title = [book.titles, book.byline].compactMap(\.self).joined(separator: ", ")
        let room = width.map { max(20, $0 - number.columns - marks.columns) }
        return (number + title.cut(to: room) + marks).cut(to: width)
    }

    /// The same for programs: ISBN, title, makers, publisher, year and source, each but the first after a tab. Without an
    /// ISBN the line begins with the tab, so that commands that take ISBNs ignore it.
    func candidateFields(from source: String) -> String {
        [
            book.isbn?.isbn13, book.titles, book.byline, book.publisher?.printable,
            book.year.map(String.init),
            source.printable,
        ].map { $0 ?? "" }.joined(separator: "\t")
    }

    /// Why the store has no title of the book; `nil` when there is nobody to ask for it.
    var reason: String? {
        switch inquiry {
        case .notYet: "not looked up yet"
        case .waiting: "look-up pending"
        case .unknown(let sources): LookupAnswer.unknown(to: sources.map(SourceSet.name))
        case nil: nil
        }
    }

    /// What people here say of a book that has no title to go by: its lists, and the latest comment cut to so many
    /// columns, `[owned]  maria 5: Read it in one night.`; `nil` when nothing.
    func remark(columns: Int = 60) -> String? {
        let words = [lists.isEmpty ? nil : "[\(listed)]", latest?.cut(to: columns)].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: "  ")
    }

    /// `maria 5: Read it in one night.`
    fileprivate var latest: String? {
        guard let comment = comments.first else { return nil }
        let name = [comment.person.printable, comment.rating?.short].compactMap(\.self).joined(separator: " ")
        let text = comment.isSpoiler ? "[spoiler]" : comment.text.printable
        return text.isEmpty ? name : "\(name): \(text)"
    }

    /// The ISBN with hyphens, or `id:…` where there is none.
    var number: String { book.isbn?.hyphenated ?? book.reference?.description ?? "" }

    /// The lists, joined with commas.
    package var listed: String { Book.listed(lists) }
}

extension Book {
    /// Title, in the book's own script too, makers and year.
    package var line: String {
        [titles, byline, year.map(String.init)].compactMap(\.self).joined(separator: ", ")
    }

    /// `Madogiwa no Totto-chan / 窓ぎわのトットちゃん`
    fileprivate var titles: String {
        [heading, originalScriptTitle?.printable].compactMap(\.self).joined(separator: " / ")
    }

    /// The same, and in brackets the lists it is on.
    package func line(lists: [String]) -> String {
        lists.isEmpty ? line : "\(line)  [\(Book.listed(lists))]"
    }

    fileprivate static func listed(_ lists: [String]) -> String {
        lists.map(\.printable).joined(separator: ", ")
    }
}
