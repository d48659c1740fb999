// One record of a table as what it says of a book, and what its owner says of it.
import Books
import Foundation

/// Where a table comes from and whose it is.
public struct TableSource: Sendable {
    /// A name for people: the file's name, or `Goodreads`.
    public var name: String
    /// When its contents were written.
    public var date: Date
    /// Ratings, reviews and notes are theirs.
    public var person: String

    public init(name: String, date: Date, person: String) {
        self.name = name
        self.date = date
        self.person = person
    }
}

/// Why a record is not imported, for a person.
struct RowRefusal: Error {
    var reason: String
}

struct ImportedRow {
    var book: Book
    var lists: [String] = []
    var comments: [Comment] = []
    var ratings: ReaderRatings?
    /// The ISBN is an ISBN-10 that got its leading zeros back.
    var isPadded = false
    /// A rounded ISBN-13 was not used.
    var hasRounded = false
    /// A rating is outside 0…5.
    var hasUnfitRating = false

    init(_ record: DelimitedRecord, _ layout: TableLayout, from source: TableSource) throws(RowRefusal) {
        if record.isOverlong {
            throw RowRefusal(
                reason: "a field has no end within \(DelimitedReader.limit) bytes: is a quote missing?")
        }
        let extra = record.fields.dropFirst(layout.header.count)
        guard extra.allSatisfy(\.isEmpty) else {
            throw RowRefusal(
                reason:
                    "has \(record.fields.count) fields, the header \(layout.header.count): is a quote missing?"
            )
        }
        book = Book()
        try readISBNs(record, layout)
        readBook(record, layout)
        guard book.isbn != nil || book.title?.tidied != nil else {
            throw RowRefusal(reason: "has neither an ISBN nor a title")
        }
        book.credit(Origin(.imported, source.name, source.date))
        readPersonal(record, layout, source)
        if let average = layout.value(.average, in: record).flatMap(Double.init), (0...5).contains(average),
            let count = layout.value(.ratings, in: record).flatMap(Self.number), count > 0
        {
            ratings = ReaderRatings(source: source.name, average: average, count: count, date: source.date)
        }
    }

    private mutating func readISBNs(_ record: DelimitedRecord, _ layout: TableLayout) throws(RowRefusal) {
        let cells = layout.values(.isbn, in: record).flatMap(ISBNCell.cells)
        var wrong: String?
        var rounded: ClosedRange<UInt64>?
        for cell in cells {
            switch cell {
            case .none: continue
            case .isbn(let isbn): accept(isbn)
            case .padded(let isbn):
                isPadded = isPadded || book.isbn == nil
                accept(isbn)
            case .rounded(let lowest, let highest):
                hasRounded = true
                rounded = lowest...highest
            case .wrong(let reason): wrong = wrong ?? reason
            }
        }
        if let isbn = book.isbn {
            guard !isPadded || rounded?.contains(isbn.value) != false else {
                throw RowRefusal(reason: "ISBN-10 \(isbn.isbn10 ?? "") is not that of the rounded ISBN-13")
            }
        } else if let wrong {
            throw RowRefusal(reason: wrong)
        } else if hasRounded {
            throw RowRefusal(reason: "the ISBN-13 was rounded by a spreadsheet and no ISBN-10 is beside it")
        }
    }

    private mutating func accept(_ isbn: ISBN) {
        if book.isbn == nil {
            book.isbn = isbn
        } else if book.isbn != isbn, !book.otherISBNs.contains(isbn) {
            book.otherISBNs.append(isbn)
        }
    }

    private mutating func readBook(_ record: DelimitedRecord, _ layout: TableLayout) {
        book.title = layout.value(.title, in: record)
        book.subtitle = layout.value(.subtitle, in: record)
        let roles: [(TableColumn, Contributor.Role)] = [
            (.authors, .author), (.editors, .editor), (.translators, .translator),
            (.illustrators, .illustrator),
            (.contributors, .contributor),
        ]
        for (column, role) in roles {
            for name in layout.values(column, in: record).flatMap(Self.names) {
                let contributor = Contributor(name: name, role: role)
                if !book.contributors.contains(contributor) { book.contributors.append(contributor) }
            }
        }
        book.publisher = layout.value(.publisher, in: record)
        book.year = layout.value(.year, in: record).flatMap(Self.number)
        book.pages = layout.value(.pages, in: record).flatMap(Self.number).flatMap { $0 > 0 ? $0 : nil }
        book.language = layout.value(.language, in: record)
        book.subjects = layout.value(.subjects, in: record).map(Self.parts) ?? []
        book.cover = layout.value(.cover, in: record).flatMap { $0.hasPrefix("http") ? $0 : nil }
        book.identifiers = layout.value(.goodreads, in: record).map { [Identifier("goodreads", $0)] } ?? []
        // A key says whose it is, or stands beside a number that does.
        book.works =
            layout.value(.work, in: record).map(Self.parts)?.compactMap { key in
                let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
                if parts.count == 2 { return Identifier(parts[0], parts[1]) }
                return book.identifiers.first.map { Identifier($0.scheme, key) }
            } ?? []
    }

    private mutating func readPersonal(
        _ record: DelimitedRecord, _ layout: TableLayout, _ source: TableSource
    ) {
        lists = layout.values(.lists, in: record).flatMap(Self.parts).filter(Store.isListName)
        if let owned = layout.value(.owned, in: record), !["0", "no", "false"].contains(owned.lowercased()) {
            lists.append(Store.owned)
        }
        let stars = layout.value(.rating, in: record).flatMap { Double($0.replacing(",", with: ".")) } ?? 0
        let rating = stars > 0 ? Rating((stars * 2).rounded() / 2) : nil
        hasUnfitRating = stars != 0 && rating == nil
        let date = layout.value(.date, in: record).flatMap(Self.date) ?? source.date
        let review = HTMLText.plain(layout.value(.review, in: record) ?? "")
        if rating != nil || !review.isEmpty {
            comments.append(
                Comment(
                    author: source.person, rating: rating, text: review,
                    isSpoiler: layout.value(.spoiler, in: record)?.lowercased() == "true", written: date,
                    source: source.name))
        }
        if let notes = layout.value(.notes, in: record).map(HTMLText.plain), !notes.isEmpty {
            comments.append(
                Comment(
                    author: source.person, text: notes, isPrivate: true, written: date, source: source.name))
        }
    }
}

/// What stands in cells.
extension ImportedRow {
    /// Separated by semicolons or bars where there are any, else by commas.
    static func parts(_ text: String) -> [String] {
        let separator: Character = text.contains(";") ? ";" : text.contains("|") ? "|" : ","
        return text.split(separator: separator).compactMap { String($0).tidied }
    }

    /// `Collins, Suzanne` is one person turned round, `Suzanne Collins, Tim O’Brien` are two.
    static func names(_ text: String) -> [String] {
        let parts = parts(text)
        guard !text.contains(";"), !text.contains("|"), parts.count == 2,
            !parts[0].isFullName || !parts[1].isFullName
        else { return parts.map { $0.contains(", ") ? turned($0) : $0 } }
        return [turned(parts.joined(separator: ", "))]
    }

    private static func turned(_ name: String) -> String {
        let parts = name.split(separator: ", ")
        return parts.count == 2 ? "\(parts[1]) \(parts[0])" : name
    }

    /// The number a cell begins with: `2008`, `2008.0`, `374 p.`, `-720`.
    static func number(_ text: String) -> Int? {
        let sign = text.hasPrefix("-") ? "-" : ""
        return Int(sign + text.drop { !$0.isNumber }.prefix { $0.isASCII && $0.isNumber })
    }

    /// `2026/11/02`, `2026-11-02` and what follows.
    static func date(_ text: String) -> Date? {
        let numbers = text.split(whereSeparator: { !$0.isNumber }).prefix(3).compactMap { Int($0) }
        guard numbers.count == 3, (1000...9999).contains(numbers[0]) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])
        return components.isValidDate(in: calendar) ? calendar.date(from: components) : nil
    }
}

extension String {
    fileprivate var isFullName: Bool { contains(" ") }
}
