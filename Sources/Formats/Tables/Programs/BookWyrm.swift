// The table of books that BookWyrm exports (CSV), and imports.
import Books
import Catalogue
import Foundation

extension FileFormat {
    static let bookwyrm = table("bookwyrm", "BookWyrm", BookWyrmColumn.dialect) { _ in
        TableWriter(
            columns: BookWyrmColumn.allCases.map { column in .init(column.rawValue) { column.cell($0) } },
            rows: \.bookWyrmRows)
    }
}

private enum BookWyrmColumn: String, CaseIterable {
    case title
    case authors = "author_text"
    case address = "remote_id"
    case openLibrary = "openlibrary_key"
    case inventaire = "inventaire_id"
    case libraryThing = "librarything_key"
    case goodreads = "goodreads_key"
    case bnf = "bnf_id"
    case viaf, wikidata, asin, aasin, isfdb
    case isbn10 = "isbn_10"
    case isbn13 = "isbn_13"
    case oclc = "oclc_number"
    case started = "start_date"
    case finished = "finish_date"
    case stopped = "stopped_date"
    case rating
    case reviewName = "review_name"
    case contentWarning = "review_cw"
    case review = "review_content"
    case reviewed = "review_published"
    case shelf
    case shelfName = "shelf_name"
    case shelfDate = "shelf_date"

    /// For numbers of editions.
    var scheme: String? {
        switch self {
        case .openLibrary: "openlibrary"
        case .inventaire: "inventaire"
        case .goodreads: "goodreads"
        case .bnf: "bnf"
        case .asin: "asin"
        case .aasin: "aasin"
        case .isfdb: "isfdb"
        case .oclc: "oclc"
        case .address: "bookwyrm"
        default: nil
        }
    }

    /// For numbers of works.
    var workScheme: String? {
        switch self {
        case .libraryThing: "librarything"
        case .viaf: "viaf"
        case .wikidata: "wikidata"
        default: nil
        }
    }
}

extension BookWyrmColumn {
    static let dialect = TableDialect(
        marks: [authors, isbn13, shelf, review].map(\.rawValue),
        columns: [
            title.rawValue: .title, isbn10.rawValue: .isbn, isbn13.rawValue: .isbn, rating.rawValue: .rating,
            reviewed.rawValue: .reviewed, shelf.rawValue: .lists,
        ],
        identifiers: Dictionary(
            uniqueKeysWithValues: allCases.compactMap { column in column.scheme.map { (column.rawValue, $0) }
            }),
        works: Dictionary(
            uniqueKeysWithValues: allCases.compactMap { column in
                column.workScheme.map { (column.rawValue, $0) }
            }),
        others: [authors, started, finished, stopped, reviewName, contentWarning, review, shelfName]
            .map(\.rawValue),
        separators: [.lists: ""],
        contributors: { row in row[authors.rawValue].map { ContributorCell.list($0) } ?? [] },
        lists: { row in
            guard let shelf = row[shelf.rawValue]?.tidied else { return [] }
            return BookWyrmShelf(rawValue: shelf).map { [$0.list] } ?? [
                row[shelfName.rawValue]?.tidied ?? shelf
            ]
        },
        readings: { entry, row in
            let (finished, stopped) = (row[finished.rawValue], row[stopped.rawValue])
            guard let dates = entry.dates(started: row[started.rawValue], ended: finished ?? stopped) else {
                return
            }
            let now: ReadingStatus.State =
                finished != nil
                ? .read : stopped != nil ? .abandoned : entry.readings.last?.state ?? .reading
            let reading = ReadingStatus(
                person: entry.person, state: now, started: dates.started, ended: dates.ended)
            entry.readings = [reading] + entry.readings.filter { $0.state != now }
        },
        review: { row in
            let warning = row[contentWarning.rawValue]?.tidied
            return [
                row[reviewName.rawValue],
                warning == spoilerWarning ? nil : warning.map { "Content warning: \($0)" },
                row[review.rawValue],
            ].compactMap(\.self).joined(separator: "\n\n")
        },
        isSpoiler: { row in row[contentWarning.rawValue] != nil })

    /// The content warning that is written for a spoiler.
    fileprivate static let spoilerWarning = "spoiler"
}

/// Its four built-in shelves, by identifiers that don't depend on the language.
private enum BookWyrmShelf: String, CaseIterable {
    case read
    case reading
    case abandoned = "stopped-reading"
    case wanted = "to-read"

    var list: String {
        switch self {
        case .read: "read"
        case .reading: "reading"
        case .abandoned: "abandoned"
        case .wanted: ListName.wanted
        }
    }

    var name: String {
        switch self {
        case .read: "Read"
        case .reading: "Currently Reading"
        case .abandoned: "Stopped Reading"
        case .wanted: "To Read"
        }
    }
}

extension BookWyrmColumn {
    /// - Parameter row: with at most one list and one reading.
    func cell(_ row: KeptBook) -> String? {
        let (book, reading) = (row.book, row.readings.first)
        let list = row.lists.first
        let shelf = BookWyrmShelf.allCases.first { $0.list == list }
        return switch self {
        case .title: book.wholeTitle
        case .authors:
            book.contributors(without: ",").filter { $0.role == .author }.map(\.name).joined(separator: ", ")
        case .isbn10: book.isbn?.isbn10
        case .isbn13: book.isbn?.isbn13
        case .started: reading?.started?.description
        case .finished: reading?.state == .read ? reading?.ended?.description : nil
        case .stopped: reading?.state == .abandoned ? reading?.ended?.description : nil
        case .rating: row.comment?.rating.flatMap { $0.quarters > 0 ? $0.short : nil }
        case .review: row.comment.map { HTMLText.escaped($0.text) }
        case .contentWarning: row.hasSpoiler ? Self.spoilerWarning : nil
        case .reviewed: row.comment.flatMap { Self.isWritten($0) ? $0.dateOfWriting?.day?.description : nil }
        case .shelf: shelf?.rawValue ?? list.map(Self.slug)
        case .shelfName: shelf?.name ?? list
        case .reviewName, .shelfDate: nil
        case .openLibrary, .inventaire, .goodreads, .bnf, .asin, .aasin, .isfdb, .oclc, .address:
            book.identifiers.first { $0.scheme == scheme }?.value
        case .libraryThing, .viaf, .wikidata: book.works.first { $0.scheme == workScheme }?.value
        }
    }

    /// Whether a row has anything of a comment: stars without a text may be none.
    private static func isWritten(_ comment: Comment) -> Bool {
        !comment.text.isEmpty || comment.rating.map { $0.quarters > 0 } == true
    }

    /// A shelf's name in its form for identifiers, which is never that of a built-in shelf.
    private static func slug(_ name: String) -> String {
        name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
            + "-list"
    }
}

extension PartialDate {
    /// `nil` if the day is unknown: programs that read such a table would make one up.
    fileprivate var day: PartialDate? { description.utf8.count == 10 ? self : nil }
}

extension KeptBook {
    /// One row for each reading and each further list; the first also has the comment and rating.
    fileprivate var bookWyrmRows: [KeptBook] {
        var rows = daysOfReading.map { reading in
            KeptBook(book: book, lists: [reading.state.rawValue], readings: [reading])
        }
        let others = (isWanted ? [ListName.wanted] : []) + (isOwned ? [ListName.owned] : []) + otherLists()
        rows += others.map { KeptBook(book: book, lists: [$0]) }
        if rows.isEmpty { rows = [KeptBook(book: book)] }
        rows[0].comment = comment
        return rows
    }

    /// Readings with dates, and those without whose state no other reading has.
    private var daysOfReading: [ReadingStatus] {
        let readings = readings.map { reading in
            ReadingStatus(
                person: reading.person, state: reading.state, started: reading.started?.day,
                ended: reading.ended?.day)
        }
        .uniqued.chronological
        return readings.filter { reading in
            reading.started ?? reading.ended != nil
                || !readings.contains { $0.state == reading.state && $0.started ?? $0.ended != nil }
        }
    }
}
