// The kinds of columns in a table, and their usual headers.

/// The contents of a column.
package enum TableColumn: String, Hashable, Sendable, CaseIterable {
    case isbn, title, subtitle, authors, editors, translators, illustrators, contributors, publisher, year,
        pages
    case language, subjects, cover, work, goodreads, identifiers, lists, owned, rating, review, spoiler,
        notes, started, date, reviewed, readings
    case average, ratings, series, tags
    case seriesNumber = "series_number"
    case originalScriptTitle = "original_script_title"
    case originalScriptNames = "original_script_names"
    case furtherISBNs = "further_isbns"

    /// Headers of this column in tables of unknown programs, in lowercase, letters and digits only: those of this
    /// program's own tables, common ones of others, and plain words.
    var headers: Set<String> {
        switch self {
        case .isbn: ["isbn13", "isbn", "isbn10", "isbns", "isbnuid", "ean", "ean13"]
        case .title: ["title", "booktitle", "titel", "titre", "titulo"]
        case .furtherISBNs: ["furtherisbns", "otherisbns"]
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
        case .series: ["series"]
        case .seriesNumber: ["seriesnumber", "seriesindex"]
        case .tags: ["tags"]
        case .cover: ["cover", "imageurl", "coverurl"]
        case .work: ["work", "works", "workid"]
        case .goodreads: ["goodreadsid", "goodreadsbookid"]
        case .identifiers: ["identifiers"]
        case .lists: ["lists", "shelves", "bookshelves", "exclusiveshelf", "collections", "readstatus"]
        case .owned: ["owned", "ownedcopies"]
        case .rating: ["rating", "myrating", "starrating"]
        case .review: ["review", "myreview"]
        case .spoiler: ["spoiler"]
        case .notes: ["notes", "privatenotes", "privatecomment"]
        case .started: ["datestarted", "startdate"]
        case .date: ["dateread", "lastdateread", "finishdate"]
        case .reviewed: ["reviewdate"]
        case .readings: ["readings"]
        case .average: ["averagerating"]
        case .ratings: ["ratingscount"]
        }
    }
}
