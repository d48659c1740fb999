// One record of a table as what it says of a book, and what its owner says of it.
import Books
import Foundation

package struct ImportedRow {
    package var book: Book
    package var lists: [String] = []
    /// How far the table's owner has come with it; `nil` when the table does not say.
    package var reading: Reading?
    package var comments: [Comment] = []
    /// What the readers of the table's site say in sum.
    var rating: SourceRating?
    /// The ISBN is an ISBN-10 that got its leading zeros back.
    package var isPadded = false
    /// What is wrong with its ISBN, without which the book is kept; `nil` when nothing is.
    var doubt: RefusedRow.Reason?
    /// A rounded ISBN-13 was not used.
    package var hasRounded = false
    /// A rating is outside 0…5.
    package var hasUnfitRating = false

    package init(_ isbn: ISBN, lists: [String], reading: Reading?, comments: [Comment]) {
        book = Book(isbn: isbn)
        self.lists = lists
        self.reading = reading
        self.comments = comments
    }

    init(_ record: DelimitedRecord, _ layout: TableLayout, from source: TableSource) throws(RefusedRow.Reason)
    {
        if record.isOverlong {
            throw .overlong(limit: DelimitedReader.limit)
        }
        if record.isUnclosed { throw .unclosedQuote }
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
        guard comments.allSatisfy({ $0.text.utf8.count <= Comment.limit }) else {
            throw .overlongComment(limit: Comment.limit)
        }
        if let average = layout.value(.average, in: record).flatMap(Double.init), (0...5).contains(average),
            let count = layout.value(.ratings, in: record).flatMap(CellText.number), count > 0
        {
            rating = SourceRating(source: source.name, average: average, count: count, date: source.date)
        }
    }

    private mutating func readISBNs(_ record: DelimitedRecord, _ layout: TableLayout) throws(RefusedRow
        .Reason)
    {
        let columns = layout.values(.isbn, in: record).map(ISBNCell.cells)
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
            for name in layout.values(column, in: record).flatMap(CellText.names) {
                let contributor = Contributor(name: name, role: role)
                if !book.contributors.contains(contributor) { book.contributors.append(contributor) }
            }
        }
        book.originalScriptTitle = layout.value(.originalScriptTitle, in: record)
        book.originalScriptNames = layout.value(.originalScriptNames, in: record).map(CellText.names) ?? []
        book.publisher = layout.value(.publisher, in: record)
        book.year = layout.value(.year, in: record).flatMap(CellText.number)
        book.pages = layout.value(.pages, in: record).flatMap(CellText.number).flatMap { $0 > 0 ? $0 : nil }
        book.language = layout.value(.language, in: record)
        book.subjects = layout.value(.subjects, in: record).map(CellText.parts) ?? []
        book.cover = layout.value(.cover, in: record).flatMap { $0.hasPrefix("http") ? $0 : nil }
        book.identifiers = layout.value(.goodreads, in: record).map { [Identifier("goodreads", $0)] } ?? []
        // A key says whose it is, or stands beside a number that does.
        book.works =
            layout.value(.work, in: record).map(CellText.parts)?.compactMap { key in
                let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
                if parts.count == 2 { return Identifier(parts[0], parts[1]) }
                return book.identifiers.first.map { Identifier($0.scheme, key) }
            } ?? []
    }

    private mutating func readPersonal(
        _ record: DelimitedRecord, _ layout: TableLayout, _ source: TableSource
    ) {
        let date = layout.value(.date, in: record).flatMap(CellText.date)
        readLists(record, layout, also: source.list)
        reading?.person = source.person
        reading?.started = layout.value(.started, in: record).flatMap(CellText.date).flatMap {
            Day($0, in: .gmt)
        }
        if reading?.state != .reading { reading?.ended = date.flatMap { Day($0, in: .gmt) } }
        let stars = layout.value(.rating, in: record).flatMap { Double($0.replacing(",", with: ".")) } ?? 0
        let rating = stars > 0 ? Rating((stars * 2).rounded() / 2) : nil
        hasUnfitRating = stars != 0 && rating == nil
        let review = HTMLText.plain(layout.value(.review, in: record) ?? "")
        if rating != nil || !review.isEmpty {
            comments.append(
                Comment(
                    person: source.person, rating: rating, text: review,
                    isSpoiler: layout.value(.spoiler, in: record)?.lowercased() == "true",
                    written: date ?? source.date,
                    source: source.name))
        }
        if let notes = layout.value(.notes, in: record).map(HTMLText.plain), !notes.isEmpty {
            comments.append(
                Comment(
                    person: source.person, text: notes, isPrivate: true, written: date ?? source.date,
                    source: source.name))
        }
    }

    private mutating func readLists(
        _ record: DelimitedRecord, _ layout: TableLayout, also list: String?
    ) {
        let names = layout.values(.lists, in: record).flatMap(CellText.parts) + [list].compactMap(\.self)
        for name in names.compactMap(ListName.init) {
            if let state = name.state {
                reading = Reading(person: "", state: state)
            } else {
                lists.append(name.text)
            }
        }
        if let owned = layout.value(.owned, in: record), !["0", "no", "false"].contains(owned.lowercased()) {
            lists.append(ListName.owned)
        }
        // To be read is not to be bought where it is owned.
        if lists.contains(ListName.owned) { lists.removeAll { $0 == ListName.wanted } }
    }
}
