// The export of Goodreads (My Books, Import and export), which Goodreads and many other programs import, too.
import Books
import Catalogue
import Foundation
import Output

extension FileFormat {
    static let goodreads = table("goodreads", "Goodreads", GoodreadsColumn.dialect) { _ in
        TableWriter(
            columns: GoodreadsColumn.allCases.map { column in .init(column.rawValue) { column.cell($0) } })
    }
}

private enum GoodreadsColumn: String, CaseIterable {
    case bookID = "Book Id"
    case title = "Title"
    case author = "Author"
    case authorTurned = "Author l-f"
    case additionalAuthors = "Additional Authors"
    case isbn10 = "ISBN"
    case isbn13 = "ISBN13"
    case rating = "My Rating"
    case averageRating = "Average Rating"
    case publisher = "Publisher"
    case binding = "Binding"
    case pages = "Number of Pages"
    case year = "Year Published"
    case firstYear = "Original Publication Year"
    case dateRead = "Date Read"
    case dateAdded = "Date Added"
    case shelves = "Bookshelves"
    case positions = "Bookshelves with positions"
    case exclusiveShelf = "Exclusive Shelf"
    case review = "My Review"
    case spoiler = "Spoiler"
    case notes = "Private Notes"
    case readCount = "Read Count"
    case ownedCopies = "Owned Copies"
}

extension GoodreadsColumn {
    static let dialect = TableDialect(
        marks: [bookID, exclusiveShelf].map(\.rawValue),
        columns: [
            title.rawValue: .title, isbn10.rawValue: .isbn, isbn13.rawValue: .isbn, rating.rawValue: .rating,
            publisher.rawValue: .publisher, pages.rawValue: .pages, year.rawValue: .year,
            dateRead.rawValue: .date, shelves.rawValue: .lists, exclusiveShelf.rawValue: .lists,
            review.rawValue: .review, spoiler.rawValue: .spoiler, notes.rawValue: .notes,
            ownedCopies.rawValue: .owned,
        ],
        identifiers: [bookID.rawValue: "goodreads"],
        noted: [
            "Recommended For", "Recommended By", "Original Purchase Date", "Original Purchase Location",
            "Condition", "Condition Description", "BCID",
        ],
        others: [author, authorTurned, additionalAuthors, positions, readCount].map(\.rawValue),
        separators: [.lists: ","],
        contributors: { row in
            let first = row[author.rawValue].map { [Contributor(name: $0)] } ?? []
            return first + (row[additionalAuthors.rawValue].map { ContributorCell.list($0) } ?? [])
        },
        book: { (entry, _) throws(RefusedRow.Reason) in
            entry.ratingStep = wholeStars
            entry.takeSeriesBehindTitle()
        },
        isReread: { row, now, ended in
            let count = row[readCount.rawValue].flatMap(CellText.count) ?? 0
            // Goodreads counts the present reading, too, but its date is that of the last one finished.
            return switch now {
            case .reading: count > (ended == nil ? 1 : 0)
            case .abandoned: count > 1 && ended != nil
            // A reading would take the book off the wanted ones.
            case .read, nil: false
            }
        },
        note: { row, readings in
            func more(_ column: Self, than known: Int) -> Int? {
                row[column.rawValue].flatMap(CellText.count).flatMap { $0 > known ? $0 : nil }
            }
            let series = SeriesCell.behind(row[title.rawValue] ?? "").series.dropFirst()
            return series.map { "Series: \($0.text)" }
                + [
                    more(readCount, than: readings.count).map(ReadCount.line),
                    more(ownedCopies, than: 1).map { "\(ownedCopies.rawValue): \($0)" },
                ].compactMap(\.self)
        })

    /// In quarters of a star.
    fileprivate static let wholeStars = 4

    func cell(_ kept: KeptBook) -> String? {
        let book = kept.book
        return switch self {
        case .bookID: book.identifiers.first { $0.scheme == "goodreads" }?.value
        case .title: book.titleWithSeries
        case .author: book.goodreadsAuthors.first
        case .additionalAuthors: book.goodreadsAuthors.dropFirst().joined(separator: ", ")
        case .isbn10: CSVRow.digits(book.isbn?.isbn10 ?? "")
        case .isbn13: CSVRow.digits(book.isbn?.isbn13 ?? "")
        case .rating: kept.comment?.rating?.rounded(to: Self.wholeStars)?.short ?? "0"
        case .publisher: book.publisher
        case .pages: book.pages.map(String.init)
        case .year: book.year.map(String.init)
        case .dateRead: kept.goodreadsDate?.description.replacing("-", with: "/")
        case .shelves: kept.goodreadsShelves.joined(separator: ", ")
        case .exclusiveShelf: kept.goodreadsShelf
        case .review: kept.comment.map { HTMLText.html($0.text) }
        case .spoiler: kept.hasSpoiler ? "true" : nil
        case .readCount: String(kept.goodreadsCount)
        case .ownedCopies: kept.isOwned ? "1" : "0"
        case .authorTurned, .averageRating, .binding, .firstYear, .dateAdded, .positions, .notes: nil
        }
    }
}

extension ImportedEntry {
    /// If a title ends with the series, as on Goodreads.
    mutating func takeSeriesBehindTitle() {
        guard let whole = book.title?.tidied, book.series == nil else { return }
        let (title, series) = SeriesCell.behind(whole)
        guard let first = series.first else { return }
        (book.title, book.series, book.seriesNumber) = (title, first.name, first.number)
    }
}

extension Book {
    /// Goodreads has no roles.
    fileprivate var goodreadsAuthors: [String] { contributors(without: ",").map(\.name).uniqued }

    /// In Goodreads' form. A series without a number, or with another one than `8` or `1-3`, can't be distinguished from
    /// other remarks.
    fileprivate var titleWithSeries: String? {
        guard let wholeTitle, let series, let seriesNumber else { return wholeTitle }
        let cell = SeriesCell(name: series, number: seriesNumber)
        let title = "\(wholeTitle) (\(cell.text))"
        return SeriesCell.behind(title) == (wholeTitle, [cell]) ? title : wholeTitle
    }
}

extension KeptBook {
    /// The reading that determines the state.
    var lastReading: ReadingStatus? { readings.chronological.last }

    fileprivate var goodreadsShelf: String? {
        switch state {
        case .read: "read"
        case .reading: "currently-reading"
        case .abandoned: "did-not-finish"
        case nil: isWanted ? "to-read" : nil
        }
    }

    /// When it was last finished or, on the shelf of abandoned books, abandoned.
    fileprivate var goodreadsDate: PartialDate? {
        (state == .reading ? readings.chronological.last { $0.state == .read } : lastReading)?.ended
    }

    /// How often it was finished, and the present reading.
    fileprivate var goodreadsCount: Int {
        let finished = readings.count { $0.state == .read }
        let isBegun = state == .reading || state == .abandoned
        // Beside a reading that was not finished, a higher count would be imported as one that was.
        return isBegun && finished == 0 ? 1 : max(finished + (isBegun ? 1 : 0), readCount ?? 0)
    }

    fileprivate var goodreadsShelves: [String] {
        (isWanted && state != nil ? ["to-read"] : []) + otherLists(without: ",")
    }
}
