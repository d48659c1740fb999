// `scan --lookup`: applies decisions, saves photos and looks up books. Failures are warnings; no record is lost.
import Batch
import Books
import Catalogue
import Formatting
import Foundation
import Lookup
import Output
import Providers

/// Stands between the batch and the printer. While sources are being asked, further results gather and are then
/// asked about together.
actor ScanLookup {
    private let printer: ScanPrinter
    private let store: (any BookCatalogue)?
    private let lookup: (any LookupService)?
    private let person: String
    /// With what photos are read, as the store keeps it; `nil` where none are.
    private let reading: String?
    /// Prints a run's only photo as a card.
    private let prefersCard: Bool
    private var waiting: [ScanResult] = []
    private var work: Task<Void, Never>?
    /// The run's first photo, until there is a second.
    private var only: DecidedResult?
    private var onlyAnswers: LookupAnswers = [:]
    private var hasPrinted = false
    private var unanswered: LookupAnswers = [:]
    private var failures = SourceFailures()
    private var troubles: Set<String> = []

    /// How many results may wait before the batch has to.
    private static let limit = 50

    /// A result as a person's earlier words on its photos have it.
    private struct DecidedResult {
        var result: ScanResult
        /// The books without an ISBN that were said to be in them.
        var named: [PhotoPage: BookCard] = [:]
    }

    init(
        printer: ScanPrinter, _ books: OpenedBooks, person: String, reading: String?, prefersCard: Bool
    ) {
        self.printer = printer
        store = books.store
        lookup = books.lookup
        self.person = person
        self.reading = reading
        self.prefersCard = prefersCard
    }

    func take(_ result: ScanResult) async {
        while waiting.count >= Self.limit, let work { await work.value }
        waiting.append(result)
        if work == nil { work = Task { await drain() } }
    }

    /// Prints what is left.
    func finish() async {
        while let work { await work.value }
        if let only {
            await print(only, onlyAnswers, prefersCard: true)
        } else {
            failures.noteDoubt()
        }
        failures.noteWaiting()
    }

    private func drain() async {
        while !waiting.isEmpty {
            let results = waiting.map(decided)
            waiting = []
            let answers = await answers(results.flatMap(\.result.isbns))
            for result in results { await print(result, answers) }
        }
        work = nil
    }

    private func print(_ decided: DecidedResult, _ answers: LookupAnswers) async {
        if prefersCard, !hasPrinted, only == nil, decided.result.isOnePage {
            only = decided
            onlyAnswers = answers
            return
        }
        if let first = only {
            only = nil
            await print(first, onlyAnswers, prefersCard: false)
        }
        hasPrinted = true
        await print(decided, answers, prefersCard: false)
    }

    private func print(_ decided: DecidedResult, _ answers: LookupAnswers, prefersCard: Bool) async {
        let places = await printer.print(
            decided.result, answers: answers, named: decided.named, prefersCard: prefersCard)
        guard let store, !store.isReadOnly else { return }
        for photo in decided.result.photos {
            guard let path = places[photo.photo], let sha256 = photo.sha256 else { continue }
            do throws(CatalogueError) {
                try store.move(photo: sha256, to: path)
            } catch {
                note(error.message)
            }
        }
    }

    private func decided(_ result: ScanResult) -> DecidedResult {
        var named: [PhotoPage: BookCard] = [:]
        func decided(
            _ record: PhotoRecord, read: ScanSettingsKey? = nil, from place: RecordPosition? = nil
        ) -> PhotoRecord {
            guard let store else { return record }
            do throws(CatalogueError) {
                var photo = try store.withDecision(place.map(record.located) ?? record, by: read)
                photo.record = photo.record.named(as: record)
                if let id = photo.book { named[record.place] = try store.card(of: .id(id), for: person) }
                return photo.record
            } catch {
                note(error.message)
                return record
            }
        }
        switch result {
        case .photo(let records):
            let read = reading.map { ScanSettingsKey(key: $0, pages: records.count) }
            return DecidedResult(result: .photo(records.map { decided($0, read: read) }), named: named)
        case .book(let record, let photos):
            let read = reading.map { ScanSettingsKey(key: $0, pages: 1) }
            return DecidedResult(result: .book(decided(record, read: read), photos: photos), named: named)
        case .recorded(let record, let place):
            return DecidedResult(result: .recorded(decided(record, from: place), place), named: named)
        case .known, .passed, .repeated, .skipped: return DecidedResult(result: result)
        }
    }

    private func answers(_ isbns: [ISBN]) async -> LookupAnswers {
        guard let lookup else { return [:] }
        var answers = unanswered
        let asked = isbns.filter { answers[$0] == nil }
        do throws(CatalogueError) {
            let new = try await lookup.lookUp(asked)
            for answer in new.values.sorted(by: { $0.isbn < $1.isbn }) { failures.note(answer) }
            // What was asked in vain is not asked again for the next photo of the same book.
            unanswered.merge(new.filter { $0.value.status != .known }) { $1 }
            answers.merge(new) { $1 }
        } catch {
            note(error.message)
        }
        return answers
    }

    /// Says each trouble once.
    private func note(_ message: String) {
        if troubles.insert(message).inserted { Console.note(message.printable) }
    }
}

extension ScanResult {
    /// Those that were read, each with its path; of pages the first.
    fileprivate var photos: [PhotoRecord] {
        switch self {
        case .photo(let records): Array(records.prefix(1))
        case .book(let record, _): record.single
        case .known, .passed, .recorded, .repeated, .skipped: []
        }
    }

    var isbns: [ISBN] {
        switch self {
        case .photo(let records): records.flatMap(\.isbns).map(\.isbn)
        case .book(let record, _), .recorded(let record, _): record.isbns.map(\.isbn)
        case .known, .passed, .repeated, .skipped: []
        }
    }

    fileprivate var isOnePage: Bool {
        switch self {
        case .photo(let records): records.count == 1
        case .book, .recorded: true
        case .known, .passed, .repeated, .skipped: false
        }
    }
}

extension ScanPrinter {
    /// Prints what references know of the result's books, where nobody is asked.
    func name(_ result: ScanResult, by names: ReferenceNames?) async {
        var answers: LookupAnswers = [:]
        for isbn in names == nil ? [] : result.isbns {
            guard let book = names?.book(isbn) else { continue }
            answers[isbn] = LookupAnswer(isbn: isbn, status: .known, card: BookCard(book: book))
        }
        await print(result, answers: answers)
    }
}
