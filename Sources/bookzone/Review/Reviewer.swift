// The dialogue of `bookzone review`.
import Batch
import Books
import Catalogue
import Formatting
import Foundation
import Output
import Reading
import Synchronization

/// Saves answers one by one, so that nothing is lost if the review ends early.
actor Reviewer {
    private let inputs: PhotoInputs
    private let store: (any BookCatalogue)?
    private let books: ReviewedBooks?
    private let person: String
    private let again: Bool
    /// The paths that were given: with `again`, such a photo is asked about whatever it shows.
    private let named: Set<String>
    private let asksAboutNone: Bool
    /// Locked while an answer is saved, so that an interrupt waits for it.
    private let counts: Mutex<ReviewCounts>
    private var failures = SourceFailures()
    private let executor = BlockingExecutor(label: "bookzone.reviewer")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter storeEnd: the exit code if the store can't be used.
    init(
        inputs: PhotoInputs, store: (any BookCatalogue)?, books: ReviewedBooks?, person: String, again: Bool,
        named: Set<String>, asksAboutNone: Bool, storeEnd: Exit
    ) {
        counts = Mutex(ReviewCounts(storeEnd: storeEnd))
        self.inputs = inputs
        self.person = person
        self.store = store
        self.books = books
        self.again = again
        self.named = named
        self.asksAboutNone = asksAboutNone
    }

    func take(_ result: ScanResult) async {
        counts.withLock {
            $0.seen += result.inputs
            if case .recorded(let record, _) = result { $0.last = record } else { $0.last = nil }
        }
        do {
            switch result {
            case .photo(let records):
                for record in records { try await review(suggesting(record)) }
            case .book(let record, _): try await review(suggesting(record))
            case .recorded(let record, let place): try await review(ReviewedPhoto(record, at: place))
            case .known, .passed, .repeated, .skipped: break
            }
        } catch let error as CatalogueError {
            fail(error.message, error.end)
        } catch let error as OutputError {
            fail(error.message, error.end)
        } catch {
            fail("\(error)", .internalError)
        }
    }

    /// A photo that was just read, with the books that it may be of if it has no ISBN.
    private func suggesting(_ record: PhotoRecord) async throws(CatalogueError) -> ReviewedPhoto {
        guard let books, record.status == .none, record.chosenBook == nil,
            !record.others.isEmpty || !record.titleLines.isEmpty
        else { return ReviewedPhoto(record) }
        let editions = try await books.editions(of: record)
        return ReviewedPhoto(record.suggesting(editions), numbered: editions.numbered)
    }

    private func review(_ photo: ReviewedPhoto) async throws {
        let record = photo.record
        if record.error != nil {
            counts.withLock { $0.failed += 1 }
            record.noteFailure()
        }
        guard record.status != .failed, record.sha256 != nil || photo.place != nil else { return }
        var earlier = try decision(on: photo)
        guard isAsked(record, earlier) else {
            if let earlier, let place = photo.place, record.status != .found,
                record.keptFollowing(earlier) != record
            {
                let (card, results) = (try books?.card(of: earlier), try ResultsFileEditor(place.file))
                try counts.withLock { _ in
                    if let changedStore { _ = try changedStore.decision(for: photo.shown, saves: true) }
                    try write(earlier, card, on: photo, into: results, [:])
                }
                Console.note("\(record.photo.shownPath): decided earlier: \(earlier.words.printable)")
            } else if earlier == nil, record.status == .none {
                counts.withLock { $0.passedOver += 1 }
            }
            return
        }
        // An answer could not be saved while a run writes the results.
        if let file = photo.place?.file { _ = try ResultsFileEditor(file) }
        Console.write(photo.shown.evidence)
        if let earlier { Console.note("  decided earlier: \(earlier.words)") }
        let choices = record.candidates.isEmpty ? record.isbns : record.candidates
        let answers = try await books?.answers(choices.map(\.isbn)) ?? [:]
        for (place, choice) in choices.enumerated() {
            guard let answer = answers[choice.isbn] else { continue }
            failures.note(answer)
            Console.note("  \(choices.areSuggested ? "\(place + 1)  " : "")\(answer.line)".printable)
        }
        let editions = choices.isEmpty ? try await books?.editions(numberedIn: photo) ?? [] : []
        Self.list(editions)
        counts.withLock { $0.isAsking = true }
        while true {
            guard let reply = try await ask(choices, editions) else {
                return counts.withLock { $0.count(nil) }
            }
            guard let decision = reply.following(earlier) else {
                Console.note("  \(CatalogueError.correctedPhoto.message)")
                return counts.withLock { $0.count(nil) }
            }
            if try save(decision, on: photo, after: &earlier, answers) {
                return Console.note("  \(decision.words)")
            }
            Console.note(
                "  not saved; decided meanwhile: \(earlier?.words ?? "the earlier decision was undone")")
        }
    }

    private nonisolated var changedStore: (any BookCatalogue)? { store?.isReadOnly == false ? store : nil }

    /// The decision in the store, or in the results themselves.
    ///
    /// - Parameter line: what the results contain now.
    private nonisolated func decision(
        on photo: ReviewedPhoto, in line: PhotoRecord? = nil
    ) throws(CatalogueError) -> PhotoDecision? {
        if let store, let said = try store.decision(for: photo.record, saves: photo.place == nil) {
            return said
        }
        let record = line ?? photo.record
        if let reading = record.isbns.first(where: { $0.reason == ISBNReading.confirmed }) {
            return .confirmed(reading.isbn)
        }
        if let chosen = record.chosenBook { return .book(chosen.id) }
        return record.status == .none && photo.record.status == .uncertain ? .rejected : nil
    }

    private nonisolated func isAsked(_ record: PhotoRecord, _ earlier: PhotoDecision?) -> Bool {
        let isOpen =
            record.status == .uncertain
            || record.status == .none && (asksAboutNone || books != nil && record.lccn != nil)
        // Candidates of a photo without an ISBN are from before a decision, which may have been undone since.
        let wasOpen = record.status == .none && !record.candidates.isEmpty
        let isNamed = record.single.contains { named.contains($0.photo) }
        return again ? earlier != nil || isOpen || wasOpen || isNamed : earlier == nil && isOpen
    }

    /// Saves a decision in the store, and in the results that the record is from, and counts it.
    ///
    /// - Parameter earlier: the decision when the reviewer was asked. If there is another one now, it becomes that.
    /// - Returns: `false` if there is another one now, and nothing was saved.
    private func save(
        _ decision: PhotoDecision, on photo: ReviewedPhoto, after earlier: inout PhotoDecision?,
        _ answers: LookupAnswers
    ) throws -> Bool {
        let card = try books?.card(of: decision)
        // The lock is waited for before `counts` is locked, so that an interrupt need not wait.
        let opened = photo.place.map { place in
            Result {
                let results = try ResultsFileEditor(place.file)
                return (results, line: try results.record(place.line, of: photo.record))
            }
        }
        // What can't be written into the results can still be saved in the store.
        if changedStore == nil { _ = try opened?.get() }
        let latest = try self.decision(on: photo, in: try? opened?.get().line)
        guard latest == earlier || latest == decision else {
            earlier = latest
            return false
        }
        try counts.withLock { counts in
            if let changedStore {
                if case .confirmed(let isbn) = decision, let found = answers[isbn]?.book, found.title != nil,
                    changedStore.takesBookData
                {
                    try changedStore.save(book: found)
                }
                _ = try changedStore.decision(for: photo.shown, saves: true)
                try changedStore.catalogueRecording(.decide, photo.record.photo, by: person).decide(
                    decision, on: photo.record)
                counts.count(decision)
            }
            do {
                if let results = try opened?.get().0 {
                    try write(decision, card, on: photo, into: results, answers)
                }
            } catch {
                if changedStore != nil {
                    Console.note("  \(decision.words): saved in the store, but not in the results")
                }
                throw error
            }
            if changedStore == nil { counts.count(decision) }
        }
        return true
    }

    private func write(
        _ decision: PhotoDecision, _ card: BookCard?, on photo: ReviewedPhoto,
        into results: ResultsFileEditor, _ answers: LookupAnswers
    ) throws {
        guard let place = photo.place else { return }
        try results.replace(place.line, of: photo.record) { hasBooks in
            var style = ScanRow.Style()
            style.showsBooks = hasBooks || card != nil
            let decided = photo.record.keptFollowing(decision)
            return try JSONLine.line(ScanRow(decided, answers: answers, named: card, style: style))
        }
    }

    // MARK: Asking

    /// `nil` if the reviewer skips the photo.
    private func ask(
        _ choices: [ISBNReading], _ editions: [ReviewedBooks.Edition]
    ) async throws -> PhotoDecision? {
        while true {
            let prompt = ReviewReply.prompt(choices, editions: editions.count)
            let line = answer("\(prompt); t = by title, n = none, s = skip, q = quit: ")
            switch ReviewReply(line, to: choices, editions: editions.count) {
            case .decided(let decision): return decision
            case .edition(let place): if let decision = try decision(for: editions[place]) { return decision }
            case .skip: return nil
            case .end: leave()
            case .title: if let decision = try await decisionByTitle() { return decision }
            case .notUnderstood(let words): Console.note("  \(words)".printable)
            }
        }
    }

    private static func list(_ editions: [ReviewedBooks.Edition]) {
        for (place, edition) in editions.enumerated() {
            Console.note("  \(place + 1)  \(edition.line)".printable)
        }
    }

    /// `nil` if there is no store to add the book to.
    private func decision(for edition: ReviewedBooks.Edition) throws -> PhotoDecision? {
        try changedBooks?.decision(for: edition.book)
    }

    private var changedBooks: ReviewedBooks? {
        if let books, !books.store.isReadOnly { return books }
        Console.note("  there is no store to search or to add the book to")
        return nil
    }

    /// `nil` if the reviewer chooses none of the editions.
    private func decisionByTitle() async throws -> PhotoDecision? {
        guard let books = changedBooks else { return nil }
        guard let title = answer("  title: ").tidied else { return nil }
        let author = answer("  author, or Enter: ").tidied
        let (editions, areAll) = try await books.editions(title: title, author: author)
        Self.list(editions)
        let choice =
            switch editions.count {
            case 0: areAll ? "not found" : "not found in the sources that could be asked"
            case 1: "1 = this edition"
            case let count: "1 to \(count) = this edition"
            }
        let other = editions.isEmpty ? "it" : "another book"
        while true {
            let prompt = "  \(choice), a = add \(other) without an ISBN, Enter = back: "
            let line = answer(prompt).tidied?.lowercased()
            guard let line else { return nil }
            if line == "a" {
                let book = try books.added(title: title, author: author)
                let name = book.reference?.description ?? ""
                Console.note("  \(name): added; give it details with `bookzone edit \(name) --year …`")
                return try books.decision(for: book)
            }
            if let place = Int(line), editions.indices.contains(place - 1) {
                return try books.decision(for: editions[place - 1].book)
            }
            Console.note("  \(line): neither a number in the list nor a".printable)
        }
    }

    /// The reviewer's input. The end of input ends the review.
    private func answer(_ prompt: String) -> String {
        Console.write(prompt)
        guard let line = readLine() else {
            Console.note("")
            leave()
        }
        return line
    }

    // MARK: Ending

    /// Prints what was decided, and ends the program.
    func end() -> Never {
        let counts = counts.withLock { $0 }
        if let advice = counts.advice { Console.note(advice) }
        Console.note(counts.summary)
        exit(counts.end.rawValue)
    }

    nonisolated func interrupt(_ end: Exit) -> Never {
        Console.note("")
        leave(end)
    }

    private nonisolated func fail(_ message: String, _ end: Exit) -> Never {
        Console.note(message.printable)
        leave(end)
    }

    /// Prints it before all photos were reviewed, with the number left.
    ///
    /// - Parameter end: `nil` for the exit code of the answers so far.
    private nonisolated func leave(_ end: Exit? = nil) -> Never {
        let counts = counts.withLock { counts in
            if counts.isAsking { counts.open += 1 }
            var open = 0
            let rest = inputs.rest(after: counts.seen, last: counts.last) { record in
                let photo = ReviewedPhoto(record, at: RecordPosition(file: "", line: 0))
                let earlier = try? decision(on: photo)
                if record.status != .failed, isAsked(record, earlier) { open += 1 }
            }
            switch rest {
            case .photos(let photos): (counts.unread, counts.open) = (photos, counts.open + open)
            case .uncountable: counts.open += open
            case .changed: counts.isChanged = true
            }
            return counts
        }
        Console.note(counts.summary)
        _exit((end ?? counts.end).rawValue)
    }
}

extension ScanResult {
    /// How many inputs it consists of.
    fileprivate var inputs: Int {
        switch self {
        case .book(_, let photos): photos
        case .passed(let frames): frames
        case .known, .photo, .recorded, .repeated, .skipped: 1
        }
    }
}
