// Applies saved decisions to the store and to results. Conflicting decisions on one photo are not applied.
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
    /// What became of an accepted decision.
    private enum Fate {
        case confirmed, rejected, known
        /// Its page is in none of the results.
        case missing
    }

    private var fates: [SavedDecision.Page: Fate] = [:]
    private var conflicts = 0
    /// Pages with a decision that are in none of the results so far.
    private var missing: Set<SavedDecision.Page> = []

    /// - Parameters:
    ///   - store: `nil` to change results only.
    ///   - person: the reviewer of decisions without a name.
    ///   - replaces: whether to replace earlier decisions.
    init(store: (any BookCatalogue)?, person: String, replaces: Bool) {
        self.store = store
        self.person = person
        self.replaces = replaces
    }

    /// - Parameter words: the decisions on one page of a photo; at least one.
    mutating func take(_ words: [SavedDecision]) throws(CatalogueError) {
        guard var saved = words.first else { return }
        if Set(words.map(\.decision)).count > 1 {
            let all = words.map { "\($0.author) says it \($0.decision.words)" }.joined(separator: ", ")
            return note(saved, "\(all); not changed")
        }
        let record = PhotoRecord(photo: saved.photo, page: saved.page.page, sha256: saved.page.sha256)
        let earlier = try store?.decision(for: record, saves: false)
        guard let decision = saved.decision.following(earlier) else {
            return note(
                saved,
                "\(saved.author) says it \(saved.decision.words), but \(CatalogueError.correctedPhoto.message)"
            )
        }
        saved.decision = decision
        if earlier == saved.decision {
            fates[saved.page] = .known
        } else if let earlier, !replaces {
            return note(
                saved,
                "\(saved.author) says it \(saved.decision.words), but the earlier decision is that it "
                    + "\(earlier.words); add --again to replace it")
        } else {
            if let store, !store.isReadOnly {
                try store.catalogueRecording(.decide, saved.photo, by: saved.by ?? person).decide(
                    saved.decision, on: record)
            }
            fates[saved.page] = if case .confirmed = saved.decision { .confirmed } else { .rejected }
        }
        accepted[saved.page] = saved
        missing.insert(saved.page)
    }

    private mutating func note(_ saved: SavedDecision, _ words: String) {
        conflicts += 1
        let page = saved.page.page > 1 ? ", page \(saved.page.page)" : ""
        Console.note("\(saved.photo)\(page): \(words)".printable)
    }

    /// Writes the accepted decisions into the results of a scan.
    mutating func write(into file: String) throws {
        var refused: [(SavedDecision, ISBN)] = []
        try ResultsFileEditor(file).replaceAll { record, hasBooks in
            let words = record.single.map { photo in
                photo.sha256.flatMap { sha256 in
                    let page = SavedDecision.Page(sha256: sha256, page: photo.page)
                    missing.remove(page)
                    return accepted[page]
                }
            }
            guard let decision = record.word(of: words.map { $0?.decision }),
                let saved = words.lazy.compactMap(\.self).first(where: { $0.decision == decision })
            else { return nil }
            if let store, !store.isReadOnly {
                _ = try store.decision(
                    for: record.located(from: RecordPosition(file: file, line: 0)), saves: true)
            }
            let decided = record.keptFollowing(saved.decision)
            guard decided != record else { return nil }
            let earlier = record.isbns.first { $0.reason == ISBNReading.confirmed }?.isbn
            if let earlier, .confirmed(earlier) != saved.decision, !replaces {
                refused.append((saved, earlier))
                return nil
            }
            var style = ScanRow.Style()
            style.showsBooks = hasBooks
            return try JSONLine.line(ScanRow(decided, answers: try answers(decided), style: style))
        }
        for (saved, earlier) in refused {
            note(
                saved,
                "\(saved.author) says it \(saved.decision.words), but in \(file) a person confirmed "
                    + "\(earlier.hyphenated); add --again to replace it")
        }
    }

    /// Says how many decisions are on photos that none of the results is of.
    mutating func noteMissing(from files: [String]) {
        guard !missing.isEmpty else { return }
        for page in missing { fates[page] = .missing }
        let photos = missing.compactMap { accepted[$0]?.photo }.sorted()
        let names = photos.prefix(3).joined(separator: ", ") + (photos.count > 3 ? " …" : "")
        Console.note(
            "\(missing.count.counted("decision")) \(missing.count == 1 ? "is" : "are") not on a photo in "
                + "\(files.joined(separator: ", ")): \(names)".printable)
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

    /// `12 confirmed, 3 without an ISBN, 2 already decided, 1 in conflict`, and those that are in none of the results.
    var summary: String {
        let counts = [
            (Fate.confirmed, "confirmed"), (.rejected, "without an ISBN"), (.known, "already decided"),
        ].map { fate, words in "\(count(fate)) \(words)" }
        let missing = count(.missing)
        let further = missing > 0 ? ["\(missing) not in the results"] : []
        return (counts + ["\(conflicts) in conflict"] + further).joined(separator: ", ")
    }

    private func count(_ fate: Fate) -> Int { fates.values.count { $0 == fate } }

    var end: Exit { conflicts + count(.missing) > 0 ? .incomplete : .success }
}
