// `scan --lookup`: what a person said of a photo is honoured, the photo is remembered, its books are looked up. A
// failure here is said on standard error and costs no record.
import Books
import Catalogue
import Foundation
import Lookup
import Providers
import Reporting
import Scanning

/// Stands between the batch and the printer. While sources are being asked, further results gather and are then
/// asked about together.
actor ScanLookup {
    private let printer: ScanPrinter
    private let store: Store?
    private let lookup: BookLookup?
    /// Prints a run's only photo as a card.
    private let prefersCard: Bool
    private let spoilers: Bool
    /// Of the terminal that a card is shown on.
    private let width: Int?
    private var waiting: [ScanResult] = []
    private var work: Task<Void, Never>?
    /// The run's first photo, until there is a second.
    private var only: (result: ScanResult, answers: LookupAnswers)?
    private var hasPrinted = false
    private var fruitless: LookupAnswers = [:]
    private var failures = SourceFailures()
    private var troubles: Set<String> = []

    /// How many results may wait before the batch has to.
    private static let limit = 50

    init(
        printer: ScanPrinter, store: Store?, lookup: BookLookup?, prefersCard: Bool, spoilers: Bool,
        width: Int?
    ) {
        self.printer = printer
        self.store = store
        self.lookup = lookup
        self.prefersCard = prefersCard
        self.spoilers = spoilers
        self.width = width
    }

    func take(_ result: ScanResult) async {
        while waiting.count >= Self.limit, let work { await work.value }
        waiting.append(result)
        if work == nil { work = Task { await drain() } }
    }

    /// Prints what is left.
    func finish() async {
        while let work { await work.value }
        if let (result, answers) = only {
            await printer.print(result, answers: answers, card: card(of: result, answers))
        }
        failures.noteWaiting()
    }

    private func card(of result: ScanResult, _ answers: LookupAnswers) -> [String]? {
        guard case .photo(let records) = result, records.count == 1, let isbn = records[0].isbns.first?.isbn
        else {
            return nil
        }
        return answers[isbn]?.cardLines(spoilers: spoilers, width: width)
    }

    private func drain() async {
        while !waiting.isEmpty {
            let results = waiting.map(remembered)
            waiting = []
            let answers = await answers(results.flatMap(\.isbns))
            for result in results { await print(result, answers) }
        }
        work = nil
    }

    private func print(_ result: ScanResult, _ answers: LookupAnswers) async {
        if prefersCard, !hasPrinted, only == nil, case .photo = result {
            only = (result, answers)
            return
        }
        if let first = only {
            only = nil
            await printer.print(first.result, answers: first.answers)
        }
        hasPrinted = true
        await printer.print(result, answers: answers)
    }

    private func remembered(_ result: ScanResult) -> ScanResult {
        guard case .photo(let records) = result else { return result }
        return .photo(records.map(remembered))
    }

    private func remembered(_ record: PhotoRecord) -> PhotoRecord {
        guard let store else { return record }
        do throws(CatalogueError) {
            return try store.remembered(record)
        } catch {
            note(error.message)
            return record
        }
    }

    private func answers(_ isbns: [ISBN]) async -> LookupAnswers {
        guard let lookup else { return [:] }
        var answers = fruitless
        let asked = isbns.filter { answers[$0] == nil }
        do throws(CatalogueError) {
            let new = try await lookup.lookUp(asked)
            for answer in new.values.sorted(by: { $0.isbn < $1.isbn }) { failures.note(answer) }
            // What was asked in vain is not asked again for the next photo of the same book.
            fruitless.merge(new.filter { $0.value.status != .known }) { $1 }
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
    fileprivate var isbns: [ISBN] {
        guard case .photo(let records) = self else { return [] }
        return records.flatMap(\.isbns).map(\.isbn)
    }
}
