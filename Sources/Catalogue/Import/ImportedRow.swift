// One row of an imported table: a book, and its owner's lists, reading and comment.
import Books
import Foundation

package struct ImportedRow {
    package var book: Book
    package var lists: [String] = []
    /// When the table's owner read it.
    package var readings: [ReadingStatus] = []
    package var comments: [Comment] = []
    /// Whose table it is.
    package var person: String
    /// The table is one that this program wrote: a book may be owned, read and wanted.
    private(set) var isExact = false
    /// What the readers of the table's site say in sum.
    var rating: SourceRating?
    /// The ISBN is an ISBN-10 that got its leading zeros back.
    package var isPadded = false
    /// What is wrong with its ISBN, without which the book is kept; `nil` when nothing is.
    var doubt: RefusedRow.Reason?
    /// A rounded ISBN-13 was not used.
    package var hasRounded = false
    /// Cells that were not taken as they stand.
    private(set) var remarks: [(kind: ImportRemark.Kind, text: String)] = []

    package init(
        _ isbn: ISBN, by person: String, lists: [String], readings: [ReadingStatus], comments: [Comment]
    ) {
        self.person = person
        book = Book(isbn: isbn)
        self.lists = lists
        self.readings = readings
        self.comments = comments
    }

    init(_ record: DelimitedRecord, _ layout: TableLayout, from source: TableSource) throws(RefusedRow.Reason)
    {
        if record.isOverlong {
            throw .overlong(limit: DelimitedReader.limit)
        }
        if record.isUnclosed { throw .unclosedQuote }
        person = source.person
        isExact = layout.isOwn
        let extra = record.fields.dropFirst(layout.header.count)
        guard extra.allSatisfy(\.isEmpty) else {
            throw .tooManyFields(record.fields.count, header: layout.header.count)
        }
        book = Book()
        readBook(record, layout)
        try readISBNs(record, layout)
        guard book.isbn != nil || book.title?.tidied != nil else {
            throw .nothingToAdd
        }
        book.credit(Origin(.imported, source.name, source.date))
        readPersonal(record, layout, source)
        if let average = layout.value(.average, in: record).flatMap(Double.init), (0...5).contains(average),
            let count = layout.value(.ratings, in: record).flatMap(CellText.number), count > 0
        {
            rating = SourceRating(source: source.name, average: average, count: count, date: source.date)
        }
    }

    private mutating func readISBNs(_ record: DelimitedRecord, _ layout: TableLayout) throws(RefusedRow
        .Reason)
    {
        let texts = layout.values(.isbn, in: record)
        let columns = texts.map(ISBNCell.cells)
        for (text, cells) in zip(texts, columns) where Set(cells.compactMap(\.isbn)).count > 1 {
            remark(.furtherISBNs, text)
        }
        let alone = columns.compactMap { $0.count == 1 ? $0[0].isbn : nil }
        if let first = alone.first, let other = alone.first(where: { $0 != first }) {
            throw .twoISBNs(first.isbn13, other.isbn13)
        }
        let cells = columns.flatMap(\.self)
        var wrong: WrongISBN?
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
            case .wrong(let number): wrong = wrong ?? number
            }
        }
        if let isbn = book.isbn {
            guard !isPadded || rounded?.contains(isbn.value) != false else {
                throw .contradiction(isbn10: isbn.isbn10 ?? "")
            }
        } else {
            doubt = wrong.map { .wrongISBN($0) } ?? (hasRounded ? .onlyRounded : nil)
            if let doubt, book.title?.tidied == nil { throw doubt }
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
            for name in layout.values(column, in: record).flatMap(layout.names) {
                let contributor = Contributor(name: name, role: role)
                if !book.contributors.contains(contributor) { book.contributors.append(contributor) }
            }
        }
        book.originalScriptTitle = layout.value(.originalScriptTitle, in: record)
        book.originalScriptNames = layout.value(.originalScriptNames, in: record).map(layout.names) ?? []
        book.publisher = layout.value(.publisher, in: record)
        book.year = layout.value(.year, in: record).flatMap(CellText.number)
        book.pages = layout.value(.pages, in: record).flatMap(CellText.number).flatMap { $0 > 0 ? $0 : nil }
        book.language = layout.value(.language, in: record)
        book.subjects = layout.value(.subjects, in: record).map(layout.parts) ?? []
        book.cover = layout.value(.cover, in: record).flatMap { $0.hasPrefix("http") ? $0 : nil }
        book.identifiers = layout.value(.goodreads, in: record).map { [Identifier("goodreads", $0)] } ?? []
        // A key says whose it is, or stands beside a number that does.
        book.works =
            layout.value(.work, in: record).map(layout.parts)?.compactMap { key in
                let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
                if parts.count == 2 { return Identifier(parts[0], parts[1]) }
                return book.identifiers.first.map { Identifier($0.scheme, key) }
            } ?? []
    }

    private mutating func readPersonal(
        _ record: DelimitedRecord, _ layout: TableLayout, _ source: TableSource
    ) {
        let ended = date(.date, record, layout)
        readLists(record, layout, source)
        readReadings(record, layout, source, ended)
        let rating = rating(record, layout)
        let written = ended?.beginning ?? source.date
        let review = text(.review, record, layout)
        if rating != nil || !review.isEmpty {
            comments.append(
                Comment(
                    person: source.person, rating: rating, text: review,
                    isSpoiler: layout.value(.spoiler, in: record)?.lowercased() == "true", written: written,
                    writtenOn: ended,
                    source: source.name))
        }
        let notes = text(.notes, record, layout)
        if !notes.isEmpty {
            comments.append(
                Comment(
                    person: source.person, text: notes, isPrivate: true, written: written, writtenOn: ended,
                    source: source.name))
        }
    }

    private mutating func rating(_ record: DelimitedRecord, _ layout: TableLayout) -> Rating? {
        guard let cell = layout.value(.rating, in: record) else { return nil }
        guard let stars = RatingCell.stars(cell) else {
            remark(.rating, cell)
            return nil
        }
        // Elsewhere none is how a table says that nothing was rated.
        if stars == 0, !layout.isOwn { return nil }
        let rating = Rating((stars * 2).rounded() / 2)
        if let rating, abs(rating.stars - stars) > 0.001 { remark(.roundedRating, cell) }
        return rating
    }

    /// A text of several lines, no longer than a comment may be.
    private mutating func text(
        _ column: TableColumn, _ record: DelimitedRecord, _ layout: TableLayout
    ) -> String {
        let cell = layout.value(column, in: record) ?? ""
        var text = layout.isOwn ? cell.tidiedLines : HTMLText.plain(cell)
        guard text.utf8.count > Comment.limit else { return text }
        remark(.longReview, text)
        var count = 0
        text = String(
            text.prefix { character in
                count += character.utf8.count
                return count <= Comment.limit
            })
        return text.tidiedLines
    }

    private mutating func date(
        _ column: TableColumn, _ record: DelimitedRecord, _ layout: TableLayout
    ) -> PartialDate? {
        switch layout.date(column, in: record) {
        case nil: return nil
        case .date(let date)?: return date
        case .ambiguous(let year, let cell)?:
            remark(.ambiguousDate, cell)
            return year
        case .unknown(let cell)?:
            remark(.date, cell)
            return nil
        }
    }

    /// The beginning of a long text says enough of it.
    private mutating func remark(_ kind: ImportRemark.Kind, _ text: String) {
        remarks.append((kind, String(text.prefix(40))))
    }

    /// One column has the days of one reading, or another all readings.
    private mutating func readReadings(
        _ record: DelimitedRecord, _ layout: TableLayout, _ source: TableSource, _ ended: PartialDate?
    ) {
        let started = date(.started, record, layout)
        var told: [ReadingStatus] = []
        for cell in layout.values(.readings, in: record).flatMap(layout.parts) {
            if let reading = ReadingStatus(cell: cell, person: source.person) {
                told.append(reading)
            } else {
                remark(.date, cell)
            }
        }
        // A day on which it was read says that it was, where no list does.
        if readings.isEmpty, layout.saysWhenRead, started ?? ended != nil, !lists.contains(ListName.wanted) {
            readings = [ReadingStatus(person: source.person, state: ended == nil ? .reading : .read)]
        }
        for index in readings.indices where readings.count == 1 {
            readings[index].started = started
            if readings[index].state != .reading { readings[index].ended = ended }
        }
        if !told.isEmpty {
            readings = told + readings.filter { reading in !told.contains { $0.state == reading.state } }
        }
    }

    private mutating func readLists(
        _ record: DelimitedRecord, _ layout: TableLayout, _ source: TableSource
    ) {
        let names = layout.values(.lists, in: record).flatMap(layout.parts) + [source.list].compactMap(\.self)
        var states: [ReadingStatus.State] = []
        for name in names.compactMap(ListName.init) {
            if let state = name.state {
                // Elsewhere a book has one of them, and the last column says which.
                states = layout.isOwn ? states.filter { $0 != state } + [state] : [state]
            } else {
                lists.append(name.text)
            }
        }
        readings = states.map { ReadingStatus(person: source.person, state: $0) }
        if let owned = layout.value(.owned, in: record), !["0", "no", "false"].contains(owned.lowercased()) {
            lists.append(ListName.owned)
        }
        // To be read is not to be bought where it is owned.
        if lists.contains(ListName.owned), !layout.isOwn { lists.removeAll { $0 == ListName.wanted } }
    }
}

/// A record that was not imported, or without its ISBN.
public struct RefusedRow: Hashable, Sendable {
    /// Where it begins in the file, from 1.
    public var line: Int
    public var reason: Reason
    public var fields: [String]

    public enum Reason: Error, Hashable, Sendable {
        /// A field has no end within this many bytes.
        case overlong(limit: Int)
        /// A field begins with a quote that has no end.
        case unclosedQuote
        /// More fields than the header has.
        case tooManyFields(Int, header: Int)
        /// Neither an ISBN nor a title.
        case nothingToAdd
        case wrongISBN(WrongISBN)
        /// Two columns hold the ISBNs, in thirteen digits, of two books.
        case twoISBNs(String, String)
        /// The ISBN-10 with its leading zeros put back does not match the rounded ISBN-13 beside it.
        case contradiction(isbn10: String)
        /// There is only a number that a spreadsheet has rounded.
        case onlyRounded
        /// The catalogue takes books by their ISBNs alone.
        case noISBN
    }
}

/// Where a table comes from and whose it is.
public struct TableSource: Sendable {
    /// A name for people: the file's name, or `Goodreads`.
    public var name: String
    /// When its contents were written.
    public var date: Date
    /// Ratings, reviews and notes are theirs.
    public var person: String
    /// A list that every book of it is put on; `nil` for none.
    public var list: String?

    public init(name: String, date: Date, person: String, list: String? = nil) {
        self.name = name
        self.date = date
        self.person = person
        self.list = list
    }
}
