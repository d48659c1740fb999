// `bookzone triage`: decides by rules what becomes of the books in a box.
import ArgumentParser
import Batch
import Books
import Catalogue
import Fetching
import Formats
import Formatting
import Foundation
import Output
import Reading
import RunReport
import Sandbox

struct Triage: ReadingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sorts a box of books by your rules: keep, sell, give away …",
        discussion: """
            Reads photos, or the results of a scan, and prints what is to be done with each book. Nothing is looked up and \
            nothing is saved. Each line of the rules' file is a condition, an arrow, and what to do; the first that holds decides:

              owned copies >= 2 -> give away
              wanted by somebody -> keep, for NAME
              year < 1960 and language = de -> look
              price list >= 8 -> sell
              always -> give away

            Conditions compare owned copies, year, price list or rating with a number (< <= = >= >), language with a code of \
            ISO 639 (=), or publisher with a text (=); wanted by takes a name or somebody. What is not known of a book makes no \
            condition true. Lines that begin with # are comments. A photo whose book is not sure is in doubt, whatever the rules \
            say, and a book that no rule fits is undecided.

            \(Exit.help([.success: "every book is decided", .incomplete: "some are in doubt or undecided", .badInput: "a rule or a row of prices is wrong, or photos could not be read"]))
            """)

    @OptionGroup(title: "Input") var input: InputOptions
    @Option(help: ArgumentHelp("The rules.", valueName: "file"), completion: .file()) var rules: String
    @Option(
        help: ArgumentHelp(
            "A CSV table of prices with the columns isbn and price, for the condition price list.",
            valueName: "file"),
        completion: .file())
    var prices: String?
    @Option(
        help: ArgumentHelp(
            "Also write a report into this folder, with the photos and what is to be done with each book.",
            valueName: "dir"), completion: .directory)
    var report: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Reading") var reading: ReadingOptions
    @OptionGroup var storeOptions: StoreFileOptions

    func validate() throws {
        try input.requireSome()
        try ResultFile.checkFolder(report, "--report")
    }

    func run(with workers: ForkServer) async throws {
        let (rules, prices) = (try readRules(), try readPrices())
        let store = try storeOptions.openExisting()
        let printer = try output.printer(
            of: TriageRow.self, inputs: [self.rules] + [self.prices].compactMap(\.self))
        // Nothing is written into its folder before all else is known to be usable.
        let report = try report.map {
            try RunPictures.maker($0, workers, jobs: max(1, reading.jobs / 4), in: .english)
        }
        let table = TriageTable(rules: rules, prices: prices, store: store, printer: printer, report: report)
        let batch = try ScanBatch(
            input.inputs, workers: PhotoWorker.workers(workers, jobs: reading.jobs),
            isStrict: reading.isStrict, source: PhotoFetcher(jobs: reading.jobs),
            archives: ArchiveWorkers(workers))
        Interrupt.first { end in
            Console.note(end.meaning)
            _exit(end.rawValue)
        }
        await batch.run { await table.take($0) }
        try await table.end(report: self.report)
    }

    private func readRules() throws -> [TriageRule] {
        let text = try TextFile.read(rules)
        let found: [TriageRule]
        do throws(TriageRuleError) {
            found = try TriageRule.rules(text, hasPrices: prices != nil)
        } catch {
            throw Refusal(
                "\(rules.printable):\(error.line): expected \(error.expected); found “\(error.found.printable)”",
                .badInput)
        }
        guard !found.isEmpty else { throw Refusal("\(rules.printable): no rules", .badInput) }
        return found
    }

    private func readPrices() throws -> [ISBN: Double] {
        guard let prices else { return [:] }
        let list = try PriceList(ImportFile(prices))
        for (line, words) in list.refused.prefix(5) {
            Console.note("\(prices):\(line): \(words)".printable)
        }
        guard list.refused.isEmpty else {
            throw Refusal(
                "\(prices.printable): \(list.refused.count.counted("row")) can't be used", .badInput)
        }
        return list.prices
    }
}

/// Decides on the books of each result, and prints them.
private actor TriageTable {
    private let rules: [TriageRule]
    private let prices: [ISBN: Double]
    private let store: Store
    private var printer: RowPrinter<TriageRow>
    private var tally = ScanTally()
    /// How many books have each decision, in the order of their appearance.
    private var counts: [(decision: String, count: Int)] = []
    private var failure: (any Error)?
    private let report: ReportMaker?

    private static let (doubt, undecided) = ("doubt", "undecided")

    init(
        rules: [TriageRule], prices: [ISBN: Double], store: Store, printer: consuming RowPrinter<TriageRow>,
        report: ReportMaker?
    ) {
        (self.rules, self.prices, self.store) = (rules, prices, store)
        self.printer = printer
        self.report = report
    }

    func take(_ result: ScanResult) async {
        guard failure == nil else { return }
        if case .skipped = result { tally.countSkipped() }
        do {
            let records = result.locatedRecords
            var titles: [ISBN: String] = [:]
            var named: [PhotoPage: String] = [:]
            for record in records {
                for row in try take(record) {
                    switch row.name {
                    case .isbn(let isbn): titles[isbn] = row.reported
                    case .id: for photo in record.single { named[photo.place] = row.reported }
                    case nil: break
                    }
                }
            }
            for pages in records.files {
                try await report?.take(ShownPhoto(pages, photo: pages[0].file, titles: titles, named: named))
            }
        } catch {
            failure = error
        }
    }

    /// Photos of one book that share a record are one row.
    private func take(_ read: PhotoRecord) throws -> [TriageRow] {
        let record = try store.decided(read).record
        let chosen = try store.storedBook(record.chosenBook)
        tally.count(record)
        record.noteFailure()
        // No photo, and so no book to be in doubt about.
        if record.error?.code == "missing" { return [] }
        if let id = chosen?.id { return [try decide(on: .id(id), in: record.place)] }
        guard record.status == .found else {
            let candidate = record.status == .uncertain ? record.candidates.first : nil
            let book = try candidate.flatMap { try store.triageFacts(of: .isbn($0.isbn)).book }
            return try [
                print(
                    TriageRow(
                        decision: Self.doubt, rule: nil, name: candidate.map { .isbn($0.isbn) }, book: book,
                        photo: candidate.map { record.firstPhoto(showing: $0) } ?? record.place))
            ]
        }
        return try record.ownISBNs.map { try decide(on: .isbn($0.isbn), in: record.firstPhoto(showing: $0)) }
    }

    private func decide(on name: BookSpecifier, in photo: PhotoPage) throws -> TriageRow {
        var (book, facts) = try store.triageFacts(of: name)
        facts.listPrice = name.isbn.flatMap { prices[$0] }
        let decided = rules.lazy.compactMap { rule in
            rule.decision(for: facts).map { (decision: $0, rule: rule.description) }
        }.first
        return try print(
            TriageRow(
                decision: decided?.decision ?? Self.undecided, rule: decided?.rule, name: name, book: book,
                photo: photo))
    }

    private func print(_ row: TriageRow) throws -> TriageRow {
        try printer.print(row)
        try printer.flush()
        if let index = counts.firstIndex(where: { $0.decision == row.decision }) {
            counts[index].count += 1
        } else {
            counts.append((row.decision, 1))
        }
        return row
    }

    /// - Parameter folder: of the report.
    func end(report folder: String?) async throws {
        if let failure { throw failure }
        try printer.finish()
        try await report?.finish()
        if let folder { Console.note("to look at: \("\(folder)/index.html".shownPath)") }
        let decided = counts.map { "\($0.count) \($0.decision.printable)" }.joined(separator: ", ")
        Console.note(decided.isEmpty ? tally.summary : decided)
        var end = ExitPolicy().end(of: tally)
        if counts.contains(where: { $0.decision == Self.undecided }) { end.raise(to: .incomplete) }
        try end.end()
    }
}
