// One row of a table: a book, and its owner's lists, reading and comment.
import Books
import Catalogue
import Foundation

extension ImportedEntry {
    init(_ record: DelimitedRecord, _ layout: TableLayout, from source: TableSource) throws(RefusedRow.Reason)
    {
        if record.isOverlong { throw .overlong(limit: DelimitedReader.limit) }
        if record.isUnclosed { throw .unclosedQuote }
        self.init(by: source.person)
        isExact = layout.isOwn
        let extra = record.fields.dropFirst(layout.header.count)
        guard extra.allSatisfy(\.isEmpty) else {
            throw .tooManyFields(record.fields.count, header: layout.header.count)
        }
        readBook(record, layout)
        try takeISBNs(layout.values(.isbn, in: record))
        try credit(source)
        readPersonal(record, layout, source)
        if let average = layout.value(.average, in: record).flatMap(Double.init), (0...5).contains(average),
            let count = layout.value(.ratings, in: record).flatMap(CellText.number), count > 0
        {
            rating = SourceRating(source: source.name, average: average, count: count, date: source.date)
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
        book.series = layout.value(.series, in: record)
        book.seriesNumber = layout.value(.seriesNumber, in: record)
        book.tags = layout.values(.tags, in: record).flatMap(layout.parts)
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
        let review = text(layout.value(.review, in: record), isExact: layout.isOwn)
        if rating != nil || !review.isEmpty {
            comments.append(
                Comment(
                    person: source.person, rating: rating, text: review,
                    isSpoiler: layout.value(.spoiler, in: record)?.lowercased() == "true", written: written,
                    writtenOn: ended,
                    source: source.name))
        }
        let notes = text(layout.value(.notes, in: record), isExact: layout.isOwn)
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
        let rating = Rating((stars * 4).rounded() / 4)
        if let rating, abs(rating.stars - stars) > 0.001 { remark(.roundedRating, cell) }
        return rating
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
