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
    private var accepted: [SavedDecision] = []
    /// What became of a decision.
    private enum Fate {
        case confirmed, rejected, known, refused
        /// Its page is in none of the results.
        case missing
    }

    private var fates: [SavedDecision.Page: Fate] = [:]

    /// Decisions on the photos of a record that don't conflict.
    private struct Ruling {
        /// One of them that says what they say together.
        var saved: SavedDecision
        var pages: [SavedDecision.Page]
        var isKnown: Bool
    }

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
    mutating func take(_ words: [SavedDecision]) {
        guard let saved = words.first else { return }
        if Set(words.map(\.decision)).count > 1 {
            let all = words.map { "\($0.author) says it \($0.decision.words)" }.joined(separator: ", ")
            return refuse([saved], "\(all); not changed")
        }
        accepted.append(saved)
    }

    /// Writes the accepted decisions into the results of scans, and into the store also those on other photos.
    mutating func apply(to files: [String]) throws {
        // What conflicts in one place is left as it is in all.
        for file in files {
            let pages = self.pages
            try ResultsFileEditor(file).replaceAll { record, _ in
                _ = try ruling(on: record, pages, in: file)
                return nil
            }
        }
        var seen: Set<SavedDecision.Page> = []
        for file in files { try write(into: file, &seen) }
        for saved in accepted where fates[saved.page] == nil {
            let record = PhotoRecord(photo: saved.photo, page: saved.page.page, sha256: saved.page.sha256)
            guard let ruling = try ruling(on: record, [saved.page: saved]) else { continue }
            try save(ruling, on: record)
        }
        if !files.isEmpty { noteMissing(from: files, seen) }
    }

    private var pages: [SavedDecision.Page: SavedDecision] {
        Dictionary(accepted.map { ($0.page, $0) }) { one, _ in one }
    }

    private mutating func write(into file: String, _ seen: inout Set<SavedDecision.Page>) throws {
        let pages = self.pages
        try ResultsFileEditor(file).replaceAll { record, hasBooks in
            seen.formUnion(record.decisionPages)
            guard let ruling = try ruling(on: record, pages, in: file) else { return nil }
            if let store, !store.isReadOnly {
                _ = try store.decisions(
                    on: record.located(from: RecordPosition(file: file, line: 0)), saves: true)
            }
            try save(ruling, on: record)
            let decided = record.keptFollowing(ruling.saved.decision)
            guard decided != record else { return nil }
            var style = ScanRow.Style()
            style.showsBooks = hasBooks
            return try JSONLine.line(ScanRow(decided, answers: try answers(decided), style: style))
        }
    }

    /// What the decisions say of a record; `nil` if nothing, or if they conflict with each other or with an earlier one. Of a
    /// book in several photos, one decision is sufficient.
    ///
    /// - Parameter file: the results that the record is from.
    private mutating func ruling(
        on record: PhotoRecord, _ pages: [SavedDecision.Page: SavedDecision], in file: String? = nil
    ) throws(CatalogueError) -> Ruling? {
        let words = record.single.map { photo in
            photo.sha256.flatMap { pages[SavedDecision.Page(sha256: $0, page: photo.page)] }
        }
        let given = words.compactMap(\.self)
        guard !given.isEmpty, given.allSatisfy({ fates[$0.page] != .refused }) else { return nil }
        let shown = Set(given.map(\.decision)).subtracting([.rejected])
        if shown.count > 1 {
            let all = given.map { "\($0.author) says \($0.photo) \($0.decision.words)" }
            refuse(given, "\(all.joined(separator: ", ")), the same book; not changed")
            return nil
        }
        guard let decision = shown.first ?? record.word(of: words.map { $0?.decision }),
            var saved = given.first(where: { $0.decision == decision })
        else { return nil }
        let says = "\(saved.author) says it \(decision.words), but"
        let said = try store?.decisions(on: record, saves: false) ?? []
        let word = record.word(of: said)
        let earlier = word ?? said.lazy.compactMap(\.self).first { $0 != .rejected }
        guard let whole = decision.following(earlier), said.allSatisfy({ decision.following($0) != nil })
        else {
            refuse(given, "\(says) \(CatalogueError.correctedPhoto.message)")
            return nil
        }
        saved.decision = whole
        if let earlier, earlier != whole, !replaces {
            refuse(
                given, "\(says) the earlier decision is that it \(earlier.words); add --again to replace it")
            return nil
        }
        let confirmed = record.isbns.first { $0.reason == ISBNReading.confirmed }?.isbn
        if let file, let confirmed, .confirmed(confirmed) != whole, !replaces,
            record.keptFollowing(whole) != record
        {
            refuse(
                given,
                "\(says) in \(file) a person confirmed \(confirmed.hyphenated); add --again to replace it")
            return nil
        }
        if let file, let chosen = record.chosenBook, .book(chosen.id) != whole, earlier == nil, !replaces {
            refuse(
                given,
                "\(says) in \(file) a person chose \(chosen.id) for it; add --again to replace it")
            return nil
        }
        return Ruling(saved: saved, pages: given.map(\.page), isKnown: word == whole)
    }

    private mutating func save(_ ruling: Ruling, on record: PhotoRecord) throws(CatalogueError) {
        let saved = ruling.saved
        if !ruling.isKnown, let store, !store.isReadOnly {
            try store.catalogueRecording(.decide, saved.photo, by: saved.by ?? person).decide(
                saved.decision, on: record)
        }
        for page in ruling.pages where fates[page] == nil {
            fates[page] =
                if ruling.isKnown { .known } else if case .confirmed = saved.decision { .confirmed } else {
                    .rejected
                }
        }
    }

    /// Says why decisions are not applied.
    private mutating func refuse(_ refused: [SavedDecision], _ words: String) {
        for saved in refused { fates[saved.page] = .refused }
        guard let saved = refused.first else { return }
        let page = saved.page.page > 1 ? ", page \(saved.page.page)" : ""
        Console.note("\(saved.photo)\(page): \(words)".printable)
    }

    /// Says how many decisions are on photos that none of the results is of.
    private mutating func noteMissing(from files: [String], _ seen: Set<SavedDecision.Page>) {
        let missing = accepted.filter { !seen.contains($0.page) && fates[$0.page] != .refused }
        guard !missing.isEmpty else { return }
        for saved in missing { fates[saved.page] = .missing }
        let photos = missing.map(\.photo).sorted()
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
        return (counts + ["\(count(.refused)) in conflict"] + further).joined(separator: ", ")
    }

    private func count(_ fate: Fate) -> Int { fates.values.count { $0 == fate } }

    var end: Exit { count(.refused) + count(.missing) > 0 ? .incomplete : .success }
}

extension PhotoRecord {
    fileprivate var decisionPages: [SavedDecision.Page] {
        single.compactMap { photo in photo.sha256.map { SavedDecision.Page(sha256: $0, page: photo.page) } }
    }
}
