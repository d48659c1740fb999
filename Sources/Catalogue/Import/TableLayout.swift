// Which column of a table means what: guessed from the header, or told.
import Books

/// What a column can hold.
public enum TableColumn: String, Hashable, Sendable, CaseIterable {
    case isbn, title, subtitle, authors, editors, translators, illustrators, contributors, publisher, year,
        pages
    case language, subjects, cover, work, goodreads, lists, owned, rating, review, spoiler, notes, started,
        date
    case average, ratings

    /// Headers that are taken for it, in lower case and without anything but letters and digits: those of Goodreads,
    /// LibraryThing, StoryGraph, this program's own tables, and plain words.
    fileprivate var headers: Set<String> {
        switch self {
        case .isbn: ["isbn13", "isbn", "isbn10", "isbns", "isbnuid", "ean", "ean13"]
        case .title: ["title", "booktitle", "titel", "titre", "titulo"]
        case .subtitle: ["subtitle", "untertitel", "soustitre"]
        case .authors:
            [
                "author", "authors", "additionalauthors", "primaryauthor", "autor", "autoren", "auteur",
                "auteurs",
            ]
        case .editors: ["editor", "editors", "herausgeber"]
        case .translators: ["translator", "translators"]
        case .illustrators: ["illustrator", "illustrators"]
        case .contributors: ["contributors", "secondaryauthor"]
        case .publisher: ["publisher", "verlag", "editeur"]
        case .year: ["year", "yearpublished", "publicationyear", "jahr", "erscheinungsjahr", "annee"]
        case .pages: ["pages", "numberofpages", "pagecount", "seiten"]
        case .language: ["language", "languagecode", "languages", "sprache", "langue"]
        case .subjects: ["subjects"]
        case .cover: ["cover", "imageurl", "coverurl"]
        case .work: ["work", "works", "workid"]
        case .goodreads: ["goodreadsid", "goodreadsbookid"]
        case .lists: ["lists", "shelves", "bookshelves", "exclusiveshelf", "collections", "readstatus"]
        case .owned: ["owned", "ownedcopies"]
        case .rating: ["rating", "myrating", "starrating"]
        case .review: ["review", "myreview"]
        case .spoiler: ["spoiler"]
        case .notes: ["privatenotes", "privatecomment"]
        case .started: ["datestarted", "startdate"]
        case .date: ["dateread", "lastdateread", "finishdate", "reviewdate"]
        case .average: ["averagerating"]
        case .ratings: ["ratingscount"]
        }
    }
}

/// Where a table's columns are.
public struct TableLayout: Sendable {
    public let header: [String]
    /// The table has the marks of a Goodreads export.
    public let isGoodreads: Bool
    private var places: [TableColumn: [Int]] = [:]

    /// - Parameter named: headers to take for a column instead of a guess, as they stand in the table.
    /// - Throws: `noColumn` when a named one is not there, `noISBNColumn` when there is none for ISBNs, nor for
    ///   titles and authors.
    public init(header: [String], named: [TableColumn: String] = [:]) throws(CatalogueError) {
        self.header = header
        let plain = header.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        for column in TableColumn.allCases {
            if let name = named[column] {
                guard let place = header.firstIndex(of: name) else { throw .noColumn(name, header: header) }
                places[column] = [place]
            } else {
                let taken = plain.indices.filter { place in
                    column.headers.contains(plain[place]) && !named.values.contains(header[place])
                }
                if !taken.isEmpty { places[column] = taken }
            }
        }
        // Elsewhere a `book_id` is a number of that table's own.
        isGoodreads = plain.contains("exclusiveshelf") && plain.contains("bookid")
        if isGoodreads, let place = plain.firstIndex(of: "bookid") { places[.goodreads] = [place] }
        guard hasISBNs || (places[.title] != nil && places[.authors] != nil) else {
            throw .noISBNColumn(header: header)
        }
    }

    /// Without them books are known by title and authors alone.
    public var hasISBNs: Bool { places[.isbn] != nil }

    /// Every one that is there and not empty, from left to right.
    func values(_ column: TableColumn, in record: DelimitedRecord) -> [String] {
        places[column, default: []].compactMap { place in
            guard record.fields.indices.contains(place) else { return nil }
            let value = Self.unguarded(record.fields[place])
            return value.allSatisfy(\.isWhitespace) ? nil : value
        }
    }

    /// The first that is not empty.
    func value(_ column: TableColumn, in record: DelimitedRecord) -> String? {
        values(column, in: record).first
    }

    func name(_ column: TableColumn) -> String? { places[column].map { header[$0[0]] } }

    /// Without the apostrophe that keeps a spreadsheet from running a text as a formula.
    private static func unguarded(_ text: String) -> String {
        guard text.hasPrefix("'"), let second = text.dropFirst().first, "=+-@\t\r".contains(second) else {
            return text
        }
        return String(text.dropFirst())
    }
}
