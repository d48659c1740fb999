// `bookzone review`: a person decides what the program could not.
import ArgumentParser
import Books
import Catalogue
import Foundation
import Reporting
import Scanning

struct Review: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Goes through the photos that a scan is not sure of, for you to decide.",
        discussion: """
            Each uncertain photo is shown with its candidates and what they rest on. Answer y to confirm the first, \
            or type the ISBN; n when the photo shows none, s to skip it, q to end. An answer goes by the photo's \
            content, wherever the file moves, and every later `scan --lookup` honours it. Photos that are decided \
            are not asked about again without --again.

            Exit codes: 0 all decided, 1 some left open, 2 some could not be read; the highest wins.
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup(title: "How to read") var reading: ReadingOptions
    @OptionGroup var storeOptions: StoreOptions

    @Flag(help: "Ask also about photos that were decided earlier.")
    var again = false

    func run() async throws {
        let batch = try ScanBatch(input.inputs, options: reading.scanOptions, jobs: reading.jobs)
        let reviewer = Reviewer(store: try storeOptions.open(), again: again)
        Console.silenceLibraries()
        await batch.run { await reviewer.take($0) }
        await reviewer.end()
    }
}

/// The conversation. Answers are kept one by one, so that nothing is lost when it ends early.
private actor Reviewer {
    private let store: Store
    private let again: Bool
    private var confirmed = 0
    private var rejected = 0
    private var open = 0
    private var failed = 0
    private let executor = BlockingExecutor(label: "bookzone.reviewer")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(store: Store, again: Bool) {
        self.store = store
        self.again = again
    }

    func take(_ result: ScanResult) {
        guard case .photo(let records) = result else { return }
        do throws(CatalogueError) {
            for record in records { try review(record) }
        } catch {
            Console.note(error.message.printable)
            exit(error.exitCode)
        }
    }

    private func review(_ record: PhotoRecord) throws(CatalogueError) {
        if let failure = record.error {
            failed += 1
            Console.note("\(record.photo): \(failure.message)".printable)
        }
        guard let sha256 = record.sha256, record.status != .failed else { return }
        let earlier = try store.remember(record)
        guard
            again
                ? earlier != nil || record.status == .uncertain
                : earlier == nil && record.status == .uncertain
        else { return }
        Console.write(record.evidence)
        if let earlier { Console.note("  decided earlier: \(earlier.words)") }
        guard let decision = ask(record.candidates.first?.isbn ?? record.isbns.first?.isbn) else {
            open += 1
            return
        }
        try store.decide(decision, sha256: sha256, page: record.page)
        if case .rejected = decision { rejected += 1 } else { confirmed += 1 }
        Console.note("  \(decision.words)")
    }

    /// `nil` when the person skips the photo.
    private func ask(_ likeliest: ISBN?) -> PhotoDecision? {
        while true {
            let yes = likeliest.map { "y = \($0.hyphenated), or type the ISBN" } ?? "type the ISBN"
            Console.write("\(yes); n = none, s = skip, q = end: ")
            guard let line = readLine() else {
                Console.note("")
                open += 1
                end()
            }
            switch (line.trimmingCharacters(in: .whitespaces).lowercased(), likeliest) {
            case ("y", let isbn?), ("yes", let isbn?): return .confirmed(isbn)
            case ("n", _), ("no", _): return .rejected
            case ("s", _), ("skip", _): return nil
            case ("q", _), ("quit", _):
                open += 1
                end()
            case (let text, _):
                do {
                    return .confirmed(try ISBN(text))
                } catch {
                    Console.note("  \(text.printable): \(error)")
                }
            }
        }
    }

    /// Says what was decided, and ends the program.
    func end() -> Never {
        Console.note("\(confirmed) confirmed, \(rejected) without an ISBN, \(open) left open")
        exit(failed > 0 ? 2 : open > 0 ? 1 : 0)
    }
}

extension PhotoDecision {
    fileprivate var words: String {
        switch self {
        case .confirmed(let isbn): "shows \(isbn.hyphenated)"
        case .rejected: "shows no ISBN"
        }
    }
}
