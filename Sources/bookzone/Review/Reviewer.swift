// The conversation of `bookzone review`.
import Books
import Catalogue
import Foundation
import Reporting
import Scanning

/// Answers are kept one by one, so that nothing is lost when it ends early.
actor Reviewer {
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
            exit(error.end.rawValue)
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
        let choices = record.candidates.isEmpty ? record.isbns : record.candidates
        guard let decision = ask(choices) else {
            open += 1
            return
        }
        try store.decide(decision, sha256: sha256, page: record.page)
        if case .rejected = decision { rejected += 1 } else { confirmed += 1 }
        Console.note("  \(decision.words)")
    }

    /// `nil` when the person skips the photo.
    private func ask(_ choices: [ISBNReading]) -> PhotoDecision? {
        while true {
            Console.write("\(ReviewReply.prompt(choices)); n = none, s = skip, q = end: ")
            guard let line = readLine() else {
                Console.note("")
                open += 1
                end()
            }
            switch ReviewReply(line, to: choices) {
            case .decided(let decision): return decision
            case .skip: return nil
            case .end:
                open += 1
                end()
            case .notUnderstood(let words): Console.note("  \(words)".printable)
            }
        }
    }

    /// Says what was decided, and ends the program.
    func end() -> Never {
        Console.note("\(confirmed) confirmed, \(rejected) without an ISBN, \(open) left open")
        let end: Exit = failed > 0 ? .badInput : open > 0 ? .incomplete : .success
        exit(end.rawValue)
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
