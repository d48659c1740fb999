// `bookzone review`: a person decides what the program could not.
import ArgumentParser
import Books
import Catalogue
import Fetching
import Foundation
import Lookup
import Providers
import Reporting
import Scanning
import Workers

struct Review: ReadingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Goes through the photos that a scan is not sure of, for you to decide.",
        discussion: """
            Each uncertain photo is shown with its candidates, what they rest on, and what books they are. Look at the \
            photo and type the last four digits of the right one, or the whole ISBN; t to look for the book by its \
            title, n when the photo shows none, s to skip it, q to end. A bare y confirms the first candidate only \
            where its confidence is at least \(ReviewReply.shareForYes).

            After t, title and author find editions in the store, in references and at the sources; a book that has no ISBN is made \
            by them, and keeps the photo. Books before 1967 have none: --none asks about photos without one, too.

            What `scan --format jsonl` wrote takes the place of photos: none is read again, and answers go back into \
            the file.

            An answer goes by the photo's content, wherever the file moves, and every later `scan --lookup` honours \
            it. Photos that are decided are not asked about again without --again.

            --apply takes what was decided on the page of a report, by several people where they shared the work. Where \
            they disagree, or the photo was decided otherwise before, nothing is changed, and that is said.

            EXAMPLES
              bookzone review box1
              bookzone scan box1 --format jsonl -o run.jsonl; bookzone review run.jsonl
              bookzone review --apply maria.jsonl --apply tom.jsonl run.jsonl

            \(Exit.help([.success: "all are decided", .incomplete: "some are left open", .badInput: "some could not be read"]))
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup(title: "How to read") var reading: ReadingOptions
    @OptionGroup(title: "What is one book") var groups: GroupOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var person: PersonOptions

    @Option(
        help: ArgumentHelp(
            "Ask nothing: take decisions from this file, which a report's page saved; can be given again. They go into the "
                + "store, and into the results that are given.", valueName: "file"),
        completion: .file())
    var apply: [String] = []

    @Flag(help: "Ask also about photos that were decided earlier; with --apply, replace what was decided.")
    var again = false

    @Flag(help: "Ask also about photos in which no ISBN was seen.")
    var none = false

    func validate() throws {
        try groups.check(input)
        if apply.isEmpty { return try input.requireSome() }
        if apply.contains("") { throw ValidationError("--apply takes a file") }
        if none { throw ValidationError("--none has no sense with --apply, which asks nothing") }
        guard input.inputs.isRecordsOnly else {
            throw ValidationError("--apply takes the results of scans beside it, and no photos")
        }
    }

    func run(with workers: ForkServer) async throws {
        if !apply.isEmpty { return try applyDecisions() }
        let inputs = input.inputs
        let batch = try ScanBatch(
            inputs, workers: workers, jobs: reading.jobs, memories: [], grouping: groups.grouping,
            isStrict: reading.isStrict, source: PhotoFetcher(jobs: reading.jobs))
        let store = try openedStore(for: inputs)
        let books = try store.map { try ReviewedBooks(store: $0, sources: sources, person: person.name) }
        let reviewer = Reviewer(
            inputs: inputs, store: store, books: books, person: person.name, again: again,
            asksAboutNone: none)
        Interrupt.first { reviewer.interrupt() }
        await batch.run { await reviewer.take($0) }
        await reviewer.end()
    }

    private func applyDecisions() throws {
        var files = DecisionFiles()
        for file in apply { try files.read(file) }
        let store =
            input.paths.isEmpty ? try storeOptions.catalogue() : try openedStore(for: input.inputs)
        if let store, store.isReadOnly, input.paths.isEmpty {
            throw CatalogueError.readOnly(path: store.place, .system(errno: EROFS))
        }
        var applier = DecisionApplier(store: store, person: person.name, replaces: again)
        for photo in files.photos { try applier.take(photo) }
        for file in input.paths { try applier.write(into: file) }
        Console.note(applier.summary)
        var end = applier.end
        if files.refused > 0 { end.raise(to: .badInput) }
        try end.end()
    }

    /// Decisions on results go into their file; those on photos into the store, which must then be there.
    private func openedStore(for inputs: PhotoInputs) throws -> (any BookCatalogue)? {
        do {
            let store = try storeOptions.catalogue()
            if store.isReadOnly {
                guard inputs.isRecordsOnly else {
                    throw CatalogueError.readOnly(path: store.place, .system(errno: EROFS))
                }
                store.noteUnlessKept()
            }
            return store
        } catch let error as CatalogueError {
            guard inputs.isRecordsOnly else { throw error }
            Console.note("no store: \(error.message)".printable)
            return nil
        }
    }
}
