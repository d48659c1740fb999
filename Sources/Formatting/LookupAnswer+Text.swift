// One line for each book that was looked up.
import Books
import Lookup
import Output
import Providers

extension LookupAnswer {
    /// The ISBN, then the book, or the comments and lists here and why no more is known.
    package var line: String { line(width: nil) }

    /// The same, cut to the terminal's columns.
    func line(width: Int?) -> String {
        titled?.numberedLine(width: width)
            ?? ([isbn.hyphenated, card?.remark(), reason].compactMap(\.self)).joined(separator: "  ")
            .cut(to: width)
    }

    /// The card, if it has a title.
    package var titled: BookCard? { book?.title == nil ? nil : card }

    /// Why there is no title; `nil` if no source was asked.
    package var reason: String? {
        switch status {
        case .known, .unknown: Self.unknown(to: unknownTo)
        case .notAsked: "not asked: \(causes.printable)"
        }
    }

    /// The card's lines, if more is known of the book than its number: a title, a list, a comment.
    package func cardLines(spoilers: Bool, width: Int?) -> [String]? {
        guard let card, card.book.title != nil || !card.lists.isEmpty || !card.comments.isEmpty else {
            return nil
        }
        return card.lines(spoilers: spoilers, width: width, untitled: reason)
    }

    /// A table's cell for a book without a title: the comment is shortened to make room for the rest.
    func untitledCell(width: Int) -> String {
        let lists = card.map { $0.lists.isEmpty ? "" : "[\($0.listed)]  " } ?? ""
        let reason = reason ?? ""
        let room = width - lists.columns - reason.columns - 2
        let comment = room < 12 ? "" : card?.latest.map { $0.cut(to: room) + "  " } ?? ""
        return (lists + comment + reason).cut(to: width)
    }

    /// The text field for a book without a title, besides its lists; `nil` if it has a title.
    var untitledWords: String? {
        titled != nil ? nil : [card?.latest, reason].compactMap(\.self).joined(separator: "; ")
    }

    fileprivate static func unknown(to sources: [String]) -> String? {
        switch sources.count {
        case 0: nil
        case 1: "not known to \(sources[0].printable)"
        default: "not known to \(sources.count) sources"
        }
    }

    /// `offline`, or `BnF timed out after 15 s`; sources with the same error are combined.
    private var causes: String {
        var causes: [(cause: String, sources: [String])] = []
        for (source, cause) in unasked.map({ ($0.source, $0.cause) }) {
            let words: String
            switch cause {
            case .offline: continue
            case .damaged: words = "is damaged"
            case .failed(let error): words = error.cause
            case .message(let message): words = message
            }
            if let place = causes.firstIndex(where: { $0.cause == words }) {
                causes[place].sources.append(source)
            } else {
                causes.append((words, [source]))
            }
        }
        guard !causes.isEmpty else { return "offline" }
        return causes.map { "\($0.sources.joined(separator: ", ")) \($0.cause)" }.joined(separator: "; ")
    }
}

extension BookCard {
    /// Title, makers and year, and the lists in brackets.
    package var line: String { line(width: nil) }

    /// The same, with the title shortened to make room for the lists.
    func line(width: Int?) -> String {
        let marks = lists.isEmpty ? "" : "  [\(listed)]"
        return book.line.cut(to: width.map { max(20, $0 - marks.columns) }) + marks
    }

    /// The same after the ISBN, or after `id:…` if there is none. Without a title, the comments and lists here and
    /// why no more is known.
    package var numberedLine: String { numberedLine(width: nil) }

    /// The same, cut to the terminal's columns so that the lists are still visible.
    func numberedLine(width: Int?) -> String {
        let number = "\(number.padded(to: 17))  "
        let room = width.map { max(0, $0 - number.columns) }
        let words =
            book.title == nil
            ? [remark(), reason].compactMap(\.self).joined(separator: "  ") : line(width: room)
        return (number + words).cut(to: width)
    }

    /// An edition found by a search at a source: its title is shortened to make room for publisher and year, which
    /// distinguish it.
    func candidateLine(from source: String, width: Int?) -> String {
        let number = "\(book.numberOrNone.padded(to: 17))  "
        let own = [book.publisher?.printable, book.year.map(String.init)].compactMap(\.self)
        let marks = own.map { ", \($0)" }.joined() + "  (\(source.printable))"
        let title = [book.titles, book.byline].compactMap(\.self).joined(separator: ", ")
        let room = width.map { max(20, $0 - number.columns - marks.columns) }
        return (number + title.cut(to: room) + marks).cut(to: width)
    }

    /// For programs, separated by tabs: ISBN, title, makers, publisher, year and source. Without an ISBN the line
    /// begins with a tab, so that commands that read ISBNs ignore it.
    func candidateFields(from source: String) -> String {
        [
            book.isbn?.isbn13, book.titles, book.byline, book.publisher?.printable,
            book.year.map(String.init),
            source.printable,
        ].map { $0 ?? "" }.joined(separator: "\t")
    }

    /// Why the store has no title of the book; `nil` if no source is to be asked.
    var reason: String? {
        switch lookupState {
        case .notYet: "not looked up yet"
        case .waiting: "look-up pending"
        case .unknown(let sources): LookupAnswer.unknown(to: sources.map(SourceSet.name))
        case nil: nil
        }
    }

    /// For a book without a title: its lists, and the latest comment cut to this many columns, `[owned]  maria 5:
    /// Read it in one night.`; `nil` if there is neither.
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

    /// The ISBN with hyphens, or `id:…` if there is none.
    var number: String { book.isbn?.hyphenated ?? book.reference?.description ?? "" }

    /// The lists, separated by commas.
    package var listed: String { Book.listed(lists) }
}

extension Book {
    /// Title, also in the original script, makers and year.
    package var line: String {
        [titles, byline, year.map(String.init)].compactMap(\.self).joined(separator: ", ")
    }

    /// `Madogiwa no Totto-chan / 窓ぎわのトットちゃん`
    fileprivate var titles: String {
        [heading, originalScriptTitle?.printable].compactMap(\.self).joined(separator: " / ")
    }

    /// The same, with the lists in brackets.
    package func line(lists: [String]) -> String {
        lists.isEmpty ? line : "\(line)  [\(Book.listed(lists))]"
    }

    fileprivate static func listed(_ lists: [String]) -> String {
        lists.map(\.printable).joined(separator: ", ")
    }
}
