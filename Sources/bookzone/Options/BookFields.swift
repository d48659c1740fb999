// Options of `add` and `edit`: the fields of a book.
import ArgumentParser
import Books
import Catalogue
import Foundation

struct BookFields: ParsableArguments {
    @Option var title: String?
    @Option var subtitle: String?

    @Option(name: .customLong("author"), help: ArgumentHelp("Repeat it for several.", valueName: "name"))
    var authors: [String] = []
    @Option(name: .customLong("editor"), help: ArgumentHelp(valueName: "name"))
    var editors: [String] = []
    @Option(name: .customLong("translator"), help: ArgumentHelp(valueName: "name"))
    var translators: [String] = []
    @Option(name: .customLong("illustrator"), help: ArgumentHelp(valueName: "name"))
    var illustrators: [String] = []

    @Option(
        help: ArgumentHelp(
            "Title and subtitle in the book's own script, if that is not Latin.",
            valueName: "title"))
    var originalScriptTitle: String?
    @Option(
        name: .customLong("original-script-name"),
        help: ArgumentHelp("An author's name in that script. Repeat it for several.", valueName: "name"))
    var originalScriptNames: [String] = []

    @Option(help: ArgumentHelp("The series it is a part of.", valueName: "name")) var series: String?
    @Option(help: ArgumentHelp("Its place in the series, such as 8, 2.5 or 1-3.", valueName: "number"))
    var seriesNumber: String?
    @Option var publisher: String?
    @Option(help: "The year of this edition.") var year: String?
    @Option(help: "The number of pages.") var pages: String?
    @Option(help: ArgumentHelp("ISO 639 code, such as eng.", valueName: "code")) var language: String?
    @Option(name: .customLong("subject"), help: ArgumentHelp("Repeat it for several.", valueName: "word"))
    var subjects: [String] = []
    @Option(
        name: .customLong("tag"),
        help: ArgumentHelp("A word to sort books by. Repeat it for several.", valueName: "word"))
    var tags: [String] = []
    @Option(help: ArgumentHelp("The address of a cover image.", valueName: "url")) var cover: String?

    @Option(
        help: ArgumentHelp(
            "Another edition of the same work: its ISBN or id:…. An empty text separates the book from its other editions.",
            valueName: "book"))
    var editionOf: String?

    /// `nil` for an empty text.
    private static func number(_ text: String, _ option: String, _ range: ClosedRange<Int>) throws -> Int? {
        guard !text.isEmpty else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw ValidationError("\(option) takes a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func validate() throws {
        // The series itself may be known already.
        _ = try applied(to: Book(series: "any"))
        if let cover, !cover.isEmpty, !cover.hasPrefix("http://"), !cover.hasPrefix("https://") {
            throw ValidationError("--cover takes an address that begins with http:// or https://")
        }
    }

    var isEmpty: Bool {
        let texts = [
            title, subtitle, originalScriptTitle, series, seriesNumber, publisher, year, pages, language,
            cover,
            editionOf,
        ]
        let lists = people.map(\.names) + [originalScriptNames, subjects, tags]
        return texts.allSatisfy { $0 == nil } && lists.allSatisfy(\.isEmpty)
    }

    private var people: [(role: Contributor.Role, names: [String])] {
        [(.author, authors), (.editor, editors), (.translator, translators), (.illustrator, illustrators)]
    }

    /// `book` with these fields set manually. An empty text clears a field; names replace those with the same role.
    func applied(to book: Book) throws -> Book {
        var book = book
        book.origins = [:]
        let origin = Origin(.edited, "by hand")
        let texts: [(BookField, WritableKeyPath<Book, String?>, String?)] = [
            (.title, \.title, title), (.subtitle, \.subtitle, subtitle), (.publisher, \.publisher, publisher),
            (.language, \.language, language), (.cover, \.cover, cover),
            (.originalScriptTitle, \.originalScriptTitle, originalScriptTitle),
        ]
        for case (let field, let path, let text?) in texts {
            book[keyPath: path] = text
            book.origins[field] = origin
        }
        if let year {
            book.year = try Self.number(year, "--year", -5000...9999)
            book.origins[.year] = origin
        }
        if let pages {
            book.pages = try Self.number(pages, "--pages", 1...1_000_000)
            book.origins[.pages] = origin
        }
        if !subjects.isEmpty {
            book.subjects = subjects
            book.origins[.subjects] = origin
        }
        if !tags.isEmpty {
            book.tags = tags
            book.origins[.tags] = origin
        }
        if series != nil || seriesNumber != nil {
            book.series = series ?? book.series
            book.seriesNumber = seriesNumber ?? book.seriesNumber
            guard seriesNumber?.isEmpty != false || book.series?.isEmpty == false else {
                throw ValidationError("--series-number needs --series, for no series of the book is known")
            }
            book.origins[.series] = origin
        }
        if !originalScriptNames.isEmpty {
            book.originalScriptNames = originalScriptNames
            book.origins[.originalScriptNames] = origin
        }
        for (role, names) in people where !names.isEmpty {
            let others = book.contributors.filter { $0.role != role }
            let named = names.map { Contributor(name: $0, role: role) }
            book.contributors = role == .author ? named + others : others + named
            book.origins[.contributors] = origin
        }
        return book
    }

    /// Joins the book to the editions of another, or separates it, if requested.
    func group(_ id: BookID, in store: Store) throws {
        guard let editionOf else { return }
        let other = try editionOf.isEmpty ? nil : BookArgument.parse([editionOf]).id(in: store)
        try store.group(id, withEditionsOf: other, origin: Origin(.edited, "by hand"))
    }
}

// Dates of reading on the command line.
extension PartialDate: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }

    /// - Parameter list: the list that the book is put on or taken off.
    /// - Throws: `ValidationError` for a list without dates, and for a date in the future.
    func check(for list: String) throws {
        guard ListName(list)?.state != nil else {
            throw ValidationError("--date goes with reading, read and abandoned")
        }
        if let today = Day.today, isAfter(today) { throw ValidationError("--date \(self) is in the future") }
    }
}
