// `scan --lookup`: applies decisions, saves photos and looks up books. Failures lose no record and give
// an exit code.
import Batch
import Books
import Catalogue
import Formatting
import Foundation
import Lookup
import Output
import Providers
import Reading

/// Between the batch and the printer. While sources are asked, further results are collected and then looked up
/// together.
actor ScanLookup {
    private let printer: ScanPrinter
    /// Why the catalogue can't be used; `nil` if it can.
    private let failure: CatalogueError?
    private let store: (any BookCatalogue)?
    private let lookup: (any LookupService)?
    private let photoCovers: PhotoCovers?
    private let person: String
    /// The settings with which photos are read, as stored; `nil` if no photos are read.
    private let reading: String?
    /// Whether the only photo of a run is printed as a card.
    private let prefersCard: Bool
    /// Whether pictures are made of the run, which show covers and so wait for them.
    private let wantsCovers: Bool
    private var waiting: [ScanResult] = []
    private var work: Task<Void, Never>?
    /// The run's first photo, until there is a second.
    private var only: (result: ScanResult, books: ResultBooks)?
    private var hasPrinted = false
    private var unanswered: LookupAnswers = [:]
    /// What is known of Library of Congress Control Numbers.
    private var numbered: [OtherNumber: NumberAnswer] = [:]
    private var failures = SourceFailures()
    private var noted: Set<String> = []
    /// The address of a shared catalogue that could not be reached.
    private var unreached: String?
    /// The exit code for failures of the catalogue.
    private var end = Exit.success

    /// How many results may wait before the batch has to wait.
    private static let limit = 50

    init(
        printer: ScanPrinter, _ books: OpenedBooks, reading: String?, prefersCard: Bool, wantsCovers: Bool
    ) {
        self.printer = printer
        failure = books.failure
        store = books.store
        lookup = books.lookup
        photoCovers = books.photoCovers
        person = books.person
        self.reading = reading
        self.prefersCard = prefersCard
        self.wantsCovers = wantsCovers
    }

    func take(_ result: ScanResult) async {
        if !result.records.isEmpty { await printer.hold(result) }
        while waiting.count >= Self.limit, let work { await work.value }
        waiting.append(result)
        if work == nil { work = Task { await drain() } }
    }

    /// Prints the remaining results.
    ///
    /// - Returns: the exit code of the look-ups.
    func finish() async -> Exit {
        while let work { await work.value }
        if let only {
            await print(only.result, only.books, prefersCard: true)
            await printer.settle()
        } else {
            failures.noteDoubt()
        }
        do throws(CatalogueError) {
            if let lookup { try failures.noteWaiting(in: lookup) }
        } catch {
            note(error)
        }
        forgetReplacedPaths()
        await finishCovers()
        if let failure { count(failure) }
        if let unreached {
            Console.note("\(unreached.printable) could not be reached, so not all books were looked up")
            end.raise(to: .notAsked)
        }
        return end
    }

    private func finishCovers() async {
        do throws(CatalogueError) { try await lookup?.finishCovers() } catch { note(error) }
    }

    /// - Parameter named: a book without an ISBN that a reviewer chose.
    private func takeCover(_ record: PhotoRecord, of named: BookID?) async {
        do throws(CatalogueError) {
            if try await photoCovers?.take(record, of: named) == true { await printer.countCover() }
        } catch {
            note(error)
        }
    }

    private func drain() async {
        while !waiting.isEmpty {
            var results = waiting.map(decided)
            waiting = []
            for place in results.indices { results[place].result = await suggesting(results[place].result) }
            let (answers, areComplete) = await answers(results.flatMap(\.result.isbns))
            if wantsCovers { await finishCovers() }
            for place in results.indices {
                let result = results[place].result
                if case .book(let record, _) = result {
                    await takeCover(record, of: results[place].books.named[record.place]?.book.id)
                }
                results[place].books.answers = answers
                results[place].books.covers = covers(of: result.isbns)
                if !areComplete, !result.isbns.isEmpty { results[place].books.areUnsaved = true }
                await print(result, results[place].books)
            }
            await printer.settle()
        }
        work = nil
    }

    private func print(_ result: ScanResult, _ books: ResultBooks) async {
        if prefersCard, !hasPrinted, only == nil, result.records.count == 1 {
            only = (result, books)
            return
        }
        if let first = only.take() { await print(first.result, first.books, prefersCard: false) }
        hasPrinted = true
        await print(result, books, prefersCard: false)
    }

    private func print(_ result: ScanResult, _ books: ResultBooks, prefersCard: Bool) async {
        follow(await printer.print(result, books, prefersCard: prefersCard))
    }

    private func forgetReplacedPaths() {
        guard let store, !store.isReadOnly else { return }
        do throws(CatalogueError) { try store.forgetReplacedPaths() } catch { note(error) }
    }

    /// Saves the new paths of photos that were moved.
    func follow(_ moved: [MovedPhoto]) {
        guard let store, !store.isReadOnly else { return }
        for photo in moved {
            guard let sha256 = photo.sha256 else { continue }
            do throws(CatalogueError) { try store.move(photo: sha256, to: photo.path) } catch { note(error) }
        }
    }

    /// A result with earlier decisions on its photos applied.
    private func decided(_ result: ScanResult) -> (result: ScanResult, books: ResultBooks) {
        var books = ResultBooks()
        books.areUnsaved = failure != nil
        func decided(
            _ record: PhotoRecord, pages: Int?, from place: RecordPosition? = nil
        ) -> PhotoRecord {
            guard let store else { return record }
            let read = pages.flatMap { pages in reading.map { ScanSettingsKey(key: $0, pages: pages) } }
            do throws(CatalogueError) {
                var photo = try store.withDecision(place.map(record.located) ?? record, by: read)
                photo.record = photo.record.named(as: record)
                if let id = photo.book {
                    books.named[record.place] = try store.card(of: .id(id), for: person)
                }
                return photo.record
            } catch {
                note(error)
                books.areUnsaved = true
                return record
            }
        }
        let decidedResult: ScanResult =
            switch result {
            case .photo(let records): .photo(records.map { decided($0, pages: records.count) })
            case .book(let record, let photos): .book(decided(record, pages: 1), photos: photos)
            case .recorded(let record, let place):
                .recorded(decided(record, pages: nil, from: place), place)
            case .known, .passed, .repeated, .skipped: result
            }
        return (decidedResult, books)
    }

    // MARK: Photos without an ISBN

    /// A result whose records without an ISBN have what is known of the Library of Congress Control Number that they show,
    /// or else of their title.
    private func suggesting(_ result: ScanResult) async -> ScanResult {
        switch result {
        case .photo(var records):
            for place in records.indices { records[place] = await suggesting(records[place]) }
            return .photo(records)
        case .book(let record, let photos): return .book(await suggesting(record), photos: photos)
        case .recorded(let record, let place): return .recorded(await suggesting(record), place)
        case .known, .passed, .repeated, .skipped: return result
        }
    }

    private func suggesting(_ record: PhotoRecord) async -> PhotoRecord {
        let isAskable = !record.others.isEmpty || !record.titleLines.isEmpty
        guard record.status == .none, record.chosenBook == nil, isAskable, let lookup else { return record }
        do throws(CatalogueError) {
            // A reviewer has said that it shows none, or which book without an ISBN.
            if try store?.decision(for: record, saves: false) != nil { return record }
            let editions = try await lookup.editions(of: record, known: numbered)
            if let number = editions.number { numbered[number] = editions.numbered }
            for unasked in editions.numbered.unasked { failures.note(unasked) }
            return record.suggesting(editions)
        } catch {
            note(error)
            return record
        }
    }

    private func covers(of isbns: [ISBN]) -> [ISBN: Data] {
        guard wantsCovers, let store else { return [:] }
        return isbns.reduce(into: [:]) { covers, isbn in
            do throws(CatalogueError) { covers[isbn] = try store.coverJPEG(of: .isbn(isbn), .small) } catch {
                note(error)
            }
        }
    }

    /// - Returns: also whether the catalogue could be asked for all of them.
    private func answers(_ isbns: [ISBN]) async -> (LookupAnswers, areComplete: Bool) {
        guard let lookup else { return ([:], true) }
        var answers = unanswered
        let asked = isbns.filter { answers[$0] == nil }
        do throws(CatalogueError) {
            let new = try await lookup.lookUp(asked)
            for answer in new.values.sorted(by: { $0.isbn < $1.isbn }) { failures.note(answer) }
            // If a book could not be looked up, it is not tried again for its next photo.
            unanswered.merge(new.filter { $0.value.status != .known }) { $1 }
            answers.merge(new) { $1 }
            return (answers, true)
        } catch {
            note(error)
            return (answers, false)
        }
    }

    /// Prints each message once.
    private func note(_ error: CatalogueError) {
        count(error)
        let message = error.message
        if noted.insert(message).inserted { Console.note(message.printable) }
    }

    private func count(_ error: CatalogueError) {
        switch error {
        case .unreachable(let address, _), .waits(let address, _): unreached = address
        default: end.raise(to: error.end)
        }
    }
}
