// What `scan --lookup` adds to each form of the report: the book beside its ISBN.
import Books
import Lookup

/// What look-ups said of the ISBNs of a record.
public typealias LookupAnswers = [ISBN: LookupAnswer]

extension ScanReport {
    /// In a table, instead of what the verdict rests on: title, makers and lists, or why there is no title.
    static func bookColumn(_ answer: LookupAnswer, width: Int) -> String {
        guard let card = answer.titled else { return answer.reason.cut(to: width) }
        let marks = card.lists.isEmpty ? "" : "  [\(card.listed)]"
        return card.book.line.cut(to: max(20, width - marks.columns)) + marks
    }

    /// In plain text, after the ISBN: title, makers and lists, each after a tab.
    static func bookFields(_ answer: LookupAnswer?) -> String {
        let card = answer?.titled
        return [card?.book.heading, card?.book.byline, card?.listed].map { "\t" + ($0 ?? "") }.joined()
    }

    static let bookCSVHeader = ["title", "authors", "lists"]

    static func bookCSVCells(_ answer: LookupAnswer?) -> [String?] {
        let card = answer?.titled
        return [card?.book.heading, card?.book.byline, card?.listed]
    }
}

/// A photo's record with one more key, `books`: what is known of each accepted ISBN, in their order.
struct LookedUpRecord: Encodable {
    let record: PhotoRecord
    let answers: LookupAnswers

    private enum Key: String, CodingKey { case books }

    func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(
            record.isbns.compactMap { answers[$0.isbn].map { LookupRecord($0) } }, forKey: .books)
    }
}
