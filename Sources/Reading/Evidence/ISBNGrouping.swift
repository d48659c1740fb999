// Groups the ISBNs of a photo by book.
import Books
import Foundation

/// Accepted numbers, by book.
struct ISBNGrouping {
    /// At least one in each, the book's own number first.
    let books: [[Hypothesis]]

    init(books: [[Hypothesis]]) {
        self.books = books
    }

    /// Print between two barcodes belongs to the nearer one.
    init(_ accepted: [Hypothesis]) {
        var books: [[Hypothesis]] = []
        for hypothesis in accepted.filter(\.hasSymbol) + accepted.filter({ !$0.hasSymbol }) {
            let homes = books.indices.compactMap { place in
                hypothesis.gap(to: books[place]).map { (place: place, gap: $0) }
            }
            guard let home = homes.min(by: { $0.gap < $1.gap })?.place else {
                books.append([hypothesis])
                continue
            }
            books[home].append(hypothesis)
            let isApart = { (place: Int) in
                [home, place].allSatisfy { books[$0].contains(where: \.hasSymbol) }
            }
            let joined = homes.map(\.place).filter { $0 != home && !isApart($0) }
            books[home] += joined.flatMap { books[$0] }
            for place in joined.reversed() { books.remove(at: place) }
        }
        self.books = ISBNGrouping.ordered(books.map(ISBNGrouping.ownFirst))
    }

    /// Row by row from the top, each from the left: as the numbers read, if all read the same way, otherwise as they lie
    /// in the photo.
    private static func ordered(_ books: [[Hypothesis]]) -> [[Hypothesis]] {
        let marks = books.map { $0[0].observations[0] }
        guard books.count > 1, Set(marks.map(\.page)).count == 1 else {
            return books.sorted { $0[0].isPrinted(before: $1[0]) }
        }
        let quarters = Set(marks.map { ($0.witness.rotation + 45) / 90 % 4 })
        let turn = quarters.count == 1 ? Double(quarters.first ?? 0) * .pi / 2 : 0
        let places = marks.map { mark in
            let (x, y) = mark.witness.bounds.middle
            return (along: x * cos(turn) - y * sin(turn), depth: x * sin(turn) + y * cos(turn))
        }
        var rows: [[Int]] = []
        for book in places.indices.sorted(by: { places[$0].depth < places[$1].depth }) {
            if let last = rows.last?.last,
                places[book].depth - places[last].depth
                    < EvidenceRules.rowGap * max(marks[book].symbolLength, marks[last].symbolLength)
            {
                rows[rows.count - 1].append(book)
            } else {
                rows.append([book])
            }
        }
        return rows.flatMap { row in row.sorted { places[$0].along < places[$1].along } }.map { books[$0] }
    }

    /// Book by book, each one's own number first, with the reason if there are others.
    var readings: [ISBNReading] {
        books.enumerated().flatMap { place, numbers in
            var readings = numbers.map { $0.reading(book: place + 1) }
            if numbers.count > 1 { readings[0].reason = ISBNGrouping.reason(numbers[0], numbers[1]) }
            return readings
        }
    }

    private static func ownFirst(_ numbers: [Hypothesis]) -> [Hypothesis] {
        if numbers.count == 1 { return numbers }
        // Qualifiers say more than the words of a line.
        let areUnqualified = numbers.allSatisfy { !$0.isOfStatedForm && !$0.isOfUnknownForm }
        let former = StatedEdition.former(of: numbers)
        let amongWords = areUnqualified ? Set(numbers.filter(\.isAmongWords).map(\.isbn)) : []
        return numbers.sorted { one, other in
            if one.hasBars != other.hasBars { return one.hasBars }
            if one.isOfAnotherForm != other.isOfAnotherForm { return other.isOfAnotherForm }
            if one.isOfUnknownForm != other.isOfUnknownForm { return other.isOfUnknownForm }
            if former.contains(one.isbn) != former.contains(other.isbn) { return former.contains(other.isbn) }
            let isAmongWords = amongWords.contains(one.isbn)
            if isAmongWords != amongWords.contains(other.isbn) { return !isAmongWords }
            return one.isPrinted(before: other)
        }
    }

    private static func reason(_ own: Hypothesis, _ next: Hypothesis) -> String {
        if own.hasBars, !next.hasBars { return "the bars show it" }
        let isMarked =
            next.isOfAnotherForm && !own.isOfAnotherForm || next.isOfUnknownForm && own.isOfStatedForm
        if isMarked { return "the printed book's own" }
        if own.isPrinted(before: next) { return "printed first" }
        let isFormer = StatedEdition.former(of: [own, next]).contains(next.isbn)
        return isFormer ? "of the latest edition" : "on a line of its own"
    }

    /// The books whose own number is one of several: the page may call another one the book's in words that are not known.
    var undecided: [[Hypothesis]] {
        books.filter { numbers in
            let own = numbers[0]
            if numbers.count == 1 || own.hasBars || own.isOfStatedForm || own.isOfAnotherForm { return false }
            return numbers.dropFirst().contains {
                $0.isOfUnknownForm && (own.isOfUnknownForm || $0.isPrinted(before: own))
            }
        }
    }

    /// Numbers of so many publishers, without words that say of what form they are, belong to a list of several works.
    private static let fewestPublishersOfList = 3

    /// The books that are none: lists of works, such as a bibliography.
    var lists: [[Hypothesis]] {
        books.filter { numbers in
            let unqualified = numbers.filter { $0.qualifier == nil }
            return !numbers.contains(where: \.hasSymbol)
                && Set(unqualified.compactMap(\.isbn.registrantPrefix)).count
                    >= ISBNGrouping.fewestPublishersOfList
        }
    }
}

extension Hypothesis {
    /// Whether it has a barcode, or the digits below one that was not read.
    fileprivate var hasSymbol: Bool {
        hasBars || observations.contains { $0.isBelowBars && $0.isLegible && $0.provenance == .printed }
    }

    /// The distance to the nearest number of a book, in heights of the print; `nil` if it belongs to another book: barcodes
    /// of two numbers belong to two books, and print that is far away.
    fileprivate func gap(to book: [Hypothesis]) -> Double? {
        if hasSymbol, book.contains(where: \.hasSymbol) { return nil }
        return book.compactMap(gap(to:)).min().flatMap { $0 <= EvidenceRules.anotherBook ? $0 : nil }
    }

    private func gap(to other: Hypothesis) -> Double? {
        observations.flatMap { one in
            other.observations.filter { $0.page == one.page && !$0.isTilted(to: one) }.map { two in
                one.witness.bounds.distance(to: two.witness.bounds)
                    / max(1, one.isBars || two.isBars ? min(one.height, two.height) : one.height)
            }
        }.min()
    }
}

extension Observation {
    /// Digits below a barcode are so many times less high than it is long, in the nominal symbol.
    private static let digitsPerLength = 12.0

    /// The height of the print; for barcodes that of the digits below.
    fileprivate var height: Double { symbolLength / Observation.digitsPerLength }

    /// The length of the barcode; for print that of one with such digits.
    var symbolLength: Double {
        isBars ? witness.bounds.longSide : witness.box.lineHeight * Observation.digitsPerLength
    }

    /// Whether it reads another way than a number of the same book can. Of most barcodes only the quarter is known.
    fileprivate func isTilted(to other: Observation) -> Bool {
        if isBars || other.isBars { return false }
        let angle = abs(witness.rotation - other.witness.rotation) % 90
        return min(angle, 90 - angle) > EvidenceRules.mostTilt
    }
}
