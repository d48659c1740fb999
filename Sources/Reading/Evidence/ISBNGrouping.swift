// Groups the ISBNs of a photo by book.
import Books

/// Accepted numbers, by book.
struct ISBNGrouping {
    /// At least one in each, the book's own number first.
    let books: [[Hypothesis]]

    init(books: [[Hypothesis]]) {
        self.books = books
    }

    init(_ accepted: [Hypothesis]) {
        var books: [[Hypothesis]] = []
        for hypothesis in accepted {
            let homes = books.indices.filter { book in
                books[book].contains { $0.isOfOneBook(with: hypothesis) }
            }
            guard let first = homes.first else {
                books.append([hypothesis])
                continue
            }
            books[first].append(hypothesis)
            for other in homes.dropFirst().reversed() { books[first] += books.remove(at: other) }
        }
        self.books = books.map(ISBNGrouping.ownFirst).sorted { $0[0].isPrinted(before: $1[0]) }
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
        numbers.sorted { one, other in
            if one.hasBars != other.hasBars { return one.hasBars }
            if one.isOfAnotherForm != other.isOfAnotherForm { return other.isOfAnotherForm }
            return one.isPrinted(before: other)
        }
    }

    private static func reason(_ own: Hypothesis, _ next: Hypothesis) -> String {
        if own.hasBars, !next.hasBars { return "the bars show it" }
        return next.isOfAnotherForm && !own.isOfAnotherForm ? "the printed book's own" : "printed first"
    }
}

extension Hypothesis {
    /// Barcodes of two numbers belong to two books. Printed numbers belong to one book unless they are far apart.
    fileprivate func isOfOneBook(with other: Hypothesis) -> Bool {
        if hasBars, other.hasBars { return false }
        let gaps = observations.flatMap { one in
            other.observations.filter { $0.page == one.page }.map { two in
                one.witness.bounds.distance(to: two.witness.bounds)
                    / max(1, one.isBars || two.isBars ? min(one.height, two.height) : one.height)
            }
        }
        return gaps.min().map { $0 <= EvidenceRules.anotherBook } ?? false
    }
}

extension Observation {
    /// The height of the print; for barcodes that of the digits below, a twelfth of the length in the nominal symbol.
    fileprivate var height: Double { isBars ? witness.bounds.longSide / 12 : witness.lineHeight }
}
