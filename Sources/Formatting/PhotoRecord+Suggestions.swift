// What photos without an ISBN may be of: editions found by another number or by the title are candidates, never accepted.
import Books
import Lookup

extension PhotoRecord {
    /// With what is known of a photo without an ISBN.
    public func suggesting(_ editions: PhotoEditions) -> PhotoRecord {
        let numbered = editions.number.map { suggesting(editions.numbered, for: $0) } ?? self
        return numbered.suggesting(editions.titled)
    }

    /// With the editions that have a number which is not an ISBN: their ISBNs are candidates, since other editions of the
    /// book may have the same number.
    func suggesting(_ answer: NumberAnswer, for number: OtherNumber) -> PhotoRecord {
        guard let source = answer.source else { return self }
        var record = self
        let editions = answer.editions.prefix(Self.mostSuggested)
        record.suggest(
            editions.compactMap { edition in
                edition.isbn.map { ISBNReading(isbn: $0, confidence: 0, reason: "LCCN only") }
            })
        record.warnings += editions.map { "\(number): \($0.line) (\(source))" }
        return record
    }

    /// With the editions that match the lines of a title page or cover.
    func suggesting(_ matches: [TitleMatch]) -> PhotoRecord {
        var record = self
        record.suggest(
            matches.compactMap { match in
                match.book.isbn.map {
                    ISBNReading(isbn: $0, confidence: match.likelihood, reason: match.reason)
                }
            })
        record.warnings += matches.map { "title: \($0.book.line) (\($0.source))" }
        return record
    }

    private mutating func suggest(_ readings: [ISBNReading]) {
        if readings.isEmpty { return }
        var seen: Set<ISBN> = []
        candidates = readings.filter { seen.insert($0.isbn).inserted }
        status = .uncertain
    }

    private static let mostSuggested = 3
}

extension TitleMatch {
    fileprivate var reason: String {
        matched.contains(.contributors)
            ? "title and maker only; perhaps another edition" : "title only; perhaps another edition"
    }
}
