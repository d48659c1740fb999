// The exports of LibraryThing (More, Import/Export): a table separated by tabs, and JSON with the same contents.
import Books
import Catalogue
import Foundation

extension FileFormat {
    static let librarything = FileFormat(
        name: "librarything", title: "LibraryThing", site: "LibraryThing",
        recognises: { file in
            LibraryThingRecords.fit(file) || LibraryThingColumn.dialect.fits(file.tableHeader)
        },
        reader: { file, source throws(CatalogueError) in
            if LibraryThingRecords.fit(file) { return try LibraryThingRecords(file, from: source) }
            let table = try TableFile(file)
            guard LibraryThingColumn.dialect.fits(table.header) else {
                throw .otherFormat(path: file.name, expected: "LibraryThing")
            }
            return try TableReader(
                table, TableLayout(header: table.header, of: LibraryThingColumn.dialect), from: source)
        },
        writer: { _ in
            TableWriter(
                columns: LibraryThingColumn.written.map { column in .init(column.rawValue) { column.cell($0) }
                },
                separator: "\t")
        })
}

enum LibraryThingColumn: String, CaseIterable {
    case bookID = "Book Id"
    case title = "Title"
    case sortCharacter = "Sort Character"
    case author = "Primary Author"
    case authorRole = "Primary Author Role"
    case otherAuthors = "Secondary Author"
    case otherRoles = "Secondary Author Roles"
    case publication = "Publication"
    case date = "Date"
    case review = "Review"
    case rating = "Rating"
    case comment = "Comment"
    case privateComment = "Private Comment"
    case summary = "Summary"
    case media = "Media"
    case pages = "Page Count"
    case lccn = "LCCN"
    case acquired = "Acquired"
    case started = "Date Started"
    case ended = "Date Read"
    case barcode = "Barcode"
    case bcid = "BCID"
    case tags = "Tags"
    case collections = "Collections"
    case languages = "Languages"
    case isbn = "ISBN"
    case isbns = "ISBNs"
    case subjects = "Subjects"
    case callNumber = "Other Call Number"
    case copies = "Copies"
    case fromWhere = "From Where"
    case oclc = "OCLC"
    case workID = "Work id"
    case lendingPatron = "Lending Patron"
    case lendingStatus = "Lending Status"
    case lendingStart = "Lending Start"
    case lendingEnd = "Lending End"
    /// Only in JSON.
    case isPublic = "Public"

    static let dialect = TableDialect(
        marks: [bookID, author, collections, workID].map(\.rawValue),
        columns: [
            title.rawValue: .title, date.rawValue: .year, review.rawValue: .review, rating.rawValue: .rating,
            privateComment.rawValue: .notes, pages.rawValue: .pages, tags.rawValue: .tags,
            collections.rawValue: .lists, languages.rawValue: .language, isbn.rawValue: .isbn,
            isbns.rawValue: .isbn, subjects.rawValue: .subjects,
        ],
        identifiers: [bookID.rawValue: "librarything", lccn.rawValue: "lccn", oclc.rawValue: "oclc"],
        works: [workID.rawValue: "librarything"],
        noted: [
            comment, acquired, fromWhere, barcode, bcid, callNumber, lendingPatron, lendingStatus,
            lendingStart, lendingEnd,
        ].map(\.rawValue),
        others: [
            author, authorRole, otherAuthors, otherRoles, publication, summary, sortCharacter, started, ended,
            copies, isPublic,
        ].map(\.rawValue),
        separators: [.tags: ",", .lists: ",", .subjects: "|"],
        contributors: contributors,
        book: { (entry, row) throws(RefusedRow.Reason) in
            // `Gallimard (1979), Poche`.
            entry.book.publisher = row[publication.rawValue].flatMap { text in
                text.prefixMatch(of: /(.+?)\s*(?:\([^()]*\d[^()]*\).*|,\s*\d+ pages.*|$)/).map {
                    String($0.1)
                }
            }
            entry.book.language = row.parts(.language).first.map(Self.code)
        },
        readings: { entry, row in
            let (started, ended) = (dates(row[Self.started.rawValue]), dates(row[Self.ended.rawValue]))
            entry.take(
                (0..<max(started.count, ended.count)).compactMap { place in
                    entry.dates(
                        started: place < started.count ? started[place] : nil,
                        ended: place < ended.count ? ended[place] : nil)
                })
        },
        note: { row, _ in
            row[copies.rawValue].flatMap(CellText.count).flatMap { $0 > 1 ? ["Copies: \($0)"] : nil } ?? []
        },
        isPrivate: { row in row[isPublic.rawValue] == "0" })

    private static func dates(_ cell: String?) -> [String] {
        (cell ?? "").split(separator: ",").map(String.init)
    }

    /// Contributors other than the first, and their roles, are separated by bars.
    private static func contributors(_ row: TableRow) -> [Contributor] {
        func parts(_ column: Self) -> [String] {
            CellText.split(row[column.rawValue] ?? "", at: "|")
        }
        let roles = parts(otherRoles)
        let others = parts(otherAuthors).enumerated().map { place, name in
            (name, place < roles.count ? roles[place] : nil)
        }
        return ([(row[author.rawValue] ?? "", row[authorRole.rawValue])] + others).compactMap { name, role in
            name.tidied.map { Contributor(inverted: $0, role: ContributorCell.role(role)) }
        }
    }

    /// `fre` for `French`; unknown names of languages are unchanged.
    fileprivate static func code(_ name: String) -> String { codes[name.lowercased()] ?? name }

    private static let codes: [String: String] = {
        let english = Locale(identifier: "en")
        return Dictionary(
            Locale.LanguageCode.isoLanguageCodes.compactMap { code in
                english.localizedString(forLanguageCode: code.identifier).map {
                    ($0.lowercased(), code.identifier(.alpha3) ?? code.identifier)
                }
            }, uniquingKeysWith: { first, _ in first })
    }()
}

extension LibraryThingColumn {
    fileprivate static let written: [Self] = [
        .bookID, .title, .author, .authorRole, .otherAuthors, .otherRoles, .publication, .date, .review,
        .rating,
        .pages, .started, .ended, .tags, .collections, .languages, .isbn, .isbns, .subjects, .oclc, .workID,
    ]

    fileprivate func cell(_ kept: KeptBook) -> String? {
        let book = kept.book
        let contributors = book.contributors(without: ",|")
        let others = contributors.dropFirst()
        return switch self {
        case .bookID: book.identifiers.first { $0.scheme == "librarything" }?.value
        case .title: book.wholeTitle
        case .author: contributors.first?.parts.inverted
        case .authorRole: contributors.first?.role.libraryThingName
        case .otherAuthors: others.map(\.parts.inverted).joined(separator: "|")
        case .otherRoles: others.map(\.role.libraryThingName).joined(separator: "|")
        case .publication: Self.publication(book)
        case .date: book.year.map(String.init)
        case .review: kept.comment.map { HTMLText.escaped($0.text) }
        case .rating: kept.comment?.rating.flatMap { $0.quarters > 0 ? $0.short : nil }
        case .pages: book.pages.map(String.init)
        case .started: kept.lastReading?.started.map { "[\($0)]" }
        case .ended: kept.lastReading?.ended.map { "[\($0)]" }
        case .tags: book.tags.compactMap { $0.without(",").tidied }.uniqueTags.joined(separator: ", ")
        case .collections: Self.collections(kept).joined(separator: ", ")
        case .languages: book.language.map(Self.languageName)
        case .isbn: book.isbn.map { "[\($0.isbn10 ?? $0.isbn13)]" }
        case .isbns: book.isbn.map { ([$0] + book.otherISBNs).map(\.isbn13).joined(separator: ", ") }
        case .subjects: book.subjects.map { $0.without("|") }.joined(separator: "|")
        case .oclc: book.identifiers.first { $0.scheme == "oclc" }?.value
        case .workID: book.works.first { $0.scheme == "librarything" }?.value
        default: nil
        }
    }

    /// The code of a language whose name does not tell it.
    private static func languageName(_ code: String) -> String {
        let name = Locale(identifier: "en").localizedString(forLanguageCode: code)
        return name.flatMap { LanguageCode.says(Self.code($0), noMoreThan: code) ? $0 : nil } ?? code
    }

    private static func publication(_ book: Book) -> String? {
        guard let publisher = book.publisher else { return nil }
        return publisher + (book.year.map { " (\($0))" } ?? "")
    }

    private static func collections(_ kept: KeptBook) -> [String] {
        let state: String? =
            switch kept.state {
            case .reading: "Currently reading"
            case .read where !kept.isOwned: "Read but unowned"
            case .read: "Read"
            case .abandoned: "Abandoned"
            case nil: nil
            }
        return (kept.isOwned ? ["Your library"] : []) + (kept.isWanted ? ["Wishlist"] : [])
            + [state].compactMap(\.self) + kept.otherLists(without: ",")
    }
}

extension Contributor.Role {
    fileprivate var libraryThingName: String { rawValue.capitalized }
}
