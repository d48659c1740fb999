// The kinds of columns in a table, and their usual headers.
internal import GRDB

/// What a column can hold.
public enum TableColumn: String, Hashable, Sendable, CaseIterable {
    case isbn, title, subtitle, authors, editors, translators, illustrators, contributors, publisher, year,
        pages
    case language, subjects, cover, work, goodreads, lists, owned, rating, review, spoiler, notes, started,
        date, readings
    case average, ratings
    case originalScriptTitle = "original_script_title"
    case originalScriptNames = "original_script_names"

    /// Headers that are taken for it, in lower case and without anything but letters and digits: those of Goodreads,
    /// LibraryThing, StoryGraph, this program's own tables, and plain words.
    var headers: Set<String> {
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
        case .originalScriptTitle: ["originalscripttitle"]
        case .originalScriptNames: ["originalscriptnames"]
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
        case .readings: ["readings"]
        case .average: ["averagerating"]
        case .ratings: ["ratingscount"]
        }
    }
}

/// The columns of `Database.selection`, in its order. Rows of other tables come as text, a record separator (U+001E) between
/// rows and a unit separator (U+001F) between columns. No text of a book holds either.
enum BookColumn: Int, CaseIterable {
    case id, isbn, title, subtitle, publisher, year, pages, language, cover, subjects, otherISBNs
    case originalScriptTitle, originalScriptNames, contributors, works, identifiers, origins

    var sql: String {
        switch self {
        case .id: "book.id"
        case .otherISBNs: "other_isbns"
        case .originalScriptTitle: "original_script_title"
        case .originalScriptNames: "original_script_names"
        case .contributors:
            Self.rows(
                "name || char(31) || role",
                "(SELECT name, role FROM contributor WHERE contributor.book = book.id ORDER BY position)")
        case .works: Self.rows("scheme || char(31) || value", "work_key WHERE work_key.work = book.work")
        case .identifiers:
            Self.rows("scheme || char(31) || value", "identifier WHERE identifier.book = book.id")
        case .origins:
            Self.rows(
                "kind || char(31) || source || char(31) || date || char(31) || fields",
                "origin WHERE origin.book = book.id")
        default: "\(self)"
        }
    }

    private static func rows(_ columns: String, _ source: String) -> String {
        "(SELECT group_concat(\(columns), char(30)) FROM \(source))"
    }
}

extension Row {
    subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: BookColumn) -> Value {
        self[column.rawValue]
    }
}
