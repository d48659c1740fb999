// The owner's data in one row of a table: lists, readings and comments.
import Books
import Catalogue
import Foundation

extension ImportedEntry {
    mutating func readPersonal(_ row: TableRow, _ source: TableSource) {
        let ended = date(.date, row)
        readLists(row, source)
        if let read = row.layout.dialect?.readings {
            read(&self, row)
        } else {
            readReadings(row, ended)
        }
        let reviewed = date(.reviewed, row)
        hasReviewDay = reviewed != nil
        // A program that has all readings has no column for the day of the last one.
        readComments(row, source, writtenOn: reviewed ?? ended ?? readings.compactMap(\.ended).max())
    }

    private mutating func readComments(
        _ row: TableRow, _ source: TableSource, writtenOn day: PartialDate?
    ) {
        let (isOwn, dialect) = (row.layout.isOwn, row.layout.dialect)
        let rating = rating(row)
        var review = text(dialect?.review?(row) ?? row.value(.review), isExact: isOwn)
        var note = text(
            ([row.value(.notes)].compactMap(\.self) + noteLines(row)).joined(separator: "\n"), isExact: isOwn)
        let isPrivate = dialect?.isPrivate(row) == true
        if isPrivate, !review.isEmpty {
            note = text([review, note].filter { !$0.isEmpty }.joined(separator: "\n\n"), isExact: true)
            review = ""
        }
        let isSpoiler =
            dialect?.isSpoiler?(row) ?? value(of: row.value(.spoiler), .value, CellText.truth) ?? false
        let comment = { (text: String, rating: Rating?, isPrivate: Bool) in
            Comment(
                person: source.person, rating: rating, text: text,
                isSpoiler: isSpoiler && !isPrivate, isPrivate: isPrivate,
                written: day?.beginning ?? source.date, writtenOn: day, source: source.name)
        }
        if !review.isEmpty || (rating != nil && !isPrivate) {
            comments.append(comment(review, rating, false))
        }
        if !note.isEmpty || (rating != nil && isPrivate) {
            comments.append(comment(note, isPrivate ? rating : nil, true))
        }
    }

    private func noteLines(_ row: TableRow) -> [String] {
        guard let dialect = row.layout.dialect else { return [] }
        return dialect.noted.compactMap { header in row[header].map { "\(header): \($0)" } }
            + dialect.note(row, readings)
    }

    private mutating func rating(_ row: TableRow) -> Rating? {
        guard let (cell, stars, scale) = row.stars(.rating) else { return nil }
        guard let stars else {
            remark(.rating, cell)
            return nil
        }
        // In other programs' tables, 0 means that there is no rating.
        if stars == 0, !row.layout.isOwn { return nil }
        if scale == .ten { remark(.ratingOfTen, cell) }
        let rating = Rating((stars * 4).rounded() / 4)
        if let rating, abs(rating.stars - stars) > 0.001 { remark(.roundedRating, cell) }
        return rating
    }

    private mutating func date(_ column: TableColumn, _ row: TableRow) -> PartialDate? {
        switch row.date(column) {
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

    /// One column has the dates of one reading, or another has all readings.
    private mutating func readReadings(_ row: TableRow, _ ended: PartialDate?) {
        let started = date(.started, row)
        let now = readings.last?.state
        if now != .read, row.layout.dialect?.isReread(row, now, ended) == true {
            // An abandoned reading has ended, too, and later.
            for index in readings.indices where now == .abandoned { readings[index].ended = ended }
            let earlier = ReadingStatus(person: person, state: .read, ended: now == .abandoned ? nil : ended)
            readings.insert(earlier, at: 0)
            return
        }
        var dated: [ReadingStatus] = []
        for cell in row.parts(.readings) {
            if let reading = ReadingStatus(cell: cell, person: person) {
                dated.append(reading)
            } else {
                remark(.date, cell)
            }
        }
        // A date of reading shows that the book was read, unless a list says otherwise.
        if readings.isEmpty, started ?? ended != nil {
            if lists.contains(ListName.wanted) {
                if dated.isEmpty { remark(.wantedDate, row.value(ended == nil ? .started : .date) ?? "") }
            } else {
                readings = [ReadingStatus(person: person, state: ended == nil ? .reading : .read)]
            }
        }
        for index in readings.indices where readings.count == 1 {
            readings[index].started = started
            if readings[index].state != .reading { readings[index].ended = ended }
        }
        if !dated.isEmpty {
            readings = dated + readings.filter { reading in !dated.contains { $0.state == reading.state } }
        }
    }

    private mutating func readLists(_ row: TableRow, _ source: TableSource) {
        let shelves = row.layout.dialect?.shelves ?? [:]
        let shelved = row.layout.dialect?.lists?(row) ?? row.parts(.lists)
        let names = shelved.map { shelves[$0.lowercased()] ?? $0 } + [source.list].compactMap(\.self)
        var states: [ReadingStatus.State] = []
        for name in names.compactMap(ListName.init) {
            if let state = name.state {
                // In other programs' tables a book has one state, and the last column has it.
                states = row.layout.isOwn ? states.filter { $0 != state } + [state] : [state]
            } else if name.text.utf8.count > ListName.limit {
                remark(.longListName, name.text)
            } else {
                lists.append(name.text)
            }
        }
        readings = states.map { ReadingStatus(person: person, state: $0) }
        if let owned = row.value(.owned), !["0", "no", "false"].contains(owned.lowercased()) {
            lists.append(ListName.owned)
        }
        // A book that is owned and on a list to be read is not wanted.
        if lists.contains(ListName.owned), !row.layout.isOwn { lists.removeAll { $0 == ListName.wanted } }
        lists = lists.uniqued
    }
}
