// Decisions that were made elsewhere, on their way into the store and into results. Where two words on a photo disagree,
// neither is taken: that is for people to settle.
import Batch
import Books
import Catalogue
import Formatting
import Foundation
import Lookup
import Output

struct DecisionApplier {
    private let store: (any BookCatalogue)?
    private let person: String
    private let replaces: Bool
    private var accepted: [SavedDecision.Page: SavedDecision] = [:]
    private var confirmed = 0
    private var rejected = 0
    private var known = 0
    private var conflicts = 0

    /// - Parameters:
    ///   - store: `nil` where only results are changed.
    ///   - person: who decided where a decision does not say.
    ///   - replaces: whether an earlier decision gives way.
    init(store: (any BookCatalogue)?, person: String, replaces: Bool) {
        self.store = store
        self.person = person
        self.replaces = replaces
    }

    /// - Parameter words: what was said of one page of a photo; one at least.
    mutating func take(_ words: [SavedDecision]) throws(CatalogueError) {
        guard let said = words.first else { return }
        if Set(words.map(\.decision)).count > 1 {
            let all = words.map { "\($0.speaker) says it \($0.decision.words)" }.joined(separator: ", ")
            return note(said, "\(all); not changed")
        }
        let record = PhotoRecord(photo: said.photo, page: said.page.page, sha256: said.page.sha256)
        let earlier = try store?.said(of: record, keeps: false)
        if earlier == said.decision {
            known += 1
        } else if let earlier, !replaces {
            return note(
                said,
                "\(said.speaker) says it \(said.decision.words), but it was decided that it "
                    + "\(earlier.words); replace it with --again")
        } else {
            if let store, !store.isReadOnly {
                try store.recorded(.decide, said.photo, by: said.by ?? person).decide(
                    said.decision, on: record)
            }
            if case .confirmed = said.decision { confirmed += 1 } else { rejected += 1 }
        }
        accepted[said.page] = said
    }

    private mutating func note(_ said: SavedDecision, _ words: String) {
        conflicts += 1
        let page = said.page.page > 1 ? ", page \(said.page.page)" : ""
        Console.note("\(said.photo)\(page): \(words)".printable)
    }

    /// Puts what was accepted into the results of a scan.
    mutating func write(into file: String) throws {
        var refused: [(SavedDecision, ISBN)] = []
        try RecordedLine.replaceAll(in: file) { record, hasBooks in
            let words = record.single.map { photo in
                photo.sha256.flatMap { accepted[.init(sha256: $0, page: photo.page)] }
            }
            guard let decision = record.word(of: words.map { $0?.decision }),
                let said = words.lazy.compactMap(\.self).first(where: { $0.decision == decision })
            else { return nil }
            if let store, !store.isReadOnly {
                _ = try store.said(of: record.located(from: RecordPlace(file: file, line: 0)), keeps: true)
            }
            let earlier = record.isbns.first { $0.reason == ISBNReading.confirmed }?.isbn
            if let earlier, .confirmed(earlier) != said.decision, !replaces {
                refused.append((said, earlier))
                return nil
            }
            let judged = record.following(said.decision)
            guard judged != record else { return nil }
            var style = ScanRow.Style()
            style.showsBooks = hasBooks
            return try JSONLine.line(ScanRow(judged, answers: try answers(judged), style: style))
        }
        for (said, earlier) in refused {
            note(
                said,
                "\(said.speaker) says it \(said.decision.words), but in \(file) a person confirmed "
                    + "\(earlier.hyphenated); replace it with --again")
        }
    }

    /// From the store alone.
    private func answers(_ record: PhotoRecord) throws(CatalogueError) -> LookupAnswers {
        var answers: LookupAnswers = [:]
        for isbn in record.isbns.map(\.isbn) {
            guard let card = try store?.card(of: .isbn(isbn), for: person) else { continue }
            answers[isbn] = LookupAnswer(isbn: isbn, status: .known, card: card)
        }
        return answers
    }

    /// `12 confirmed, 3 without an ISBN, 2 decided so before, 1 in conflict`.
    var summary: String {
        "\(confirmed) confirmed, \(rejected) without an ISBN, \(known) decided so before, \(conflicts) in conflict"
    }

    var end: Exit { conflicts > 0 ? .incomplete : .success }
}
